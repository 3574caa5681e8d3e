// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/synthesis.hpp"

#include <algorithm>
#include <cmath>

#include "quern/formats/xma/sine.hpp"

namespace quern::formats::xma {
namespace {

constexpr std::size_t kSize = kBlockSize;
constexpr std::size_t kPoints = kSize / 2; // of the complex Fourier transform
constexpr std::size_t kHalf = kSize / 2;

struct Complex {
    float re = 0.0f;
    float im = 0.0f;
};

// Where in the split-radix order the input `index` of `size` stands, counted backwards.
constexpr std::size_t split_place(std::size_t index, std::size_t size)
{
    if (size <= 2)
        return index & 1;
    if ((index & size / 2) == 0)
        return split_place(index, size / 2) * 2;
    const std::size_t place = split_place(index, size / 4) * 4;
    return (index & size / 4) == 0 ? place + 1 : place - 1; // modulo 2^n
}

struct Factors {
    std::array<float, kSize> window{};
    std::array<Complex, kPoints> twist{}; // in front of the Fourier transform and behind it
    std::array<std::size_t, kPoints> order{};
    std::array<float, kPoints> cosine{}; // of a turn in kPoints parts

    Factors() noexcept
    {
        constexpr double kPi = 3.14159265358979323846;
        // 2^-10.5: twice in the product, it scales to a full scale of 1.
        constexpr double kScale = 0.00069053396600248786;
        for (std::size_t n = 0; n < kSize; ++n) {
            const auto angle =
                static_cast<float>((static_cast<double>(n) + 0.5) * (kPi / (2.0 * kBlockSize)));
            window[n] = static_cast<float>(sine(static_cast<double>(angle)));
        }
        // A decoder's table comes from a sine in single precision, which is one step above the nearest number
        // here.
        for (const std::size_t n : {15u, 19u, 24u})
            window[n] = std::nextafter(window[n], 1.0f);
        for (std::size_t k = 0; k < kPoints; ++k) {
            const double angle = kPi * (static_cast<double>(k) + 0.125) / kBlockSize;
            twist[k] = {static_cast<float>(-sine(0.5 * kPi - angle) * kScale),
                        static_cast<float>(-sine(angle) * kScale)};
            order[(kPoints - split_place(k, kPoints)) % kPoints] = k;
        }
        for (std::size_t k = 0; k <= kPoints / 4; ++k)
            cosine[k] = static_cast<float>(sine(0.5 * kPi - 2.0 * kPi * static_cast<double>(k) / kPoints));
    }
};

const Factors& factors() noexcept
{
    static const Factors instance;
    return instance;
}

// Joins the transform of the even points (a, b) with those of the odd ones, which stand at c and d and come
// turned as `first` and `second`.
void join(Complex& a, Complex& b, Complex& c, Complex& d, Complex first, Complex second) noexcept
{
    const Complex sum{second.re + first.re, first.im + second.im};
    const Complex difference{first.im - second.im, second.re - first.re};
    c = {a.re - sum.re, a.im - sum.im};
    a = {a.re + sum.re, a.im + sum.im};
    d = {b.re - difference.re, b.im - difference.im};
    b = {b.re + difference.re, b.im + difference.im};
}

template <std::size_t N> void fourier(Complex* z) noexcept
{
    if constexpr (N == 2) {
        const Complex first = z[0];
        z[0] = {first.re + z[1].re, first.im + z[1].im};
        z[1] = {first.re - z[1].re, first.im - z[1].im};
    } else if constexpr (N == 4) {
        fourier<2>(z);
        join(z[0], z[1], z[2], z[3], z[2], z[3]);
    } else {
        fourier<N / 2>(z);
        fourier<N / 4>(z + N / 2);
        fourier<N / 4>(z + 3 * N / 4);
        join(z[0], z[N / 4], z[N / 2], z[3 * N / 4], z[N / 2], z[3 * N / 4]);
        const auto& cosine = factors().cosine;
        for (std::size_t k = 1; k < N / 4; ++k) {
            const float re = cosine[k * (kPoints / N)];
            const float im = cosine[kPoints / 4 - k * (kPoints / N)];
            const Complex c = z[N / 2 + k];
            const Complex d = z[3 * N / 4 + k];
            join(z[k], z[N / 4 + k], z[N / 2 + k], z[3 * N / 4 + k],
                 {c.re * re + c.im * im, c.im * re - c.re * im},
                 {d.re * re - d.im * im, d.re * im + d.im * re});
        }
    }
}

// The middle half of the inverse transform.
void middle(const Coefficients& in, std::span<float, kSize> out) noexcept
{
    const Factors& f = factors();
    std::array<Complex, kPoints> z;
    for (std::size_t k = 0; k < kPoints; ++k) {
        const float re = in[kSize - 1 - 2 * k];
        const float im = in[2 * k];
        z[f.order[k]] = {re * f.twist[k].re - im * f.twist[k].im, re * f.twist[k].im + im * f.twist[k].re};
    }
    fourier<kPoints>(z.data());
    for (std::size_t k = 0; k < kPoints; ++k) {
        const Complex turned{z[k].im * f.twist[k].im - z[k].re * f.twist[k].re,
                             z[k].im * f.twist[k].re + z[k].re * f.twist[k].im};
        out[2 * k] = turned.re;
        out[2 * (kPoints - 1 - k) + 1] = turned.im;
    }
}

} // namespace

void Synthesis::add(const Coefficients& coefficients, std::span<float, kBlockSize> out) noexcept
{
    const auto& window = factors().window;
    std::array<float, kSize> block;
    middle(coefficients, block);
    constexpr float kFullScale = 32768.0f;
    for (std::size_t i = 0; i < kHalf; ++i) {
        const float before = tail_[i];
        const float after = block[kHalf - 1 - i];
        const std::size_t last = kSize - 1 - i;
        out[i] = (before * window[last] - after * window[i]) * kFullScale;
        out[last] = (before * window[i] + after * window[last]) * kFullScale;
    }
    std::copy(block.begin() + kHalf, block.end(), tail_.begin());
}

std::int16_t to_sample(float value) noexcept
{
    return static_cast<std::int16_t>(std::lrint(std::clamp(value, -32768.0f, 32767.0f)));
}

} // namespace quern::formats::xma
