// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// RealtimeSanitizer must end this program: it allocates where nothing may.
#include <cstdlib>

#include "quern/core/rt.hpp"

namespace {

void* volatile g_kept = nullptr; // keeps the optimiser from dropping the pair

void render() noexcept QUERN_RT
{
    QUERN_RT_TRUSTED_BEGIN // hides the crime from the compiler, so that the run-time check is what finds it
        g_kept = std::malloc(64);
    std::free(g_kept);
    QUERN_RT_TRUSTED_END
}

} // namespace

int main()
{
    render();
    return 0;
}
