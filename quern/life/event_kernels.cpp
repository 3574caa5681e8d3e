// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/event_kernels.hpp"

#include <algorithm>
#include <bit>

namespace quern::life {
namespace {

#include "quern/life/event_scan.inl"

/// Whether the `kCount` words from p on are all zero.
template <std::size_t kCount> struct IsQuiet {
    bool operator()(const std::uint64_t* words) const noexcept QUERN_RT
    {
        std::uint64_t any = 0;
        for (std::size_t k = 0; k < kCount; ++k)
            any |= words[k];
        return any == 0;
    }
};

/// The sum of eight bytes.
std::uint32_t sum_of(std::uint64_t bytes) noexcept QUERN_RT
{
    const std::uint64_t pairs = (bytes & 0x00FF00FF00FF00FFu) + (bytes >> 8 & 0x00FF00FF00FF00FFu);
    return static_cast<std::uint32_t>(pairs * 0x0001000100010001u >> 48);
}

EventCounts count(const std::uint64_t* changed, const std::uint64_t* alive,
                  std::size_t words) noexcept QUERN_RT
{
    constexpr std::size_t kBlock = 32; // so many that compilers or them together in vectors
    EventCounts counts;
    const auto add = [&](std::size_t from, std::size_t end) noexcept QUERN_RT {
        std::uint64_t total = 0; // of 16 words, at most 128 in each byte
        std::uint64_t births = 0;
        for (std::size_t k = from; k < end; ++k) {
            total += byte_counts(changed[k]);
            births += byte_counts(changed[k] & alive[k]);
        }
        counts.total += sum_of(total);
        counts.births += sum_of(births);
    };
    std::size_t i = 0;
    for (; i + kBlock <= words; i += kBlock) {
        if (IsQuiet<kBlock>{}(changed + i))
            continue;
        add(i, i + kBlock / 2);
        add(i + kBlock / 2, i + kBlock);
    }
    for (; i < words; i += kBlock / 2)
        add(i, std::min(i + kBlock / 2, words));
    return counts;
}

Event* list(const EventPlane& plane, std::size_t begin, std::size_t end, Event* out) noexcept QUERN_RT
{
    ListBits bits{out};
    for_words(plane, begin, end, LoadWords<IsQuiet<kScanBlock>>{}, bits);
    return bits.out;
}

Event* choose(const EventPlane& plane, std::size_t begin, std::size_t end, RankCursor& cursor,
              Event* out) noexcept QUERN_RT
{
    return choose_words(plane, begin, end, cursor, out);
}

} // namespace

constinit const EventKernels kScalarEventKernels{count, list, choose};

const EventKernels& event_kernels([[maybe_unused]] bool rare) noexcept QUERN_RT
{
#if QUERN_SIMD
    if (const EventKernels* vectors = vector_event_kernels(dsp::selected_target(), rare))
        return *vectors;
#endif
    return kScalarEventKernels;
}

} // namespace quern::life
