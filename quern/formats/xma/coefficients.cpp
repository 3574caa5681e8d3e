// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/coefficients.hpp"

#include <array>
#include <string>

#include "quern/formats/xma/block.hpp"
#include "quern/formats/xma/codes.hpp"

namespace quern::formats::xma {
namespace {

std::uint32_t read_large(BitReader& bits) noexcept
{
    if (!bits.flag())
        return bits.get(8);
    if (!bits.flag())
        return bits.get(16);
    return bits.flag() ? bits.get(31) : bits.get(24);
}

std::size_t read_run(BitReader& bits) noexcept
{
    if (!bits.flag())
        return 0;
    if (!bits.flag())
        return bits.get(2) + 1;
    return bits.flag() ? kBlockSize : bits.get(kRunBits) + 4;
}

float with_sign(BitReader& bits, std::uint32_t magnitude) noexcept
{
    const auto level = static_cast<float>(magnitude);
    return bits.flag() ? level : -level;
}

std::uint32_t read_single(BitReader& bits) noexcept
{
    const std::size_t symbol = kSingleCode.read(bits);
    return static_cast<std::uint32_t>(symbol) + (symbol == kSingleEscape ? read_large(bits) : 0);
}

std::array<std::uint32_t, 4> read_quad(BitReader& bits) noexcept
{
    std::array<std::uint32_t, 4> levels{};
    const std::size_t quad = kQuadCode.read(bits);
    if (quad != kQuadEscape) {
        const Quad four = quad_levels(quad);
        return {four[0], four[1], four[2], four[3]};
    }
    for (std::size_t i = 0; i < 4; i += 2) {
        const std::size_t pair = kPairCode.read(bits);
        if (pair != kPairEscape) {
            const Pair two = pair_levels(pair);
            levels[i] = two[0];
            levels[i + 1] = two[1];
        } else {
            levels[i] = read_single(bits);
            levels[i + 1] = read_single(bits);
        }
    }
    return levels;
}

Fault beyond(const BitReader& bits, std::size_t position)
{
    return {Error::Code::bad_input, bits.position(),
            "found a run up to coefficient " + std::to_string(position) + ", expected one below 128"};
}

template <class Code, class Meaning>
std::optional<Fault> read_runs(BitReader& bits, const Code& code, const Meaning& meaning,
                               std::size_t position, Coefficients& levels)
{
    while (position < kBlockSize && !bits.overrun()) {
        const std::size_t symbol = code.read(bits);
        if (symbol == kRunEnd)
            break;
        std::uint32_t level = 0;
        if (symbol == kRunEscape) {
            level = read_large(bits);
            position += read_run(bits);
        } else {
            const RunLevel both = meaning(symbol);
            level = both.level;
            position += both.run;
        }
        if (position >= kBlockSize)
            return beyond(bits, position);
        levels[position++] = with_sign(bits, level);
    }
    return std::nullopt;
}

} // namespace

std::optional<Fault> read_coefficients(BitReader& bits, std::size_t grouped, bool until_zero,
                                       Coefficients& levels)
{
    const bool second = bits.flag();
    std::size_t position = 0;
    for (bool zero = false; position < grouped && !(until_zero && zero) && !bits.overrun();)
        for (const std::uint32_t level : read_quad(bits)) {
            zero = zero || level == 0;
            levels[position++] = level == 0 ? 0.0f : with_sign(bits, level);
        }
    return second ? read_runs(bits, kSecondRunCode, second_run_level, position, levels)
                  : read_runs(bits, kFirstRunCode, first_run_level, position, levels);
}

} // namespace quern::formats::xma
