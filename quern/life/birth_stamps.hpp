// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quern::life {

/// Ages of cells as the generations they were born in, of which 16 bits are kept: surviving costs nothing.
/// Dead cells may have any.
class BirthStamps {
public:
    explicit BirthStamps(std::size_t cells) : stamps_(cells) {}

    /// The cell is `age` generations old in generation `now`.
    void set_age(std::size_t cell, std::uint8_t age, std::uint32_t now) noexcept
    {
        stamps_[cell] = static_cast<std::uint16_t>(now - age);
    }
    /// Generations survived until `now`, at most 255.
    [[nodiscard]] std::uint8_t age(std::size_t cell, std::uint32_t now) const noexcept
    {
        const auto age = static_cast<std::uint16_t>(now - stamps_[cell]);
        return static_cast<std::uint8_t>(age < 255 ? age : 255);
    }
    /// As it is kept: for cells that move.
    [[nodiscard]] std::uint16_t& stamp(std::size_t cell) noexcept { return stamps_[cell]; }

    /// Newborn cells of generation `now`: bit i of word w of changed & alive is cell 64 w + i. To be called
    /// once in every generation, in their order.
    void advance(const std::uint64_t* changed, const std::uint64_t* alive, std::uint32_t now) noexcept;

private:
    void clamp(std::uint32_t now) noexcept;
    std::vector<std::uint16_t> stamps_;
};

} // namespace quern::life
