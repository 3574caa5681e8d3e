// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/frame_reader.hpp"

#include <algorithm>

#include "quern/formats/xma/block.hpp"
#include "quern/formats/xma/codes.hpp"
#include "quern/formats/xma/coefficients.hpp"

namespace quern::formats::xma {
namespace {

Fault unsupported(const BitReader& bits, std::string what)
{
    return {Error::Code::unsupported, bits.position(), std::move(what)};
}

Fault damaged(const BitReader& bits, std::string what)
{
    return {Error::Code::bad_input, bits.position(), std::move(what)};
}

} // namespace

FrameReader::FrameReader(std::uint32_t rate, int channels)
    : edges_(band_edges(rate)), channels_(static_cast<std::size_t>(channels)), joint_(edges_.size())
{
    for (Channel& channel : channels_)
        channel.factors.fill(std::vector<int>(edges_.size(), 0));
}

std::optional<Fault> FrameReader::head(BitReader& bits) const
{
    // "All channels alike", then three times 1 1 for a block of 128; the fourth is implied.
    if (bits.get(7) != 0x7F)
        return unsupported(bits, "a frame that is not cut into four blocks of 128");
    if (channels_.size() > 1 && bits.flag())
        return unsupported(bits, "a frame with a transform of its own");
    if (bits.get(8) != 0)
        return unsupported(bits, "a frame with a gain of its own");
    if (bits.flag())
        for (int end = 0; end < 2; ++end)
            if (bits.flag())
                bits.skip(10); // trims: the container's sample count says the same
    return std::nullopt;
}

std::optional<Fault> FrameReader::stereo_head(BitReader& bits)
{
    mid_side_ = false;
    if (channels_.size() < 2)
        return std::nullopt;
    if (bits.flag())
        return unsupported(bits, "a set bit in front of the stereo transform");
    if (bits.flag())
        return bits.flag() ? std::optional(unsupported(bits, "an unknown stereo transform")) : std::nullopt;
    mid_side_ = true;
    joint_.assign(joint_.size(), true);
    if (!bits.flag())
        for (std::size_t band = 0; band < joint_.size(); ++band)
            joint_[band] = bits.flag();
    return std::nullopt;
}

std::optional<Fault> FrameReader::block_head(BitReader& bits, bool& any)
{
    if (bits.flag()) { // extension: bits to skip
        std::uint32_t fill = bits.get(2);
        if (fill == 0)
            fill = bits.get(static_cast<int>(bits.get(4))) + 1;
        bits.skip(fill);
    }
    if (bits.flag())
        return unsupported(bits, "a set reserved bit");
    if (auto fault = stereo_head(bits))
        return fault;
    any = false;
    for (Channel& channel : channels_) {
        channel.coded = bits.flag();
        any = any || channel.coded;
    }
    return std::nullopt;
}

void FrameReader::group_counts(BitReader& bits)
{
    counts_given_ = bits.flag();
    for (Channel& channel : channels_)
        channel.grouped = counts_given_ ? 4 * std::size_t{bits.get(6)} : std::size_t{kBlockSize};
}

std::optional<Fault> FrameReader::exponents(BitReader& bits)
{
    int step = static_cast<int>(bits.get(6));
    step = step < 32 ? step : step - 64;
    if (step == -32 || step == 31) {
        const int sign = step < 0 ? -1 : 1;
        int more = 31;
        while (more == 31 && !bits.overrun()) {
            more = static_cast<int>(bits.get(5));
            step += sign * more;
        }
    }
    const int value = kBaseExponent + step;
    const int width = channels_.size() > 1 ? static_cast<int>(bits.get(3)) : 0;
    for (Channel& channel : channels_) {
        channel.exponent = value;
        if (channels_.size() > 1 && bits.flag())
            channel.exponent += static_cast<int>(bits.get(width)) + 1;
        if (channel.exponent < kLowestExponent || channel.exponent > kHighestExponent)
            return damaged(bits, "found a quantiser of " + std::to_string(channel.exponent) +
                                     " dB, expected at most " + std::to_string(kHighestExponent));
    }
    return std::nullopt;
}

void FrameReader::read_factors(BitReader& bits, int resolution, std::vector<int>& factors)
{
    int value = 45 / resolution;
    for (int& factor : factors) {
        value += static_cast<int>(kScaleStepCode.read(bits)) - kScaleStepBias;
        factor = value;
    }
}

std::optional<Fault> FrameReader::change_factors(BitReader& bits, std::vector<int>& factors)
{
    for (std::size_t band = 0; band < factors.size() && !bits.overrun(); ++band) {
        const std::size_t symbol = kScaleChangeCode.read(bits);
        if (symbol == kRunEnd)
            break;
        int change = 0;
        bool up = false;
        if (symbol == kRunEscape) {
            change = static_cast<int>(bits.get(8));
            band += bits.get(5);
            up = bits.flag();
        } else {
            const RunLevel both = scale_change(symbol);
            change = both.level;
            band += both.run;
            up = bits.flag();
        }
        if (band >= factors.size())
            return damaged(bits, "found a change of scale factor " + std::to_string(band) +
                                     ", expected one of " + std::to_string(factors.size()));
        factors[band] += up ? change : -change;
    }
    return std::nullopt;
}

// Two sets take turns, as in libavcodec: a new one, or a copy of the latest, is written over the other. A
// block that is sent none, in a frame that has had none, takes the other one as it is.
std::optional<Fault> FrameReader::scale_factors(BitReader& bits, bool first, Channel& channel) const
{
    channel.used = 1 - channel.latest;
    std::vector<int>& factors = channel.factors[channel.used];
    if (channel.known)
        factors = channel.factors[channel.latest];
    if (!first && !bits.flag())
        return std::nullopt;
    if (channel.known) {
        if (auto fault = change_factors(bits, factors))
            return fault;
    } else {
        channel.resolution = static_cast<int>(bits.get(2)) + 1;
        read_factors(bits, channel.resolution, factors);
    }
    channel.latest = channel.used;
    channel.known = true;
    return std::nullopt;
}

// Bands that are not mid and side have lost 3 dB, in a block where others are.
void FrameReader::undo_mid_side(Coefficients& mid, Coefficients& side) const
{
    constexpr float kAlone = 181.0f / 128.0f;
    std::size_t k = 0;
    for (std::size_t band = 0; band < edges_.size(); ++band)
        for (; k < edges_[band]; ++k) {
            const float left = joint_[band] ? mid[k] - side[k] : mid[k] * kAlone;
            const float right = joint_[band] ? mid[k] + side[k] : side[k] * kAlone;
            mid[k] = left;
            side[k] = right;
        }
}

std::optional<Fault> FrameReader::apply_steps(const BitReader& bits, const Channel& channel,
                                              Coefficients& levels) const
{
    const std::vector<int>& factors = channel.factors[channel.used];
    const int top = *std::max_element(factors.begin(), factors.end());
    std::size_t k = 0;
    for (std::size_t band = 0; band < edges_.size(); ++band) {
        const int exponent = channel.exponent - (top - factors[band]) * channel.resolution;
        if (exponent < kLowestExponent)
            return damaged(bits, "found a band quantiser of " + std::to_string(exponent) +
                                     " dB, expected at least " + std::to_string(kLowestExponent));
        const auto step = static_cast<float>(quantiser_step(exponent));
        for (; k < edges_[band]; ++k)
            levels[k] *= step;
    }
    return std::nullopt;
}

std::optional<Fault> FrameReader::block(BitReader& bits, bool first, std::span<FrameSpectra> spectra,
                                        std::size_t index)
{
    for (FrameSpectra& frame : spectra)
        frame[index].fill(0.0f);
    bool any = false;
    if (auto fault = block_head(bits, any); fault || !any)
        return fault;
    group_counts(bits);
    for (const Channel& channel : channels_)
        if (channel.grouped > kBlockSize)
            return damaged(bits, "found " + std::to_string(channel.grouped) +
                                     " coefficients in groups of four, expected at most 128");
    if (auto fault = exponents(bits))
        return fault;
    for (Channel& channel : channels_)
        if (auto fault = scale_factors(bits, first, channel))
            return fault;
    for (std::size_t c = 0; c < channels_.size(); ++c)
        if (channels_[c].coded)
            if (auto fault = read_coefficients(bits, channels_[c].grouped, !counts_given_, spectra[c][index]))
                return fault;
    if (mid_side_)
        undo_mid_side(spectra[0][index], spectra[1][index]);
    for (std::size_t c = 0; c < channels_.size(); ++c)
        if (auto fault = apply_steps(bits, channels_[c], spectra[c][index]))
            return fault;
    return std::nullopt;
}

std::optional<Fault> FrameReader::read(BitReader bits, std::span<FrameSpectra> spectra)
{
    for (Channel& channel : channels_)
        channel.known = false;
    if (auto fault = head(bits))
        return fault;
    for (std::size_t b = 0; b < kBlocksPerFrame; ++b)
        if (auto fault = block(bits, b == 0, spectra, b))
            return bits.overrun()
                       ? damaged(bits, "found the end of the frame inside block " + std::to_string(b))
                       : fault;
    // What is left is the end bit and the trailer bit.
    if (bits.overrun() || bits.left() != 2)
        return damaged(bits, "found a frame that ends " + std::to_string(bits.left()) +
                                 " bits behind its last block, expected 2");
    return std::nullopt;
}

} // namespace quern::formats::xma
