// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/engine/bed.hpp"
#include "quern/formats/new_folder.hpp"
#include "sound_output.hpp"

namespace quern::cli {

/// The parts of a render as files of one folder: a, b (both trucks' chains after the panner, in the channels
/// of the mix), graph3, rocket, env, flange (mono). At the engine's own level: no gain, no loudness.
class StemFiles {
public:
    /// The files of a folder of stems.
    static std::vector<std::string> paths(const std::string& folder);

    /// `like` says rate, format, channels and cut. Makes the folder when it is missing; it goes again when
    /// the render fails.
    static Result<StemFiles> open(const std::string& folder, const OutputOptions& like);

    /// After each whole engine block; `frames` of it, fewer only in the last.
    Status take(const Stems& stems, std::size_t frames);
    Status settle();
    Status commit();

private:
    StemFiles(int channels, formats::NewFolder folder) : channels_(channels), folder_(std::move(folder)) {}
    Status take_bus(SoundOutput& output, const float* const (&planes)[6], std::size_t frames) const;

    int channels_;
    formats::NewFolder folder_;        // goes after the files in it
    std::vector<SoundOutput> outputs_; // a, b, then the mono ones
};

} // namespace quern::cli
