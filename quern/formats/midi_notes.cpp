// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/midi_notes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>

#include <smf.h>

#include "quern/formats/text_file.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr std::size_t kHeaderBytes = 14;
constexpr std::size_t kChunkHead = 8;

Error wrong(const std::string& name, std::size_t offset, const std::string& message)
{
    char place[32];
    std::snprintf(place, sizeof place, ":0x%zx", offset);
    return {Error::Code::bad_input, name + place, message};
}

std::uint32_t big(std::string_view bytes, std::size_t at, std::size_t count)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

/// The library plays a cut-off file as far as it goes and tells of no place: header and chunks are looked at
/// before it sees them.
std::optional<Error> check_chunks(std::string_view bytes, const std::string& name)
{
    if (bytes.size() < kHeaderBytes || bytes.substr(0, 4) != "MThd")
        return wrong(name, 0, "found no \"MThd\", expected a standard MIDI file");
    if (big(bytes, 4, 4) != 6)
        return wrong(name, 4, "found a header of " + std::to_string(big(bytes, 4, 4)) + " bytes, expected 6");
    if (big(bytes, 8, 2) > 1)
        return wrong(name, 8, "found format " + std::to_string(big(bytes, 8, 2)) + ", expected 0 or 1");
    const std::uint32_t division = big(bytes, 12, 2);
    if (division == 0 || division >= 0x8000)
        return wrong(name, 12,
                     "found division " + std::to_string(division) +
                         ", expected parts of a quarter note, 1 to 32767");
    std::uint32_t tracks = 0;
    for (std::size_t at = kHeaderBytes; at < bytes.size();) {
        if (bytes.size() - at < kChunkHead)
            return wrong(name, at, "the file ends within the head of a chunk");
        const std::uint32_t length = big(bytes, at + 4, 4);
        if (length > bytes.size() - at - kChunkHead)
            return wrong(name, bytes.size(),
                         "the file ends here, expected " + std::to_string(length) + " bytes of a chunk");
        tracks += bytes.substr(at, 4) == "MTrk" ? 1 : 0;
        at += kChunkHead + length;
    }
    if (tracks != big(bytes, 10, 2) || tracks == 0)
        return wrong(name, 10,
                     "found " + std::to_string(tracks) + " tracks, expected the " +
                         std::to_string(big(bytes, 10, 2)) + " that the header names, at least 1");
    return std::nullopt;
}

/// While it lives, what the library would print is kept instead.
class Hearing {
public:
    Hearing() : before_(g_log_set_default_handler(keep, &said_)) {}
    ~Hearing() { g_log_set_default_handler(before_, nullptr); }
    Hearing(const Hearing&) = delete;
    Hearing& operator=(const Hearing&) = delete;
    [[nodiscard]] const std::string& said() const { return said_; }

private:
    static void keep(const gchar*, GLogLevelFlags, const gchar* message, gpointer said)
    {
        auto& first = *static_cast<std::string*>(said);
        if (first.empty())
            first = message;
    }
    std::string said_;
    GLogFunc before_;
};

struct Delete {
    void operator()(smf_t* song) const noexcept { smf_delete(song); }
};

} // namespace

Result<std::vector<MidiNote>> read_midi_notes(const std::string& path)
{
    const Result<std::string> bytes = read_text_file(path, kMostBytes, "a MIDI file");
    if (!bytes)
        return bytes.error();
    const std::string name = path == "-" ? "standard input" : path;
    if (const std::optional<Error> error = check_chunks(*bytes, name))
        return *error;
    const Hearing hearing;
    const std::unique_ptr<smf_t, Delete> song(
        smf_load_from_memory(bytes->data(), static_cast<int>(bytes->size())));
    if (!song || !hearing.said().empty())
        return Error{Error::Code::bad_input, name, "found \"" + hearing.said() + "\", expected MIDI events"};

    std::vector<MidiNote> notes;
    constexpr std::size_t kNone = SIZE_MAX;
    std::array<std::array<std::size_t, 128>, 16> held{}; // the note that sounds on a channel's key
    for (auto& keys : held)
        keys.fill(kNone);
    double last_s = 0.0;
    while (const smf_event_t* event = smf_get_next_event(song.get())) {
        last_s = std::max(last_s, event->time_seconds);
        if (event->midi_buffer_length < 3)
            continue;
        const unsigned kind = event->midi_buffer[0] & 0xF0u;
        const int velocity = event->midi_buffer[2] & 0x7F;
        if (kind != 0x80 && kind != 0x90)
            continue;
        std::size_t& sounding = held[event->midi_buffer[0] & 0x0Fu][event->midi_buffer[1] & 0x7Fu];
        if (sounding != kNone)
            notes[sounding].end_s = event->time_seconds;
        sounding = kNone;
        if (kind == 0x90 && velocity > 0) {
            sounding = notes.size();
            notes.push_back({event->time_seconds, -1.0, event->midi_buffer[1] & 0x7F, velocity});
        }
    }
    for (MidiNote& note : notes)
        note.end_s = note.end_s < 0.0 ? last_s : note.end_s;
    return notes;
}

} // namespace quern::formats
