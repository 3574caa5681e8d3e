// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/midi_notes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>

#include "quern/formats/text_file.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr std::size_t kHeaderBytes = 14;
constexpr std::size_t kChunkHead = 8;
constexpr std::uint32_t kFirstTempo = 500000; // microseconds a quarter note, until the file says otherwise

/// What matters of a track: a key that moves, or a new tempo.
struct Event {
    std::uint64_t tick = 0;
    std::uint32_t tempo = 0; ///< microseconds a quarter note; 0 for a key
    std::uint8_t channel = 0;
    std::uint8_t key = 0;
    std::uint8_t velocity = 0; ///< 0: let go
};

/// Bytes from `at` up to `end`, with places for messages. The first fault is kept; reads after it give 0.
class Reader {
public:
    Reader(std::string_view bytes, const std::string& name, std::size_t at, std::size_t end)
        : bytes_(bytes), name_(name), at_(at), end_(end)
    {
    }

    [[nodiscard]] bool done() const { return fault_ || at_ >= end_; }
    [[nodiscard]] std::size_t at() const { return at_; }
    [[nodiscard]] const std::optional<Error>& fault() const { return fault_; }

    void refuse(std::size_t offset, const std::string& message)
    {
        char place[32];
        std::snprintf(place, sizeof place, ":0x%zx", offset);
        if (!fault_)
            fault_ = Error{Error::Code::bad_input, name_ + place, message};
    }
    std::uint8_t byte()
    {
        if (!fault_ && at_ >= end_)
            refuse(at_, "the track ends within an event");
        return fault_ ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes_[at_++]);
    }
    std::uint8_t data()
    {
        const std::uint8_t value = byte();
        if (value >= 0x80)
            refuse(at_ - 1, "found status " + std::to_string(value) + ", expected a data byte below 128");
        return value;
    }
    std::uint32_t big(std::size_t count)
    {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < count; ++i)
            value = value << 8 | byte();
        return value;
    }
    /// Seven bits a byte, at most four bytes.
    std::uint32_t variable()
    {
        const std::size_t begin = at_;
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) {
            const std::uint8_t next = byte();
            value = value << 7 | (next & 0x7Fu);
            if (next < 0x80)
                return value;
        }
        refuse(begin, "found a length or time of more than four bytes");
        return 0;
    }
    void skip(std::size_t count)
    {
        if (!fault_ && count > end_ - at_)
            refuse(at_, "found an event of " + std::to_string(count) + " bytes, expected at most the " +
                            std::to_string(end_ - at_) + " left of its track");
        at_ += fault_ ? 0 : count;
    }

private:
    std::string_view bytes_;
    const std::string& name_;
    std::size_t at_;
    std::size_t end_;
    std::optional<Error> fault_;
};

/// Meta event behind its 0xFF. False at the end of the track.
bool read_meta(Reader& in, std::uint64_t tick, std::vector<Event>& events)
{
    const std::size_t begin = in.at();
    const std::uint8_t type = in.byte();
    const std::uint32_t length = in.variable();
    if (type == 0x2F)
        return false;
    if (type != 0x51) {
        in.skip(length);
        return true;
    }
    const std::uint32_t tempo = length == 3 ? in.big(3) : 0;
    if (tempo == 0)
        in.refuse(begin, "found no tempo, expected three bytes of microseconds above 0");
    events.push_back({tick, tempo});
    return true;
}

struct Song {
    std::uint32_t division = 0; ///< ticks a quarter note
    std::uint64_t end = 0;      ///< tick
    std::uint32_t endless = 0;  ///< tracks without an event that ends them
    std::vector<Event> events;  ///< track after track
};

void read_track(Reader& in, Song& song)
{
    std::vector<Event>& events = song.events;
    std::uint64_t tick = 0;
    std::uint8_t status = 0;
    bool ended = false;
    while (!in.done()) {
        tick += in.variable();
        const std::size_t begin = in.at();
        std::uint8_t first = in.byte();
        if (first == 0xFF) {
            ended = !read_meta(in, tick, events);
            if (ended)
                break;
            continue;
        }
        if (first == 0xF0 || first == 0xF7) {
            in.skip(in.variable());
            continue;
        }
        if (first >= 0xF0 || (first < 0x80 && status == 0)) {
            in.refuse(begin, "found " + std::to_string(first) + ", expected the status of an event");
            break;
        }
        const bool running = first < 0x80; // the status of the event before counts
        status = running ? status : first;
        first = running ? first : in.data();
        const unsigned kind = status & 0xF0u;
        const bool two = kind != 0xC0 && kind != 0xD0;
        const std::uint8_t second = two ? in.data() : std::uint8_t{0};
        if (kind == 0x80 || kind == 0x90)
            events.push_back({tick, 0, static_cast<std::uint8_t>(status & 0x0Fu), first,
                              kind == 0x90 ? second : std::uint8_t{0}});
    }
    song.end = std::max(song.end, tick);
    song.endless += ended ? 0u : 1u;
}

