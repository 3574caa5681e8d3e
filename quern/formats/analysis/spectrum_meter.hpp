// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace quern::formats {

/// Mean spectra of a stretch of sound, over half-overlapping Hann frames of one size. Holds its plan, so one
/// instance serves a whole recording. Control side: allocates.
class SpectrumMeter {
public:
    /// `size`: frames of one transform, even.
    explicit SpectrumMeter(std::size_t size);
    ~SpectrumMeter();
    SpectrumMeter(SpectrumMeter&&) noexcept;
    SpectrumMeter& operator=(SpectrumMeter&&) noexcept;

    struct Spectra {
        std::vector<double> magnitude; ///< mean over the frames, bins 0..size/2; not scaled
        std::vector<double> power;     ///< mean square magnitude, likewise
        std::size_t frames = 0;        ///< how many were averaged
        double window_power = 1.0;     ///< sum of the squared window: power / (window_power · size) sums to
                                       ///< the mean square of the samples over all `size` bins
    };
    /// A stretch shorter than `size` is one frame, its window as long as itself, zero-padded.
    [[nodiscard]] Spectra measure(std::span<const float> samples);
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    struct Plan;
    std::size_t size_;
    std::unique_ptr<Plan> plan_;
};

/// Centre of gravity of weights at bins 0.., `bin_hz` apart; 0 when they sum to 0.
double centroid_of(std::span<const double> weights, double bin_hz);

} // namespace quern::formats
