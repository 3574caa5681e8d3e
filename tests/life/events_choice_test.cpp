// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/life/events_rig.hpp"

namespace quern::life {
namespace {

// The choice as docs/spec/life.md §5 words it, written a second time with sets and lists.

std::uint64_t output(std::uint64_t z)
{
    z ^= z >> 30;
    z *= 0xBF58476D1CE4E5B9u;
    z ^= z >> 27;
    z *= 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

std::vector<Event> chosen_of(const std::vector<Event>& events, std::size_t count, std::uint64_t seed,
                             std::uint32_t generation)
{
    constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15u;
    std::uint64_t state = output(seed ^ output(generation + kStep));
    std::set<std::size_t> ranks;
    for (std::size_t last = events.size() - count; last < events.size(); ++last) {
        const std::uint64_t bound = last + 1;
        const std::uint64_t fair = (std::uint64_t{1} << 32) / bound * bound; // results each as likely
        std::uint64_t product = 0;
        do {
            state += kStep;
            product = (output(state) >> 32) * bound;
        } while ((product & 0xFFFFFFFFu) < (std::uint64_t{1} << 32) - fair);
        const std::size_t drawn = product >> 32;
        ranks.insert(ranks.contains(drawn) ? last : drawn);
    }
    std::vector<Event> chosen;
    for (const std::size_t rank : ranks)
        chosen.push_back(events[rank]);
    return chosen;
}

/// What a reader must keep.
std::vector<Event> kept_of(const Changes& changes, const std::optional<Roi>& roi, std::uint32_t most,
                           std::uint64_t seed)
{
    const std::vector<Event> all = changes.events(roi);
    if (all.size() <= most)
        return all;
    std::vector<Event> player, others;
    for (const Event event : all)
        (event.type() == EventType::player_death ? player : others).push_back(event);
    if (player.size() >= most)
        return chosen_of(player, most, seed, changes.generation);
    std::vector<Event> kept = chosen_of(others, most - player.size(), seed, changes.generation);
    kept.insert(kept.end(), player.begin(), player.end());
    // Births, then deaths of both types, row by row.
    std::ranges::sort(kept, {}, [](Event event) {
        return std::tuple(event.type() != EventType::birth, event.y(), event.x());
    });
    return kept;
}

std::vector<Event> read(EventReader& reader, const Changes& changes, const std::optional<Roi>& roi = {})
{
    const EventBatch batch = reader.read(changes.delta(), roi);
    return {batch.events.begin(), batch.events.end()};
}

TEST(EventChoice, KeepsWhatTheSpecificationChooses)
{
    on_all_targets([] {
        for (const GridSize size : {GridSize{2048, 48}, GridSize{192, 70}, GridSize{64, 40}}) {
            for (const double density : {0.05, 0.6, 1.0}) {
                Changes changes = Changes::random(size, density, 5);
                for (const std::uint32_t most : {1u, 2u, 63u, 64u, 65u, 1000u, 1200u, 4096u}) {
                    ++changes.generation;
                    for (const std::optional<Roi>& roi :
                         {std::optional<Roi>{}, std::optional(Roi{-20, 30})}) {
                        EventReader reader = reader_for(size, most, most * 77u);
                        ASSERT_EQ(read(reader, changes, roi), kept_of(changes, roi, most, most * 77u))
                            << size.width << ' ' << density << ' ' << most << ' ' << roi.has_value();
                    }
                }
            }
        }
    });
}

TEST(EventChoice, FindsEachRankOfFullWords)
{
    on_all_targets([] {
        for (const std::int32_t height : {1, 5, 40}) { // also words that are no multiple of a block
            Changes changes({576, height});
            for (std::int32_t y = 0; y < height; ++y) {
                for (std::int32_t x = 0; x < changes.size.width; ++x)
                    changes.set(x, y, y % 3 != 2);
            }
            const auto all = static_cast<std::uint32_t>(changes.size.cells());
            for (const std::uint32_t most : {1u, 64u, 500u, all - 1}) {
                ++changes.generation;
                EventReader reader = reader_for(changes.size, most, 12);
                ASSERT_EQ(read(reader, changes), kept_of(changes, {}, most, 12)) << height << ' ' << most;
            }
        }
    });
}

TEST(EventChoice, KeepsExactlyAsManyDistinctTrueEventsAsMaySound)
{
    const Changes changes = Changes::random({2048, 512}, 0.24, 6);
    const std::vector<Event> all = changes.events({});
    ASSERT_GT(all.size(), 200000u);
    const std::set<Event> truth(all.begin(), all.end());
    for (const std::uint32_t most : {1u, 4096u, 65536u}) {
        std::vector<std::vector<Event>> by_target;
        on_all_targets([&] {
            EventReader reader = reader_for(changes.size, most, 3);
            by_target.push_back(read(reader, changes));
        });
        const std::set<Event> kept(by_target.front().begin(), by_target.front().end());
        EXPECT_EQ(kept.size(), most);
        EXPECT_TRUE(std::ranges::includes(truth, kept));
        for (const std::vector<Event>& other : by_target)
            EXPECT_TRUE(other == by_target.front());
    }
}

TEST(EventChoice, PrefersDeathsOfThePlayer)
{
    const Roi roi{2020, 500};
    const Changes changes = Changes::random({2048, 512}, 0.24, 8);
    const std::vector<Event> all = changes.events(roi);
    const auto is_player = [](Event event) { return event.type() == EventType::player_death; };
    const auto player = static_cast<std::uint32_t>(std::ranges::count_if(all, is_player));
    ASSERT_GT(player, 200u);
    on_all_targets([&] {
        for (const std::uint32_t most : {player - 1, player, player + 1, 4096u}) {
            EventReader reader = reader_for(changes.size, most, 4);
            const std::vector<Event> kept = read(reader, changes, roi);
            EXPECT_EQ(kept.size(), most);
            EXPECT_EQ(std::ranges::count_if(kept, is_player), std::min(player, most));
        }
    });
}

TEST(EventChoice, DependsOnSeedAndGenerationAlone)
{
    Changes changes = Changes::random({256, 128}, 0.5, 1);
    EventReader reader = reader_for(changes.size, 50, 1);
    EventReader other_seed = reader_for(changes.size, 50, 2);
    const std::vector<Event> first = read(reader, changes);
    EXPECT_NE(read(other_seed, changes), first);
    changes.generation = 2;
    EXPECT_NE(read(reader, changes), first);
    changes.generation = 1;
    EXPECT_EQ(read(reader, changes), first);
}

// From here on: every set of events must be as likely as any other of its size. All seeds are fixed, so a
// statistic is the same number in every run; the bounds leave it a chance of about one in a million each.

/// Sum of squared differences over expected counts.
double chi_square(const std::vector<double>& found, const std::vector<double>& expected)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i)
        sum += (found[i] - expected[i]) * (found[i] - expected[i]) / expected[i];
    return sum;
}

TEST(EventChoice, MakesEverySetAsLikely)
{
    Changes changes({64, 2});
    for (const std::int32_t x : {3, 20, 63})
        changes.set(x, 0, true);
    for (const std::int32_t x : {0, 20, 31})
        changes.set(x, 1, false);
    EventReader reader = reader_for(changes.size, 3, 9);
    std::map<std::vector<Event>, double> times;
    constexpr std::uint32_t kRuns = 20000;
    for (changes.generation = 1; changes.generation <= kRuns; ++changes.generation)
        ++times[read(reader, changes)];
    ASSERT_EQ(times.size(), 20u); // 3 of 6
    std::vector<double> found;
    for (const auto& [set, count] : times)
        found.push_back(count);
    const double statistic = chi_square(found, std::vector<double>(20, kRuns / 20.0));
    EXPECT_LT(statistic, 62.0); // 19 degrees of freedom
    EXPECT_GT(statistic, 2.5);
}

/// How often events of each column range and type were kept: 32 ranges of births, 32 of deaths.
std::vector<double> bucketed(const std::vector<Event>& events)
{
    std::vector<double> counts(64);
    for (const Event event : events)
        ++counts[static_cast<std::size_t>(event.x() / 8) + (event.type() == EventType::birth ? 0 : 32)];
    return counts;
}

/// Choice by Algorithm R: the reference of the distribution, not of the bits.
std::vector<Event> reservoir(const std::vector<Event>& events, std::size_t count, std::mt19937_64& generator)
{
    std::vector<Event> kept(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = count; i < events.size(); ++i) {
        const std::size_t at = std::uniform_int_distribution<std::size_t>(0, i)(generator);
        if (at < count)
            kept[at] = events[i];
    }
    return kept;
}

TEST(EventChoice, IsSpreadLikeAReservoirs)
{
    constexpr std::uint32_t kMost = 512;
    constexpr std::uint32_t kSeeds = 400;
    const Changes changes = Changes::random({256, 128}, 0.15, 4);
    const std::vector<Event> all = changes.events({});
    std::vector<double> ours(64), theirs(64), expected = bucketed(all);
    std::mt19937_64 generator(1);
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        EventReader reader = reader_for(changes.size, kMost, seed);
        const std::vector<double> a = bucketed(read(reader, changes));
        const std::vector<double> b = bucketed(reservoir(all, kMost, generator));
        for (std::size_t i = 0; i < 64; ++i) {
            ours[i] += a[i];
            theirs[i] += b[i];
        }
    }
    for (double& value : expected)
        value *= static_cast<double>(kMost) * kSeeds / static_cast<double>(all.size());
    // Without replacement counts vary less, by the share that is left out.
    const double left_out = static_cast<double>(all.size() - kMost) / static_cast<double>(all.size() - 1);
    for (const std::vector<double>& found : {ours, theirs}) {
        const double statistic = chi_square(found, expected) / left_out;
        EXPECT_LT(statistic, 128.0); // 63 degrees of freedom
        EXPECT_GT(statistic, 24.0);
    }
    EXPECT_LT(chi_square(ours, theirs) / left_out / 2.0, 128.0);
}

TEST(EventChoice, GivesEachEventTheSameChance)
{
    constexpr std::uint32_t kMost = 300;
    constexpr std::uint32_t kRuns = 2000;
    Changes changes = Changes::random({128, 32}, 0.25, 12);
    const std::vector<Event> all = changes.events({});
    EventReader reader = reader_for(changes.size, kMost, 31);
    std::map<Event, double> times;
    for (changes.generation = 1; changes.generation <= kRuns; ++changes.generation) {
        for (const Event event : read(reader, changes))
            ++times[event];
    }
    std::vector<double> found;
    for (const Event event : all)
        found.push_back(times[event]);
    const auto size = static_cast<double>(all.size());
    const double left_out = (size - kMost) / (size - 1.0);
    const double statistic =
        chi_square(found, std::vector<double>(all.size(), kMost * kRuns / size)) / left_out;
    const double spread = std::sqrt(2.0 * (size - 1.0));
    EXPECT_NEAR(statistic, size - 1.0, 5.0 * spread);
}

} // namespace
} // namespace quern::life
