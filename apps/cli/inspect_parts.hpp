// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "inspect_tree.hpp"
#include "quern/formats/archive/archive.hpp"
#include "quern/formats/game/sound_source.hpp"
#include "quern/formats/seek_table.hpp"

namespace quern::cli {

/// Header and members of an archive, every field with its offset. Reads nothing but the table.
TreePart archive_part(const formats::Archive& archive, formats::Bytes bytes);

/// Header, seek table, side data and stream of a recording; offsets are the member's or file's own.
TreePart grain_part(const formats::OpenedSound& sound);

/// Header and blocks of a stream, and what the codec has in them.
TreePart stream_part(const formats::EaacStream& stream);

/// A table that stands at `base` of its file, with these rows.
TreePart seek_table_part(const formats::SeekTable& table, const std::vector<formats::SeekRow>& rows,
                         std::uint64_t base);

/// Chunks of a RIFF file and its format.
TreePart riff_part(formats::Bytes bytes);

/// "0.25084 s".
std::string seconds_text(double seconds);

} // namespace quern::cli
