// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Sizes that files state and do not have: nothing is allocated on their word. Sanitizers count their own way.
#ifndef QUERN_SANITIZED

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include <zlib.h>

#include "quern/formats/archive/archive.hpp"
#include "quern/formats/archive/chunkref.hpp"
#include "quern/formats/archive/refpack.hpp"
#include "quern/formats/seek_table.hpp"
#include "quern/formats/stream/eaac_decode.hpp"
#include "quern/formats/stream/grain_file.hpp"
#include "quern/formats/xma/riff_xma.hpp"
#include "tests/formats/stream_parts.hpp"

namespace {

// Bytes that operator new has given on this thread, since they were last counted from 0. What was allocated
// before may be freed meanwhile.
thread_local std::ptrdiff_t held_bytes = 0;
thread_local std::ptrdiff_t most_bytes = 0;
constexpr std::size_t kPrefix = 16; // where a block's size stands, in front of it

} // namespace

void* operator new(std::size_t size)
{
    auto* block = static_cast<unsigned char*>(std::malloc(size + kPrefix));
    if (block == nullptr)
        throw std::bad_alloc();
    *reinterpret_cast<std::size_t*>(block) = size;
    held_bytes += static_cast<std::ptrdiff_t>(size);
    most_bytes = std::max(most_bytes, held_bytes);
    return block + kPrefix;
}

void operator delete(void* pointer) noexcept
{
    if (pointer == nullptr)
        return;
    unsigned char* block = static_cast<unsigned char*>(pointer) - kPrefix;
    held_bytes -= static_cast<std::ptrdiff_t>(*reinterpret_cast<std::size_t*>(block));
    std::free(block);
}

void operator delete(void* pointer, std::size_t) noexcept
{
    operator delete(pointer);
}

