// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "quern/life/world.hpp"
#include "tests/support/audio_scan.hpp"

namespace quern::life {
namespace {

constexpr GridSize kSmall{128, 96};
constexpr std::uint64_t kTick = 800;

const Pattern kGlider{3, 3, {0, 1, 0, 0, 0, 1, 1, 1, 1}};
const Pattern kBlock{2, 2, {1, 1, 1, 1}};

World make_world(std::optional<Roi> roi = {}, std::uint32_t max_events = kMaxEvents)
{
    WorldConfig config;
    config.sound.size = kSmall;
    config.sound.max_events = max_events;
    config.roi = roi;
    return std::move(World::create(std::move(make_oracle(kSmall, {})).value(), config)).value();
}

/// Ticks and what is heard of them.
std::vector<float> run(World& world, std::uint32_t ticks)
{
    std::vector<float> out(2 * kTick * ticks);
    for (std::uint32_t i = 0; i < ticks; ++i) {
        EXPECT_TRUE(world.tick(world.sound().clock()));
        world.process(out.data() + 2 * kTick * i, kTick);
    }
    return out;
}

TEST(LifeWorld, FiveCallsMakeAGliderHeard)
{
    World world = make_world();
    ASSERT_TRUE(world.load(Field(kSmall)));
    ASSERT_TRUE(world.stamp({&kGlider, 10, 10}));
    const std::vector<float> out = run(world, 33);
    EXPECT_GT(quern::test::peak(out), 0.05f);
    EXPECT_LT(quern::test::peak(out), 0.5f);
    const WorldStats stats = world.stats();
    EXPECT_EQ(stats.births, 5u + 32u * 2u); // the stamp is born, then 2 + 2 in every generation
    EXPECT_EQ(stats.deaths, 32u * 2u);
    EXPECT_EQ(stats.generations.delivered, 33u);
    EXPECT_EQ(world.sound().stats().sounded, stats.events);
    EXPECT_EQ(world.sound().stats().late, 0u);
}

TEST(LifeWorld, StillLifeIsExactlySilent)
{
    World world = make_world();
    Field field(kSmall);
    apply(field, Stamp{&kBlock, 40, 40});
    apply(field, Stamp{&kBlock, 127, 95}); // over both seams
    ASSERT_TRUE(world.load(field));
    const std::vector<float> out = run(world, 100);
    EXPECT_TRUE(std::all_of(out.begin(), out.end(), [](float v) { return v == 0.0f; }));
    EXPECT_EQ(world.stats().events, 0u);
    EXPECT_EQ(world.sound().stats().batches, 100u);
}

TEST(LifeWorld, AccountsCloseWhereThereAreTooManyEvents)
{
    World world = make_world({}, 100);
    ASSERT_TRUE(world.load(soup(kSmall, 0.4, 3)));
    run(world, 40);
    const WorldStats stats = world.stats();
    EXPECT_GT(stats.dropped, 1000u);
    EXPECT_EQ(stats.events, stats.births + stats.deaths);
    EXPECT_EQ(stats.events, stats.kept + stats.dropped);
    EXPECT_EQ(world.sound().stats().sounded, stats.kept);
}

/// What arrived, and where the player stood then.
struct Notes final : WorldWatcher {
    void on_generation(const Delta& delta, const EventBatch& batch, const std::optional<Roi>& roi) override
    {
        generations.push_back(delta.generation);
        player_deaths += batch.player_deaths;
        rois.push_back(roi);
    }
    std::vector<std::uint32_t> generations;
    std::vector<std::optional<Roi>> rois;
    std::uint32_t player_deaths = 0;
};

TEST(LifeWorld, ThePlayersBodyMovesWithoutDying)
{
    World world = make_world(Roi{100, 70});
    Notes notes;
    world.watch(&notes);
    Field field(kSmall);
    apply(field, Stamp{&kBlock, 110, 80, 1, 1});
    ASSERT_TRUE(world.load(field));
    for (int i = 0; i < 60; ++i) {
        ASSERT_TRUE(world.move(1, i % 2));
        run(world, 1);
    }
    EXPECT_EQ(world.stats().events, 0u);
    ASSERT_EQ(notes.rois.size(), 60u);
    EXPECT_EQ(notes.rois[0], (Roi{101, 70}));
    EXPECT_EQ(world.roi(), (Roi{160 - 128, 100 - 96}));
    // What dies where the player stands now is the player's.
    ASSERT_TRUE(world.stamp({&kBlock, 110 + 60 - 128, 80 + 30 - 96, 0, 0, StampMode::toggle}));
    run(world, 1);
    EXPECT_EQ(notes.player_deaths, 4u);
    EXPECT_EQ(world.sound().stats().by_type[2], 4u);
}

TEST(LifeWorld, RefusesWhatIsNotValidAndGoesOn)
{
    World world = make_world();
    ASSERT_TRUE(world.load(Field(kSmall)));
    EXPECT_FALSE(world.move(1, 0)) << "without a region";
    EXPECT_FALSE(world.stamp({nullptr, 0, 0}));
    EXPECT_FALSE(world.stamp({&kGlider, 0, 0, 4}));
    for (std::size_t i = 0; i < kMaxStamps; ++i)
        ASSERT_TRUE(world.stamp({&kGlider, static_cast<std::int32_t>(i), 0}));
    EXPECT_FALSE(world.stamp({&kGlider, 0, 0}));
    EXPECT_TRUE(world.tick(0));
    EXPECT_EQ(world.stats().generations.advanced, 1u);
    EXPECT_FALSE(make_world(Roi{0, 0}).move(2, 0));
    WorldConfig other;
    EXPECT_FALSE(World::create(std::move(make_oracle(kSmall, {})).value(), other));
}

TEST(LifeWorld, AShotIsHeardAtOnce)
{
    World world = make_world();
    ASSERT_TRUE(world.load(Field(kSmall)));
    EXPECT_TRUE(world.act(5, 5, 0));
    std::vector<float> out(2 * 576);
    world.process(out.data(), 576);
    EXPECT_NE(out[0], 0.0f);
    EXPECT_EQ(world.sound().stats().by_type[3], 1u);
}

} // namespace
} // namespace quern::life
