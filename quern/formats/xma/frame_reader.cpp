// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/frame_reader.hpp"

#include <algorithm>

#include "quern/formats/xma/block.hpp"

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

std::uint32_t read_level(BitReader& bits) noexcept
{
    if (!bits.flag())
        return bits.get(8);
    return bits.flag() ? (bits.flag() ? 0 : bits.get(24)) : bits.get(16);
}

int read_run(BitReader& bits) noexcept
{
    if (!bits.flag())
        return 0;
    if (!bits.flag())
        return static_cast<int>(bits.get(2)) + 1;
    return bits.flag() ? kBlockSize : static_cast<int>(bits.get(kRunBits)) + 4;
}

} // namespace

FrameReader::FrameReader(std::uint32_t rate) : edges_(band_edges(rate)), factors_(edges_.size(), 0) {}

std::optional<Fault> FrameReader::head(BitReader& bits)
{
    // "All channels alike", then three times 1 1 for a block of 128; the fourth is implied.
    if (bits.get(7) != 0x7F)
        return unsupported(bits, "a frame that is not cut into four blocks of 128");
    if (bits.get(8) != 0)
        return unsupported(bits, "a frame with a gain of its own");
    if (bits.flag())
        for (int end = 0; end < 2; ++end)
            if (bits.flag())
                bits.skip(10); // trims: the container's sample count says the same
    return std::nullopt;
}

std::optional<Fault> FrameReader::exponent(BitReader& bits, int& value)
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
    value = kBaseExponent + step;
    if (value < kLowestExponent || value > kHighestExponent)
        return damaged(bits, "found a quantiser of " + std::to_string(value) + " dB, expected at most " +
                                 std::to_string(kHighestExponent));
    return std::nullopt;
}

std::optional<Fault> FrameReader::scale_factors(BitReader& bits, bool first)
{
    const bool sent = first || bits.flag();
    if (!sent)
        return factors_known_ ? std::nullopt
                              : std::optional(unsupported(bits, "scale factors taken from an earlier frame"));
    if (factors_known_)
        return unsupported(bits, "scale factors sent twice in a frame");
    resolution_ = static_cast<int>(bits.get(2)) + 1;
    int value = 45 / resolution_;
    for (int& factor : factors_) {
        const auto delta = read_scale_delta(bits);
        if (!delta)
            return unsupported(bits, "a step between scale factors outside -4..7");
        value += *delta;
        factor = value;
    }
    factors_known_ = true;
    return std::nullopt;
}

std::optional<Fault> FrameReader::coefficients(BitReader& bits, Spectrum& levels)
{
    const bool second = bits.flag();
    const std::uint32_t end_code = second ? kSecondEndCode : kEndCode;
    const std::uint32_t escape = second ? kSecondEscapeCode : kEscapeCode;
    const int rest_bits = (second ? kSecondEscapeBits : kEscapeBits) - kEndBits;
    int position = 0;
    while (position < kBlockSize) {
        const std::uint32_t code = bits.get(kEndBits);
        if (code == end_code && !bits.overrun())
            return std::nullopt;
        if ((code << rest_bits | bits.get(rest_bits)) != escape)
            return bits.overrun() ? damaged(bits, "found the end of the frame inside its coefficients")
                                  : unsupported(bits, "a coefficient from the code tables");
        const std::uint32_t level = read_level(bits);
        position += read_run(bits);
        if (position >= kBlockSize || level == 0)
            return damaged(bits, "found an escape that leads to level " + std::to_string(level) +
                                     " at coefficient " + std::to_string(position) +
                                     ", expected one below 128");
        const double magnitude = static_cast<double>(level);
        levels[static_cast<std::size_t>(position++)] = bits.flag() ? magnitude : -magnitude;
    }
    return std::nullopt;
}

std::optional<Fault> FrameReader::apply_steps(const BitReader& bits, int exponent, Spectrum& levels) const
{
    const int top = *std::max_element(factors_.begin(), factors_.end());
    std::size_t k = 0;
    for (std::size_t band = 0; band < edges_.size(); ++band) {
        const int band_exponent = exponent - (top - factors_[band]) * resolution_;
        if (band_exponent < kLowestExponent)
            return damaged(bits, "found a band quantiser of " + std::to_string(band_exponent) +
                                     " dB, expected at least " + std::to_string(kLowestExponent));
        const double step = quantiser_step(band_exponent);
        for (; k < edges_[band]; ++k)
            levels[k] *= step;
    }
    return std::nullopt;
}

std::optional<Fault> FrameReader::block(BitReader& bits, bool first, Spectrum& spectrum)
{
    spectrum.fill(0.0);
    if (bits.flag()) { // extension: bits to skip
        std::uint32_t fill = bits.get(2);
        if (fill == 0)
            fill = bits.get(static_cast<int>(bits.get(4))) + 1;
        bits.skip(fill);
    }
    if (bits.flag())
        return unsupported(bits, "a set reserved bit");
    if (!bits.flag())
        return std::nullopt;
    if (!bits.flag() || bits.get(6) != 0)
        return unsupported(bits, "coefficients in groups of four");
    int value = 0;
    if (auto fault = exponent(bits, value))
        return fault;
    if (auto fault = scale_factors(bits, first))
        return fault;
    if (auto fault = coefficients(bits, spectrum))
        return fault;
    return apply_steps(bits, value, spectrum);
}

std::optional<Fault> FrameReader::read(BitReader bits, std::array<Spectrum, kBlocksPerFrame>& spectra)
{
    factors_known_ = false;
    if (auto fault = head(bits))
        return fault;
    for (std::size_t b = 0; b < spectra.size(); ++b)
        if (auto fault = block(bits, b == 0, spectra[b]))
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
