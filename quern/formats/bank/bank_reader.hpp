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
#include "quern/formats/cache/pcm_cache.hpp"
#include "quern/formats/sound_file.hpp"

namespace quern::formats {

/// A member without a sound of its own.
struct BankFallback {
    bed::Member member{};
    std::optional<bed::Member>
        plays; ///< the hard member whose sound it plays; nothing: the built-in recording
};

struct BankContents {
    std::shared_ptr<Bank> bank;
    std::vector<BankFallback> fallbacks; ///< in the order of the members
    std::vector<std::string> notes;      ///< what was ignored, and what is odd about a sound
};

struct BankReadOptions {
    Fold fold = Fold::first;
    const PcmCache* cache = nullptr; ///< for sounds of the game; null: they are decoded each time
};

/// Reads the sounds named as members, `concrete_rough_hard.wav`: of a folder, an archive, a file; of any kind
/// that SoundSource knows. A soft member without one plays its hard one; what is still missing is built in;
/// both are listed. A single sound of another name plays on all surfaces; several such alone, none at all,
/// and a member's sound that cannot be read are errors. One sound at a time is decoded.
Result<BankContents> read_bank(const std::string& path, const BankReadOptions& options = {});

/// Reads a path that holds a single sound. Folders and archives are errors.
Result<SoundFile> read_recording(const std::string& path, const BankReadOptions& options = {});

} // namespace quern::formats