Result<Song> read_chunks(std::string_view bytes, const std::string& name)
{
    Song song;
    Reader head(bytes, name, 0, bytes.size());
    if (bytes.substr(0, 4) != "MThd")
        head.refuse(0, "found no \"MThd\", expected a standard MIDI file");
    else if (bytes.size() < kHeaderBytes)
        head.refuse(bytes.size(), "the file ends within its header, expected 14 bytes of it");
    head.skip(4);
    const std::uint32_t length = head.big(4);
    const std::uint32_t format = head.big(2);
    const std::uint32_t promised = head.big(2);
    const std::uint32_t division = song.division = head.big(2);
    if (length != kHeaderBytes - kChunkHead)
        head.refuse(4, "found a header of " + std::to_string(length) + " bytes, expected 6");
    if (format > 1)
        head.refuse(8, "found format " + std::to_string(format) + ", expected 0 or 1");
    if (division == 0 || division >= 0x8000)
        head.refuse(12, "found division " + std::to_string(division) +
                            ", expected parts of a quarter note, 1 to 32767");
    std::uint32_t tracks = 0;
    while (!head.done()) {
        const std::size_t begin = head.at();
        if (bytes.size() - begin < kChunkHead) {
            head.refuse(begin, "the file ends within the head of a chunk");
            break;
        }
        head.skip(4);
        const std::uint32_t size = head.big(4);
        const std::size_t from = head.at();
        if (size > bytes.size() - from) {
            head.refuse(bytes.size(),
                        "the file ends here, expected " + std::to_string(size) + " bytes of a chunk");
            break;
        }
        head.skip(size);
        if (bytes.substr(begin, 4) != "MTrk")
            continue;
        ++tracks;
        Reader in(bytes, name, from, from + size);
        read_track(in, song);
        if (in.fault())
            return *in.fault();
    }
    if (tracks != promised)
        head.refuse(10, "found " + std::to_string(tracks) + " tracks, expected the " +
                            std::to_string(promised) + " that the header names");
    else if (tracks == 0)
        head.refuse(10, "found no tracks, expected at least 1");
    if (head.fault())
        return *head.fault();
    return song;
}

} // namespace

Result<std::vector<MidiNote>> read_midi_notes(const std::string& path, std::vector<std::string>* remarks)
{
    const Result<std::string> bytes = read_text_file(path, kMostBytes, "a MIDI file");
    if (!bytes)
        return bytes.error();
    return parse_midi_notes(*bytes, path == "-" ? "standard input" : path, remarks);
}

Result<std::vector<MidiNote>> parse_midi_notes(std::string_view bytes, const std::string& name,
                                               std::vector<std::string>* remarks)
{
    Result<Song> song = read_chunks(bytes, name);
    if (!song)
        return song.error();
    if (song->endless != 0 && remarks != nullptr)
        remarks->push_back(name + ": tracks without an event that ends them: " +
                           std::to_string(song->endless) + ", taken to end with their last one");
    std::stable_sort(song->events.begin(), song->events.end(),
                     [](const Event& a, const Event& b) { return a.tick < b.tick; });

    std::vector<MidiNote> notes;
    constexpr std::size_t kNone = SIZE_MAX;
    std::array<std::array<std::size_t, 128>, 16> held{}; // the note that sounds on a channel's key
    for (auto& keys : held)
        keys.fill(kNone);
    std::uint32_t tempo = kFirstTempo;
    std::uint64_t tick = 0;
    double now_s = 0.0;
    const auto seconds_to = [&](std::uint64_t to) {
        return static_cast<double>(to - tick) * tempo / (1e6 * song->division);
    };
    for (const Event& event : song->events) {
        now_s += seconds_to(event.tick);
        tick = event.tick;
        if (event.tempo != 0) {
            tempo = event.tempo;
            continue;
        }
        std::size_t& sounding = held[event.channel][event.key];
        if (sounding != kNone)
            notes[sounding].end_s = now_s;
        sounding = kNone;
        if (event.velocity > 0) {
            sounding = notes.size();
            notes.push_back({now_s, -1.0, event.key, event.velocity});
        }
    }
    const double end_s = now_s + seconds_to(song->end);
    for (MidiNote& note : notes)
        note.end_s = note.end_s < 0.0 ? end_s : note.end_s;
    return notes;
}

} // namespace quern::formats
