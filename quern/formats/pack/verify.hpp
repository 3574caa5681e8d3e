// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "quern/formats/archive/archive_replace.hpp"
#include "quern/formats/archive/archive_writer.hpp"
#include "quern/formats/pack/pack_sound.hpp"

namespace quern::formats {

/// Reads and decodes the files of `packed` and completes its figures by comparing with `sound`. Error
/// (Error::Code::io): the files cannot be read, or are not what `goal` promises.
Status verify_grain(PackedSound& packed, const Pcm16& sound, const PackGoal& goal);
Status verify_stream(PackedSound& packed, const Pcm16& sound, const PackGoal& goal);

/// Reads an archive made by replace_members: the replaced members must have their new bytes, all others the
/// stored bytes, names, hashes and places in the table that they had.
Status verify_replaced(Bytes archive, const Archive& original,
                       std::span<const ArchiveReplacement> replacements);

/// Reads an archive just written: every member must be there, byte for byte, and nothing else.
Status verify_archive(Bytes archive, std::span<const ArchiveInput> members);

} // namespace quern::formats
