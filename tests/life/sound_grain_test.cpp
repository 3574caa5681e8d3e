// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What one event sounds like.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "quern/life/sound_tables.hpp"
#include "tests/life/sound_rig.hpp"
#include "tests/support/audio_scan.hpp"

namespace quern::life {
namespace {

using test::bare;
using test::extent;
using test::make_sound;
using test::play;
using test::play_once;
using test::side;

constexpr GridSize kGrid{2048, 512};

/// docs/spec/life.md §6 once more, in its own words.
std::uint64_t onset(std::uint64_t seed, std::uint64_t generation, std::uint32_t word, std::uint64_t tick)
{
    const auto stir = [](std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    };
    const std::uint64_t step = 0x9E3779B97F4A7C15u;
    const std::uint64_t mixed = stir(stir(seed + (generation + 1) * step) + (word + std::uint64_t{1}) * step);
    const double u = static_cast<double>(mixed >> 40) / 16777216.0;
    return static_cast<std::uint64_t>(u * static_cast<double>(tick));
}

std::vector<float> event(EventType type, std::int32_t x, std::int32_t y, SoundConfig config = bare())
{
    const std::vector<float> sound = play_once(config, {Event::make(x, y, type)});
    const auto [begin, end] = extent(sound);
    return {sound.begin() + static_cast<std::ptrdiff_t>(2 * begin),
            sound.begin() + static_cast<std::ptrdiff_t>(2 * end)};
}

/// Mean frequency of the energy, by the lag-one correlation of the samples: exact for a sine.
double centroid_hz(const std::vector<float>& samples)
{
    double energy = 0.0;
    double turned = 0.0;
    for (std::size_t k = 1; k + 1 < samples.size(); ++k) {
        energy += static_cast<double>(samples[k]) * static_cast<double>(samples[k]);
        turned += static_cast<double>(samples[k]) *
                  (static_cast<double>(samples[k - 1]) + static_cast<double>(samples[k + 1])) / 2.0;
    }
    return std::acos(turned / energy) / (2.0 * std::numbers::pi) * 48000.0;
}

TEST(LifeSound, EveryOnsetIsTheFrameThatTheEventSays)
{
    for (const std::uint64_t seed : {0u, 77u}) {
        for (std::uint32_t generation = 1; generation <= 40; ++generation) {
            SoundConfig config = bare();
            config.seed = seed;
            Sound sound = make_sound(config);
            const Event e = Event::make(static_cast<std::int32_t>(generation * 37),
                                        500 - 3 * static_cast<int>(generation),
                                        generation % 2 == 0 ? EventType::birth : EventType::death);
            ASSERT_TRUE(sound.post(test::batch_of({e}, generation), 1000));
            const auto [begin, end] = extent(play(sound, 4000, 333));
            EXPECT_EQ(begin, 1000 + onset(seed, generation, e.word, 800));
            EXPECT_LT(begin, 1800u);
            EXPECT_EQ(end - begin, e.type() == EventType::birth ? 384u : 288u);
        }
    }
}

TEST(LifeSound, GrainsLastAsLongAsTheirKind)
{
    EXPECT_EQ(event(EventType::birth, 100, 100).size(), 2u * 384u);
    EXPECT_EQ(event(EventType::death, 100, 100).size(), 2u * 288u);
    EXPECT_EQ(event(EventType::player_death, 100, 100).size(), 2u * 960u);
    Sound sound = make_sound(bare());
    ASSERT_TRUE(sound.act(100, 100, 50));
    EXPECT_EQ(extent(play(sound, 2000)), std::pair(std::size_t{50}, std::size_t{50 + 576}));
}

TEST(LifeSound, BirthsRiseByTheScaleFromTheLowestRow)
{
    const std::vector<int> steps{0, 2, 4, 7, 9};
    for (int degree = 0; degree < 15; ++degree) {
        // The middle of the rows of a degree, counted from below.
        const int row = 511 - (degree * 512 + 256) / 15;
        const double semitones = steps[static_cast<std::size_t>(degree % 5)] + 12 * (degree / 5);
        const double hz = 440.0 * std::pow(2.0, semitones / 12.0);
        const double found = centroid_hz(side(event(EventType::birth, 1024, row), 0));
        EXPECT_NEAR(found, hz, hz * 0.02 + 5.0) << "degree " << degree; // the window adds 10 Hz at 440
    }
}

TEST(LifeSound, DeathsRiseWithoutStepsFrom400To6400Hz)
{
    EXPECT_DOUBLE_EQ(death_hz(511, 512), 400.0);
    EXPECT_NEAR(death_hz(0, 512), 6400.0, 1e-6);
    std::vector<double> rows;
    std::vector<double> found;
    for (std::int32_t row = 0; row < 512; row += 8) {
        double mean = 0.0; // noise: one grain alone says little
        for (std::int32_t near = row; near < row + 8; ++near)
            mean += centroid_hz(side(event(EventType::death, 1024, near), 0)) / 8.0;
        const double hz = death_hz(row + 4, 512);
        EXPECT_NEAR(mean, hz, hz * 0.15 + 60.0) << row;
        rows.push_back(-row);
        found.push_back(mean);
    }
    EXPECT_GT(quern::test::spearman(rows, found), 0.98);
}

TEST(LifeSound, NoDeathIsLouderThanAnother)
{
    for (const std::int32_t height : {1, 2, 64, 511, 1024}) {
        const FixedTables tables({64, height});
        for (std::size_t row = 0; row < tables.deaths.count(); ++row) {
            double energy = 0.0;
            for (std::size_t k = 0; k < kDeathFrames; ++k)
                energy +=
                    static_cast<double>(tables.deaths[row][k]) * static_cast<double>(tables.deaths[row][k]);
            ASSERT_NEAR(energy, 13.5, 0.01) << row << " of " << height;
            ASSERT_LT(quern::test::peak({tables.deaths[row], kDeathFrames}), 1.25f) << row;
        }
    }
}

TEST(LifeSound, PlayerDeathsAreAPairHalfAsHigh)
{
    const std::vector<float> low = side(event(EventType::player_death, 1024, 255), 0);
    const double hz = death_hz(255, 512) / 2.0;
    EXPECT_NEAR(centroid_hz(low), hz, 0.02 * hz);
    // Two sines 30 cents apart, in step in the middle of 20 ms, are a quarter of a beat apart at its ends for
    // 3,200 Hz: narrower than the window alone.
    const auto width = [](const std::vector<float>& samples) {
        double energy = 0.0;
        double spread = 0.0;
        const double middle = (static_cast<double>(samples.size()) - 1.0) / 2.0;
        for (std::size_t k = 0; k < samples.size(); ++k) {
            const double power = static_cast<double>(samples[k]) * static_cast<double>(samples[k]);
            energy += power;
            spread += power * (static_cast<double>(k) - middle) * (static_cast<double>(k) - middle);
        }
        return std::sqrt(spread / energy);
    };
    EXPECT_LT(width(side(event(EventType::player_death, 1024, 0), 0)), 0.92 * width(low));
}

TEST(LifeSound, AShotFalls)
{
    Sound sound = make_sound(bare());
    sound.act(1024, 0, 0);
    const std::vector<float> chirp = side(play(sound, 576), 0);
    const std::vector<float> early(chirp.begin() + 48, chirp.begin() + 192);
    const std::vector<float> late(chirp.end() - 192, chirp.end() - 48);
    EXPECT_GT(centroid_hz(early), 2000.0);
    EXPECT_LT(centroid_hz(late), 900.0);
}

TEST(LifeSound, ColumnsGoFromLeftToRightAtEqualPower)
{
    float last = 1e9f;
    for (std::int32_t x = 0; x < kGrid.width; x += 31) {
        const std::vector<float> sound = event(EventType::birth, x, 256);
        const float left = quern::test::peak(side(sound, 0));
        const float right = quern::test::peak(side(sound, 1));
        const double angle = (x + 0.5) / 2048.0 * std::numbers::pi / 2.0;
        EXPECT_NEAR(right / std::hypot(left, right), std::sin(angle), 1e-6);
        EXPECT_NEAR(std::hypot(left, right), 0.125f, 0.002f); // 0.5 / sqrt(16)
        EXPECT_LT(left / right, last);
        last = left / right;
    }
}

TEST(LifeSound, IsFiniteAndBelowNyquistWhateverIsAsked)
{
    Scale dense{"dense", {}, 8};
    for (int i = 0; i < 128; ++i)
        dense.cents.push_back(static_cast<float>(i) * 9.374f);
    for (const double base : {20.0, 440.0, 3999.0, 4000.0}) {
        for (const std::int32_t height : {1, 2, 3, 500, 1024}) {
            const BirthTables tables(dense, base, height);
            for (std::size_t degree = 0; degree < tables.pings.count(); ++degree) {
                ASSERT_LE(degree_hz(dense, base, degree), 20000.0);
                const std::span<const float> ping(tables.pings[degree], kBirthFrames);
                ASSERT_FALSE(quern::test::first_non_finite(ping));
                ASSERT_GT(quern::test::peak(ping), 0.1f); // a sixth of a period at 20 Hz
                ASSERT_LE(quern::test::peak(ping), 1.0f);
            }
            EXPECT_EQ(tables.degree_of_row.back(), 0u);
        }
    }
    const FixedTables tables({64, 1024});
    for (std::size_t row = 0; row < 1024; ++row) {
        ASSERT_FALSE(quern::test::first_non_finite({tables.deaths[row], kDeathFrames}));
        ASSERT_FALSE(quern::test::first_non_finite({tables.player_deaths[row], kPlayerDeathFrames}));
    }
}

TEST(LifeSound, RefusesNumbersOutOfRange)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto refused = [](auto change) {
        SoundConfig config;
        change(config);
        return !Sound::create(config).ok();
    };
    EXPECT_FALSE(refused([](SoundConfig&) {}));
    EXPECT_TRUE(refused([](SoundConfig& c) { c.size = {63, 10}; }));
    EXPECT_TRUE(refused([](SoundConfig& c) { c.tick_rate = 0.9; }));
    EXPECT_TRUE(refused([&](SoundConfig& c) { c.tick_rate = nan; }));
    EXPECT_TRUE(refused([](SoundConfig& c) { c.base_hz = 4001.0; }));
    EXPECT_TRUE(refused([&](SoundConfig& c) { c.base_hz = nan; }));
    EXPECT_TRUE(refused([](SoundConfig& c) { c.level = -0.1; }));
    EXPECT_TRUE(refused([](SoundConfig& c) { c.max_events = 0; }));
    EXPECT_TRUE(refused([](SoundConfig& c) { c.batches = 1; }));
    EXPECT_TRUE(refused([](SoundConfig& c) { c.scale = {"", {0, 1200}, 3}; }));
    EXPECT_TRUE(refused([](SoundConfig& c) { c.scale = {"", {0, 300, 300}, 3}; }));
    EXPECT_TRUE(refused([](SoundConfig& c) { c.scale = {"", {0}, 9}; }));
    for (const Scale& scale : scales())
        EXPECT_FALSE(refused([&](SoundConfig& c) { c.scale = scale; })) << scale.name;
}

} // namespace
} // namespace quern::life
