// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "stem_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "quern/mix/output.hpp"

namespace quern::cli {
namespace {

constexpr std::array<const char*, 6> kNames{"a.wav",      "b.wav",   "graph3.wav",
                                            "rocket.wav", "env.wav", "flange.wav"};
constexpr std::size_t kMixStems = 2;

} // namespace

std::vector<std::string> StemFiles::paths(const std::string& folder)
{
    std::vector<std::string> paths;
    for (const char* name : kNames)
        paths.push_back((std::filesystem::path(folder) / name).string());
    return paths;
}

Result<StemFiles> StemFiles::open(const std::string& folder, const OutputOptions& like)
{
    Result<formats::NewFolder> made = formats::NewFolder::make(folder);
    if (!made)
        return made.error();
    StemFiles stems(like.spec.channels, std::move(*made));
    const std::vector<std::string> paths = StemFiles::paths(folder);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        OutputOptions options = like;
        options.path = paths[i];
        options.gain_db = 0.0;
        options.loudness_lufs.reset();
        if (i >= kMixStems)
            options.spec.channels = 1;
        Result<SoundOutput> output = SoundOutput::open(options);
        if (!output)
            return output.error();
        stems.outputs_.push_back(std::move(*output));
    }
    return stems;
}

Status StemFiles::take_bus(SoundOutput& output, const float* const (&planes)[6], std::size_t frames) const
{
    mix::SixBus bus;
    for (std::size_t c = 0; c < 6; ++c)
        std::copy_n(planes[c], kBlockFrames, bus.channel(c).begin());
    std::array<float, 6 * kBlockFrames> out;
    if (channels_ == 6)
        mix::write_six(bus, out);
    else
        mix::write_stereo(bus, std::span(out).first<2 * kBlockFrames>());
    return output.take(std::span<const float>(out).first(frames * static_cast<std::size_t>(channels_)));
}

Status StemFiles::take(const Stems& stems, std::size_t frames)
{
    Status status = take_bus(outputs_[0], stems.player_a, frames);
    if (status)
        status = take_bus(outputs_[1], stems.player_b, frames);
    const std::array<const float*, 4> mono{stems.graph3, stems.rocket, stems.env, stems.flange};
    for (std::size_t i = 0; status && i < mono.size(); ++i)
        status = outputs_[kMixStems + i].take({mono[i], frames});
    return status;
}

Status StemFiles::settle()
{
    for (SoundOutput& output : outputs_) {
        if (Result<Delivered> done = output.settle(); !done)
            return done.error();
    }
    return Ok{};
}

Status StemFiles::commit()
{
    for (SoundOutput& output : outputs_) {
        if (Status status = output.commit(); !status)
            return status;
    }
    folder_.keep();
    return Ok{};
}

} // namespace quern::cli
