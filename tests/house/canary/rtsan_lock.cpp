// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// RealtimeSanitizer must end this program: it locks where nothing may.
#include <mutex>

#include "quern/core/rt.hpp"

namespace {

std::mutex g_mutex;

void render() noexcept QUERN_RT
{
    QUERN_RT_TRUSTED_BEGIN // hides the crime from the compiler, so that the run-time check is what finds it
        g_mutex.lock();
    g_mutex.unlock();
    QUERN_RT_TRUSTED_END
}

} // namespace

int main()
{
    render();
    return 0;
}
