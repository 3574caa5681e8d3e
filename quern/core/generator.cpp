// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/core/generator.hpp"

namespace quern {

std::uint32_t Generator::draw() noexcept QUERN_RT
{
    // Each word takes the new word below it and the carry of the previous addition.
    std::uint64_t carry = 0;
    for (std::size_t i = 5; i-- > 0;) {
        const std::uint64_t sum = std::uint64_t{words_[i]} + words_[i + 1] + carry;
        words_[i] = static_cast<std::uint32_t>(sum);
        carry = sum >> 32;
    }
    // The lowest word counts; a wrap ripples upwards until a word does not wrap.
    for (std::size_t i = 6; i-- > 0;) {
        if (++words_[i] != 0)
            break;
    }
    return words_[0];
}

Generator Generator::seeded(std::uint32_t seed) noexcept
{
    if (seed == 0)
        return Generator{};
    Words words = kImage;
    for (std::uint32_t& word : words)
        word += seed;
    Generator generator{words};
    for (int i = 0; i < 64; ++i)
        generator.draw();
    return generator;
}

} // namespace quern
