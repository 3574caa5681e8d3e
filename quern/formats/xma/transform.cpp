// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/transform.hpp"

#include <algorithm>

#include "quern/formats/xma/sine.hpp"

namespace quern::formats::xma {
namespace {

constexpr std::size_t kSize = kBlockSize;
constexpr std::size_t kTurn = 8 * kSize; // steps of a full turn: the transform needs odd multiples of pi/512
constexpr double kHalfPi = 1.57079632679489661923;

struct Factors {
    std::array<double, 2 * kSize> window{};
    alignas(64) std::array<std::array<double, kSize>, kSize> cosine{}; // symmetric: [k][m] = [m][k]

    Factors() noexcept
    {
        std::array<double, kTurn / 4 + 1> quarter{};
        for (std::size_t i = 0; i < quarter.size(); ++i)
            quarter[i] = sine(kHalfPi * static_cast<double>(i) / static_cast<double>(kTurn / 4));
        const auto cosine_of_step = [&quarter](std::size_t step) {
            step %= kTurn;
            step = std::min(step, kTurn - step); // even
            return step <= kTurn / 4 ? quarter[kTurn / 4 - step] : -quarter[step - kTurn / 4];
        };
        for (std::size_t n = 0; n < kSize; ++n)
            window[n] = window[2 * kSize - 1 - n] = quarter[2 * n + 1];
        for (std::size_t k = 0; k < kSize; ++k)
            for (std::size_t m = 0; m < kSize; ++m)
                cosine[k][m] = cosine_of_step((2 * m + 1) * (2 * k + 1));
    }
};

const Factors& factors() noexcept
{
    static const Factors instance;
    return instance;
}

// sum over k of in[k] cos(pi/128 (m + 0.5)(k + 0.5)). One sum a result, always in the order of k, so that
// vector code gives the same bits; absent coefficients cost nothing.
Spectrum cosine_transform(const Spectrum& in) noexcept
{
    const Factors& f = factors();
    Spectrum out{};
    for (std::size_t k = 0; k < kSize; ++k) {
        const double value = in[k];
        if (value == 0.0)
            continue;
        const double* row = f.cosine[k].data();
        for (std::size_t m = 0; m < kSize; ++m)
            out[m] += value * row[m];
    }
    return out;
}

} // namespace

Spectrum forward(std::span<const double, 2 * kBlockSize> samples) noexcept
{
    const auto& window = factors().window;
    const auto shaped = [&](std::size_t n) { return window[n] * samples[n]; };
    constexpr std::size_t half = kSize / 2;
    Spectrum folded{};
    for (std::size_t m = 0; m < half; ++m)
        folded[m] = shaped(kSize + half - 1 - m) + shaped(kSize + half + m);
    for (std::size_t m = half; m < kSize; ++m)
        folded[m] = shaped(kSize + half - 1 - m) - shaped(m - half);
    return cosine_transform(folded);
}

} // namespace quern::formats::xma
