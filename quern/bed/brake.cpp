// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/brake.hpp"

#include <algorithm>

namespace quern::bed {

void Brake::step(bool braking, float step) noexcept
{
    level_ = braking ? std::min(level_ + step, 1.0f) : std::max(level_ - step, 0.0f);
}

} // namespace quern::bed
