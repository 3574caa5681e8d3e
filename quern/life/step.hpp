// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/life/cells.hpp"
#include "quern/life/rule.hpp"

namespace quern::life {

/// One generation of the rule, a cell at a time: what every back end's step must equal. `next` has the size
/// of `now` and is overwritten.
void step(const Field& now, Field& next, Rule rule) noexcept;

} // namespace quern::life
