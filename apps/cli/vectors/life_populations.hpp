// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "apps/cli/vectors/vectors.hpp"

namespace quern::vectors {

/// Populations that another program counted, on a torus or on the infinite plane. A row of the plane is left
/// out once something has gone round our largest field, and so is one whose pattern is a file.
Status recompute_populations(Table& table);

} // namespace quern::vectors
