// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/life/automaton.hpp"
#include "quern/life/events.hpp"

namespace quern::cli::gate {

/// A CSV file of data/life/gate, compiled in.
struct EmbeddedTable {
    std::string_view name;
    std::string_view text;
};
std::span<const EmbeddedTable> embedded_tables() noexcept;

/// What a reference that is not ours says of one generation.
struct ReferenceRow {
    std::uint32_t generation = 0;
    std::uint32_t births = 0;
    std::uint32_t deaths = 0;
    std::uint32_t masks = 0;             ///< checksum of the changes as texels
    std::uint32_t state = 0;             ///< checksum of the cells
    std::optional<std::uint32_t> events; ///< checksum of the event words, where the reference lists them
};
/// From generation 0 on. Empty for a name that has no table.
std::vector<ReferenceRow> rows_of(std::string_view table);
/// The state that the table starts from.
life::Field start_of(std::string_view table);

/// CRC-32 of the bytes.
std::uint32_t checksum(const life::Field& field);
std::uint32_t checksum(const life::Delta& delta);
std::uint32_t checksum(std::span<const life::Event> events);
std::uint32_t checksum(std::span<const float> samples);

/// A pattern drawn in lines, `O` alive.
life::Pattern drawn(std::initializer_list<std::string_view> lines);

} // namespace quern::cli::gate
