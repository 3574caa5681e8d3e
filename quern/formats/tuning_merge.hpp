// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <toml++/toml.h>

#include <span>
#include <string>

#include "quern/formats/tuning_file.hpp"

namespace quern::formats {

/// One parsed file and its name in messages. Private to the reader: the only header that shows toml++.
struct TuningDocument {
    std::string name;
    toml::table root;
};

/// "mine.toml:3:12".
std::string place_text(const std::string& name, const toml::source_region& region);

/// Lays the documents over `base`; see read_tuning.
Result<bed::Tuning> merge_tuning(std::span<const TuningDocument> documents, const bed::Tuning& base,
                                 TuningSources* sources);

} // namespace quern::formats
