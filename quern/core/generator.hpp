// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>

#include "quern/core/rt.hpp"

namespace quern {

/// Six-word add-with-carry generator (docs/spec/signal.md §8): grain picks, wobbles and seam gains draw from
/// it. The words are the whole state, so a trace can name a draw and a test can start anywhere.
class Generator {
public:
    using Words = std::array<std::uint32_t, 6>;
    /// The documented start state. Another start is `Generator{words}` or `seeded()`.
    static constexpr Words kImage{0xF22D0E56, 0x883126E9, 0xC624DD2F, 0x0702C49C, 0x9E353F7D, 0x6FDF3B64};

    constexpr Generator() noexcept = default;
    explicit constexpr Generator(const Words& words) noexcept : words_(words) {}
    /// Seed 0 is the image state; any other seed adds itself to every word and stirs the state by 64 draws.
    static Generator seeded(std::uint32_t seed) noexcept;

    /// One draw, uniform over 0..2^32-1.
    std::uint32_t draw() noexcept QUERN_RT;
    [[nodiscard]] const Words& words() const noexcept QUERN_RT { return words_; }

private:
    Words words_ = kImage;
};

} // namespace quern
