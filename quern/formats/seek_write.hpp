// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/formats/seek_table.hpp"

namespace quern::formats {

/// The pre-roll of all known tables, in samples: what an XMA decoder needs to settle.
inline constexpr std::uint16_t kSeekPreRoll = 384;

/// What a seek table is written from.
struct SeekTableParts {
    int kind = 0;                       ///< 0: columns follow the header, 1: the header names their place
    int layout = SeekTable::kRunLength; ///< or SeekTable::kRecords
    int low_bits = 0;                   ///< 0 to 15, passed through
    std::uint16_t pre_roll = kSeekPreRoll;
    std::size_t column_bytes = 0;     ///< at least so many bytes of columns, zeros behind the last row
    std::vector<SeekRow> rows{};      ///< with the ending row, if there shall be one
    std::vector<std::uint8_t> side{}; ///< of all rows, one after the other; empty: none, and its offset is 0
};

/// Writes a table: header, columns, zeros up to a multiple of 8, side data (docs/spec/formats.md §6). One row
/// becomes four runs of one, as in the original's recordings, more become one run of single deltas a column.
/// Errors (Error::Code::usage): a kind or layout that is not known, low_bits above 15, 4 GiB or more.
Result<std::vector<std::uint8_t>> write_seek_table(const SeekTableParts& parts);

/// Reads the unsigned variable-length integer at `offset`: as the signed one, without its sign bit
/// (docs/spec/formats.md §6.5). The value is the 32 bits of Varint::value.
Result<Varint> read_unsigned_varint(Bytes bytes, std::size_t offset, const SeekPlace& place = {});
/// The shortest encoding of `value`.
std::vector<std::uint8_t> write_unsigned_varint(std::uint32_t value);

/// For each XMA substream of an entry, how many frames start in each of its packets.
using SideLists = std::vector<std::vector<std::uint32_t>>;

/// Reads an entry's side data: `packets[i]` numbers for substream i. Errors: lists that do not lie inside.
Result<SideLists> read_side_data(Bytes side, std::span<const std::size_t> packets,
                                 const SeekPlace& place = {});
/// Writes an entry's side data.
std::vector<std::uint8_t> write_side_data(const SideLists& lists);

} // namespace quern::formats
