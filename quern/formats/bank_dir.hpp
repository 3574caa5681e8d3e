// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quern/bed/members.hpp"
#include "quern/core/result.hpp"
#include "quern/engine/bank.hpp"
#include "quern/formats/sound_file.hpp"

namespace quern::formats {

/// A member without a file of its own.
struct BankFallback {
    bed::Member member{};
    std::optional<bed::Member>
        plays; ///< the hard member whose file it plays; nothing: the built-in recording
};

struct BankDir {
    std::shared_ptr<Bank> bank;
    std::vector<BankFallback> fallbacks; ///< in the order of the members
    std::vector<std::string> notes;      ///< what was ignored, and what is odd about a file
};

/// Reads a directory whose files are named as members: `concrete_rough_hard.wav`, .flac, .ogg or .aiff.
/// A soft member without a file plays its hard one; whatever is still missing stays built in; both are
/// listed. A file that has a member's name and cannot be read is an error, and so is a directory without any
/// member.
Result<BankDir> read_bank_dir(const std::string& path, Fold fold = Fold::first);

} // namespace quern::formats
