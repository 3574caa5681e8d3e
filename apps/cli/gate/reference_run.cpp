// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/gate/reference_run.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <zlib.h>

namespace quern::cli::gate {
namespace {

using life::Field;
using life::Pattern;
using life::Stamp;

constexpr life::GridSize kFull{2048, 512};

template <class T> std::uint32_t crc(std::span<const T> values)
{
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(values.data()), values.size_bytes()));
}

std::string_view cut(std::string_view& text, char at)
{
    const std::size_t end = std::min(text.find(at), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

std::uint32_t number(std::string_view text, int base)
{
    std::uint32_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

// Blocks and beehives on a lattice of 8 x 8 cells, four teams, stripes of tags.
Field still_life()
{
    const Pattern block = drawn({"OO", "OO"});
    const Pattern beehive = drawn({".OO.", "O..O", ".OO."});
    Field field(kFull);
    for (std::int32_t y = 0; y < kFull.height; y += 8)
        for (std::int32_t x = 0; x < kFull.width; x += 8)
            apply(field, Stamp{.pattern = (x + y) / 8 % 2 != 0 ? &block : &beehive,
                               .x = x,
                               .y = y,
                               .team = static_cast<std::uint8_t>((x / 8 ^ y / 8) & 3),
                               .tag = static_cast<std::uint8_t>(x / 64 & 1)});
    return field;
}

Field glider(std::int32_t x, std::int32_t y, std::uint8_t team, std::uint8_t tag)
{
    const Pattern pattern = drawn({".O.", "..O", "OOO"});
    Field field(kFull);
    apply(field, Stamp{.pattern = &pattern, .x = x, .y = y, .team = team, .tag = tag});
    return field;
}

} // namespace

std::vector<ReferenceRow> rows_of(std::string_view table)
{
    std::vector<ReferenceRow> rows;
    const auto tables = embedded_tables();
    const auto found =
        std::find_if(tables.begin(), tables.end(), [table](const auto& one) { return one.name == table; });
    if (found == tables.end())
        return rows;
    std::string_view text = found->text;
    cut(text, '\n'); // names of columns
    while (!text.empty()) {
        std::string_view line = cut(text, '\n');
        std::array<std::string_view, 6> cells;
        for (std::string_view& cell : cells)
            cell = cut(line, ',');
        ReferenceRow row{number(cells[0], 10), number(cells[1], 10), number(cells[2], 10),
                         number(cells[3], 16), number(cells[4], 16), {}};
        if (!cells[5].empty())
            row.events = number(cells[5], 16);
        rows.push_back(row);
    }
    return rows;
}

Field start_of(std::string_view table)
{
    if (table == "soup30_seed1")
        return life::soup(kFull, 0.3, 1);
    if (table == "soup30_256x128_seed7")
        return life::soup({256, 128}, 0.3, 7);
    if (table == "glider_seam")
        return glider(2045, 509, 1, 1);
    if (table == "glider_bucket")
        return glider(64, 100, 0, 0);
    return still_life();
}

std::uint32_t checksum(const Field& field)
{
    return crc(std::span<const life::Cell>(field.cells));
}

std::uint32_t checksum(const life::Delta& delta)
{
    std::vector<std::uint32_t> texels(delta.size.words() * 4);
    pack_texels(delta, texels);
    return crc(std::span<const std::uint32_t>(texels));
}

std::uint32_t checksum(std::span<const life::Event> events)
{
    return crc(events);
}

std::uint32_t checksum(std::span<const float> samples)
{
    return crc(samples);
}

Pattern drawn(std::initializer_list<std::string_view> lines)
{
    Pattern pattern{
        static_cast<std::int32_t>(lines.begin()->size()), static_cast<std::int32_t>(lines.size()), {}};
    for (const std::string_view line : lines)
        for (const char c : line)
            pattern.cells.push_back(c == 'O' ? 1 : 0);
    return pattern;
}

} // namespace quern::cli::gate
