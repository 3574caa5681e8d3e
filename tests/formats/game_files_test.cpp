// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// From samples to the game's files and back, over all layers.
#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "quern/formats/archive/archive.hpp"
#include "quern/formats/archive/archive_writer.hpp"
#include "quern/formats/codec/xma_framing.hpp"
#include "quern/formats/stream/eaac_decode.hpp"
#include "quern/formats/stream/grain_file.hpp"
#include "quern/formats/xma/encoder.hpp"
#include "tests/formats/stream_parts.hpp"

namespace quern::formats {
namespace {

EaacPayload payload_of(const xma::EncodedChunk& chunk)
{
    EaacPayload payload{chunk.samples, {}};
    put_xma_chunk(payload.bytes, chunk.data);
    return payload;
}

EaacHeader header_of(const Pcm16& sound, EaacType type)
{
    EaacHeader header;
    header.codec = EaacCodec::ea_xma;
    header.rate = sound.rate;
    header.type = type;
    header.samples = static_cast<std::uint32_t>(sound.frames());
    return header;
}

TEST(GameFiles, ALosslessGrainInAnArchiveKeepsEverySample)
{
    const Pcm16 sound = stream_parts::chirp(1, 11062);
    const auto encoded = xma::encode(sound.samples, sound.rate, {});
    ASSERT_TRUE(encoded.ok()) << encoded.error().text();
    ASSERT_EQ(encoded->chunks.size(), 1u);
    const auto bytes = write_grain(header_of(sound, EaacType::ram), payload_of(encoded->chunks[0]));
    ASSERT_TRUE(bytes.ok()) << bytes.error().text();
    const std::array<ArchiveInput, 1> input{{{"", "x.grain", *bytes}}};
    const auto big = write_archive(input);
    ASSERT_TRUE(big.ok());

    const auto archive = Archive::open(*big, "x.big");
    ASSERT_TRUE(archive.ok());
    const auto grain = GrainFile::open(archive->stored(archive->members()[0]), "x.grain");
    ASSERT_TRUE(grain.ok()) << grain.error().text();
    EXPECT_TRUE(grain->findings.list().empty());
    EXPECT_EQ(grain->rows[0].side, 4 + static_cast<int>(encoded->chunks[0].frame_starts.size()));
    const auto back = decode_eaac(grain->stream);
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ(back->samples, sound.samples);
}

TEST(GameFiles, AStreamOfXmaBlocksKeepsEverySample)
{
    const Pcm16 sound = stream_parts::chirp(1, 12019, 48000);
    const auto encoded = xma::encode(sound.samples, sound.rate, {}, {8});
    ASSERT_TRUE(encoded.ok()) << encoded.error().text();
    std::vector<EaacPayload> blocks;
    for (const xma::EncodedChunk& chunk : encoded->chunks)
        blocks.push_back(payload_of(chunk));
    const auto files = write_eaac(header_of(sound, EaacType::stream), blocks);
    ASSERT_TRUE(files.ok()) << files.error().text();
    const auto stream = EaacStream::open({files->head, "x.snr"}, EaacSource{files->chain, "x.sns"});
    ASSERT_TRUE(stream.ok()) << stream.error().text();
    EXPECT_GT(stream->blocks().size(), 1u);
    const auto back = decode_eaac(*stream);
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ(back->samples, sound.samples);
}

// Three channels: a pair and one alone.
TEST(GameFiles, SubstreamsOfAFileAreTakenApart)
{
    EXPECT_EQ(xma_substreams(5), (std::vector<int>{2, 2, 1}));
    EXPECT_EQ(xma_substreams(1), (std::vector<int>{1}));
    const std::vector<std::uint32_t> one{3}, two{2, 1};
    std::vector<std::uint8_t> payload;
    put_xma_chunk(payload, stream_parts::hollow_packets(two));
    put_xma_chunk(payload, stream_parts::hollow_packets(one));
    payload.resize(payload.size() + 20); // padding
    const auto chunks = split_xma_block({payload, 0x18, "x.snr", 1000, 3});
    ASSERT_TRUE(chunks.ok()) << chunks.error().text();
    ASSERT_EQ(chunks->size(), 2u);
    EXPECT_EQ((*chunks)[0].offset, 0x1Cu);
    EXPECT_EQ(xma_frame_starts((*chunks)[0].data), two);
    EXPECT_EQ(xma_frame_starts((*chunks)[1].data), one);
    EXPECT_EQ(whole_xma_packets((*chunks)[1].data).size(), 2048u);
    EXPECT_FALSE(split_xma_block({payload, 0x18, "x.snr", 1000, 5}).ok()); // a third that is not there
    EXPECT_EQ(split_xma_block({payload, 0x18, "x.snr", 0xFFFFFFFF, 3}).error().where, "x.snr:0x14");
}

} // namespace
} // namespace quern::formats
