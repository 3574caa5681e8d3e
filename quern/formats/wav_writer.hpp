// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/staged_file.hpp"

namespace quern::formats {

enum class SampleFormat : std::uint8_t { s16, s24, f32 };
/// "s16", "s24" or "f32".
std::optional<SampleFormat> sample_format_named(std::string_view name) noexcept;

struct WavSpec {
    int channels = 2; ///< 1, 2, or 6 in the order FL FR FC LFE SL SR (written with its channel mask)
    std::uint32_t rate = 48000;
    SampleFormat format = SampleFormat::s16;
    std::uint64_t frames =
        0; ///< how many will be written: the header stands first, so a pipe gets a true one
};

/// Writes a WAV file as it is rendered, through a StagedFile: a reader sees the whole file or none.
/// Integers are rounded to nearest (halves to even) and clamped; there is no dither, so equal samples give
/// equal bytes.
class WavWriter {
public:
    /// Refuses more than 4 GiB (the sizes in the header are 32 bits wide) before anything is written.
    static Result<WavWriter> open(const std::string& path, const WavSpec& spec);

    /// Appends interleaved samples, nominal full scale 1. Refuses non-finite samples and more than announced.
    Status write(std::span<const float> interleaved);
    /// Writes the rest and closes the file under its temporary name; see StagedFile::settle. Refuses when
    /// fewer frames were written than announced.
    Status settle();
    /// Publishes a settled file.
    Status commit() { return file_.commit(); }
    /// Both.
    Status finish();
    /// Samples that had to be clamped so far. Always 0 for f32.
    [[nodiscard]] std::uint64_t clipped() const noexcept { return clipped_; }

private:
    WavWriter(StagedFile file, const WavSpec& spec, std::string where);

    StagedFile file_;
    WavSpec spec_;
    std::string where_;
    std::uint64_t samples_ = 0;
    /// As a whole number, held within what `scale` steps each way can say, and counted where it was not.
    [[nodiscard]] std::uint32_t whole(float sample, double scale);

    std::uint64_t clipped_ = 0;
    std::vector<std::uint8_t> bytes_;
};

} // namespace quern::formats
