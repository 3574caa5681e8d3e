// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/engine/bank.hpp"
#include "quern/formats/sound_file.hpp"

namespace quern::formats {

struct BankDir {
    std::shared_ptr<Bank> bank;
    std::vector<std::string> notes; ///< which members came from where else, and what was ignored
};

/// Reads a directory whose files are named as members: `concrete_rough_hard.wav`, .flac, .ogg or .aiff.
/// A soft member without a file plays its hard one; whatever is still missing stays built in; both are noted.
/// A file that has a member's name and cannot be read is an error, and so is a directory without any member.
Result<BankDir> read_bank_dir(const std::string& path, Fold fold = Fold::first);

} // namespace quern::formats
