// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "quern/formats/seek_write.hpp"

/// Any bytes as a seek table: refused, or rows that come back when they are written again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern::formats;
    const Bytes bytes(data, size);
    const auto table = SeekTable::parse(bytes);
    if (!table)
        return 0;
    const auto found = table->seek(50'000);
    if (found && found->found && table->layout() < 2 &&
        found->entry_start + found->pre_roll + found->skip != 50'000)
        std::abort();
    const auto rows = table->rows(1'000'000);
    if (!rows || rows->empty() || rows->size() > 10'000)
        return 0;
    SeekTableParts parts;
    parts.layout = table->layout();
    parts.rows = *rows;
    const auto again = SeekTable::parse(*write_seek_table(parts));
    // Zeros that fill the columns up may read as more rows: only the first ones must be the same.
    const auto back = again->rows();
    if (back &&
        !std::equal(rows->begin(), rows->end(), back->begin(),
                    back->begin() + static_cast<std::ptrdiff_t>(std::min(rows->size(), back->size()))))
        std::abort();
    const std::array<std::size_t, 2> packets{8, 8};
    (void)read_side_data(bytes, packets);
    return 0;
}
