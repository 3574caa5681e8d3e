// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/archive/archive_replace.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

#include "quern/formats/archive/archive_writer.hpp"

namespace quern::formats {
namespace {

using Buffer = std::vector<std::uint8_t>;

Buffer three_members(int shift = 4)
{
    const Buffer a(33, 0xA1), b(100, 0xB2), c(7, 0xC3);
    const std::array<ArchiveInput, 3> inputs{
        {{"", "a.grain", a}, {"sounds", "b.grain", b}, {"", "c.grain", c}}};
    return *write_archive(inputs, shift);
}

Result<Buffer> replaced(const Buffer& bytes, const std::string& name, const Buffer& with)
{
    const auto archive = Archive::open(bytes, "x.big");
    const auto member = archive_member_named(*archive, name);
    if (!member)
        return member.error();
    const std::array<ArchiveReplacement, 1> list{{{*member, with}}};
    return replace_members(*archive, list);
}

void set_be(Buffer& bytes, std::size_t offset, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        bytes[offset + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

TEST(ArchiveReplace, AMemberByItselfGivesTheArchiveAgain)
{
    for (const int shift : {0, 4, 6}) {
        const Buffer bytes = three_members(shift);
        const auto back = replaced(bytes, "b", Buffer(100, 0xB2));
        ASSERT_TRUE(back.ok()) << back.error().text();
        EXPECT_EQ(*back, bytes);
    }
}

RC_GTEST_PROP(ArchiveReplace, OnlyTheMemberChanges, ())
{
    const Buffer with(*rc::gen::inRange<std::size_t>(0, 300), 0xEE);
    const std::string name = *rc::gen::element<std::string>("a", "b.grain", "sounds/b", "c.grain");
    const Buffer bytes = three_members(*rc::gen::inRange(0, 8));
    const auto back = replaced(bytes, name, with);
    RC_ASSERT(back.ok());
    const auto then = Archive::open(bytes, "x.big");
    const auto now = Archive::open(*back, "y.big");
    RC_ASSERT(now.ok());
    RC_ASSERT(now->table().findings.list().empty());
    const ArchiveMember* changed = *archive_member_named(*then, name);
    for (std::size_t i = 0; i < 3; ++i) {
        const ArchiveMember& a = then->members()[i];
        const ArchiveMember& b = now->members()[i];
        RC_ASSERT(a.path() == b.path() && a.hash == b.hash);
        const Bytes wanted = &a == changed ? Bytes(with) : then->stored(a);
        const Bytes found = now->stored(b);
        RC_ASSERT(std::equal(found.begin(), found.end(), wanted.begin(), wanted.end()));
    }
}

// Numbers that nobody knows the meaning of are the original's after as before.
TEST(ArchiveReplace, KeepsWhatItDoesNotUnderstand)
{
    Buffer bytes = three_members();
    set_be(bytes, 0x30 + 12, 0x00000001); // a hash that is not the name's
    bytes[0x17] = 0x55;                   // a byte of unknown use
    const auto back = replaced(bytes, "c", Buffer(500, 0x11));
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ((*back)[0x17], 0x55);
    EXPECT_EQ(read_be(*back, 0x30 + 12), 1u);
    EXPECT_EQ(read_be(*back, 0x1C), back->size());
}

TEST(ArchiveReplace, OthersStayPackedTheNewOneIsRaw)
{
    // A RefPack stream of "abcd" in place of member a.
    const Buffer packed{0x10, 0xFB, 0, 0, 4, 0xE0, 'a', 'b', 'c', 'd', 0xFC};
    const Buffer c(7, 0xC3);
    const std::array<ArchiveInput, 2> inputs{{{"", "a.grain", packed}, {"", "c.grain", c}}};
    Buffer bytes = *write_archive(inputs, 4);
    const std::size_t entry = Archive::open(bytes, "x.big")->find("a.grain")->entry;
    set_be(bytes, entry + 4, static_cast<std::uint32_t>(packed.size()));
    set_be(bytes, entry + 8, 4);
    bytes[0x30 + 32 + (entry - 0x30) / 16] = 1;

    const auto other = replaced(bytes, "c", Buffer(40, 1));
    ASSERT_TRUE(other.ok()) << other.error().text();
    const auto archive = Archive::open(*other, "y.big");
    EXPECT_EQ(*archive->extract(*archive->find("a.grain")), (Buffer{'a', 'b', 'c', 'd'}));
    EXPECT_EQ(archive->find("a.grain")->packing, Packing::refpack);

    const auto itself = replaced(bytes, "a", Buffer(40, 1));
    ASSERT_TRUE(itself.ok()) << itself.error().text();
    const auto raw = Archive::open(*itself, "y.big");
    EXPECT_EQ(raw->find("a.grain")->packing, Packing::raw);
    EXPECT_EQ(*raw->extract(*raw->find("a.grain")), Buffer(40, 1));
}

TEST(ArchiveReplace, AnUnknownNameIsRefusedWithAllNames)
{
    const auto back = replaced(three_members(), "d", {});
    ASSERT_FALSE(back.ok());
    EXPECT_EQ(back.error().code, Error::Code::usage);
    for (const char* name : {"a.grain", "sounds/b.grain", "c.grain"})
        EXPECT_NE(back.error().message.find(name), std::string::npos) << back.error().message;
}

TEST(ArchiveReplace, RefusesDamagedAndClassicArchives)
{
    Buffer overlapping = three_members();
    const auto members = Archive::open(overlapping, "x.big")->members();
    set_be(overlapping, static_cast<std::size_t>(members[1].entry), read_be(overlapping, members[0].entry));
    EXPECT_FALSE(replaced(overlapping, "a", {}).ok());

    Buffer classic{'B', 'I', 'G', '4', 30, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 26};
    for (const int byte : {0, 0, 0, 26, 0, 0, 0, 4, int{'a'}, 0, 1, 2, 3, 4})
        classic.push_back(static_cast<std::uint8_t>(byte));
    const auto back = replaced(classic, "a", {});
    ASSERT_FALSE(back.ok());
    EXPECT_EQ(back.error().code, Error::Code::unsupported);

    const Buffer twice = three_members();
    const auto archive = Archive::open(twice, "x.big");
    const ArchiveMember* member = archive->find("a.grain");
    const std::array<ArchiveReplacement, 2> list{{{member, {}}, {member, {}}}};
    EXPECT_FALSE(replace_members(*archive, list).ok());
}

} // namespace
} // namespace quern::formats
