// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <utility>

#include "quern/core/result.hpp"
#include "quern/formats/left_overs.hpp"

namespace quern::formats {

/// A new folder beside a place, for files that must appear there together or not at all. Dropped, or left by
/// a signal, it goes with the files in it.
class StagedFolder {
public:
    /// Makes the folder PATH.part, or PATH.part1 and so on where that is taken. The folder above must be
    /// there. A link is followed.
    static Result<StagedFolder> open(const std::string& path);
    ~StagedFolder();
    StagedFolder(StagedFolder&& other) noexcept
        : path_(std::move(other.path_)),
          target_(std::move(other.target_)),
          staging_(std::exchange(other.staging_, {})),
          left_over_(std::move(other.left_over_))
    {
    }
    StagedFolder& operator=(StagedFolder&&) = delete;

    /// Where files go until then.
    [[nodiscard]] const std::string& folder() const noexcept { return staging_; }
    /// The place itself, links followed.
    [[nodiscard]] const std::string& target() const noexcept { return target_; }
    /// The folder takes its own name, in place of an empty folder at most.
    Status commit();

private:
    StagedFolder(std::string path, std::string target, std::string staging);

    std::string path_; // as the caller named it, for messages
    std::string target_;
    std::string staging_; // empty: nothing to remove
    LeftOver left_over_;
};

} // namespace quern::formats
