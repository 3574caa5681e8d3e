// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/tables.hpp"

#include <array>
#include <cassert>

namespace quern::formats::xma {
namespace {

// 10^(i/20).
constexpr std::array<double, 20> kDecibels{1.0,
                                           1.122018454301963435591039,
                                           1.258925411794167210423954,
                                           1.412537544622754302155608,
                                           1.584893192461113485202101,
                                           1.778279410038922801225421,
                                           1.995262314968879601352455,
                                           2.238721138568339611954951,
                                           2.511886431509580111085032,
                                           2.818382931264453819101924,
                                           3.162277660168379331998894,
                                           3.548133892335754584332187,
                                           3.981071705534972507702523,
                                           4.466835921509631185562505,
                                           5.011872336272722850015542,
                                           5.623413251903490803949510,
                                           6.309573444801932494343601,
                                           7.079457843841379108022149,
                                           7.943282347242815020659183,
                                           8.912509381337455299531087};

// Critical frequencies scaled to a block of 128, rounded to multiples of four (docs/formats/xma.md).
constexpr std::array<std::uint8_t, 15> kEdges24000{4,  8,  12, 16, 20, 24,  28, 32,
                                                   40, 48, 56, 68, 84, 100, 128};
constexpr std::array<std::uint8_t, 15> kEdges32000{4,  8,  12, 16, 20, 24,  28, 36,
                                                   44, 52, 60, 76, 96, 124, 128};
constexpr std::array<std::uint8_t, 14> kEdges44100{4, 8, 12, 16, 20, 24, 32, 36, 44, 56, 68, 88, 120, 128};
constexpr std::array<std::uint8_t, 14> kEdges48000{4, 8, 12, 16, 20, 24, 28, 36, 40, 52, 64, 84, 112, 128};

} // namespace

double quantiser_step(int exponent) noexcept
{
    assert(exponent >= kLowestExponent && exponent <= kHighestExponent);
    const int index = ((exponent % 20) + 20) % 20;
    int tens = (exponent - index) / 20;
    double step = kDecibels[static_cast<std::size_t>(index)];
    // Powers of ten are exact up to 10^22: within 440 dB the step is rounded once.
    double power = 1.0;
    for (const bool down = tens < 0; tens != 0; tens += down ? 1 : -1)
        power *= 10.0;
    return exponent < 0 ? step / power : step * power;
}

std::span<const std::uint8_t> band_edges(std::uint32_t rate) noexcept
{
    if (rate <= 24000)
        return kEdges24000;
    if (rate <= 32000)
        return kEdges32000;
    if (rate <= 44100)
        return kEdges44100;
    return kEdges48000;
}

} // namespace quern::formats::xma
