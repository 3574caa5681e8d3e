// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/pack/pack_sound.hpp"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "quern/formats/pack/round_samples.hpp"
#include "quern/formats/stream/eaac_decode.hpp"
#include "quern/formats/stream/grain_file.hpp"
#include "tests/formats/stream_parts.hpp"

namespace quern::formats {
namespace {

using Kind = xma::EncodeGoal::Kind;
using stream_parts::chirp;

PackGoal lossless()
{
    return {EaacCodec::ea_xma, {Kind::lossless, 0.0, 0.0}};
}

Pcm16 decode_grain(const PackedSound& packed)
{
    const auto grain = GrainFile::open(packed.head, "x.grain");
    EXPECT_TRUE(grain.ok()) << grain.error().text();
    EXPECT_TRUE(grain->findings.list().empty());
    const auto back = decode_eaac(grain->stream);
    EXPECT_TRUE(back.ok()) << back.error().text();
    return *back;
}

/// The stream's blocks, and its sound when the loop is played once.
struct Opened {
    std::vector<std::uint32_t> block_samples;
    Pcm16 sound;
};
Opened open_stream(const PackedSound& packed)
{
    std::optional<EaacSource> chain;
    if (!packed.chain.empty())
        chain = EaacSource{packed.chain, "x.sns"};
    const auto stream = EaacStream::open({packed.head, "x.snr"}, chain);
    EXPECT_TRUE(stream.ok()) << stream.error().text();
    EXPECT_TRUE(stream->findings().list().empty());
    Opened opened;
    for (const EaacBlock& block : stream->blocks())
        opened.block_samples.push_back(block.samples);
    const auto back = decode_eaac(*stream);
    EXPECT_TRUE(back.ok()) << back.error().text();
    opened.sound = *back;
    return opened;
}

TEST(PackGrain, ALosslessOneDecodesToTheVerySamples)
{
    for (const std::uint32_t rate : {44100u, 48000u}) {
        const Pcm16 sound = chirp(1, 20011, rate);
        const auto packed = pack_grain(sound, lossless());
        ASSERT_TRUE(packed.ok()) << packed.error().text();
        EXPECT_TRUE(packed->figures.exact);
        EXPECT_EQ(decode_grain(*packed).samples, sound.samples);
    }
}

TEST(PackGrain, ReachesTheRatioAskedForAndNotMuchMore)
{
    const Pcm16 sound = chirp(1, 30000);
    for (const double wanted : {20.0, 41.5, 60.0}) {
        const auto packed = pack_grain(sound, {EaacCodec::ea_xma, {Kind::snr, wanted, 0.0}});
        ASSERT_TRUE(packed.ok()) << packed.error().text();
        const double measured = stream_parts::snr_db(sound.samples, decode_grain(*packed).samples);
        EXPECT_GE(measured, wanted);
        EXPECT_LE(measured, wanted + 1.0);
        EXPECT_NEAR(packed->figures.snr_db, measured, 1e-9);
    }
}

TEST(PackGrain, TheRateCountsAllBytes)
{
    const Pcm16 sound = chirp(1, 88200);
    for (const double wanted : {48.0, 96.0, 192.0}) {
        const auto packed = pack_grain(sound, {EaacCodec::ea_xma, {Kind::rate, 0.0, wanted}});
        ASSERT_TRUE(packed.ok()) << packed.error().text();
        const double kbps = static_cast<double>(packed->head.size()) * 8.0 / 1000.0 / 2.0;
        EXPECT_NEAR(kbps, wanted, 0.03 * wanted);
        EXPECT_NEAR(packed->figures.kbps, kbps, 1e-9);
    }
}

// The noise is smallest where the two are not shifted against each other.
TEST(PackGrain, NothingIsDelayed)
{
    const Pcm16 sound = chirp(1, 30000);
    const auto packed = pack_grain(sound, {});
    ASSERT_TRUE(packed.ok()) << packed.error().text();
    const auto back = decode_grain(*packed).samples;
    const auto noise = [&](int lag) {
        double sum = 0.0;
        for (std::size_t i = 100; i + 100 < back.size(); ++i) {
            const auto at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) + lag);
            sum += std::pow(static_cast<double>(back[at]) - sound.samples[i], 2.0);
        }
        return sum;
    };
    for (int lag = 1; lag <= 64; ++lag) {
        EXPECT_LT(noise(0), noise(lag)) << lag;
        EXPECT_LT(noise(0), noise(-lag)) << lag;
    }
}

