// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <functional>

#include <CLI/CLI.hpp>

#include "console.hpp"

namespace quern::cli {

/// Set by the verb that the command line names; run once the whole line has been understood.
using Job = std::function<int()>;

void add_render(CLI::App& app, const Console& console, Job& job);
void add_bank(CLI::App& app, const Console& console, Job& job);
void add_vectors(CLI::App& app, const Console& console, Job& job);
void add_trace(CLI::App& app, const Console& console, Job& job);
void add_plot(CLI::App& app, const Console& console, Job& job);
void add_survey(CLI::App& app, const Console& console, Job& job);
void add_check(CLI::App& app, const Console& console, Job& job);
void add_explain(CLI::App& app, const Console& console, Job& job);
void add_cloud(CLI::App& app, const Console& console, Job& job);
void add_life(CLI::App& app, const Console& console, Job& job);
void add_pack(CLI::App& app, const Console& console, Job& job);
void add_pool(CLI::App& app, const Console& console, Job& job);
void add_inspect(CLI::App& app, const Console& console, Job& job);
void add_extract(CLI::App& app, const Console& console, Job& job);

} // namespace quern::cli
