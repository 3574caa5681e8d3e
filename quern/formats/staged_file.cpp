// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/staged_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace quern::formats {
namespace {

namespace fs = std::filesystem;

constexpr int kStagingNames = 100; // as many writers of one path at once

Error io_error(const std::string& path, const char* doing)
{
    return {Error::Code::io, path, std::string(doing) + ": " + std::strerror(errno)};
}

} // namespace

StagedFile::StagedFile(std::string path, std::string target, std::string staging, std::FILE* stream)
    : path_(std::move(path)), target_(std::move(target)), staging_(std::move(staging)), stream_(stream)
{
    if (!staging_.empty())
        left_over_ = LeftOver(staging_, LeftOver::Kind::file);
}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      staging_(std::move(other.staging_)),
      stream_(std::exchange(other.stream_, nullptr)),
      settled_(std::exchange(other.settled_, false)),
      left_over_(std::move(other.left_over_))
{
}

StagedFile& StagedFile::operator=(StagedFile&& other) noexcept
{
    if (this != &other) {
        discard();
        path_ = std::move(other.path_);
        target_ = std::move(other.target_);
        staging_ = std::move(other.staging_);
        stream_ = std::exchange(other.stream_, nullptr);
        settled_ = std::exchange(other.settled_, false);
        left_over_ = std::move(other.left_over_);
    }
    return *this;
}

StagedFile::~StagedFile()
{
    discard();
}

void StagedFile::discard() noexcept
{
    if (stream_ == nullptr && !settled_)
        return;
    if (stream_ != nullptr && stream_ != stdout)
        std::fclose(stream_);
    if (!staging_.empty())
        std::remove(staging_.c_str());
    left_over_.forget();
    stream_ = nullptr;
    settled_ = false;
}

Result<StagedFile> StagedFile::open(const std::string& path)
{
    if (path == "-")
        return StagedFile("standard output", {}, {}, stdout);
    if (path.empty())
        return Error{Error::Code::io, path, "an output file needs a name"};

    std::error_code ignored;
    std::string target = path;
    if (fs::exists(path, ignored)) {
        if (fs::is_directory(path, ignored))
            return Error{Error::Code::io, path, "is a directory, expected a file to write"};
        if (!fs::is_regular_file(path, ignored)) {
            std::FILE* stream = std::fopen(path.c_str(), "wb");
            if (stream == nullptr)
                return io_error(path, "cannot write");
            return StagedFile(path, path, {}, stream);
        }
        // The rename must not turn a link into a file.
        if (const fs::path real = fs::canonical(path, ignored); !ignored)
            target = real.string();
    }
    for (int i = 0; i < kStagingNames; ++i) {
        std::string staging = target + ".part" + (i == 0 ? "" : std::to_string(i));
        const SignalHold hold;
        std::FILE* stream = std::fopen(staging.c_str(), "wbx");
        if (stream != nullptr)
            return StagedFile(path, std::move(target), std::move(staging), stream);
        if (errno != EEXIST)
            break;
    }
    return io_error(path, "cannot write");
}

Status StagedFile::write(const void* bytes, std::size_t size)
{
    if (stream_ == nullptr)
        return Error{Error::Code::io, path_, "is no longer open"};
    if (size != 0 && std::fwrite(bytes, 1, size, stream_) != size) {
        Error error = io_error(path_, "cannot write");
        discard();
        return error;
    }
    return Ok{};
}

Status StagedFile::sync()
{
    if (stream_ == nullptr)
        return Error{Error::Code::io, path_, "is no longer open"};
    // What has no temporary name is a pipe or a device, which keeps nothing.
    if (std::fflush(stream_) == 0 && (staging_.empty() || ::fsync(::fileno(stream_)) == 0))
        return Ok{};
    Error error = io_error(path_, "cannot write");
    discard();
    return error;
}

Status StagedFile::settle()
{
    if (settled_)
        return Ok{};
    if (stream_ == nullptr)
        return Error{Error::Code::io, path_, "is no longer open"};
    // A full disk may only show when the buffer is emptied or the file closed.
    bool good = std::fflush(stream_) == 0;
    std::FILE* stream = std::exchange(stream_, nullptr);
    if (stream != stdout)
        good = std::fclose(stream) == 0 && good;
    settled_ = true;
    if (good)
        return Ok{};
    Error error = io_error(path_, "cannot write");
    discard();
    return error;
}

Status StagedFile::commit()
{
    if (Status status = settle(); !status)
        return status;
    if (!staging_.empty() && std::rename(staging_.c_str(), target_.c_str()) != 0) {
        Error error = io_error(path_, "cannot write");
        discard();
        return error;
    }
    left_over_.forget();
    settled_ = false;
    return Ok{};
}

} // namespace quern::formats
