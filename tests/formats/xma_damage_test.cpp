// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "quern/formats/xma/decoder.hpp"
#include "quern/formats/xma/frame_reader.hpp"
#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/plan.hpp"
#include "tests/formats/xma_signals.hpp"

namespace quern::formats::xma {
namespace {

using test::Samples;

Samples some_noise()
{
    return test::Signal{"noise", test::noise(-3000, 3000)}.make(6000);
}

// Of our own decoder, also where the build has another for what it refuses.
std::string text_of(const Encoded& encoded, std::uint32_t samples)
{
    const std::vector<XmaChunk> chunks{{encoded.chunks[0].data, 0, encoded.chunks[0].samples}};
    const auto decoded = decode_own({chunks, 1, 48000, samples}, "test.snr");
    return decoded.ok() ? "" : decoded.error().text();
}

TEST(XmaDamage, AnyDamagedBytesGiveAnErrorOrSamplesNeverACrash)
{
    const Samples samples = some_noise();
    const Encoded whole = *encode(samples, 48000, {});
    EXPECT_TRUE(rc::check([&](const std::vector<std::pair<std::uint32_t, std::uint8_t>>& changes) {
        Encoded damaged = whole;
        auto& data = damaged.chunks[0].data;
        for (const auto& [at, value] : changes)
            data[at % data.size()] = value;
        const auto decoded = test::decode(damaged, 48000, samples.size());
        if (decoded.ok())
            RC_ASSERT(decoded->size() == samples.size());
        else
            RC_ASSERT(decoded.error().where.starts_with("test.snr"));
    }));
}

TEST(XmaDamage, AStreamCutAnywhereIsAnError)
{
    const Samples samples = some_noise();
    const Encoded whole = *encode(samples, 48000, {});
    const std::size_t size = whole.chunks[0].data.size();
    for (std::size_t keep = 0; keep + 1 < size; keep += 97) {
        Encoded cut = whole;
        cut.chunks[0].data.resize(keep);
        EXPECT_NE(text_of(cut, 6000), "") << keep;
    }
}

TEST(XmaDamage, MoreSamplesThanFramesHoldIsAnError)
{
    const Samples samples = some_noise();
    const Encoded whole = *encode(samples, 48000, {});
    EXPECT_EQ(text_of(whole, 6000), "");
    EXPECT_EQ(text_of(whole, 6272), ""); // 13 frames
    EXPECT_NE(text_of(whole, 6273).find("found XMA frames for 6272 samples, expected 6273"),
              std::string::npos);
    Encoded lying = whole;
    lying.chunks[0].samples = 6273;
    EXPECT_NE(text_of(lying, 6000).find("expected enough for 6273 samples"), std::string::npos);
}

TEST(XmaDamage, HeadersThatContradictTheFramesAreNamed)
{
    const Samples samples = some_noise();
    const Encoded whole = *encode(samples, 48000, {});
    ASSERT_GT(whole.chunks[0].data.size(), kPacketBytes);
    const auto with = [&](std::size_t byte, std::uint8_t flip) {
        Encoded damaged = whole;
        damaged.chunks[0].data[byte] ^= flip;
        return text_of(damaged, 6000);
    };
    EXPECT_NE(with(0, 0x04).find("frames that start in the packet"), std::string::npos);
    EXPECT_NE(with(1, 0x01).find("of the packet, expected 0"), std::string::npos);
    EXPECT_NE(with(2, 0x02).find("packet header kind"), std::string::npos);
    EXPECT_NE(with(3, 0x01).find("interleaved streams"), std::string::npos);
    EXPECT_NE(with(kPacketBytes + 2, 0x08).find("test.snr:0x804: at XMA packet 1"), std::string::npos);
}

// A frame with one of its head bits changed, alone in a packet.
std::string refusal_of(const BitWriter& body)
{
    Encoded encoded;
    encoded.chunks.push_back({write_packets(std::vector<BitWriter>{body}).data, {}, 1, 100});
    return text_of(encoded, 100);
}

TEST(XmaForeign, WhatIsNotKnownIsNamedWithItsPlace)
{
    const auto body = [](std::initializer_list<std::pair<std::uint32_t, int>> fields) {
        BitWriter out;
        for (const auto& [value, width] : fields)
            out.put(value, width);
        return out;
    };
    EXPECT_EQ(refusal_of(body({{0x7F, 7}, {0, 8}, {0, 1}, {0, 12}, {1, 1}})), "");
    const std::string gain = refusal_of(body({{0x7F, 7}, {9, 8}, {0, 1}, {0, 12}, {1, 1}}));
    EXPECT_NE(gain.find("unsupported feature at XMA packet 0, bit 62: a frame with a gain"),
              std::string::npos)
        << gain;
    const std::string reserved = refusal_of(body({{0x7F, 7}, {0, 8}, {0, 1}, {1, 2}, {0, 30}}));
    EXPECT_NE(reserved.find("a set reserved bit"), std::string::npos) << reserved;
}

TEST(XmaForeign, FillBitsUnevenScaleFactorsAndTheSecondTableAreRead)
{
    BitWriter frame;
    for (const auto& [value, width] : std::initializer_list<std::pair<std::uint32_t, int>>{
             {0x7F, 7},  {0, 8},     {0, 1},                          // head
             {1, 1},     {0, 2},     {5, 4},    {19, 5}, {0, 20},     // fill: a five-bit count, 19 + 1 bits
             {1, 2},     {1, 1},     {0, 6},    {34, 6},              // has coefficients; 90 - 30 dB
             {1, 2},     {2, 5},     {1, 1},    {1, 2},  {0x7FF, 11}, // 2 dB steps: 24 24 23 23 ...
             {1, 1},     {0x1E2, 9}, {0, 1},    {10, 8}, {2, 2},      {2, 2},
             {1, 1},                                                          // level 10 after 3 zeros
             {0x1E2, 9}, {2, 2},     {300, 16}, {6, 3},  {16, 7},     {0, 1}, // -300 after 20
             {0x7F, 7},  {0, 9},     {1, 1},    {0, 1}})                      // end; silent blocks
        frame.put(value, width);
    FrameSpectra spectra;
    const auto fault = FrameReader(48000, 1).read(BitReader(frame.bytes(), 0, frame.size()), {&spectra, 1});
    ASSERT_FALSE(fault.has_value()) << fault->message;
    Coefficients expected{};
    expected[3] = 10.0f * static_cast<float>(quantiser_step(60));
    expected[24] = -300.0f * static_cast<float>(quantiser_step(58));
    EXPECT_EQ(spectra[0], expected);
    EXPECT_EQ(spectra[1], Coefficients{});
}

} // namespace
} // namespace quern::formats::xma
