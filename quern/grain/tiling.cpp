// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/tiling.hpp"

#include <algorithm>

namespace quern::grain {

std::size_t tile(float lo, float hi, float length, float low, float high,
                 std::span<Window> out) noexcept QUERN_RT
{
    if (hi < low || lo > high)
        return 0;
    lo = std::max(lo, low);
    hi = std::min(hi, high);
    if (!(hi - lo >= length))
        return 0;
    std::size_t count = 0;
    while (count < out.size()) {
        const float end = lo + length;
        out[count++] = {lo, end};
        lo = end;
        // Both tests are needed: the remaining width and the next end round differently.
        if (hi - lo < length || lo + length > high)
            break;
    }
    return count;
}

} // namespace quern::grain
