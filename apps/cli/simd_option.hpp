// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <CLI/CLI.hpp>

namespace quern::cli {

/// `--simd TARGET`, else the environment's QUERN_SIMD: which instructions render, for every verb. A target
/// that this build or processor does not have is a usage error, never replaced by another.
void add_simd_option(CLI::App& app);
/// The same for one verb, as `--target`.
void add_target_option(CLI::App& verb);

} // namespace quern::cli
