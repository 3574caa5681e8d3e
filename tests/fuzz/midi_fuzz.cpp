// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a MIDI file: refused with a place, or notes that end no sooner than they start.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "quern/formats/midi_notes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern;
    const auto notes = formats::parse_midi_notes({reinterpret_cast<const char*>(data), size}, "song.mid");
    if (!notes) {
        if (!notes.error().where.starts_with("song.mid:0x") || notes.error().message.empty())
            std::abort();
        return 0;
    }
    double last = 0.0;
    for (const formats::MidiNote& note : *notes) {
        if (!(note.start_s >= last && note.end_s >= note.start_s) || note.key < 0 || note.key > 127 ||
            note.velocity < 1 || note.velocity > 127)
            std::abort();
        last = note.start_s;
    }
    return 0;
}
