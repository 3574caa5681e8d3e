// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "meter.hpp"
#include "quern/core/result.hpp"
#include "quern/formats/wav_writer.hpp"
#include "rate_converter.hpp"

namespace quern::cli {

struct OutputOptions {
    std::string path = "-";
    formats::WavSpec spec{}; ///< of the file; its frames are the length of the cut
    std::uint64_t skip = 0;  ///< frames at the file's rate before the cut
    double gain_db = 0.0;    ///< applied to the samples
    std::optional<double>
        loudness_lufs; ///< instead of a gain: as much as it takes, and no more than peaks allow
};

struct Delivered {
    Levels levels;             ///< of what stands in the file
    double gain_db = 0.0;      ///< applied
    bool held_by_peak = false; ///< the loudness asked for would have driven the peak above kHighestPeakDbfs
    std::uint64_t clipped = 0; ///< samples beyond full scale, clamped in the file
};

inline constexpr double kHighestPeakDbfs = -0.1; ///< of a file brought to a loudness

/// The way from the engine's 48 kHz floats to a WAV file: rate, cut, gain, meter, file. The cut is taken
/// behind the rate converter, so that a part of a ride has the very samples that the whole ride has there.
class SoundOutput {
public:
    /// The file (or its temporary stand-in) is opened at once: a bad place shows before any work is done.
    static Result<SoundOutput> open(const OutputOptions& options);

    /// Interleaved at the engine's rate, in the file's channel count.
    Status take(std::span<const float> interleaved);
    /// No more will come: the rest is flushed, loudness applied and the file closed under its temporary name.
    Result<Delivered> settle();
    /// Publishes the settled file.
    Status commit() { return writer_.commit(); }

    /// How many engine frames it takes to fill the cut, beyond those that lie inside it.
    static std::uint64_t lookahead(std::uint32_t rate);

private:
    SoundOutput(const OutputOptions& options, formats::WavWriter writer);
    Status take_converted(std::span<const float> interleaved);
    Status deliver(std::span<const float> interleaved);
    Status deliver_spool();

    struct CloseFile {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    OutputOptions options_;
    formats::WavWriter writer_;
    RateConverter converter_;
    Meter meter_; // of the file
    float gain_ = 1.0f;
    bool held_by_peak_ = false;
    std::uint64_t position_ = 0; // samples seen behind the converter
    std::vector<float> scaled_;
    std::unique_ptr<Meter> raw_;                  // loudness only
    std::unique_ptr<std::FILE, CloseFile> spool_; // loudness only: the sound waits here for its gain
};

} // namespace quern::cli
