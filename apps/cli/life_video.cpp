// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "life_video.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace quern::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "ffmpeg";
constexpr int kNotStarted = 127;

/// The film keeps its name until it stands in its place: the ending tells ffmpeg what to make.
fs::path staged_film(const formats::StagedFolder& folder, const std::string& path)
{
    return fs::path(folder.folder()) / fs::path(path).filename();
}

std::vector<std::string> command(const std::string& to, const std::string& sound, life::GridSize size,
                                 double rate)
{
    // A relative name could look like an option or a protocol.
    const auto file = [](const std::string& name) { return "file:" + fs::absolute(name).string(); };
    return {kProgram, "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgb24",
            "-video_size", fmt::format("{}x{}", size.width, size.height), "-framerate",
            fmt::format("{}", rate), "-i", "pipe:0", "-i", file(sound),
            // Most codecs want even sizes and half the colour.
            "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", file(to)};
}

/// Starts a program whose standard input is the other end of `pipe`; -1 where that fails.
pid_t start(std::vector<std::string> words, int& pipe)
{
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0)
        return -1;
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t process = ::fork();
    if (process == 0) {
        ::dup2(ends[0], STDIN_FILENO);
        ::dup2(STDERR_FILENO, STDOUT_FILENO); // standard output may carry the sound or JSON
        ::close(ends[0]);
        ::close(ends[1]);
        ::execvp(arguments[0], arguments.data());
        ::_exit(kNotStarted);
    }
    ::close(ends[0]);
    if (process < 0)
        ::close(ends[1]);
    else
        pipe = ends[1];
    return process;
}

} // namespace

bool is_installed(const std::string& program)
{
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
    for (;;) {
        const std::size_t colon = rest.find(':');
        const fs::path file = fs::path(rest.substr(0, colon)) / program;
        std::error_code ignored;
        if (fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0)
            return true;
        if (colon == std::string_view::npos)
            return false;
        rest.remove_prefix(colon + 1);
    }
}

Status can_make_film(const std::string& path)
{
    const auto refused = [&](const char* found, const char* expected) {
        return Error{Error::Code::usage, "--video", fmt::format("found {}, expected {}", found, expected)};
    };
    std::error_code ignored;
    const fs::path film(path);
    if (path == "-")
        return refused("\"-\"", "a file: films are not made in one go");
    if (!film.has_filename() || fs::is_directory(film, ignored))
        return refused("a folder", "a file");
    if (!fs::is_directory(film.has_parent_path() ? film.parent_path() : fs::path("."), ignored))
        return refused("no folder for it", "one that is there");
    return Ok{};
}

LifeVideo::LifeVideo(std::string path, formats::StagedFolder folder, pid_t process, int pipe)
    : path_(std::move(path)), folder_(std::move(folder)), process_(process), pipe_(pipe)
{
}

LifeVideo::LifeVideo(LifeVideo&& other) noexcept
    : path_(std::move(other.path_)),
      folder_(std::move(other.folder_)),
      process_(std::exchange(other.process_, -1)),
      pipe_(std::exchange(other.pipe_, -1)),
      pixels_(std::move(other.pixels_))
{
}

LifeVideo::~LifeVideo()
{
    if (process_ >= 0)
        end();
}

Result<LifeVideo> LifeVideo::open(const std::string& path, const std::string& sound, life::GridSize size,
                                  double rate)
{
    Result<formats::StagedFolder> folder = formats::StagedFolder::open(path);
    if (!folder)
        return folder.error();
    int pipe = -1;
    const pid_t process = start(command(staged_film(*folder, path).string(), sound, size, rate), pipe);
    if (process < 0)
        return Error{Error::Code::io, kProgram, fmt::format("cannot be started: {}", std::strerror(errno))};
    return LifeVideo(path, std::move(*folder), process, pipe);
}

Status LifeVideo::add(const formats::PaletteImage& picture)
{
    pixels_.clear();
    for (const std::uint8_t pixel : picture.pixels) {
        const formats::Rgb colour = picture.palette[pixel];
        pixels_.insert(pixels_.end(), {colour.red, colour.green, colour.blue});
    }
    for (std::size_t done = 0; done < pixels_.size();) {
        const ssize_t written = ::write(pipe_, pixels_.data() + done, pixels_.size() - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return Error{Error::Code::io, path_,
                         fmt::format("ffmpeg ended with {} before the last picture", end())};
        done += static_cast<std::size_t>(written);
    }
    return Ok{};
}

int LifeVideo::end() noexcept
{
    ::close(std::exchange(pipe_, -1));
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : kNotStarted;
}

Status LifeVideo::finish()
{
    std::error_code failed;
    if (const int exit = end(); exit != 0)
        return Error{Error::Code::io, path_, fmt::format("ffmpeg ended with {}, expected 0", exit)};
    const fs::path film = staged_film(folder_, path_);
    if (!fs::is_regular_file(film, failed) || fs::file_size(film, failed) == 0)
        return Error{Error::Code::io, path_, "ffmpeg ended well and made no film"};
    fs::rename(film, path_, failed);
    if (failed)
        return Error{Error::Code::io, path_, "cannot be named: " + failed.message()};
    return Ok{};
}

} // namespace quern::cli
