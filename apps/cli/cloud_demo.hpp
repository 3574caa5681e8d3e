// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/grain/recording.hpp"

namespace quern::cli {

/// Eight seconds to make clouds of: a bell-like chord, struck note by note over a held tone and a breath of
/// noise. From the four basic operations, so the same bytes everywhere.
grain::Recording cloud_demo();

} // namespace quern::cli
