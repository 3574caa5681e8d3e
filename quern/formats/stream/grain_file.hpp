// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/formats/finding.hpp"
#include "quern/formats/seek_table.hpp"
#include "quern/formats/stream/eaac_stream.hpp"
#include "quern/formats/stream/eaac_writer.hpp"

namespace quern::formats {

/// A recording as the game's archive of grains holds it: header, seek table, one stream
/// (docs/formats/grain.md). Borrows the bytes: keep them as long as this.
struct GrainFile {
    static constexpr std::size_t kTableOffset = 8;

    std::uint32_t header_bytes = 0; ///< H: where the stream begins
    float duration = 0.0f;          ///< seconds as stored, to the bit: what the picker works with
    SeekTable table;
    std::vector<SeekRow> rows; ///< up to the stream's last sample
    EaacStream stream;
    Findings findings; ///< of the relations between the three, and of the stream

    /// Errors: cut off, a header that leaves no room for a table, a table or a stream that cannot be read, a
    /// stream whose blocks are not here. Any codec is read.
    static Result<GrainFile> open(Bytes bytes, std::string file);
};

/// Whether `bytes` look like a .grain: they have no mark of their own, so this asks for a plausible header,
/// seek table and stream header.
bool is_grain(Bytes bytes);

/// Writes a recording: `header` must be of a RAM stream without a loop, `block` its one block. For EA-XMA the
/// side data are made from the packets, whose headers must be of the newer form (XMA2). `duration`: seconds,
/// else single(samples / rate). Errors (Error::Code::usage): as write_eaac; packets that cannot be listed; a
/// duration that is not finite or above 10 ms off.
Result<std::vector<std::uint8_t>> write_grain(const EaacHeader& header, const EaacPayload& block,
                                              std::optional<float> duration = std::nullopt);

} // namespace quern::formats
