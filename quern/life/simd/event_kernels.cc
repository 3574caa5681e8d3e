// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Counting, listing and choosing events, with the results of event_kernels.cpp (docs/spec/life.md §5).
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/event_kernels.hpp"

#define QUERN_WANT_AVX3_DL 1 // bytes can be moved together there
#include "quern/dsp/simd/targets.inl"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quern/life/simd/event_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Which instructions event_scan.inl may use.
#undef QUERN_EVENT_PDEP
#undef QUERN_EVENT_POPCNT
#define QUERN_EVENT_POPCNT 1
#if HWY_TARGET == HWY_AVX2 || QUERN_WIDE_AVX512
#define QUERN_EVENT_PDEP 1
#endif

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::life::HWY_NAMESPACE {
namespace {
#include "quern/life/event_scan.inl"
namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::CappedTag<std::uint64_t, 8> kWords;
constexpr std::size_t kWidth = hn::MaxLanes(kWords);
constexpr hn::Repartition<std::uint8_t, decltype(kWords)> kBytes;
using V = hn::Vec<decltype(kWords)>;
using B = hn::Vec<decltype(kBytes)>;
constexpr std::size_t kWideBlock = 4 * kWidth; // looked at together while counting

/// Whether the `kCount` words from p on are all zero.
template <std::size_t kCount> struct IsQuiet {
    HWY_INLINE bool operator()(const std::uint64_t* p) const noexcept
    {
        V any = hn::LoadU(kWords, p);
        for (std::size_t k = kWidth; k < kCount; k += kWidth)
            any = hn::Or(any, hn::LoadU(kWords, p + k));
        return hn::AllTrue(kWords, hn::Eq(any, hn::Zero(kWords)));
    }
};

#if QUERN_WIDE_AVX512
struct Load {
    HWY_INLINE std::uint32_t operator()(const EventPlane& plane, std::size_t i,
                                        std::uint64_t* words) const noexcept
    {
        const __m512i changed = _mm512_loadu_si512(plane.changed + i);
        if (_mm512_test_epi64_mask(changed, changed) == 0)
            return 0;
        const __m512i alive = _mm512_xor_si512(_mm512_loadu_si512(plane.alive + i),
                                               _mm512_set1_epi64(static_cast<long long>(plane.flip)));
        const __m512i found = _mm512_and_si512(changed, alive);
        _mm512_store_si512(words, found);
        return _mm512_test_epi64_mask(found, found);
    }
};
#else
using Load = LoadWords<IsQuiet<kScanBlock>>;
#endif

/// Adds the bits of some words, byte by byte.
HWY_INLINE B plus_bits(B sums, V words)
{
    return hn::Add(sums, hn::PopulationCount(hn::BitCast(kBytes, words)));
}
HWY_INLINE std::uint32_t sum_of(V lanes)
{
    return static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(kWords, lanes)));
}

EventCounts count(const std::uint64_t* changed, const std::uint64_t* alive, std::size_t words) noexcept QUERN_RT
{
    V total = hn::Zero(kWords);
    V births = total;
    std::size_t i = 0;
    for (; i + kWideBlock <= words; i += kWideBlock) {
        if (IsQuiet<kWideBlock>{}(changed + i))
            continue;
        B some_total = hn::Zero(kBytes); // at most 32 in each byte
        B some_births = some_total;
        for (std::size_t k = 0; k < kWideBlock; k += kWidth) {
            const V change = hn::LoadU(kWords, changed + i + k);
            some_total = plus_bits(some_total, change);
            some_births = plus_bits(some_births, hn::And(change, hn::LoadU(kWords, alive + i + k)));
        }
        total = hn::Add(total, hn::SumsOf8(some_total));
        births = hn::Add(births, hn::SumsOf8(some_births));
    }
    EventCounts counts{sum_of(total), sum_of(births)};
    for (; i < words; ++i) {
        counts.total += static_cast<std::uint32_t>(std::popcount(changed[i]));
        counts.births += static_cast<std::uint32_t>(std::popcount(changed[i] & alive[i]));
    }
    return counts;
}

#if HWY_TARGET == HWY_AVX3
/// Sixteen columns at a time: those whose bits are set, moved together.
struct ListWord {
    Event* out;

    HWY_INLINE void operator()(std::uint64_t word, std::uint32_t base) noexcept
    {
        const auto columns = hn::Iota(hn::ScalableTag<std::uint32_t>(), 0);
        for (std::uint32_t part = 0; part < 64; part += 16) {
            const auto bits = static_cast<__mmask16>(word >> part);
            const __m512i events =
                _mm512_add_epi32(columns.raw, _mm512_set1_epi32(static_cast<int>(base + part)));
            _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(bits, events));
            out += std::popcount(static_cast<std::uint32_t>(bits));
        }
    }
};
#elif HWY_TARGET == HWY_AVX3_DL
alignas(64) constexpr std::array<std::uint8_t, 64> kColumns = [] {
    std::array<std::uint8_t, 64> columns{};
    for (std::size_t k = 0; k < columns.size(); ++k)
        columns[k] = static_cast<std::uint8_t>(k);
    return columns;
}();

/// The columns of a whole word are moved together, and widened.
struct ListWord {
    Event* out;

    HWY_INLINE void operator()(std::uint64_t word, std::uint32_t base) noexcept
    {
        const __m512i found = _mm512_maskz_compress_epi8(word, _mm512_load_si512(kColumns.data()));
        const int count = std::popcount(word);
        put(_mm512_castsi512_si128(found), base, 0);
        if (count > 16) {
            put(_mm512_extracti32x4_epi32(found, 1), base, 16);
            put(_mm512_extracti32x4_epi32(found, 2), base, 32);
            put(_mm512_extracti32x4_epi32(found, 3), base, 48);
        }
        out += count;
    }

private:
    HWY_INLINE void put(__m128i columns, std::uint32_t base, int at) noexcept
    {
        _mm512_storeu_si512(out + at, _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(base)),
                                                       _mm512_cvtepu8_epi32(columns)));
    }
};
#else
using ListWord = ListBits;
#endif

Event* list(const EventPlane& plane, std::size_t begin, std::size_t end, Event* out) noexcept QUERN_RT
{
    ListWord words{out};
    for_words(plane, begin, end, Load{}, words);
    return words.out;
}

Event* choose(const EventPlane& plane, std::size_t begin, std::size_t end, RankCursor& cursor,
              Event* out) noexcept QUERN_RT
{
#if defined(QUERN_EVENT_PDEP)
    ChooseBits bits{cursor, out};
    for_words(plane, begin, end, Load{}, bits);
    cursor = bits.cursor;
    return bits.out;
#else
    return choose_words(plane, begin, end, cursor, out);
#endif
}

} // namespace
constexpr EventKernels kKernels{count, list, choose};
} // namespace quern::life::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace quern::life {
const EventKernels* vector_event_kernels(dsp::SimdTarget target, [[maybe_unused]] bool rare) noexcept QUERN_RT
{
#if defined(__x86_64__)
    if (target == dsp::SimdTarget::avx512 && !rare)
        return &N_AVX3::kKernels;
#endif
    QUERN_RETURN_TABLE(target, kKernels);
}
} // namespace quern::life
#endif
