// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace quern::cli {

/// The command line of `quern life` as given.
struct LifeOptions {
    std::string pattern; ///< "soup", a file, "-", or run lengths
    std::string output;
    std::string size;
    std::string at;
    std::optional<int> team;
    std::optional<int> tag;
    std::string rule;
    double density = 0.3;
    std::uint64_t seed = 1;
    std::optional<double> seconds;
    std::optional<std::uint32_t> generations;
    double rate = 60.0;
    std::string backend = "cpu";
    std::string scale = "major_pentatonic";
    double base_hz = 440.0;
    std::string law = "natural";
    double level = 0.5;
    std::string roi;
    std::string script;
    std::string masks;
    std::string events;
    std::string note;
    std::string frames;
    std::string view = "teams";
    std::string video;
    std::string format = "s16";
    std::size_t block = 1024;
    bool json = false;
};

void add_life_options(CLI::App& verb, LifeOptions& options);

} // namespace quern::cli
