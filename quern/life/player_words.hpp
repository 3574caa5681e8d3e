// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "quern/life/actions.hpp"
#include "quern/life/automaton.hpp"

namespace quern::life {

/// A word of a field's cells that a region reaches into, and the cells of it that are the region's.
struct PlayerWord {
    std::size_t index = 0; ///< row * row_words + column / 64
    std::uint64_t mask = 0;
};

/// The words that a region reaches into, rising, over the seams: at most two a row. Private to the event
/// reader.
class PlayerWords {
public:
    /// None without a region. Its corner may lie anywhere: it is taken modulo the field.
    PlayerWords(GridSize size, const std::optional<Roi>& roi) noexcept;

    [[nodiscard]] std::span<const PlayerWord> words() const noexcept { return {words_.data(), count_}; }
    /// Deaths inside the region.
    [[nodiscard]] std::uint32_t deaths(const Delta& delta) const noexcept;

private:
    std::array<PlayerWord, static_cast<std::size_t>(2 * kRoiSize)> words_;
    std::size_t count_ = 0;
};

} // namespace quern::life
