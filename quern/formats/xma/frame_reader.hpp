// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/formats/xma/bits.hpp"
#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/transform.hpp"

namespace quern::formats::xma {

/// Reads mono frames of four blocks whose coefficients are coded by run-level escapes: all that the encoder
/// of this folder writes, and scale factors, trims and fill bits on top. What a stream can have beyond that
/// is reported as unsupported, with its place.
class FrameReader {
public:
    explicit FrameReader(std::uint32_t rate);

    /// The spectra of a frame. `bits` runs from behind the length field to the end of the frame.
    std::optional<Fault> read(BitReader bits, std::array<Spectrum, kBlocksPerFrame>& spectra);

private:
    std::optional<Fault> head(BitReader& bits);
    std::optional<Fault> block(BitReader& bits, bool first, Spectrum& spectrum);
    std::optional<Fault> exponent(BitReader& bits, int& value);
    std::optional<Fault> scale_factors(BitReader& bits, bool first);
    std::optional<Fault> coefficients(BitReader& bits, Spectrum& levels);
    std::optional<Fault> apply_steps(const BitReader& bits, int exponent, Spectrum& levels) const;

    std::span<const std::uint8_t> edges_;
    int resolution_ = 1; // dB of a scale factor step
    std::vector<int> factors_;
    bool factors_known_ = false; // in this frame
};

} // namespace quern::formats::xma
