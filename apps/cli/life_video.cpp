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

/// film.mp4 becomes film.part.mp4: the ending tells ffmpeg what to make.
std::string staging_of(const std::string& path)
{
    const fs::path film(path);
    return (film.parent_path() / (film.stem().string() + ".part" + film.extension().string())).string();
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

LifeVideo::LifeVideo(std::string path, std::string staging, pid_t process, int pipe)
    : path_(std::move(path)),
      staging_(std::move(staging)),
      process_(process),
      pipe_(pipe),
      left_over_(staging_, formats::LeftOver::Kind::file)
{
}

LifeVideo::LifeVideo(LifeVideo&& other) noexcept
    : path_(std::move(other.path_)),
      staging_(std::move(other.staging_)),
      process_(std::exchange(other.process_, -1)),
      pipe_(std::exchange(other.pipe_, -1)),
      pixels_(std::move(other.pixels_)),
      left_over_(std::move(other.left_over_))
{
}

LifeVideo::~LifeVideo()
{
    if (process_ < 0)
        return;
    end();
    std::error_code ignored;
    fs::remove(staging_, ignored);
}

Result<LifeVideo> LifeVideo::open(const std::string& path, const std::string& sound, life::GridSize size,
                                  double rate)
{
    const std::string staging = staging_of(path);
    int pipe = -1;
    const pid_t process = start(command(staging, sound, size, rate), pipe);
    if (process < 0)
        return Error{Error::Code::io, kProgram, fmt::format("cannot be started: {}", std::strerror(errno))};
    return LifeVideo(path, staging, process, pipe);
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
            return Error{Error::Code::io, path_, "ffmpeg takes no more pictures"};
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
    if (const int exit = end(); exit != 0) {
        fs::remove(staging_, failed);
        return Error{Error::Code::io, path_, fmt::format("ffmpeg ended with {}, expected 0", exit)};
    }
    fs::rename(staging_, path_, failed);
    if (failed)
        return Error{Error::Code::io, path_, "cannot be named: " + failed.message()};
    left_over_.forget();
    return Ok{};
}

} // namespace quern::cli
