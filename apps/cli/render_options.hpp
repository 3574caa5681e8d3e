// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "bank_input.hpp"
#include "quern/bed/fidelity.hpp"
#include "quern/core/result.hpp"

namespace quern::cli {

/// The command line of `quern render` as given.
struct RenderOptions {
    std::string ride;
    std::string output;
    std::string surface;
    BankInput bank;
    std::string recording;
    std::string steady = "rise";
    std::string member;
    std::vector<std::string> tunings;
    std::string ride_constants;
    std::uint32_t seed = 0;
    std::vector<std::string> fidelity;
    int channels = 2;
    std::string format = "s16";
    std::uint32_t rate = 48000;
    std::optional<double> from_s;
    std::optional<double> to_s;
    double gain_db = 0.0;
    std::optional<double> loudness_lufs;
    double speed_scale = 1.0;
    std::optional<double> max_kmh;
    std::string stems;
    std::string silent_surfaces = "nearest";
    std::string trace;
    std::optional<double> explain_s;
    std::size_t block = 1024;
    int control_rate = 60;
    std::string save_ride;
    bool soft = false;
    bool json = false;
};

/// What is played: the ride, its recordings, numbers, seed and switches. Shared by all verbs that play a
/// ride.
void add_input_options(CLI::App& verb, RenderOptions& options);
void add_render_options(CLI::App& verb, RenderOptions& options);

/// NAME=VALUE words into switches. A usage error lists all names.
Result<bed::Fidelity> parse_fidelity(const std::vector<std::string>& words);

} // namespace quern::cli
