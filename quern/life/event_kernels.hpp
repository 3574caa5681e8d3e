// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/life/events.hpp"

namespace quern::life {

/// Events that a kernel may write, as garbage, behind the last one it counts.
inline constexpr std::size_t kEventSlack = 64;

/// The births or the deaths of a field, 64 cells a word. Private to the event reader.
struct EventPlane {
    const std::uint64_t* changed;
    const std::uint64_t* alive;
    std::uint64_t flip; ///< of `alive`: none for births, all bits for deaths
    std::uint32_t row_words;
    EventType type;

    [[nodiscard]] constexpr std::uint64_t word(std::size_t i) const noexcept QUERN_RT
    {
        return changed[i] & (alive[i] ^ flip);
    }
};

struct EventCounts {
    std::uint32_t total = 0;
    std::uint32_t births = 0;
};

/// A bitmap of the ranks chosen, read along with the events they are the ranks of. Behind them the rank that
/// no event has must be set too, where a search for the next one ends, and one word more must follow.
struct RankCursor {
    const std::uint64_t* chosen;
    std::uint32_t rank; ///< of the next event
};

/// The reader's loops for one SimdTarget. All give the same events.
struct EventKernels {
    EventCounts (*count)(const std::uint64_t* changed, const std::uint64_t* alive,
                         std::size_t words) noexcept QUERN_RT;
    /// Writes the events of words `begin` to `end`, rising, and returns where the next one goes.
    Event* (*list)(const EventPlane& plane, std::size_t begin, std::size_t end, Event* out) noexcept QUERN_RT;
    /// The same, but only those whose rank is chosen.
    Event* (*choose)(const EventPlane& plane, std::size_t begin, std::size_t end, RankCursor& cursor,
                     Event* out) noexcept QUERN_RT;
};

/// Those of the selected target. `rare`: with instructions that some processors of the target have, where
/// this one has them.
[[nodiscard]] const EventKernels& event_kernels(bool rare = true) noexcept QUERN_RT;

extern const EventKernels kScalarEventKernels;
#if QUERN_SIMD
/// The build for a vector target of this processor family; null for other targets.
const EventKernels* vector_event_kernels(dsp::SimdTarget target, bool rare) noexcept QUERN_RT;
#endif

} // namespace quern::life
