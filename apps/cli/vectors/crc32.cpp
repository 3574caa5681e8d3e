// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/crc32.hpp"

#include <array>

namespace quern::vectors {
namespace {

/// Table k: what a byte followed by k bytes of zero does. Eight bytes are then eight looks that do not wait
/// for each other.
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() noexcept
{
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1u) != 0 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
        tables[0][byte] = crc;
    }
    for (std::size_t k = 1; k < tables.size(); ++k)
        for (std::size_t byte = 0; byte < 256; ++byte)
            tables[k][byte] = tables[k - 1][byte] >> 8 ^ tables[0][tables[k - 1][byte] & 255u];
    return tables;
}

constexpr Tables kTables = make_tables();

std::uint32_t word_at(const std::byte* bytes) noexcept
{
    std::uint32_t word = 0;
    for (int i = 3; i >= 0; --i)
        word = word << 8 | std::to_integer<std::uint32_t>(bytes[i]);
    return word;
}

/// Four bytes, the first of them the lowest, that stand before `behind` more of the same step.
std::uint32_t of_word(std::uint32_t word, std::size_t behind) noexcept
{
    return kTables[behind + 3][word & 255u] ^ kTables[behind + 2][word >> 8 & 255u] ^
           kTables[behind + 1][word >> 16 & 255u] ^ kTables[behind][word >> 24];
}

} // namespace

std::uint32_t crc32(std::span<const std::byte> bytes) noexcept
{
    std::uint32_t crc = ~std::uint32_t{0};
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8)
        crc = of_word(word_at(&bytes[i]) ^ crc, 4) ^ of_word(word_at(&bytes[i + 4]), 0);
    for (; i < bytes.size(); ++i)
        crc = crc >> 8 ^ kTables[0][(crc ^ std::to_integer<std::uint32_t>(bytes[i])) & 255u];
    return ~crc;
}

} // namespace quern::vectors
