// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/birth_kernels.hpp"

#include <bit>

namespace quern::life {
namespace {

/// Four births of a word at a time without asking, so that the processor need not guess their number: where
/// there are fewer, the last is written again.
void stamp(const std::uint64_t* changed, const std::uint64_t* alive, std::size_t words, std::uint16_t now,
           std::uint16_t* stamps) noexcept QUERN_RT
{
    for (std::size_t word = 0; word < words; ++word, stamps += 64) {
        std::uint64_t born = changed[word] & alive[word];
        while (born != 0) {
            for (int k = 0; k < 4; ++k) {
                stamps[std::countr_zero(born)] = now;
                const std::uint64_t rest = born & (born - 1);
                const std::uint64_t is_last = rest == 0 && k < 3 ? 1 : 0;
                born = rest | (born & (0 - is_last));
            }
        }
    }
}

constexpr BirthKernels kScalar{stamp};

} // namespace

const BirthKernels& birth_kernels() noexcept QUERN_RT
{
#if QUERN_SIMD
    if (const BirthKernels* vectors = vector_birth_kernels(dsp::selected_target()))
        return *vectors;
#endif
    return kScalar;
}

} // namespace quern::life
