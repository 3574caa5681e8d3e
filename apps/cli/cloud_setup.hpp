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

/// All that a cloud is made of, read and checked.
struct CloudSetup {
    grain::Recording source;
    std::string source_name;
    formats::CloudPatch patch;
    std::vector<CloudNoteSpan> notes; ///< a single one for all the time when none are asked for
    std::uint64_t frames = 0;         ///< to render, at 48 kHz
    std::vector<std::string> remarks; ///< one sentence each
};

Result<CloudSetup> set_up_cloud(const CloudOptions& options);

} // namespace quern::cli
