// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "quern/core/units.hpp"
#include "quern/dsp/resampler.hpp"
#include "tests/dsp/signals.hpp"

namespace quern::dsp {
namespace {

std::vector<float> read(Resampler& resampler, std::span<const float> source, std::size_t frames)
{
    std::vector<float> out(frames, 99.0f);
    resampler.process(source, out);
    return out;
}

TEST(Resampler, RatiosStepsAndPositionsAreTheDocumentedOnes)
{
    struct Row {
        float rate;
        float pitch;
        std::uint32_t ratio;
        std::uint32_t step;
        std::uint64_t frames;
        std::uint32_t fraction;
    };
    const std::vector<float> source(4096, 0.0f);
    for (const Row& row : {Row{44100, 1.0f, 0x3F6B3333, 60211, 235, 13056},
                           {48000, 1.0f, 0x3F800000, 65536, 256, 0},
                           {44100, 0.9749f, 0x3F654BE6, 58700, 229, 19456},
                           {48000, 3209.0f / 4096, 0x3F489000, 51344, 200, 36864},
                           {44100, 3209.0f / 4096, 0x3F38444D, 47172, 184, 17408},
                           {44100, 4080.0f / 4096, 0x3F6A4800, 59976, 234, 18432}}) {
        const float ratio = Resampler::ratio_of(row.rate, row.pitch);
        EXPECT_EQ(to_bits(ratio), row.ratio);
        Resampler resampler;
        resampler.set_ratio(ratio);
        EXPECT_EQ(resampler.step(), row.step);
        read(resampler, source, kBlockFrames);
        EXPECT_EQ(resampler.position(), row.frames);
        EXPECT_EQ(resampler.fraction(), row.fraction);
    }
}

TEST(Resampler, StepsAreLimited)
{
    EXPECT_EQ(Resampler::step_of(4.0f), Resampler::kLargestStep);
    EXPECT_EQ(Resampler::step_of(1e30f), Resampler::kLargestStep);
    for (float none : {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN()})
        EXPECT_EQ(Resampler::step_of(none), 0u);
    Resampler resampler;
    resampler.set_ratio(std::numeric_limits<float>::infinity());
    EXPECT_EQ(resampler.step(), 65536u);
}

TEST(Resampler, WeightIsTheOriginalsAndNotASixtyFiveThousandthPart)
{
    Resampler resampler;
    resampler.set_ratio(0.5f);
    const std::vector<float> half = read(resampler, std::vector<float>{0.0f, 1.0f, 0.0f, -1.0f}, 6);
    EXPECT_EQ(to_bits(half[1]), 0x3EFFFC9Cu);
    Resampler other;
    other.set_ratio(Resampler::ratio_of(44100.0f, 1.0f));
    EXPECT_EQ(to_bits(read(other, std::vector<float>{0.25f, -0.5f, 0.0f}, 2)[1]), 0xBEE0C7D4u);
}

TEST(Resampler, UnityIsACopyFromTheStartFrame)
{
    const std::vector<float> source = noise(41, 2000);
    Resampler resampler;
    resampler.start(123);
    const std::vector<float> out = read(resampler, source, 1000);
    EXPECT_EQ(out, std::vector<float>(source.begin() + 123, source.begin() + 1123));
}

TEST(Resampler, ReadsSilencePastTheEnd)
{
    const std::vector<float> source(100, 1.0f);
    for (float ratio : {0.3f, 1.0f, 1.7f, 4.0f}) {
        Resampler resampler;
        resampler.set_ratio(ratio);
        const std::vector<float> out = read(resampler, source, 600);
        for (std::size_t n = 0; n < out.size(); ++n) {
            const double place = static_cast<double>(n) * resampler.step() / 65536.0;
            // Between the last frame and the first one that is not there the line falls to 0.
            const double expected = place <= 99.0 ? 1.0 : place >= 100.0 ? 0.0 : 100.0 - place;
            ASSERT_NEAR(static_cast<double>(out[n]), expected, 1e-4) << ratio << " " << n;
        }
    }
    Resampler beyond;
    beyond.start(1u << 31);
    EXPECT_EQ(read(beyond, source, 10), std::vector<float>(10, 0.0f));
    EXPECT_EQ(read(beyond, {}, 10), std::vector<float>(10, 0.0f));
}

TEST(Resampler, NothingIsReadOutsideTheSource)
{
    // What lies behind the span is not a number: touching it would show.
    std::vector<float> memory(300, std::numeric_limits<float>::quiet_NaN());
    std::fill(memory.begin(), memory.begin() + 200, 0.5f);
    for (float ratio : {0.1f, 0.77f, 1.0f, 1.31f, 4.0f}) {
        Resampler resampler;
        resampler.set_ratio(ratio);
        for (float y : read(resampler, std::span(memory).first(200), 3000))
            ASSERT_FALSE(std::isnan(y));
    }
}

TEST(Resampler, AStepOfZeroStandsStill)
{
    const std::vector<float> source = noise(42, 100);
    Resampler resampler;
    resampler.start(7);
    resampler.set_ratio(0.0f);
    EXPECT_EQ(read(resampler, source, 300), std::vector<float>(300, source[7]));
    EXPECT_EQ(resampler.position(), 7u);
}

TEST(Resampler, ANewRatioKeepsThePhase)
{
    const std::vector<float> source = noise(43, 4000);
    Resampler resampler;
    resampler.set_ratio(0.91875f);
    read(resampler, source, 256);
    const auto position = resampler.position();
    const auto fraction = resampler.fraction();
    EXPECT_NE(fraction, 0u);
    resampler.set_ratio(1.3f);
    EXPECT_EQ(resampler.position(), position);
    EXPECT_EQ(resampler.fraction(), fraction);
    const float first = read(resampler, source, 1)[0];
    const float weight = static_cast<float>(fraction) * from_bits(0x377FFC9C);
    EXPECT_EQ(first, std::fma(source[position + 1] - source[position], weight, source[position]));
}

TEST(Resampler, AnyCutGivesTheSameSamples)
{
    const std::vector<float> source = noise(44, 1500);
    EXPECT_TRUE(rc::check([&source] {
        const float ratio = static_cast<float>(*rc::gen::inRange(1, 4200)) * 0.001f;
        Resampler whole;
        whole.set_ratio(ratio);
        const std::vector<float> expected = read(whole, source, 1200);
        Resampler resampler;
        resampler.set_ratio(ratio);
        std::vector<float> pieces;
        while (pieces.size() < expected.size()) {
            const auto size = static_cast<std::size_t>(*rc::gen::inRange(1, 700));
            const auto piece = read(resampler, source, std::min(size, expected.size() - pieces.size()));
            pieces.insert(pieces.end(), piece.begin(), piece.end());
        }
        RC_ASSERT(pieces == expected);
        RC_ASSERT(resampler.position() == whole.position());
    }));
}

} // namespace
} // namespace quern::dsp