TEST(PackGrain, EqualInputGivesEqualBytes)
{
    const Pcm16 sound = chirp(1, 15000);
    EXPECT_EQ(pack_grain(sound, {})->head, pack_grain(sound, {})->head);
}

TEST(PackGrain, StoresTheDurationToTheBit)
{
    const Pcm16 sound = chirp(1, 4410);
    const float duration = std::bit_cast<float>(std::bit_cast<std::uint32_t>(0.1f) + 3);
    const auto packed = pack_grain(sound, lossless(), duration);
    ASSERT_TRUE(packed.ok()) << packed.error().text();
    EXPECT_EQ(read_be(packed->head, 4), std::bit_cast<std::uint32_t>(duration));
    EXPECT_FALSE(pack_grain(sound, lossless(), 0.2f).ok());
}

TEST(PackGrain, OtherCodecsKeepTheirPromises)
{
    const Pcm16 sound = chirp(1, 5000);
    const auto plain = pack_grain(sound, {EaacCodec::pcm16be, {}});
    ASSERT_TRUE(plain.ok()) << plain.error().text();
    EXPECT_TRUE(plain->figures.exact);
    const auto adpcm = pack_grain(sound, {EaacCodec::xas1, {}});
    ASSERT_TRUE(adpcm.ok()) << adpcm.error().text();
    EXPECT_GT(adpcm->figures.snr_db, 30.0);
}

TEST(PackGrain, RefusesWhatTheGameDoesNotPlay)
{
    const auto why = [](const Pcm16& sound, const PackGoal& goal) {
        const auto packed = pack_grain(sound, goal);
        return packed.ok() ? std::string("nothing") : packed.error().message;
    };
    EXPECT_NE(why(chirp(1, 1000, 96000), {}).find("44100 or 48000"), std::string::npos);
    EXPECT_NE(why(chirp(2, 1000), {}).find("found 2 channels"), std::string::npos);
    EXPECT_NE(why(chirp(2, 1000), {EaacCodec::pcm16be, {}}).find("found 2 channels"), std::string::npos);
    EXPECT_NE(why({1, 48000, {}}, {}).find("found no sound"), std::string::npos);
    EXPECT_NE(why(chirp(1, 1000), {EaacCodec::mp3, {}}).find("EA-XMA, PCM16BE or XAS1"), std::string::npos);
}

// Silence and sounds of a single sample are sounds, too.
TEST(PackGrain, TakesTheSmallest)
{
    for (const std::size_t frames : {1u, 2u, 127u, 128u, 513u}) {
        const Pcm16 silence{1, 44100, std::vector<std::int16_t>(frames)};
        const auto packed = pack_grain(silence, lossless());
        ASSERT_TRUE(packed.ok()) << packed.error().text();
        EXPECT_EQ(decode_grain(*packed).samples, silence.samples);
    }
}

TEST(PackStream, XmaInBlocksOrInOnePieceKeepsEverySample)
{
    const Pcm16 sound = chirp(1, 30011, 36000);
    for (const EaacType type : {EaacType::ram, EaacType::stream}) {
        const auto packed = pack_stream(sound, lossless(), {type, std::nullopt});
        ASSERT_TRUE(packed.ok()) << packed.error().text();
        EXPECT_EQ(packed->chain.empty(), type == EaacType::ram);
        const Opened opened = open_stream(*packed);
        EXPECT_EQ(opened.sound.samples, sound.samples);
        ASSERT_FALSE(opened.block_samples.empty());
        EXPECT_EQ(opened.block_samples[0], type == EaacType::ram ? 30011u : 4736u);
    }
}

TEST(PackStream, AnXmaLoopStartsWithABlock)
{
    const Pcm16 sound = chirp(1, 30011);
    const std::uint32_t start = 512 * 7 - 384;
    const auto ram = pack_stream(sound, lossless(), {EaacType::ram, start});
    ASSERT_TRUE(ram.ok()) << ram.error().text();
    const Opened opened = open_stream(*ram);
    EXPECT_EQ(opened.block_samples, (std::vector<std::uint32_t>{start, 30011 - start}));
    EXPECT_EQ(opened.sound.samples, sound.samples);

    const auto stream = pack_stream(sound, lossless(), {EaacType::stream, start});
    ASSERT_TRUE(stream.ok()) << stream.error().text();
    EXPECT_EQ(open_stream(*stream).block_samples[0], start);
    EXPECT_EQ(open_stream(*stream).sound.samples, sound.samples);
}

