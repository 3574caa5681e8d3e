// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/midi_notes.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace quern::formats {
namespace {

namespace fs = std::filesystem;

/// A file of one track at 96 parts a quarter note.
std::string song(std::string events, unsigned tracks = 1, unsigned format = 0)
{
    const std::string end("\x00\xFF\x2F\x00", 4);
    events += end;
    std::string bytes("MThd\0\0\0\6\0", 9);
    bytes += static_cast<char>(format);
    bytes += '\0';
    bytes += static_cast<char>(tracks);
    bytes += std::string("\0\x60", 2);
    bytes += std::string("MTrk\0\0", 6);
    bytes += static_cast<char>(events.size() >> 8);
    bytes += static_cast<char>(events.size() & 0xFF);
    return bytes + events;
}

class MidiNotes : public testing::Test {
protected:
    void SetUp() override
    {
        path_ = (fs::temp_directory_path() / ("quern_midi_" + std::to_string(::getpid()) + ".mid")).string();
    }
    void TearDown() override { fs::remove(path_); }
    Result<std::vector<MidiNote>> read(const std::string& bytes) const
    {
        std::ofstream(path_, std::ios::binary) << bytes;
        return read_midi_notes(path_);
    }
    void expect_refused(const std::string& bytes, const std::string& place, const std::string& says) const
    {
        const Result<std::vector<MidiNote>> notes = read(bytes);
        ASSERT_FALSE(notes.ok()) << says;
        EXPECT_EQ(notes.error().where, path_ + place) << notes.error().text();
        EXPECT_NE(notes.error().message.find(says), std::string::npos) << notes.error().text();
    }
    std::string path_;
};

TEST_F(MidiNotes, FollowTheTempoOfTheFile)
{
    // 120 beats a minute for a beat, then 60 (a million microseconds a quarter note); running status.
    const Result<std::vector<MidiNote>> notes = read(
        song(std::string("\x00\x90\x3C\x40\x60\x3C\x00", 7) + std::string("\x00\xFF\x51\x03\x0F\x42\x40", 7) +
             std::string("\x00\x90\x40\x7F\x60\x80\x40\x00", 8)));
    ASSERT_TRUE(notes.ok()) << notes.error().text();
    ASSERT_EQ(notes->size(), 2u);
    EXPECT_EQ((*notes)[0].key, 60);
    EXPECT_EQ((*notes)[0].velocity, 64);
    EXPECT_DOUBLE_EQ((*notes)[0].start_s, 0.0);
    EXPECT_DOUBLE_EQ((*notes)[0].end_s, 0.5);
    EXPECT_EQ((*notes)[1].key, 64);
    EXPECT_DOUBLE_EQ((*notes)[1].start_s, 0.5);
    EXPECT_DOUBLE_EQ((*notes)[1].end_s, 1.5);
}

TEST_F(MidiNotes, AKeyStruckAgainEndsTheNoteBeforeAndOneNeverLetGoEndsWithTheFile)
{
    const Result<std::vector<MidiNote>> notes =
        read(song(std::string("\x00\x90\x3C\x40\x60\x3C\x41\x60\xB0\x07\x40", 11)));
    ASSERT_TRUE(notes.ok()) << notes.error().text();
    ASSERT_EQ(notes->size(), 2u);
    EXPECT_DOUBLE_EQ((*notes)[0].end_s, 0.5);
    EXPECT_DOUBLE_EQ((*notes)[1].end_s, 1.0);
}

TEST_F(MidiNotes, ATrackWithoutAnEventThatEndsItIsTold)
{
    std::string bytes = song(std::string("\x00\x90\x3C\x40\x60\x3C\x00", 7));
    std::vector<std::string> remarks;
    ASSERT_TRUE(parse_midi_notes(bytes, "m", &remarks).ok());
    EXPECT_TRUE(remarks.empty());
    bytes.resize(bytes.size() - 4);
    bytes[21] = static_cast<char>(bytes[21] - 4);
    ASSERT_TRUE(parse_midi_notes(bytes, "m", &remarks).ok());
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_NE(remarks[0].find("m: tracks without an event that ends them: 1"), std::string::npos)
        << remarks[0];
}

TEST_F(MidiNotes, WhatIsNoSuchFileIsRefusedWithItsPlace)
{
    const std::string good = song(std::string("\x00\x90\x3C\x40\x60\x3C\x00", 7));
    expect_refused("", ":0x0", "MThd");
    expect_refused("RIFF and so on for long enough", ":0x0", "MThd");
    expect_refused("MThd", ":0x4", "the file ends within its header");
    expect_refused(good.substr(0, 13), ":0xd", "the file ends within its header");
    expect_refused(song("", 0).substr(0, 14), ":0xa", "found no tracks, expected at least 1");
    expect_refused(song("").substr(0, 14), ":0xa", "found 0 tracks, expected the 1 that the header names");
    expect_refused(good.substr(0, good.size() - 3), ":0x1e", "the file ends here");
    expect_refused(good.substr(0, 18), ":0xe", "within the head of a chunk");
    expect_refused(song("", 2), ":0xa", "found 1 tracks");
    expect_refused(song("", 1, 2), ":0x8", "found format 2");
    expect_refused(song(std::string("\x00\x3C\x40", 3)), ":0x17", "expected the status of an event");
    expect_refused(song(std::string("\x00\x90\x3C\x90", 4)), ":0x19", "expected a data byte");
    expect_refused(song(std::string("\x00\xF0\x7F", 3)), ":0x19", "found an event of 127 bytes");
    expect_refused(song(std::string("\xFF\xFF\xFF\xFF\x00", 5)), ":0x16", "more than four bytes");
    expect_refused(song(std::string("\x00\xFF\x51\x03\x00\x00\x00", 7)), ":0x18", "found no tempo");
    std::string frames = good;
    frames[12] = '\xE7';
    expect_refused(frames, ":0xc", "found division");
    EXPECT_FALSE(read_midi_notes("/nowhere/at/all.mid").ok());
}

} // namespace
} // namespace quern::formats
