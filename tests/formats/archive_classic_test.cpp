// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <fstream>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "quern/formats/archive/archive.hpp"
#include "quern/formats/archive/archive_writer.hpp"
#include "quern/formats/mapped_file.hpp"

namespace quern::formats {
namespace {

using Buffer = std::vector<std::uint8_t>;

/// One member behind a packer's tag, as classic archives come; the size of the table is one too small.
Buffer tagged()
{
    Buffer bytes{'B', 'I', 'G', '4'};
    put_le32(bytes, 0x28);
    put_be(bytes, 1);
    put_be(bytes, 0x22);
    put_be(bytes, 0x23);
    put_be(bytes, 5);
    for (const char c : std::string_view("a\0L253\x15\x05\0\0\0hello", 16))
        bytes.push_back(static_cast<std::uint8_t>(c));
    return bytes;
}

TEST(ClassicArchive, ReadsWhatPackersLeaveBehindTheTable)
{
    Buffer bytes = tagged();
    const auto archive = Archive::open(bytes, "x.big");
    ASSERT_TRUE(archive.ok()) << archive.error().text();
    EXPECT_EQ(archive->table().kind, ArchiveKind::big4);
    EXPECT_EQ(archive->table().tag, "L253");
    EXPECT_TRUE(archive->table().findings.list().empty());
    ASSERT_EQ(archive->members().size(), 1u);
    const auto data = archive->extract(archive->members()[0]);
    EXPECT_EQ(std::string(data->begin(), data->end()), "hello");
    // A length written by the other convention is no reason to refuse the archive.
    std::swap(bytes[4], bytes[7]);
    EXPECT_TRUE(Archive::open(bytes, "x.big")->table().findings.list().empty());
    bytes[7] = 0x29;
    EXPECT_EQ(Archive::open(bytes, "x.big")->table().findings.list().size(), 1u);
}

TEST(ClassicArchive, RefusesTablesThatDoNotFit)
{
    const auto where = [](const Buffer& bytes) {
        const auto archive = Archive::open(bytes, "x.big");
        return archive.ok() ? std::string("opened") : archive.error().where;
    };
    const Buffer good = tagged();
    EXPECT_EQ(where(Buffer(good.begin(), good.begin() + 12)), "x.big:0xC");
    Buffer many = good;
    many[8] = 0xFF;
    EXPECT_EQ(where(many), "x.big:0x8");
    Buffer far = good;
    far[20] = 0xFF; // nearly 4 GiB
    EXPECT_EQ(where(far), "x.big:0x10");
    Buffer endless = good;
    endless.resize(0x1A);
    endless[0x19] = 'b';
    EXPECT_EQ(where(endless), "x.big:0x18");
    Buffer inside = good;
    inside[0x13] = 4; // a member made of the header
    EXPECT_TRUE(Archive::open(inside, "x.big")->table().findings.any_error());
}

RC_GTEST_PROP(Archive, AnyBytesAreRefusedOrListed, (Buffer body))
{
    for (const std::string_view magic :
         {std::string_view("BIGF"), std::string_view("EB\0\3\0\0\0\2\0\0", 10)}) {
        Buffer bytes(magic.begin(), magic.end());
        bytes.insert(bytes.end(), body.begin(), body.end());
        const auto archive = Archive::open(bytes, "x.big");
        if (!archive.ok()) {
            RC_ASSERT(archive.error().where.starts_with("x.big:0x"));
            continue;
        }
        for (const ArchiveMember& member : archive->members())
            RC_ASSERT(archive->stored(member).size() == member.stored);
    }
}

// 4 GiB with nothing in most of it: only the table is looked at.
TEST(MappedFile, ListsAHugeArchiveWithoutReadingIt)
{
    const std::string path = testing::TempDir() + "quern_sparse_" + std::to_string(::getpid()) + ".big";
    const Buffer data{'x'};
    const ArchiveInput input{"", "a", data};
    Buffer bytes = *write_archive(std::span(&input, 1));
    bytes[0x0A] = 30; // offsets count in units of 1 GiB,
    bytes[0x33] = 3;  // and the member stands at the third
    const auto length = std::uint64_t{1} << 32;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ASSERT_EQ(::truncate(path.c_str(), static_cast<off_t>(length)), 0);
    {
        const auto file = MappedFile::open(path);
        ASSERT_TRUE(file.ok()) << file.error().text();
        EXPECT_EQ(file->bytes().size(), length);
        const auto archive = Archive::open(file->bytes(), path);
        ASSERT_TRUE(archive.ok()) << archive.error().text();
        EXPECT_EQ(archive->members()[0].offset, std::uint64_t{3} << 30);
        EXPECT_EQ(archive->stored(archive->members()[0])[0], 0);
    }
    ::unlink(path.c_str());
    EXPECT_EQ(MappedFile::open(path).error().code, Error::Code::io);
    EXPECT_EQ(MappedFile::open(testing::TempDir()).error().code, Error::Code::io);
}

} // namespace
} // namespace quern::formats
