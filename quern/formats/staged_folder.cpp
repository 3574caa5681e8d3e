// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/staged_folder.hpp"

#include <filesystem>
#include <system_error>

namespace quern::formats {
namespace {

namespace fs = std::filesystem;

constexpr int kStagingNames = 100; // as many writers of one path at once

} // namespace

StagedFolder::StagedFolder(std::string path, std::string target, std::string staging)
    : path_(std::move(path)),
      target_(std::move(target)),
      staging_(std::move(staging)),
      left_over_(staging_, LeftOver::Kind::full_folder)
{
}

StagedFolder::~StagedFolder()
{
    if (staging_.empty())
        return;
    std::error_code ignored;
    fs::remove_all(staging_, ignored);
}

Result<StagedFolder> StagedFolder::open(const std::string& path)
{
    std::error_code failed;
    fs::path target(path);
    if (!target.has_filename()) // "new/"
        target = target.parent_path();
    if (fs::exists(target, failed)) {
        // The rename must not turn a link into a folder.
        if (const fs::path real = fs::canonical(target, failed); !failed)
            target = real;
    } else if (fs::is_symlink(target, failed)) {
        return Error{Error::Code::io, path, "is a link that leads nowhere, expected a place to write to"};
    }
    for (int i = 0; i < kStagingNames; ++i) {
        const std::string staging = target.string() + ".part" + (i == 0 ? "" : std::to_string(i));
        const SignalHold hold;
        if (fs::create_directory(staging, failed))
            return StagedFolder(path, target.string(), staging);
        // A file of that name is an error, a folder is none.
        if (failed && !fs::exists(staging))
            break;
    }
    return Error{Error::Code::io, path,
                 "cannot write: " + (failed ? failed.message() : std::string("too many unfinished ones"))};
}

Status StagedFolder::commit()
{
    std::error_code failed;
    const fs::file_status old = fs::status(target_, failed);
    if (fs::is_directory(old))
        fs::permissions(staging_, old.permissions(), failed);
    fs::rename(staging_, target_, failed);
    if (failed)
        return Error{Error::Code::io, path_, "cannot write: " + failed.message()};
    left_over_.forget();
    staging_.clear();
    return Ok{};
}

} // namespace quern::formats
