// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/new_folder.hpp"

#include <filesystem>
#include <system_error>

namespace quern::formats {

namespace fs = std::filesystem;

Result<NewFolder> NewFolder::make(const std::string& path)
{
    NewFolder folder; // what was made before a failure goes with it
    fs::path step;
    for (const fs::path& part : fs::path(path)) {
        step /= part;
        std::error_code failed;
        const SignalHold hold;
        if (fs::create_directory(step, failed))
            folder.made_.push_back({step.string(), LeftOver(step.string(), LeftOver::Kind::folder)});
        else if (failed)
            return Error{Error::Code::io, path, "cannot make the folder: " + failed.message()};
    }
    std::error_code ignored;
    if (!fs::is_directory(path, ignored))
        return Error{Error::Code::io, path, "cannot make the folder: there is a file of that name"};
    return folder;
}

NewFolder::~NewFolder()
{
    for (auto made = made_.rbegin(); made != made_.rend(); ++made) {
        std::error_code ignored;
        fs::remove(made->path, ignored); // an empty folder only
    }
}

} // namespace quern::formats
