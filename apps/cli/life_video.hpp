// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/life/life_frame.hpp"
#include "quern/formats/staged_folder.hpp"
#include "quern/life/cells.hpp"

namespace quern::cli {

/// An error where a film cannot stand: a usage error for "-", else about its folder.
Status can_make_film(const std::string& path);

/// Whether a program can be found as a shell would find it.
bool is_installed(const std::string& program);

/// A film of one picture a generation and a finished sound file, made by ffmpeg, which chooses the codecs by
/// the name of the film. It appears whole or not at all.
class LifeVideo {
public:
    /// Starts ffmpeg.
    static Result<LifeVideo> open(const std::string& path, const std::string& sound, life::GridSize size,
                                  double rate);
    ~LifeVideo();
    LifeVideo(LifeVideo&& other) noexcept;
    LifeVideo& operator=(LifeVideo&&) = delete;

    Status add(const formats::PaletteImage& picture);
    /// Waits for ffmpeg, and gives the film its name.
    Status finish();

private:
    LifeVideo(std::string path, formats::StagedFolder folder, pid_t process, int pipe);
    /// Waits for ffmpeg; its exit status.
    int end() noexcept;

    std::string path_;
    formats::StagedFolder folder_; // where ffmpeg writes: no file of anyone else's is there
    pid_t process_ = -1;
    int pipe_ = -1;
    std::vector<std::uint8_t> pixels_;
};

} // namespace quern::cli
