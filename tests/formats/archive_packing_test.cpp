// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <initializer_list>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include "quern/formats/archive/archive.hpp"
#include "quern/formats/archive/chunkref.hpp"
#include "quern/formats/archive/refpack.hpp"

namespace quern::formats {
namespace {

using Buffer = std::vector<std::uint8_t>;

Buffer bytes_of(std::initializer_list<int> values)
{
    Buffer bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::uint8_t>(value));
    return bytes;
}

Buffer text(std::string_view t)
{
    return {t.begin(), t.end()};
}

std::string unpacked(const Buffer& packed)
{
    const auto out = unpack_refpack(packed, "x", 0);
    return out.ok() ? std::string(out->begin(), out->end()) : out.error().where;
}

// "abcd" as literals, then one command of each copying form.
TEST(RefPack, UnpacksEveryCommand)
{
    EXPECT_EQ(unpacked(bytes_of({0x10, 0xFB, 0, 0, 4, 0xE0, 'a', 'b', 'c', 'd', 0xFC})), "abcd");
    // 2 bytes: one literal, 4 bytes from 5 back.
    EXPECT_EQ(unpacked(bytes_of({0x10, 0xFB, 0, 0, 9, 0xE0, 'a', 'b', 'c', 'd', 0x05, 0x04, 'e', 0xFC})),
              "abcdeabcd");
    // 3 bytes: two literals, 4 bytes from 6 back; then one literal with the stop.
    EXPECT_EQ(unpacked(bytes_of(
                  {0x10, 0xFB, 0, 0, 11, 0xE0, 'a', 'b', 'c', 'd', 0x80, 0x80, 0x05, 'e', 'f', 0xFD, 'g'})),
              "abcdefabcdg");
    // 4 bytes: no literal, 5 bytes from 4 back, over what it makes itself.
    EXPECT_EQ(
        unpacked(bytes_of({0x10, 0xFB, 0, 0, 9, 0xE0, 'a', 'b', 'c', 'd', 0xC0, 0x00, 0x03, 0x00, 0xFC})),
        "abcdabcda");
}

TEST(RefPack, ReadsAllHeaders)
{
    EXPECT_EQ(unpacked(bytes_of({0x11, 0xFB, 9, 9, 9, 0, 0, 1, 0xFD, 'a'})), "a");
    EXPECT_EQ(unpacked(bytes_of({0x90, 0xFB, 0, 0, 0, 1, 0xFD, 'a'})), "a");
    EXPECT_EQ(unpacked(bytes_of({0x91, 0xFB, 9, 9, 9, 9, 0, 0, 0, 1, 0xFD, 'a'})), "a");
}

TEST(RefPack, RefusesDamageAtItsByte)
{
    EXPECT_EQ(unpacked(bytes_of({0x10, 0xFC, 0, 0, 1, 0xFD, 'a'})), "x:0x0");
    EXPECT_EQ(unpacked(bytes_of({0x10, 0xFB, 0})), "x:0x3");
    EXPECT_EQ(unpacked(bytes_of({0x10, 0xFB, 0, 0, 1})), "x:0x5");                 // no command
    EXPECT_EQ(unpacked(bytes_of({0x10, 0xFB, 0, 0, 4, 0xE0, 'a', 'b'})), "x:0x6"); // literals cut off
    EXPECT_EQ(unpacked(bytes_of({0x10, 0xFB, 0, 0, 4, 0x01, 0x01, 'a', 0xFC})),
              "x:0x5"); // from before the output
    EXPECT_EQ(unpacked(bytes_of({0x10, 0xFB, 0, 0, 3, 0xE0, 'a', 'b', 'c', 'd', 0xFC})), "x:0x5"); // too much
    EXPECT_EQ(unpacked(bytes_of({0x10, 0xFB, 0, 0, 5, 0xE0, 'a', 'b', 'c', 'd', 0xFC})),
              "x:0xA");                                                                 // too little
    EXPECT_EQ(unpacked(bytes_of({0x90, 0xFB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFC})), "x:0x2"); // a bomb's size
}

RC_GTEST_PROP(RefPack, AnyBytesUnpackAsStatedOrNotAtAll, (Buffer body, std::uint16_t size))
{
    Buffer packed = bytes_of({0x10, 0xFB, 0, size >> 8, size & 0xFF});
    packed.insert(packed.end(), body.begin(), body.end());
    const auto out = unpack_refpack(packed, "x", 0);
    if (out.ok())
        RC_ASSERT(out->size() == size);
}

Buffer chunkref(std::uint32_t size, std::uint32_t chunk, std::uint32_t count, std::uint32_t alignment)
{
    Buffer bytes = text("chunkref");
    for (const std::uint32_t word : {2u, size, chunk, count, alignment})
        put_be(bytes, word);
    return bytes;
}

void add_chunk(Buffer& bytes, std::size_t alignment, std::uint32_t method, const Buffer& payload)
{
    bytes.resize(static_cast<std::size_t>(align_up(bytes.size() + 8, alignment)) - 8);
    put_be(bytes, static_cast<std::uint32_t>(payload.size()));
    put_be(bytes, method);
    bytes.insert(bytes.end(), payload.begin(), payload.end());
}

/// "aaaaaaaaaa" by zlib.
Buffer ten_letters()
{
    return bytes_of({0x78, 0x9C, 0x4B, 0x84, 0x03, 0x00, 0x14, 0xE1, 0x03, 0xCB});
}

Buffer three_chunks()
{
    Buffer bytes = chunkref(24, 10, 3, 16);
    add_chunk(bytes, 16, 0, text("0123456789"));
    add_chunk(bytes, 16, 3, ten_letters());
    add_chunk(bytes, 16, 2, bytes_of({0x10, 0xFB, 0, 0, 4, 0xE0, 'w', 'x', 'y', 'z', 0xFC}));
    return bytes;
}

TEST(Chunkref, UnpacksStoredZlibAndRefPackChunks)
{
    const auto out = unpack_chunkref(three_chunks(), "x", 0);
    ASSERT_TRUE(out.ok()) << out.error().text();
    EXPECT_EQ(std::string(out->begin(), out->end()), "0123456789aaaaaaaaaawxyz");
}

TEST(Chunkref, RefusesDamageAtItsByte)
{
    const auto where = [](const Buffer& bytes) {
        const auto out = unpack_chunkref(bytes, "x", 0x100);
        return out.ok() ? std::string("unpacked") : out.error().where;
    };
    const auto changed = [&](std::size_t offset, int value) {
        Buffer bytes = three_chunks();
        bytes[offset] = static_cast<std::uint8_t>(value);
        return where(bytes);
    };
    EXPECT_EQ(changed(0, 'C'), "x:0x100");
    EXPECT_EQ(changed(11, 3), "x:0x108");    // version
    EXPECT_EQ(changed(12, 0x7F), "x:0x10C"); // a bomb's size
    EXPECT_EQ(changed(23, 4), "x:0x110");    // count against size
    EXPECT_EQ(changed(27, 3), "x:0x118");    // alignment
    EXPECT_EQ(changed(43, 11), "x:0x128");   // stored size against share... of the header before payload 0x30
    EXPECT_EQ(changed(47, 7), "x:0x12C");    // method
    EXPECT_EQ(changed(0x52, 0x00), "x:0x150"); // zlib data
    const Buffer good = three_chunks();
    EXPECT_EQ(where(Buffer(good.begin(), good.begin() + 20)), "x:0x114");
    EXPECT_EQ(where(Buffer(good.begin(), good.end() - 1)), "x:0x168"); // the last chunk is cut off
    Buffer bomb = chunkref(4, 4, 1, 1);
    add_chunk(bomb, 1, 3, ten_letters()); // ten bytes where four belong
    EXPECT_EQ(where(bomb), "x:0x124");
}

// A member whose table and packed bytes disagree is not believed either way.
TEST(Archive, ExtractsPackedMembers)
{
    Buffer bytes = text("BIGF");
    put_le32(bytes, 0);
    put_be(bytes, 2);
    put_be(bytes, 0x29);
    const Buffer packed = bytes_of({0x10, 0xFB, 0, 0, 4, 0xE0, 'w', 'x', 'y', 'z', 0xFC});
    put_be(bytes, 0x2A);
    put_be(bytes, static_cast<std::uint32_t>(packed.size()));
    for (const char c : std::string_view("d\\a\0", 4))
        bytes.push_back(static_cast<std::uint8_t>(c));
    put_be(bytes, 0x2A + 11);
    put_be(bytes, 2);
    for (const char c : std::string_view("b\0\0\0\0\0", 6))
        bytes.push_back(static_cast<std::uint8_t>(c));
    bytes.resize(0x2A);
    bytes.insert(bytes.end(), packed.begin(), packed.end());
    bytes.push_back('h');
    bytes.push_back('i');
    bytes[4] = static_cast<std::uint8_t>(bytes.size());
    const auto archive = Archive::open(bytes, "x.big");
    ASSERT_TRUE(archive.ok()) << archive.error().text();
    EXPECT_EQ(archive->table().kind, ArchiveKind::bigf);
    const ArchiveMember* a = archive->find("d/a");
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(a->packing, Packing::refpack);
    EXPECT_EQ(a->stored, 11u);
    EXPECT_EQ(a->size, 4u);
    EXPECT_EQ(*archive->extract(*a), text("wxyz"));
    EXPECT_EQ(*archive->extract(*archive->find("b")), text("hi"));
    ArchiveMember lie = *a;
    lie.size = 5;
    EXPECT_EQ(archive->extract(lie).error().where, "x.big:0x2A");
}

} // namespace
} // namespace quern::formats
