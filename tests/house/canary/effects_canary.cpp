// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Must not compile with -Wfunction-effects -Werror.
#include "quern/core/rt.hpp"

float* scratch(unsigned frames) noexcept QUERN_RT
{
    return new float[frames];
}
