// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cloud_notes.hpp"
#include "cloud_options.hpp"
#include "quern/core/result.hpp"
#include "quern/formats/cloud_patch.hpp"
#include "quern/grain/recording.hpp"

namespace quern::cli {

/// Of the fade that ends a file within a note, at 48 kHz.
inline constexpr std::uint64_t kFadeFrames = 480;

/// All that a cloud is made of, read and checked.
struct CloudSetup {
    grain::Recording source;
    std::string source_name;
    double dropped_s = 0.0; ///< silence at the ends of the source's file
    formats::CloudPatch patch;
    std::vector<CloudNoteSpan> notes; ///< a single one for all the time when none are asked for
    std::uint64_t frames = 0;         ///< to render, at 48 kHz
    bool fades_out = false;           ///< a note may sound at the end
    std::vector<std::string> remarks; ///< one sentence each
};

Result<CloudSetup> set_up_cloud(const CloudOptions& options);

} // namespace quern::cli
