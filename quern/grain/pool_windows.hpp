// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/core/rt.hpp"
#include "quern/grain/pool_grain.hpp"
#include "quern/grain/pool_memory.hpp"
#include "quern/grain/window_curves.hpp"

namespace quern::grain {

/// Rendered windows by shape and length, in a fixed number of places of fixed size (docs/spec/pool.md §6). A
/// pair gets a place when it is asked for the second time. Nobody renders a window ahead: the grain that
/// first gets to some frames of it has them rendered, no more per block than the frames it plays there.
class WindowCache {
public:
    /// Allocates.
    WindowCache(std::int32_t windows, std::int32_t frames);

    /// The place of a window, in use until it is given back; Grain::kNoWindow where it has none.
    [[nodiscard]] std::uint8_t take(std::uint8_t shape, std::int32_t length) noexcept QUERN_RT;
    /// The same, at the first time of asking.
    [[nodiscard]] std::uint8_t take_now(std::uint8_t shape, std::int32_t length) noexcept QUERN_RT;
    void give_back(std::uint8_t place) noexcept QUERN_RT
    {
        if (place != Grain::kNoWindow)
            --entries_[place].users;
    }
    /// Its values from `age` on, `count` of them; null where they are not rendered and not next to be.
    [[nodiscard]] const float* values(std::uint8_t place, const float* curve, std::int32_t age,
                                      std::int32_t count) noexcept QUERN_RT
    {
        if (place == Grain::kNoWindow)
            return nullptr;
        if (age + count > entries_[place].rendered && !render(place, curve, age, count))
            return nullptr;
        return at(place) + age;
    }
    /// Nobody uses any place any more.
    void release_all() noexcept QUERN_RT;
    [[nodiscard]] bool overlaps(MemorySpan span) const noexcept QUERN_RT
    {
        return span.overlaps_any(entries_, memory_);
    }

private:
    struct Entry {
        std::int32_t length = 0; // 0: empty
        std::int32_t rendered = 0;
        std::int32_t users = 0;
        std::uint32_t used_at = 0;
        std::uint8_t shape = 0;
    };
    bool render(std::uint8_t place, const float* curve, std::int32_t age,
                std::int32_t count) noexcept QUERN_RT;
    // Masked loads reach before the first value, which is slow where there is no memory.
    float* at(std::uint8_t place) noexcept QUERN_RT
    {
        return memory_.data() + WindowCurves::kPadding + place * distance_;
    }
    [[nodiscard]] std::uint8_t find(std::uint8_t shape, std::int32_t length) noexcept QUERN_RT;

    std::int32_t frames_;
    std::size_t distance_;
    std::uint32_t asked_ = 0;
    std::array<std::uint64_t, 64> missed_{}; // pairs asked for before, by a hash
    std::vector<Entry> entries_;
    std::vector<float> memory_;
};

} // namespace quern::grain
