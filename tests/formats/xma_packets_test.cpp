// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "quern/formats/xma/frame_reader.hpp"
#include "quern/formats/xma/frame_writer.hpp"
#include "quern/formats/xma/packets.hpp"
#include "tests/formats/xma_signals.hpp"

namespace quern::formats::xma {
namespace {

using Bytes = std::vector<std::uint8_t>;

BitWriter body_of(std::size_t bits, std::uint32_t mark)
{
    BitWriter body;
    body.put(mark, 32);
    while (body.size() + 32 < bits)
        body.put(mark * 2654435761u, 32);
    body.put(0, static_cast<int>(bits - body.size()));
    return body;
}

TEST(XmaPackets, FramesOfAnyLengthComeBackInOrder)
{
    EXPECT_TRUE(rc::check([](const std::vector<std::uint16_t>& sizes) {
        std::vector<BitWriter> bodies;
        for (std::size_t i = 0; i < sizes.size(); ++i)
            bodies.push_back(body_of(40 + sizes[i] % 32600, static_cast<std::uint32_t>(i + 1)));
        const Packets packets = write_packets(bodies);
        PacketReader reader(packets.data);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            auto frame = reader.next();
            RC_ASSERT(frame.has_value());
            RC_ASSERT(frame->left() == bodies[i].size() + 1);
            RC_ASSERT(frame->get(32) == i + 1);
        }
        RC_ASSERT(!reader.next().has_value());
        RC_ASSERT(!reader.fault().has_value());
    }));
}

TEST(XmaPackets, NoPacketHasMoreThan63StartsAndTheMapCountsThem)
{
    const std::vector<BitWriter> bodies(200, body_of(40, 7));
    const Packets packets = write_packets(bodies);
    EXPECT_EQ(packets.frame_starts, (Bytes{63, 63, 63, 11}));
    for (std::size_t p = 0; p < 4; ++p)
        EXPECT_EQ(packets.data[p * kPacketBytes] >> 2, packets.frame_starts[p]);
    EXPECT_GT(packets.data.size(), 3 * kPacketBytes);
    EXPECT_LT(packets.data.size(), 4 * kPacketBytes); // the padding is left off
}

TEST(XmaPackets, AFrameThatWouldReachAThirdPacketStartsInAFreshOne)
{
    const std::vector<std::size_t> lengths{1000, 32000, 100};
    const Placement placement = place_frames(lengths);
    EXPECT_EQ(placement.starts, (std::vector<std::size_t>{0, kPayloadBits, kPayloadBits + 32000}));
}

TEST(XmaPackets, TheBytesOfAChunkAreKnownBeforeItIsWritten)
{
    EXPECT_TRUE(rc::check([](const std::vector<std::uint16_t>& sizes) {
        RC_PRE(!sizes.empty());
        std::vector<BitWriter> bodies;
        std::vector<std::size_t> lengths;
        for (const std::uint16_t size : sizes) {
            bodies.push_back(
                body_of(40 + size % 3000, 5)); // ends in zeros: nothing of it is taken for padding
            lengths.push_back(bodies.back().size() + 16);
        }
        const std::size_t bytes = write_packets(bodies).data.size();
        const std::size_t expected = chunk_bytes(place_frames(lengths));
        RC_ASSERT(bytes == expected);
    }));
}

// The shortest stream there is: one sample of silence, first and last frame in one.
TEST(XmaFrame, OneSilentSampleIsTheDocumentedPacket)
{
    const auto encoded = encode(std::vector<std::int16_t>{0}, 44100, {});
    ASSERT_TRUE(encoded.ok());
    ASSERT_EQ(encoded->chunks.size(), 1u);
    const Bytes expected{0x04, 0x00, 0x01, 0x00, 0x00, 0x87, 0xFC, 0x03, 0x80, 0x23, 0xF8, 0x00, 0x5F};
    EXPECT_EQ(encoded->chunks[0].data, expected);
    EXPECT_EQ(encoded->chunks[0].frame_starts, Bytes{1});
}

TEST(XmaFrame, SilenceInTheMiddleTakes45Bits)
{
    EXPECT_EQ(frame_bits({}, {}, 48000), 45u);
}

TEST(XmaFrame, LengthIsKnownBeforeItIsWritten)
{
    EXPECT_TRUE(
        rc::check([](const std::vector<std::int32_t>& levels, std::uint8_t exponent, bool start, bool end) {
            FrameBlocks blocks;
            for (std::size_t i = 0; i < levels.size(); ++i) {
                Block& block = blocks[i % 4];
                block.coded = true;
                block.exponent = exponent;
                block.grouped = 4 * static_cast<int>(i % 33);
                block.table = static_cast<int>(i / 7 % 2);
                block.level[i / 4 % 128] = levels[i] % (1 << 24);
            }
            Trims trims;
            if (start)
                trims.start = 512;
            if (end)
                trims.end = 1023;
            for (const std::uint32_t rate : {22050u, 32000u, 44100u, 48000u})
                RC_ASSERT(frame_bits(blocks, trims, rate) == 15 + frame_body(blocks, trims, rate).size() + 1);
        }));
}

TEST(XmaFrame, LevelsComeBackTimesTheQuantiser)
{
    EXPECT_TRUE(rc::check([](const std::vector<std::int32_t>& levels, std::uint8_t exponent) {
        FrameBlocks blocks;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            Block& block = blocks[(i / 3) % 4];
            block.coded = true;
            block.exponent = exponent;
            block.grouped = 4 * static_cast<int>(i % 33);
            block.table = static_cast<int>(i / 7 % 2);
            // From the shortest codes to the longest escapes.
            block.level[i * 5 % 128] = levels[i] % (1 << (1 + i % 24));
        }
        BitWriter frame = frame_body(blocks, {}, 48000);
        frame.put(0, 1);
        FrameSpectra spectra;
        RC_ASSERT(!FrameReader(48000, 1)
                       .read(BitReader(frame.bytes(), 0, frame.size()), {&spectra, 1})
                       .has_value());
        for (std::size_t b = 0; b < 4; ++b)
            for (std::size_t k = 0; k < 128; ++k)
                RC_ASSERT(spectra[b][k] == static_cast<float>(blocks[b].level[k]) *
                                               static_cast<float>(quantiser_step(blocks[b].exponent)));
    }));
}

} // namespace
} // namespace quern::formats::xma
