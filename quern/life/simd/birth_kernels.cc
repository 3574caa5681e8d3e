// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Stamps of births in vectors, as birth_kernels.cpp writes them.
#include <cstddef>
#include <cstdint>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/birth_kernels.hpp"

#include "quern/dsp/simd/targets.inl"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quern/life/simd/birth_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::life::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::CappedTag<std::uint16_t, 32> kStamps;
constexpr std::size_t kWidth = hn::MaxLanes(kStamps);

/// All stamps of a word with births in it, whether or not a vector has any: which have is nothing that a
/// processor could foresee.
void stamp(const std::uint64_t* changed, const std::uint64_t* alive, std::size_t words, std::uint16_t now,
           std::uint16_t* stamps) noexcept QUERN_RT
{
    const auto born_now = hn::Set(kStamps, now);
#if !QUERN_WIDE_AVX512
    const auto bit_of_lane = hn::Shl(hn::Set(kStamps, 1), hn::Iota(kStamps, 0));
#endif
    for (std::size_t word = 0; word < words; ++word, stamps += 64) {
        const std::uint64_t born = changed[word] & alive[word];
        if (born == 0)
            continue;
        for (std::size_t k = 0; k < 64; k += kWidth) {
#if QUERN_WIDE_AVX512
            _mm512_mask_storeu_epi16(stamps + k, static_cast<__mmask32>(born >> k), born_now.raw);
#else
            const auto bits = hn::Set(kStamps, static_cast<std::uint16_t>(born >> k));
            const auto is_born = hn::TestBit(bits, bit_of_lane);
            hn::StoreU(hn::IfThenElse(is_born, born_now, hn::LoadU(kStamps, stamps + k)), kStamps, stamps + k);
#endif
        }
    }
}

} // namespace
constexpr BirthKernels kKernels{stamp};
} // namespace quern::life::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace quern::life {
const BirthKernels* vector_birth_kernels(dsp::SimdTarget target) noexcept QUERN_RT
{
    QUERN_RETURN_TABLE(target, kKernels);
}
} // namespace quern::life
#endif
