// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Bit planes in vectors, with the bits of plane_kernels.cpp.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/plane_kernels.hpp"
#include "quern/life/plane_walk.hpp"

#define QUERN_WANT_AVX3_DL
#include "quern/dsp/simd/targets.inl"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quern/life/simd/plane_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::life::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if QUERN_FOUR_LANES
constexpr hn::Full128<std::uint64_t> kFull{};
#else
constexpr hn::ScalableTag<std::uint64_t> kFull{};
#endif
using Vector = hn::Vec<decltype(kFull)>;

template <class V> HWY_INLINE constexpr V without(V a, V b)
{
    if constexpr (std::is_integral_v<V>)
        return a & ~b;
    else
        return hn::AndNot(b, a);
}

struct Word {
    using V = std::uint64_t;
    static constexpr std::size_t kWords = 1;
    static constexpr bool kIsDeep = false;
    static HWY_INLINE V load(const std::uint64_t* at) { return *at; }
    static HWY_INLINE void store(V value, std::uint64_t* at) { *at = value; }
    static HWY_INLINE V all(std::uint64_t word) { return word; }
    static HWY_INLINE V west(V cells, const std::uint64_t*, const std::uint64_t* beside)
    {
        return cells << 1 | *beside >> 63;
    }
    static HWY_INLINE V east(V cells, const std::uint64_t*, const std::uint64_t* beside)
    {
        return cells >> 1 | *beside << 63;
    }
    template <class F> static HWY_INLINE V logic(V a, V b, V c) { return F{}(a, b, c); }
};

struct Lanes {
    using V = Vector;
    static constexpr std::size_t kWords = hn::MaxLanes(kFull);
    static constexpr bool kIsDeep = QUERN_WIDE_AVX512; // 32 registers
    static HWY_INLINE V load(const std::uint64_t* at) { return hn::LoadU(kFull, at); }
    static HWY_INLINE void store(V value, std::uint64_t* at) { hn::StoreU(value, kFull, at); }
    static HWY_INLINE V all(std::uint64_t word) { return hn::Set(kFull, word); }

    /// The words one to the left, the first of them from `beside`.
    static HWY_INLINE V words_west(V cells, const std::uint64_t* at, const std::uint64_t* beside)
    {
        const V word = hn::Set(kFull, *beside);
#if QUERN_WIDE_AVX512
        (void)at;
        return V{_mm512_alignr_epi64(cells.raw, word.raw, 7)};
#elif HWY_TARGET == HWY_AVX2
        (void)cells;
        return V{_mm256_blend_epi32(load(at - 1).raw, word.raw, 0x03)};
#else
        (void)at;
        return hn::InterleaveLower(kFull, word, cells);
#endif
    }
    static HWY_INLINE V words_east(V cells, const std::uint64_t* at, const std::uint64_t* beside)
    {
        const V word = hn::Set(kFull, *beside);
#if QUERN_WIDE_AVX512
        (void)at;
        return V{_mm512_alignr_epi64(word.raw, cells.raw, 1)};
#elif HWY_TARGET == HWY_AVX2
        (void)cells;
        return V{_mm256_blend_epi32(load(at + 1).raw, word.raw, 0xC0)};
#else
        (void)at;
        return hn::ConcatLowerUpper(kFull, word, cells);
#endif
    }
    static HWY_INLINE V west(V cells, const std::uint64_t* at, const std::uint64_t* beside)
    {
        const V words = words_west(cells, at, beside);
#if HWY_TARGET == HWY_AVX3_DL
        return V{_mm512_shldi_epi64(cells.raw, words.raw, 1)};
#elif HWY_TARGET == HWY_AVX3
        return hn::RotateRight<63>(logic<Choose>(all(std::uint64_t{1} << 63), words, cells));
#else
        return hn::Or(hn::ShiftLeft<1>(cells), hn::ShiftRight<63>(words));
#endif
    }
    static HWY_INLINE V east(V cells, const std::uint64_t* at, const std::uint64_t* beside)
    {
        return east_of(cells, words_east(cells, at, beside));
    }
    /// Moved by one cell; `words` are those one to the right.
    static HWY_INLINE V east_of(V cells, V words)
    {
#if HWY_TARGET == HWY_AVX3_DL
        return V{_mm512_shrdi_epi64(cells.raw, words.raw, 1)};
#elif HWY_TARGET == HWY_AVX3
        return hn::RotateRight<1>(logic<Choose>(all(1), words, cells));
#else
        return hn::Or(hn::ShiftRight<1>(cells), hn::ShiftLeft<63>(words));
#endif
    }

    template <class F> static HWY_INLINE V logic(V a, V b, V c)
    {
#if QUERN_WIDE_AVX512
        constexpr int kTable = static_cast<int>(F{}(0xF0u, 0xCCu, 0xAAu) & 0xFFu); // of every a, b, c
        return V{_mm512_ternarylogic_epi64(a.raw, b.raw, c.raw, kTable)};
#else
        return F{}(a, b, c);
#endif
    }
    struct Choose {
        template <class T> HWY_INLINE constexpr T operator()(T a, T b, T c) const { return c ^ (a & (b ^ c)); }
    };
};

#if QUERN_FOUR_LANES
using InnerLanes = Lanes;
#else
struct InnerLanes : Lanes {
    static HWY_INLINE V east(V cells, const std::uint64_t* at, const std::uint64_t*)
    {
        return east_of(cells, load(at + 1));
    }
};
#endif

// A vector that is a whole line of the cache is read once, and any number of rows may lie between; narrower ones
// come back to the line.
constexpr std::size_t kStepRows = QUERN_WIDE_AVX512 ? kMaxStripRows : 64;
constexpr std::size_t kFullRows = 64;

#include "quern/life/plane_kernels.inl"

} // namespace
constexpr PlaneKernels kKernels{step<Also::nothing>, step<Also::changed>, step<Also::masks>, inherit, step_full};
} // namespace quern::life::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace quern::life {
const PlaneKernels* vector_plane_kernels(dsp::SimdTarget target) noexcept QUERN_RT
{
    QUERN_RETURN_TABLE(target, kKernels);
}
} // namespace quern::life
#endif
