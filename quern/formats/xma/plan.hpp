// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/formats/xma/block.hpp"
#include "quern/formats/xma/frame_writer.hpp"
#include "quern/formats/xma/transform.hpp"

namespace quern::formats::xma {

/// A sound on its way into frames.
class Signal {
public:
    /// `samples` must outlive the signal. Frames go into chunks as Chunking (encoder.hpp) says.
    Signal(std::span<const std::int16_t> samples, std::uint32_t rate, std::size_t frames_per_chunk = 0,
           std::size_t cut = 0);

    [[nodiscard]] std::span<const std::int16_t> samples() const noexcept { return samples_; }
    [[nodiscard]] std::uint32_t rate() const noexcept { return rate_; }
    [[nodiscard]] std::size_t frames() const noexcept { return spectra_.size() / kBlocksPerFrame; }
    /// Behind the last frame of the chunk that begins with frame `first`.
    [[nodiscard]] std::size_t chunk_end(std::size_t first) const noexcept;
    [[nodiscard]] const std::vector<Spectrum>& spectra() const noexcept { return spectra_; }
    [[nodiscard]] double energy() const noexcept { return energy_; } ///< sum of squared samples
    /// What the first and the last frame say about the ends.
    [[nodiscard]] Trims trims(std::size_t frame) const noexcept;

private:
    std::span<const std::int16_t> samples_;
    std::uint32_t rate_;
    std::size_t frames_per_chunk_;  // 0: all
    std::size_t cut_;               // frame that begins a chunk
    std::vector<Spectrum> spectra_; // four a frame
    double energy_ = 0.0;
};

/// A quantised sound.
struct Plan {
    std::vector<FrameBlocks> frames;
    double noise = 0.0; ///< expected sum of squared differences of the decoded 16-bit samples
};

/// Least error for its size: see choose_block().
Plan plan_at_price(const Signal& signal, double bit_price);
/// Decodes to exactly the signal's samples.
Plan plan_lossless(const Signal& signal);

/// Chunk data of the plan.
std::size_t plan_bytes(const Signal& signal, const Plan& plan);
/// Sum of squared differences between the signal and the decoded plan.
double measured_noise(const Signal& signal, const Plan& plan);

} // namespace quern::formats::xma
