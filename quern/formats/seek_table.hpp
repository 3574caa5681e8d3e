// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/byte_io.hpp"

namespace quern::formats {

/// Where a table stands, for messages.
struct SeekPlace {
    std::string_view file = "seek table";
    std::uint64_t base = 0; ///< offset of the table's first byte in the file
};

/// A value read from bytes, and how many bytes it took.
struct Varint {
    std::int32_t value = 0;
    std::size_t bytes = 0;
};

/// Reads the signed variable-length integer at `offset` (docs/spec/formats.md §6): one to five bytes, the
/// length told by the first. Any encoding is taken, not only the shortest. Cut off by the end of `bytes`: an
/// error at the offset.
Result<Varint> read_signed_varint(Bytes bytes, std::size_t offset, const SeekPlace& place = {});

/// The shortest encoding of `value`: what the original's tables use.
std::vector<std::uint8_t> write_signed_varint(std::int32_t value);

/// Run lengths are 32-bit: without a bound a few bytes could ask for billions of rows.
inline constexpr std::size_t kMostSeekRows = std::size_t{1} << 20;

/// One entry of a seek table.
struct SeekRow {
    std::int32_t bytes = 0;   ///< size of the entry in the stream
    std::int32_t side = 0;    ///< size of its side data
    std::int32_t samples = 0; ///< negative: this row ends the table
    std::int32_t key = 0;     ///< 1: decoding can restart here

    friend bool operator==(const SeekRow&, const SeekRow&) = default;
};

/// Where to start reading for a wanted sample: entry_start + pre_roll + skip = target when found.
struct SeekResult {
    bool found = false; ///< false: the target lies past the table, and only pre_roll and key mean something
    std::uint32_t side = 0;        ///< offset of the entry's side data in the table, 0 when it has none
    std::uint32_t entry_start = 0; ///< first sample of the entry
    std::uint32_t skip = 0;        ///< samples to drop after the pre-roll
    std::uint32_t pre_roll = 0;    ///< samples decoded and dropped to settle the decoder
    std::uint32_t entry_byte = 0;  ///< offset of the entry in the stream
    bool key = false;
};

/// The index of a stream: sample positions to byte offsets (docs/spec/formats.md §6). Works on a copy of the
/// bytes.
class SeekTable {
public:
    static constexpr int kRecords = 0;   ///< layout: four big-endian words a row
    static constexpr int kRunLength = 1; ///< layout: four interleaved columns of run-length varints

    /// Reads the header. Kinds 0 and 1; others, and a table too short for its header, are errors with their
    /// offset.
    static Result<SeekTable> parse(Bytes bytes, const SeekPlace& place = {});

    [[nodiscard]] int kind() const noexcept { return kind_; }
    [[nodiscard]] int layout() const noexcept { return layout_; }
    [[nodiscard]] int low_bits() const noexcept { return low_bits_; } ///< a 4-bit value passed through
    [[nodiscard]] std::uint32_t pre_roll() const noexcept { return pre_roll_; }
    /// Start of the columns in the table.
    [[nodiscard]] std::uint32_t columns_offset() const noexcept { return columns_offset_; }
    /// Start of the side data in the table; 0: there is none.
    [[nodiscard]] std::uint32_t side_offset() const noexcept { return side_offset_; }

    /// The rows from the first to the terminating one, or to the row that completes `samples`, or to the side
    /// data, whichever comes first. Columns that run off the end of the bytes are an error at the byte.
    [[nodiscard]] Result<std::vector<SeekRow>> rows(std::uint64_t samples = UINT64_MAX) const;

    /// Finds the entry to start at for `target`, counting the pre-roll. In a layout that is not known nothing
    /// is found and nothing is wrong: the result is all zero with `found` set.
    [[nodiscard]] Result<SeekResult> seek(std::uint32_t target) const;

private:
    std::vector<std::uint8_t> bytes_;
    std::string file_;
    std::uint64_t base_ = 0;
    int kind_ = 0;
    int layout_ = 0;
    int low_bits_ = 0;
    std::uint32_t pre_roll_ = 0;
    std::uint32_t columns_offset_ = 0;
    std::uint32_t side_offset_ = 0;
};

} // namespace quern::formats
