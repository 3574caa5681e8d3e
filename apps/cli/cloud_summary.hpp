// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "cloud_setup.hpp"
#include "console.hpp"
#include "quern/grain/cloud.hpp"
#include "sound_output.hpp"

namespace quern::cli {

/// What a cloud has to tell when it is done.
struct CloudSummary {
    const CloudOptions* options = nullptr;
    const CloudSetup* setup = nullptr;
    Delivered delivered;
    grain::CloudStats stats;
    double wall_s = 0.0;
};

/// For people, or one JSON object with --json; on standard output, or on standard error while that carries
/// the sound.
void print_cloud_summary(const CloudSummary& summary, const Console& console);
/// The built-in patches and what can be set, for people or as JSON.
void print_cloud_lists(const CloudOptions& options);

} // namespace quern::cli
