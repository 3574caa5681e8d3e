// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/automaton.hpp"

namespace quern::life {

void pack_texels(const Delta& delta, std::span<std::uint32_t> texels) noexcept
{
    for (std::size_t i = 0; i < delta.size.words(); ++i) {
        const std::uint64_t births = delta.changed[i] & delta.alive[i];
        const std::uint64_t deaths = delta.changed[i] & ~delta.alive[i];
        texels[4 * i] = static_cast<std::uint32_t>(births);
        texels[4 * i + 1] = static_cast<std::uint32_t>(births >> 32);
        texels[4 * i + 2] = static_cast<std::uint32_t>(deaths);
        texels[4 * i + 3] = static_cast<std::uint32_t>(deaths >> 32);
    }
}

} // namespace quern::life