TEST(PackStream, ALoopBetweenXmaBlocksIsRefusedWithItsNeighbours)
{
    const auto packed = pack_stream(chirp(1, 5000), lossless(), {EaacType::ram, 700});
    ASSERT_FALSE(packed.ok());
    EXPECT_EQ(packed.error().code, Error::Code::usage);
    EXPECT_NE(packed.error().message.find("expected 640 or 1152"), std::string::npos)
        << packed.error().message;
    EXPECT_NE(pack_stream(chirp(1, 5000), lossless(), {EaacType::ram, 100}).error().message.find("0 or 128"),
              std::string::npos);
    EXPECT_FALSE(pack_stream(chirp(1, 5000), lossless(), {EaacType::ram, 5000}).ok());
}

TEST(PackStream, PlainCodecsTakeChannelsAndAnyLoop)
{
    const Pcm16 sound = chirp(2, 6000);
    for (const EaacType type : {EaacType::ram, EaacType::stream}) {
        const auto plain = pack_stream(sound, {EaacCodec::pcm16be, {}}, {type, 1234});
        ASSERT_TRUE(plain.ok()) << plain.error().text();
        EXPECT_EQ(open_stream(*plain).sound.samples, sound.samples);
        const auto adpcm = pack_stream(sound, {EaacCodec::xas1, {}}, {type, 1234});
        ASSERT_TRUE(adpcm.ok()) << adpcm.error().text();
        EXPECT_GT(adpcm->figures.snr_db, 25.0);
    }
}

TEST(PackStream, TheRateOfManyBlocksCountsTheirHeaders)
{
    const Pcm16 sound = chirp(1, 88200);
    for (const double wanted : {32.0, 96.0}) {
        const auto packed =
            pack_stream(sound, {EaacCodec::ea_xma, {Kind::rate, 0.0, wanted}}, {EaacType::stream, {}});
        ASSERT_TRUE(packed.ok()) << packed.error().text();
        const auto bytes = static_cast<double>(packed->head.size() + packed->chain.size());
        EXPECT_NEAR(bytes * 8.0 / 2000.0, wanted, 0.03 * wanted);
    }
}

// A loop costs one more block, whatever frame it starts with.
TEST(PackStream, ALoopKeepsTheRate)
{
    const Pcm16 sound = chirp(1, 88200);
    constexpr std::uint32_t frames = 174;
    for (const std::uint32_t frame : {1u, 8u, 101u})
        for (const EaacType type : {EaacType::ram, EaacType::stream}) {
            const std::uint32_t start = 512 * frame - 384;
            const auto packed =
                pack_stream(sound, {EaacCodec::ea_xma, {Kind::rate, 0.0, 96.0}}, {type, start});
            ASSERT_TRUE(packed.ok()) << packed.error().text();
            const auto bytes = static_cast<double>(packed->head.size() + packed->chain.size());
            EXPECT_NEAR(bytes * 8.0 / 2000.0, 96.0, 0.03 * 96.0);
            const Opened opened = open_stream(*packed);
            EXPECT_EQ(opened.block_samples.size(),
                      type == EaacType::ram ? 2u : (frame + 9) / 10 + (frames - frame + 9) / 10);
            EXPECT_GT(stream_parts::snr_db(sound.samples, opened.sound.samples), 20.0);
        }
}

TEST(RoundSamples, SixteenBitsStayAndTheRestIsRoundedToEven)
{
    grain::Recording recording;
    recording.rate = 44100;
    const float step = 1.0f / 32768.0f;
    recording.samples = {-1.0f,       32767.0f * step, 5.0f * step, -7.0f * step, 0.5f * step,
                         1.5f * step, -2.5f * step,    1.0f,        -1.5f};
    const RoundedSound rounded = round_to_16_bits(recording);
    EXPECT_EQ(rounded.sound.samples,
              (std::vector<std::int16_t>{-32768, 32767, 5, -7, 0, 2, -2, 32767, -32768}));
    EXPECT_EQ(rounded.rounded, 3u);
    EXPECT_EQ(rounded.clipped, 2u);
    EXPECT_EQ(rounded.sound.rate, 44100u);
}

} // namespace
} // namespace quern::formats
