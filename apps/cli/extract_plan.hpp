// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "quern/formats/game/sound_source.hpp"

namespace quern::cli {

struct ExtractOptions {
    std::vector<std::string> files;
    std::vector<std::string> members; ///< paths, names or stems; empty: all
    std::string folder = ".";
    bool wav = false;
    bool keep_going = false; ///< leave out sounds that cannot be decoded
};

/// One file to be written: a member as it is, or a sound decoded.
struct Extraction {
    std::string path; ///< below the output folder
    const formats::SoundSource* source = nullptr;
    const formats::ArchiveMember* member = nullptr; ///< null: decode `sound`
    const formats::Sound* sound = nullptr;
};

struct ExtractPlan {
    std::vector<formats::SoundSource> sources;
    std::vector<Extraction> files;
    std::size_t left_out = 0; ///< members that are no sounds, with --wav
};

/// Opens all files and decides what is to be written, before anything is. Refused: what cannot be opened,
/// archives that fail Archive::check_extraction(), bombs, members that are not there, two outputs of one
/// path, an output that would replace an input.
Result<ExtractPlan> plan_extraction(const ExtractOptions& options);

} // namespace quern::cli
