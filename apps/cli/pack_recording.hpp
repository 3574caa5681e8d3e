// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pack_options.hpp"
#include "pack_sources.hpp"

namespace quern::cli {

/// A source in the game's form.
struct PackedRecording {
    formats::PackedSound files;
    bool copied = false;       ///< was a .grain: its bytes, unchanged; nothing was measured
    std::uint64_t rounded = 0; ///< samples that had more than 16 bits
    std::uint64_t clipped = 0; ///< samples beyond full scale
    std::vector<std::string> notes;
};

/// Reads, folds, converts, rounds, encodes and checks one source. Errors name its file; a file whose rate
/// does not fit is Error::Code::bad_input.
Result<PackedRecording> pack_recording(const PackSource& source, const PackOptions& options,
                                       const PackOrder& order);

} // namespace quern::cli
