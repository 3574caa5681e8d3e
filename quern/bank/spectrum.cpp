// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/spectrum.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <utility>

namespace quern::bank {
namespace {

constexpr double kTwoPiDouble = 6.28318530717958647692;

/// In-place radix-2 transform of re + i im.
void transform(std::span<double> re, std::span<double> im)
{
    const std::size_t size = re.size();
    assert(std::has_single_bit(size));
    for (std::size_t i = 1, j = 0; i < size; ++i) { // bit-reversed order
        std::size_t bit = size >> 1;
        for (; (j & bit) != 0; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            std::swap(re[i], re[j]);
            std::swap(im[i], im[j]);
        }
    }
    std::vector<double> cosines(size / 2), sines(size / 2);
    for (std::size_t k = 0; k < size / 2; ++k) {
        cosines[k] = std::cos(kTwoPiDouble * static_cast<double>(k) / static_cast<double>(size));
        sines[k] = -std::sin(kTwoPiDouble * static_cast<double>(k) / static_cast<double>(size));
    }
    for (std::size_t half = 1; half < size; half *= 2) {
        const std::size_t stride = size / (2 * half);
        for (std::size_t from = 0; from < size; from += 2 * half) {
            for (std::size_t k = 0; k < half; ++k) {
                const std::size_t a = from + k, b = a + half;
                const double c = cosines[k * stride], s = sines[k * stride];
                const double x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;
                re[b] = re[a] - x;
                im[b] = im[a] - y;
                re[a] += x;
                im[a] += y;
            }
        }
    }
}

} // namespace

std::vector<double> power_spectrum(std::span<const double> signal, std::size_t size)
{
    std::vector<double> re(signal.begin(), signal.end()), im(size);
    re.resize(size);
    transform(re, im);
    std::vector<double> power(size / 2 + 1);
    for (std::size_t k = 0; k < power.size(); ++k)
        power[k] = re[k] * re[k] + im[k] * im[k];
    return power;
}

std::vector<double> autocorrelation(std::span<const double> signal)
{
    // The power spectrum's own transform; twice the length keeps the end from wrapping onto the start.
    const std::size_t size = std::bit_ceil(2 * signal.size());
    std::vector<double> re = power_spectrum(signal, size), im(size);
    re.resize(size);
    for (std::size_t k = 1; k < size / 2; ++k)
        re[size - k] = re[k];
    transform(re, im);
    re.resize(signal.size());
    const double scale = re.empty() || re[0] <= 0.0 ? 0.0 : 1.0 / re[0];
    for (double& value : re)
        value *= scale;
    return re;
}

std::vector<double> hann_window(std::size_t size)
{
    std::vector<double> window(size);
    for (std::size_t n = 0; n < size; ++n)
        window[n] =
            0.5 - 0.5 * std::cos(kTwoPiDouble * (static_cast<double>(n) + 0.5) / static_cast<double>(size));
    return window;
}

} // namespace quern::bank
