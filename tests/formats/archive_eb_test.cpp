// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/archive/archive.hpp"

#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "quern/formats/archive/archive_writer.hpp"

namespace quern::formats {
namespace {

using Buffer = std::vector<std::uint8_t>;

Buffer text(std::string_view t)
{
    return {t.begin(), t.end()};
}

void set_be(Buffer& bytes, std::size_t offset, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        bytes[offset + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

/// Two members, one of them in a directory.
Buffer two_members(int shift = 6)
{
    const Buffer a = text("first member");
    const Buffer b(100, 0x55);
    const std::array<ArchiveInput, 2> inputs{{{"", "a.grain", a}, {"sounds", "b.grain", b}}};
    const auto bytes = write_archive(inputs, shift);
    EXPECT_TRUE(bytes.ok());
    return *bytes;
}

std::string where(const Buffer& bytes)
{
    const auto archive = Archive::open(bytes, "x.big");
    return archive.ok() ? "" : archive.error().where;
}

TEST(ArchiveHash, IsThatOfTheOriginalsNames)
{
    EXPECT_EQ(archive_hash("wood_ramp_soft.grain"), 0x00C84267u);
    EXPECT_EQ(archive_hash("concrete_rough_soft.grain"), 0x051E2336u);
    EXPECT_EQ(archive_hash("asphalt_smooth_soft.grain"), 0x355AED25u);
}

TEST(EbArchive, ListsAndExtractsWhatWasWritten)
{
    const Buffer bytes = two_members();
    const auto archive = Archive::open(bytes, "x.big");
    ASSERT_TRUE(archive.ok()) << archive.error().text();
    EXPECT_TRUE(archive->table().findings.list().empty());
    EXPECT_TRUE(archive->check_extraction().ok());
    ASSERT_EQ(archive->members().size(), 2u);
    const ArchiveMember* b = archive->find("sounds/b.grain");
    ASSERT_NE(b, nullptr);
    EXPECT_EQ(b->directory, "sounds");
    EXPECT_EQ(b->size, 100u);
    EXPECT_EQ(b->hash, archive_hash("b.grain"));
    EXPECT_EQ(b->offset % 64, 0u);
    EXPECT_EQ(*archive->extract(*b), Buffer(100, 0x55));
    const ArchiveMember* a = archive->find("a.grain");
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(a->path(), "a.grain");
    EXPECT_EQ(*archive->extract(*a), text("first member"));
    EXPECT_EQ(archive->find("b.grain"), b);
    EXPECT_EQ(archive->find("c.grain"), nullptr);
}

// Member sizes of the original's archive of grains: header, 8 bytes and the stream's block
// (docs/formats/big.md).
TEST(EbArchive, HasTheOriginalsLengthForTheOriginalsMembers)
{
    constexpr std::array<std::pair<const char*, std::size_t>, 14> kMembers{{
        {"asphalt_rough_hard", 160 + 8 + 232349},
        {"asphalt_rough_soft", 176 + 8 + 259515},
        {"asphalt_smooth_hard", 176 + 8 + 284227},
        {"asphalt_smooth_soft", 176 + 8 + 280983},
        {"concrete_aggregate_hard", 176 + 8 + 277250},
        {"concrete_aggregate_soft", 176 + 8 + 263906},
        {"concrete_rough_hard", 176 + 8 + 259879},
        {"concrete_rough_soft", 160 + 8 + 250225},
        {"concrete_smooth_hard", 176 + 8 + 254494},
        {"concrete_smooth_soft", 160 + 8 + 251178},
        {"metal_smooth_hard", 176 + 8 + 277104},
        {"wood_ramp_hard", 144 + 8 + 219096},
        {"wood_ramp_soft", 144 + 8 + 210104},
        {"x_jet_rolling", 112 + 8 + 123424},
    }};
    const Buffer silence(300'000);
    std::vector<ArchiveInput> inputs;
    for (const auto& [name, size] : kMembers)
        inputs.push_back({"", std::string(name) + ".grain", Bytes(silence).first(size)});
    const auto bytes = write_archive(inputs, 4);
    ASSERT_TRUE(bytes.ok());
    EXPECT_EQ(bytes->size(), 3'446'976u);
    const auto archive = Archive::open(*bytes, "grains.big");
    ASSERT_TRUE(archive.ok());
    EXPECT_EQ(archive->table().names_offset, 0x120u);
    EXPECT_EQ(archive->table().name_record, 32u);
    EXPECT_EQ(archive->members().front().name, "wood_ramp_soft.grain"); // the smallest hash
    EXPECT_EQ(archive->members().front().offset, 0x2F0u);
    EXPECT_TRUE(archive->table().findings.list().empty());
}

TEST(EbArchive, DoesNotDependOnTheOrderOfItsInput)
{
    const Buffer a = text("a"), b = text("b");
    const std::array<ArchiveInput, 2> one{{{"", "a", a}, {"", "b", b}}};
    const std::array<ArchiveInput, 2> other{{{"", "b", b}, {"", "a", a}}};
    EXPECT_EQ(*write_archive(one), *write_archive(other));
}

RC_GTEST_PROP(EbArchive, AnyMembersComeBack, (std::vector<Buffer> contents))
{
    std::vector<ArchiveInput> inputs;
    for (std::size_t i = 0; i < contents.size(); ++i)
        inputs.push_back(
            {i % 3 == 0 ? "d" + std::to_string(i % 5) : "", "m" + std::to_string(i), contents[i]});
    const int shift = *rc::gen::inRange(0, 12);
    const auto bytes = write_archive(inputs, shift);
    RC_ASSERT(bytes.ok());
    const auto archive = Archive::open(*bytes, "x.big");
    RC_ASSERT(archive.ok());
    RC_ASSERT(archive->table().findings.list().empty());
    for (const ArchiveInput& input : inputs) {
        const auto* member =
            archive->find(input.directory.empty() ? input.name : input.directory + "/" + input.name);
        RC_ASSERT(member != nullptr);
        const auto back = archive->extract(*member);
        RC_ASSERT(back.ok());
        RC_ASSERT(*back == Buffer(input.bytes.begin(), input.bytes.end()));
    }
}

TEST(EbArchive, ReadsLongEntriesAndTheRulesForMissingSizes)
{
    Buffer bytes(0x30);
    bytes[0] = 'E';
    bytes[1] = 'B';
    bytes[3] = 3;
    set_be(bytes, 0x04, 2);
    bytes[0x09] = 1;           // 20-byte entries
    set_be(bytes, 0x0C, 0x70); // names behind 40 -> 48 bytes of entries and 2 kinds
    set_be(bytes, 0x10, 2 * 8);
    bytes[0x14] = 8;
    bytes[0x15] = 2;
    for (const std::uint32_t word : {0x80u, 4u, 0u, archive_hash("aaaaaa"), 0xAAAAu,  // unpacked size missing
                                     0x84u, 0u, 3u, archive_hash("aaaaab"), 0xBBBBu}) // stored size missing
        put_be(bytes, word);
    bytes.resize(0x70);
    for (const char last : {'a', 'b'}) { // names that fill their records have no zero
        put_be(bytes, 0xFFFF, 2);        // beyond the directories: none
        for (int i = 0; i < 5; ++i)
            bytes.push_back('a');
        bytes.push_back(static_cast<std::uint8_t>(last));
    }
    bytes.resize(0x80);
    for (const char c : {'w', 'o', 'r', 'd', 'y', 'e', 's'})
        bytes.push_back(static_cast<std::uint8_t>(c));
    set_be(bytes, 0x1C, static_cast<std::uint32_t>(bytes.size()));
    const auto archive = Archive::open(bytes, "x.big");
    ASSERT_TRUE(archive.ok()) << archive.error().text();
    EXPECT_EQ(archive->table().entry_bytes, 20u);
    EXPECT_EQ(*archive->extract(archive->members()[0]), text("word"));
    EXPECT_EQ(*archive->extract(archive->members()[1]), text("yes"));
    EXPECT_EQ(archive->members()[1].path(), "aaaaab");
    EXPECT_TRUE(archive->table().findings.list().empty());
}

TEST(EbArchive, AForeignHashIsAWarning)
{
    Buffer bytes = two_members();
    set_be(bytes, 0x3C, 1);
    const auto archive = Archive::open(bytes, "x.big");
    ASSERT_TRUE(archive.ok());
    ASSERT_EQ(archive->table().findings.list().size(), 1u);
    EXPECT_EQ(archive->table().findings.list()[0].severity, Finding::Severity::warning);
    EXPECT_EQ(archive->table().findings.list()[0].text("x.big"),
              "x.big:0x3C: name hashes: found 1 of 2 that are not the name's djb2, expected djb2 of the file "
              "names");
}

TEST(EbArchive, RefusesTablesThatDoNotFit)
{
    const Buffer good = two_members();
    EXPECT_EQ(where(Buffer(good.begin(), good.begin() + 0x20)), "x.big:0x20");
    EXPECT_EQ(where(text("EC")), "x.big:0x0");
    const auto broken = [&](std::size_t offset, std::uint32_t value) {
        Buffer bytes = good;
        set_be(bytes, offset, value);
        return where(bytes);
    };
    EXPECT_EQ(broken(0x00, 0x45420002), "x.big:0x2");  // version
    EXPECT_EQ(broken(0x04, 0xFFFFFFFF), "x.big:0x4");  // members
    EXPECT_EQ(broken(0x04, 900'000), "x.big:0x4");     // more than the file can hold
    EXPECT_EQ(broken(0x08, 0x00002000), "x.big:0xA");  // shift 32
    EXPECT_EQ(broken(0x0C, 0xFFFFFFF0), "x.big:0xC");  // names outside
    EXPECT_EQ(broken(0x10, 0xFFFFFFFF), "x.big:0xC");  // names too long
    EXPECT_EQ(broken(0x10, 4), "x.big:0x10");          // names too short
    EXPECT_EQ(broken(0x14, 0x02020000), "x.big:0x14"); // records too small
    EXPECT_EQ(broken(0x30, 0xFFFFFFFF), "x.big:0x30"); // a member past the end
    EXPECT_EQ(broken(0x38, 0xFFFFFFFF), "x.big:0x30"); // a size near 2^32
    Buffer kind = good;
    kind[0x50] = 5;
    EXPECT_EQ(where(kind), "x.big:0x50");
}

TEST(EbArchive, WillNotExtractMembersThatShareBytes)
{
    Buffer bytes = two_members();
    set_be(bytes, 0x40, read_be(bytes, 0x30)); // both at the first one's place
    const auto archive = Archive::open(bytes, "x.big");
    ASSERT_TRUE(archive.ok());
    EXPECT_TRUE(archive->table().findings.any_error());
    EXPECT_FALSE(archive->check_extraction().ok());
}

TEST(EbArchive, WillNotExtractOutsideItsFolder)
{
    for (const std::string_view name :
         {"../../a", "/etc/ab", "a/../bc", "C:\\abcd", "a//bcde", "./abcde", "..\\abcd", "a\x01 bcde"}) {
        Buffer bytes = two_members();
        const std::size_t record = read_be(bytes, 0x0C);
        for (std::size_t i = 0; i < 8; ++i)
            bytes[record + 2 + i] = i < name.size() ? static_cast<std::uint8_t>(name[i]) : 0;
        const auto archive = Archive::open(bytes, "x.big");
        ASSERT_TRUE(archive.ok()) << name;
        EXPECT_TRUE(archive->table().findings.any_error()) << name;
        EXPECT_FALSE(archive->safe_path(archive->members()[0]).ok()) << name;
        EXPECT_FALSE(archive->check_extraction().ok()) << name;
    }
}

TEST(EbArchive, ExtractionHasALimit)
{
    const Buffer bytes = two_members();
    const auto archive = Archive::open(bytes, "x.big");
    EXPECT_TRUE(archive->check_extraction(112).ok());
    EXPECT_FALSE(archive->check_extraction(111).ok());
}

TEST(EbArchive, WritesNoNamesThatCannotBeExtracted)
{
    const Buffer data = text("x");
    const auto refused = [&](const std::string& directory, const std::string& name) {
        const std::array<ArchiveInput, 1> input{{{directory, name, data}}};
        return !write_archive(input).ok();
    };
    EXPECT_TRUE(refused("", ""));
    EXPECT_TRUE(refused("", ".."));
    EXPECT_TRUE(refused("", "a/b"));
    EXPECT_TRUE(refused("", "a:b"));
    EXPECT_TRUE(refused("", std::string(253, 'a')));
    EXPECT_FALSE(refused("", std::string(252, 'a')));
    EXPECT_TRUE(refused("../up", "a"));
    EXPECT_TRUE(refused("/abs", "a"));
    EXPECT_TRUE(refused(std::string(255, 'd'), "a"));
    const std::array<ArchiveInput, 2> twice{{{"", "a", data}, {"", "a", data}}};
    EXPECT_FALSE(write_archive(twice).ok());
    EXPECT_FALSE(write_archive({}, 32).ok());
}

} // namespace
} // namespace quern::formats
