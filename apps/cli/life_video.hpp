// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/left_overs.hpp"
#include "quern/formats/life/life_frame.hpp"
#include "quern/life/cells.hpp"

namespace quern::cli {

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
    LifeVideo(std::string path, std::string staging, pid_t process, int pipe);
    /// Waits for ffmpeg; its exit status.
    int end() noexcept;

    std::string path_;
    std::string staging_;
    pid_t process_ = -1;
    int pipe_ = -1;
    std::vector<std::uint8_t> pixels_;
    formats::LeftOver left_over_;
};

} // namespace quern::cli
