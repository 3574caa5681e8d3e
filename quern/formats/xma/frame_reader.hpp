// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quern/formats/xma/bits.hpp"
#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/synthesis.hpp"

namespace quern::formats::xma {

using FrameSpectra = std::array<Coefficients, kBlocksPerFrame>;

/// Reads mono and stereo frames of four blocks, the only tiling that Microsoft's encoder is known to use.
/// What a stream can have beyond that is reported as unsupported, with its place.
class FrameReader {
public:
    FrameReader(std::uint32_t rate, int channels);

    /// The spectra of a frame, one set a channel. `bits` runs from behind the length field to the end of the
    /// frame.
    std::optional<Fault> read(BitReader bits, std::span<FrameSpectra> spectra);

private:
    struct Channel {
        int resolution = 1; // dB of a scale factor step
        std::array<std::vector<int>, 2> factors;
        std::size_t latest = 0; // which of the two came last in the stream
        std::size_t used = 0;   // which of them this block takes
        bool known = false;     // a set has come in this frame
        bool coded = false;
        std::size_t grouped = 0; // coefficients in groups of four
        int exponent = 0;
    };

    std::optional<Fault> head(BitReader& bits) const;
    std::optional<Fault> block(BitReader& bits, bool first, std::span<FrameSpectra> spectra,
                               std::size_t index);
    std::optional<Fault> block_head(BitReader& bits, bool& any);
    std::optional<Fault> stereo_head(BitReader& bits);
    void group_counts(BitReader& bits);
    std::optional<Fault> exponents(BitReader& bits);
    std::optional<Fault> scale_factors(BitReader& bits, bool first, Channel& channel) const;
    static void read_factors(BitReader& bits, int resolution, std::vector<int>& factors);
    static std::optional<Fault> change_factors(BitReader& bits, std::vector<int>& factors);
    void undo_mid_side(Coefficients& mid, Coefficients& side) const;
    std::optional<Fault> apply_steps(const BitReader& bits, const Channel& channel,
                                     Coefficients& levels) const;

    std::span<const std::uint8_t> edges_;
    std::vector<Channel> channels_;
    bool counts_given_ = false; // in this block: otherwise groups go on up to one with a zero
    bool mid_side_ = false;     // in this block
    std::vector<bool> joint_;   // bands that are mid and side
};

} // namespace quern::formats::xma
