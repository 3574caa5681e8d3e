// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/core/elementary.hpp"

namespace quern::bank {

using quern::between;
using quern::cos_of;
using quern::exp2_of;
using quern::gain_of_db;
using quern::kPi;
using quern::log2_of;
using quern::sin_of;

} // namespace quern::bank
