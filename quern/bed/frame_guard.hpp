// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/frame.hpp"

namespace quern::bed {

/// Last look at a frame before it crosses to the audio thread: a value that is not finite becomes its rest
/// value, and a pitch leaves 1/16..4 for its nearer end. Returns how many values were changed. Inputs are
/// sanitised before; this catches a tuning or a mix provider that is out of order.
int guard(BedFrame& frame) noexcept;

} // namespace quern::bed
