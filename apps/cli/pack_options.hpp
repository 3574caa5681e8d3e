// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "quern/core/result.hpp"
#include "quern/formats/pack/pack_sound.hpp"

namespace quern::cli {

/// The command line of `quern pack` as given.
struct PackOptions {
    std::vector<std::string> inputs;
    std::string output;
    std::string base;
    std::vector<std::string> replace; ///< NAME=FILE
    bool built_in = false;

    std::string codec = "xma";
    bool lossless = false;
    std::optional<double> snr_db;
    std::optional<double> kbps;
    std::optional<int> channel; ///< from 1; none: the mean of all
    std::optional<std::uint32_t> rate;
    std::optional<double> duration_s;

    bool stream = false;
    bool loop = false;
    std::optional<std::uint32_t> loop_start;
    bool json = false;
};

enum class PackKind : std::uint8_t { grain, archive, stream };

/// A command line that makes sense, in the library's terms.
struct PackOrder {
    PackKind kind = PackKind::archive;
    std::vector<std::string> outputs; ///< one path, or for a STREAM the .sns and then the .snr
    formats::PackGoal goal;
    formats::StreamForm form;
};

void add_pack_options(CLI::App& verb, PackOptions& options);

/// Errors are usage errors.
Result<PackOrder> pack_order(const PackOptions& options);

} // namespace quern::cli
