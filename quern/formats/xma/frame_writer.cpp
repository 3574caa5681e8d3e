// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/frame_writer.hpp"

#include "quern/formats/xma/level_coding.hpp"

namespace quern::formats::xma {
namespace {

constexpr std::uint32_t kFourShortBlocks =
    0x7F; // same tiling in all channels, three times "128", one implied
constexpr int kTilingBits = 7;
constexpr int kGainBits = 8;
constexpr int kTrimBits = 10;

int scale_factor_bits(bool first_block, bool set_exists, std::uint32_t rate) noexcept
{
    const int set = 2 + static_cast<int>(band_edges(rate).size());
    return (first_block ? 0 : 1) + (set_exists ? 0 : set);
}

void put_exponent(BitWriter& out, int exponent)
{
    const int step = exponent - kBaseExponent;
    if (step > -32 && step < 31) {
        out.put(static_cast<std::uint32_t>(step) & 63u, 6);
        return;
    }
    out.put(step < 0 ? 32 : 31, 6);
    int rest = step < 0 ? -32 - step : step - 31;
    for (; rest >= 31; rest -= 31)
        out.put(31, 5);
    out.put(static_cast<std::uint32_t>(rest), 5);
}

// All bands alike: resolution 1, every difference 0, which is a single one bit. The first coded block of a
// frame sends them, the others refer to it.
void put_scale_factors(BitWriter& out, bool first_block, bool set_exists, std::uint32_t rate)
{
    if (!first_block)
        out.put(set_exists ? 0 : 1, 1);
    if (set_exists)
        return;
    out.put(0, 2);
    out.fill_to(out.size() + band_edges(rate).size());
}

void put_trim(BitWriter& out, const std::optional<std::uint32_t>& samples)
{
    out.put(samples ? 1 : 0, 1);
    if (samples)
        out.put(*samples, kTrimBits);
}

} // namespace

std::size_t frame_bits(const FrameBlocks& blocks, const Trims& trims, std::uint32_t rate) noexcept
{
    int bits = kLengthBits + kTilingBits + kGainBits + 1 + 2;
    if (trims.start || trims.end)
        bits += 2 + (trims.start ? kTrimBits : 0) + (trims.end ? kTrimBits : 0);
    bool set_exists = false;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const Block& block = blocks[b];
        if (!block.coded) {
            bits += kSilentBlockBits;
            continue;
        }
        bits += kBlockHeadBits + exponent_bits(block.exponent) + scale_factor_bits(b == 0, set_exists, rate) +
                coding_bits(block);
        set_exists = true;
    }
    return static_cast<std::size_t>(bits);
}

BitWriter frame_body(const FrameBlocks& blocks, const Trims& trims, std::uint32_t rate)
{
    BitWriter out;
    out.put(kFourShortBlocks, kTilingBits);
    out.put(0, kGainBits);
    const bool trimmed = trims.start || trims.end;
    out.put(trimmed ? 1 : 0, 1);
    if (trimmed) {
        put_trim(out, trims.start);
        put_trim(out, trims.end);
    }
    bool set_exists = false;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const Block& block = blocks[b];
        out.put(0, 2); // no extension; reserved
        out.put(block.coded ? 1 : 0, 1);
        if (!block.coded)
            continue;
        out.put(1, 1); // the number of coefficients in groups of four is given:
        out.put(static_cast<std::uint32_t>(block.grouped / 4), 6);
        put_exponent(out, block.exponent);
        put_scale_factors(out, b == 0, set_exists, rate);
        set_exists = true;
        out.put(static_cast<std::uint32_t>(block.table), 1);
        put_levels(out, block);
    }
    out.put(1, 1); // end bit, as in Microsoft's streams
    return out;
}

} // namespace quern::formats::xma
