// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/event_kernels.hpp"

#include <algorithm>
#include <bit>

namespace quern::life {
namespace {

#include "quern/life/event_scan.inl"

struct IsQuiet {
    bool operator()(const std::uint64_t* words) const noexcept QUERN_RT
    {
        std::uint64_t any = 0;
        for (std::size_t k = 0; k < kScanBlock; ++k)
            any |= words[k];
        return any == 0;
    }
};

EventCounts count(const std::uint64_t* changed, const std::uint64_t* alive,
                  std::size_t words) noexcept QUERN_RT
{
    EventCounts counts;
    for (std::size_t i = 0; i < words; i += kScanBlock) {
        const std::size_t end = std::min(i + kScanBlock, words);
        if (end == i + kScanBlock && IsQuiet{}(changed + i))
            continue;
        for (std::size_t k = i; k < end; ++k) {
            counts.total += count_bits(changed[k]);
            counts.births += count_bits(changed[k] & alive[k]);
        }
    }
    return counts;
}

Event* list(const EventPlane& plane, std::size_t begin, std::size_t end, Event* out) noexcept QUERN_RT
{
    ListBits bits{out};
    for_words(plane, begin, end, LoadWords<IsQuiet>{}, bits);
    return bits.out;
}

Event* choose(const EventPlane& plane, std::size_t begin, std::size_t end, RankCursor& cursor,
              Event* out) noexcept QUERN_RT
{
    ChooseBits bits{cursor, out};
    for_words(plane, begin, end, LoadWords<IsQuiet>{}, bits);
    cursor = bits.cursor;
    return bits.out;
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
