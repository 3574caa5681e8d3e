// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"

namespace quern::formats {

/// A note of a piece, whatever its channel and track.
struct MidiNote {
    double start_s = 0.0;
    double end_s = 0.0; ///< not before its start
    int key = 60;       ///< 0..127, 60 is middle C
    int velocity = 127; ///< 1..127
};

/// The notes of a standard MIDI file of format 0 or 1 whose times count parts of a quarter note, in the order
/// of their starts; the tempo changes of the file are followed. A note that is struck again while it sounds
/// ends there; one that is never let go ends with the file. Everything else in it is passed over.
/// Refused, with file and byte: what is no such file, events that break the rules or run over their track, a
/// file that ends early; when read from a file, more than 16 MiB. `remarks` gets what is odd about it, a
/// sentence each.
Result<std::vector<MidiNote>> parse_midi_notes(std::string_view bytes, const std::string& name,
                                               std::vector<std::string>* remarks = nullptr);
/// `parse_midi_notes` on a file, or standard input for "-".
Result<std::vector<MidiNote>> read_midi_notes(const std::string& path,
                                              std::vector<std::string>* remarks = nullptr);

} // namespace quern::formats
