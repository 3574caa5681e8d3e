// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/plan.hpp"
#include "tests/formats/xma_signals.hpp"

namespace quern::formats::xma {
namespace {

// Pins both directions to the bit: packets from whole-number samples at a fixed price, and the lossy PCM that
// comes out of them. Every compiler and processor must give these sums.
TEST(XmaGolden, PacketsAndLossyPcmAreTheSameEverywhere)
{
    std::vector<std::int16_t> samples;
    std::uint32_t state = 48000;
    int low = 0;
    for (int i = 0; i < 24000; ++i) {
        state = state * 1664525u + 1013904223u;
        low += (static_cast<int>(state >> 16) - 32768 - low) / 8;
        samples.push_back(static_cast<std::int16_t>(low));
    }
    const Signal signal(samples, 48000, 1000);
    const Plan plan = plan_at_price(signal, 4194304.0);
    std::vector<BitWriter> bodies;
    for (std::size_t f = 0; f < signal.frames(); ++f)
        bodies.push_back(frame_body(plan.frames[f], signal.trims(f), signal.rate()));
    const Packets packets = write_packets(bodies);
    EXPECT_EQ(packets.data.size(), 13271u);
    EXPECT_EQ(test::fnv1a(packets.data), 3021445117u);

    const std::vector<XmaChunk> chunks{{packets.data, 0, 24000}};
    const auto pcm = decode_xma({chunks, 1, 48000, 24000}, "golden");
    ASSERT_TRUE(pcm.ok());
    EXPECT_GT(test::snr_db(samples, *pcm), 10.0);
    std::vector<std::uint8_t> bytes;
    for (const std::int16_t sample : *pcm) {
        bytes.push_back(static_cast<std::uint8_t>(sample & 0xFF));
        bytes.push_back(static_cast<std::uint8_t>(sample >> 8 & 0xFF));
    }
    EXPECT_EQ(test::fnv1a(bytes), 3589823438u);
}

} // namespace
} // namespace quern::formats::xma