namespace quern::formats {
namespace {

using stream_parts::Buffer;

/// The most bytes that `work` held at once.
std::size_t peak_of(const std::function<void()>& work)
{
    held_bytes = 0;
    most_bytes = 0;
    work();
    return static_cast<std::size_t>(most_bytes);
}

constexpr std::size_t kSlack = std::size_t{32} << 10; // messages, tables of constants

/// `work` holds at most twice the input, what it may be asked to make, and a little.
void expect_modest(const Buffer& input, std::size_t output, const std::function<void()>& work)
{
    EXPECT_LE(peak_of(work), 2 * input.size() + output + kSlack);
}

Buffer words(std::initializer_list<std::uint32_t> values)
{
    Buffer bytes;
    for (const std::uint32_t value : values)
        put_be(bytes, value);
    return bytes;
}

Buffer text_then(const std::string& text, const Buffer& rest)
{
    Buffer bytes(text.begin(), text.end());
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

TEST(HostileSizes, TheCounterCounts)
{
    const std::size_t most = peak_of([] {
        for (int i = 0; i < 3; ++i) {
            const Buffer big(std::size_t{1} << 20, 7);
            EXPECT_EQ(big[99], 7);
        }
    });
    EXPECT_GE(most, std::size_t{1} << 20);
    EXPECT_LT(most, std::size_t{2} << 20) << "one after the other";
}

TEST(HostileSizes, RefPack)
{
    for (const std::uint32_t size : {0xFFFFFFFFu, 0x80000000u, 0x20000001u, 0x00100000u}) {
        Buffer bytes{0x90, 0xFB};
        put_be(bytes, size);
        bytes.resize(200, 0xE0);
        expect_modest(bytes, 0, [&] { EXPECT_FALSE(unpack_refpack(bytes, "x", 0).ok()) << size; });
    }
}

TEST(HostileSizes, Chunkref)
{
    const std::vector<Buffer> headers{
        words({2, 0xFFFFFFFF, 0xFFFFFFFF, 1, 16}),
        words({2, 0xFFFFFFFF, 1, 0xFFFFFFFF, 16}),
        words({2, 0x1FFFFFFF, 0x1FFFFFFF, 1, 16}),
        words({2, 0, 0xFFFFFFFF, 0, 16}),
    };
    for (const Buffer& header : headers) {
        Buffer bytes = text_then("chunkref", header);
        bytes.resize(300, 0);
        expect_modest(bytes, 0, [&] { (void)unpack_chunkref(bytes, "x", 0); });
    }
}

/// As much as fits in a chunk: a megabyte from a thousand bytes.
TEST(HostileSizes, ABombMakesWhatItStatesAndNoMore)
{
    constexpr std::uint32_t kSize = 1u << 20;
    Buffer zeros(kSize, 0), packed(kSize);
    uLongf length = packed.size();
    ASSERT_EQ(::compress2(packed.data(), &length, zeros.data(), zeros.size(), 9), Z_OK);
    Buffer bytes =
        text_then("chunkref", words({2, kSize, kSize, 1, 1, static_cast<std::uint32_t>(length), 3}));
    bytes.insert(bytes.end(), packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(length));
    expect_modest(bytes, kSize, [&] {
        const auto made = unpack_chunkref(bytes, "x", 0);
        ASSERT_TRUE(made.ok()) << made.error().text();
        EXPECT_EQ(made->size(), kSize);
    });

    // The same from RefPack: a literal, then copies of 1028 bytes from 4.
    Buffer copies{0x90, 0xFB};
    constexpr std::uint32_t kCopies = 900;
    put_be(copies, 4 + 1028 * kCopies);
    copies.insert(copies.end(), {0xE0, 1, 2, 3, 4});
    for (std::uint32_t i = 0; i < kCopies; ++i)
        copies.insert(copies.end(), {0xCC, 0, 0, 0xFF});
    copies.push_back(0xFC);
    const std::uint32_t made_bytes = 4 + 1028 * kCopies;
    bytes = text_then("chunkref",
                      words({2, made_bytes, made_bytes, 1, 1, static_cast<std::uint32_t>(copies.size()), 2}));
    bytes.insert(bytes.end(), copies.begin(), copies.end());
    expect_modest(bytes, made_bytes, [&] {
        const auto made = unpack_chunkref(bytes, "x", 0);
        ASSERT_TRUE(made.ok()) << made.error().text();
        EXPECT_EQ(made->size(), made_bytes);
    });
}

TEST(HostileSizes, ArchiveTables)
{
    for (const std::uint32_t count : {0xFFFFFFFFu, 1'000'000u, 1000u}) {
        Buffer eb = text_then("EB", {0, 3});
        put_be(eb, count);
        eb.resize(400, 0);
        eb[0x14] = 20;
        eb[0x15] = 2;
        expect_modest(eb, 0, [&] { EXPECT_FALSE(Archive::open(eb, "x.big").ok()) << count; });
        Buffer classic = text_then("BIGF", words({0, count, 0xFFFFFFFF}));
        classic.resize(400, 0);
        expect_modest(classic, 0, [&] { EXPECT_FALSE(Archive::open(classic, "x.big").ok()) << count; });
    }
    // A real archive, each of its words in turn at its worst.
    const Buffer whole = stream_parts::data_file("grains_eb3_shift4.big");
    ASSERT_GT(whole.size(), 0x100u);
    for (std::size_t at = 4; at < 0x100; at += 4) {
        Buffer bytes = whole;
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), 4, std::uint8_t{0xFF});
        expect_modest(bytes, 0, [&] {
            const auto archive = Archive::open(bytes, "x.big");
            if (!archive)
                return;
            (void)archive->check_extraction();
            for (const ArchiveMember& member : archive->members())
                EXPECT_LE(archive->stored(member).size(), bytes.size());
        });
    }
}

/// One long folder name, and many members in it: what the paths would take is known before they are made.
TEST(HostileSizes, PathsOfManyMembers)
{
    constexpr std::uint32_t kCount = 300'000, kRecord = 8, kFolder = 255;
    Buffer bytes = text_then("EB", {0, 3});
    const std::uint32_t kinds = 0x30 + kCount * 16;
    const std::uint32_t names = kinds + static_cast<std::uint32_t>(align_up(kCount, 16));
    put_be(bytes, kCount);
    put_be(bytes, 0);
    put_be(bytes, names);
    put_be(bytes, kCount * kRecord + kFolder);
    bytes.insert(bytes.end(), {kRecord, kFolder});
    bytes.resize(names, 0);
    for (std::uint32_t i = 0; i < kCount; ++i)
        bytes.insert(bytes.end(), {0, 0, 'a', '.', 's', 'n', 'r', 0});
    bytes.insert(bytes.end(), kFolder, 'd');
    expect_modest(bytes, kCount * sizeof(ArchiveMember), [&] {
        const auto archive = Archive::open(bytes, "x.big");
        ASSERT_FALSE(archive.ok());
        EXPECT_NE(archive.error().message.find("bytes of paths"), std::string::npos)
            << archive.error().text();
    });
}

TEST(HostileSizes, StreamsOfAllCodecs)
{
    for (const std::uint32_t codec : {2u, 3u, 4u}) {
        for (const std::uint32_t channels : {1u, 64u}) {
            // 2^29 - 1 samples in a block of a few bytes.
            Buffer bytes =
                words({codec << 24 | (channels - 1) << 18 | 48000, 0x1FFFFFFF, 8 + 40, 0x1FFFFFFF, 40u << 2});
            bytes.resize(8 + 8 + 40, 0x11);
            expect_modest(bytes, 0, [&] {
                const auto stream = EaacStream::open({bytes, "x.snr"});
                ASSERT_TRUE(stream.ok()) << stream.error().text();
                EXPECT_FALSE(decode_eaac(*stream).ok()) << codec;
            });
        }
    }
}

TEST(HostileSizes, GrainsAndSeekTables)
{
    for (const std::uint32_t header : {0xFFFFFFFFu, 0x7FFFFFF0u, 0x10u}) {
        Buffer bytes = words({header, 0x41AEBC39, 0x00100180, 0xFFFFFFFF});
        bytes.resize(200, 0xFF);
        expect_modest(bytes, 0, [&] { EXPECT_FALSE(GrainFile::open(bytes, "x.grain").ok()); });
    }
    // Runs of 2^31 rows: the list ends at its bound.
    Buffer runs = words({0x00100180, 0});
    for (int i = 0; i < 4; ++i)
        runs.insert(runs.end(), {0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x00});
    runs.push_back(0); // a byte that is never read: a table ends with its bytes
    expect_modest(runs, 2 * kMostSeekRows * sizeof(SeekRow), [&] {
        const auto table = SeekTable::parse(runs);
        ASSERT_TRUE(table.ok());
        EXPECT_FALSE(table->rows().ok());
        EXPECT_FALSE(table->seek(1).ok());
    });
}

TEST(HostileSizes, XmaWaves)
{
    // A format chunk whose lengths and numbers are all at their worst, and a few bytes of data.
    Buffer format{0x66, 0x01, 0x01, 0x00, 0x80, 0xBB, 0x00, 0x00};
    format.resize(52, 0xFF);
    format[18] = 1;
    format[19] = 0;
    std::fill(format.begin() + 32, format.begin() + 36, std::uint8_t{0});
    Buffer bytes =
        text_then("RIFF", {0xFF, 0xFF, 0xFF, 0xFF, 'W', 'A', 'V', 'E', 'f', 'm', 't', ' ', 52, 0, 0, 0});
    bytes.insert(bytes.end(), format.begin(), format.end());
    bytes.insert(bytes.end(), {'d', 'a', 't', 'a', 64, 0, 0, 0});
    bytes.resize(bytes.size() + 64, 0x22);
    expect_modest(bytes, 0, [&] { EXPECT_FALSE(xma::read_riff_xma(bytes, "x.wav").ok()); });
}

} // namespace
} // namespace quern::formats

#endif
