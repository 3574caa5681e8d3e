// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/left_overs.hpp"

namespace quern::formats {

/// A folder for results, made with those above it where they are missing. Dropped without `keep`, the folders
/// that were made vanish again as far as they are empty.
class NewFolder {
public:
    static Result<NewFolder> make(const std::string& path);
    ~NewFolder();
    NewFolder(NewFolder&& other) noexcept = default;
    NewFolder& operator=(NewFolder&& other) = delete;

    /// The results stand in it.
    void keep() noexcept { made_.clear(); }

private:
    NewFolder() = default;
    struct Made {
        std::string path;
        LeftOver left_over;
    };
    std::vector<Made> made_; // outermost first
};

} // namespace quern::formats
