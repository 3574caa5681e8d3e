// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdio>
#include <string>

#include "quern/core/result.hpp"
#include "quern/formats/left_overs.hpp"

namespace quern::formats {

/// A file that appears whole or not at all: it is written under a temporary name beside its place and takes
/// its own name in `commit()`. Dropped without a commit, it leaves no trace. The path "-" means standard
/// output, and a path that exists but is no regular file (a device, a pipe) is written directly: neither can
/// be taken back.
class StagedFile {
public:
    static Result<StagedFile> open(const std::string& path);
    ~StagedFile();
    StagedFile(StagedFile&& other) noexcept;
    StagedFile& operator=(StagedFile&& other) noexcept;

    /// Appends bytes. An error (full disk, closed pipe) names the path; the file is lost from then on.
    Status write(const void* bytes, std::size_t size);
    /// Waits until the bytes are on the disk, so that not even a power cut leaves half a file under the name.
    /// For files that replace what cannot be made again. Nothing may be written afterwards.
    Status sync();
    /// Flushes and closes under the temporary name: what can still fail in `commit` is the renaming. Nothing
    /// may be written afterwards. For several files that should appear together.
    Status settle();
    /// Settles, if that is still to do, and publishes.
    Status commit();

private:
    StagedFile(std::string path, std::string target, std::string staging, std::FILE* stream);
    void discard() noexcept;

    std::string path_;    // as the caller named it, for messages
    std::string target_;  // links followed
    std::string staging_; // empty when written directly
    std::FILE* stream_ = nullptr;
    bool settled_ = false;
    LeftOver left_over_; // the staging file, for the case of a signal
};

} // namespace quern::formats
