// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace quern::cli {

/// The command line of `quern cloud` as given.
struct CloudOptions {
    std::string file;
    std::string output;
    std::vector<std::string> set;
    std::string patch;
    std::string preset;
    std::string midi;
    std::string notes;
    std::optional<double> seconds;
    std::uint32_t seed = 0;
    std::size_t grains = 1024;
    std::size_t polyphony = 16;
    double root = 60.0;
    std::string format = "s16";
    std::uint32_t rate = 48000;
    double gain_db = 0.0;
    std::optional<double> loudness_lufs;
    std::size_t block = 1024;
    std::string spectrogram;
    bool list_presets = false;
    bool list_parameters = false;
    bool json = false;
    [[nodiscard]] bool lists() const { return list_presets || list_parameters; }
};

inline constexpr std::size_t kLargestCloudBlock = 65536;

void add_cloud_options(CLI::App& verb, CloudOptions& options);

} // namespace quern::cli
