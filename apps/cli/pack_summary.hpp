// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pack_recording.hpp"

namespace quern::cli {

struct PackRow {
    const PackSource* source = nullptr;
    const PackedRecording* recording = nullptr;
    std::optional<std::uint64_t> original_bytes; ///< --base: of the member that was replaced
};

struct PackSummary {
    std::vector<std::string> outputs;
    std::uint64_t bytes = 0; ///< of all outputs
    std::size_t kept = 0;    ///< --base: members that stayed
    std::vector<PackRow> rows;
    std::vector<std::string> warnings;
};

/// To standard output.
void print_pack_table(const PackSummary& summary);
void print_pack_json(const PackSummary& summary);

} // namespace quern::cli
