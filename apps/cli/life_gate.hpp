// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "verbs.hpp"

namespace quern::cli {

/// `gate`, a verb of `life`.
void add_life_gate(CLI::App& life, const Console& console, Job& job);

} // namespace quern::cli
