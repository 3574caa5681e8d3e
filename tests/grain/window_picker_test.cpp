// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/window_picker.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>
#include <vector>

#include "quern/core/units.hpp"
#include "tests/grain/rig.hpp"

namespace quern::grain {
namespace {

using test::kDuration;
using test::kParamsA;
using test::kParamsB;
using test::kParamsRocket;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
/// Times that single precision holds exactly: four windows in a region, none lost to rounding.
constexpr PlayerParams kExact{0.125f, 0.25f, 0.125f, 2.0f, 0.05f};
constexpr float kInf = std::numeric_limits<float>::infinity();

std::vector<float> picks(const PlayerParams& params, float position, std::size_t count)
{
    WindowPicker picker;
    Generator generator;
    std::vector<float> starts;
    for (std::size_t i = 0; i < count; ++i)
        starts.push_back(picker.pick(params, kDuration, position, generator).start);
    return starts;
}

double chi_square(const std::map<std::size_t, std::size_t>& counts, std::size_t cells, std::size_t total)
{
    const double expected = static_cast<double>(total) / static_cast<double>(cells);
    double sum = 0.0;
    for (std::size_t i = 0; i < cells; ++i) {
        const auto found = counts.find(i);
        const double count = found == counts.end() ? 0.0 : static_cast<double>(found->second);
        sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
}

TEST(Tiling, RoundsTheFourthWindowOutOfTheFirstRegion)
{
    std::array<Window, kMaxCandidates> out{};
    ASSERT_EQ(tile(-1.0f, kDuration, 0.4f, 0.0f, 1.6f, out), 3u);
    EXPECT_EQ(out[0].start, 0.0f);
    EXPECT_EQ(to_bits(out[2].end), 0x3F99999Au);
    ASSERT_EQ(tile(-1.0f, kDuration, 0.4f, 19.0f, 20.6f, out), 4u);
}

TEST(Tiling, StopsAtTheRoomThereIs)
{
    std::array<Window, kMaxCandidates> out{};
    EXPECT_EQ(tile(0.0f, 1e6f, 0.01f, 0.0f, 1e6f, out), kMaxCandidates);
    EXPECT_EQ(tile(0.0f, 1e6f, 0.01f, 0.0f, 1e6f, std::span(out).first(5)), 5u);
    EXPECT_EQ(tile(0.0f, 1e6f, 0.01f, 0.0f, 1e6f, std::span(out).first(0)), 0u);
    // Windows too short to move the start by one ulp are bounded too.
    EXPECT_EQ(tile(1e6f, 2e6f, 1e-6f, 0.0f, 2e6f, out), kMaxCandidates);
}

TEST(Tiling, GivesNoWindowForDisjointOrBrokenGaps)
{
    std::array<Window, kMaxCandidates> out{};
    EXPECT_EQ(tile(0.0f, 1.0f, 0.4f, 2.0f, 3.0f, out), 0u);
    EXPECT_EQ(tile(4.0f, 5.0f, 0.4f, 2.0f, 3.0f, out), 0u);
    EXPECT_EQ(tile(1.0f, 0.0f, 0.4f, 0.0f, 3.0f, out), 0u);
    EXPECT_EQ(tile(kNan, 1.0f, 0.4f, kNan, 3.0f, out), 0u);
    EXPECT_EQ(tile(0.0f, 1.0f, kNan, 0.0f, 3.0f, out), 0u);
}

/// Plays 2000 grains and returns the bags between two refills.
std::vector<std::vector<float>> bags_of(const PlayerParams& params, float duration, float position)
{
    WindowPicker picker;
    Generator generator;
    std::vector<std::vector<float>> bags;
    for (int n = 0; n < 2000; ++n) {
        const float start = picker.pick(params, duration, position, generator).start;
        if (picker.inserted() == 1) // the first window of a bag
            bags.emplace_back();
        bags.back().push_back(start);
    }
    bags.pop_back(); // cut off in the middle
    return bags;
}

TEST(Picker, PlaysEachWindowOnceBeforeAnyAgain)
{
    const auto bags = bags_of(kExact, 16.0f, 0.5f);
    ASSERT_GT(bags.size(), 500u);
    for (std::size_t i = 0; i < bags.size(); ++i) {
        const std::set<float> windows(bags[i].begin(), bags[i].end());
        EXPECT_EQ(windows.size(), bags[i].size()) << "repeated within bag " << i;
        // A refilled bag lacks the window just played.
        EXPECT_EQ(bags[i].size(), i == 0 ? 4u : 3u);
        EXPECT_TRUE(i == 0 || windows.count(bags[i - 1].back()) == 0);
    }
}

TEST(Picker, BagsOfTheBuiltInPlayersNeverRepeatWithin)
{
    for (const PlayerParams& params : {kParamsA, kParamsB, kParamsRocket}) {
        std::set<float> every;
        for (const auto& bag : bags_of(params, kDuration, 0.63f)) {
            EXPECT_EQ(std::set<float>(bag.begin(), bag.end()).size(), bag.size());
            every.insert(bag.begin(), bag.end());
        }
        EXPECT_GE(every.size(), 3u);
        EXPECT_LE(every.size(), 4u);
    }
}

TEST(Picker, DrawsEveryCandidateAlike)
{
    WindowPicker picker;
    Generator generator;
    std::map<std::size_t, std::map<std::size_t, std::size_t>> by_count; // how many to choose from, then which
    std::map<std::size_t, std::size_t> totals;
    for (int n = 0; n < 60000; ++n) {
        const Pick pick = picker.pick(kExact, 16.0f, 0.5f, generator);
        const auto candidates = picker.candidates();
        ASSERT_EQ(candidates.size(), pick.candidates);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (candidates[i].start == pick.start)
                ++by_count[candidates.size()][i];
        }
        ++totals[candidates.size()];
    }
    // 99.9 % points of chi square with 1 and 2 degrees of freedom.
    ASSERT_GT(totals[2], 1000u);
    ASSERT_GT(totals[3], 1000u);
    EXPECT_LT(chi_square(by_count[2], 2, totals[2]), 10.83);
    EXPECT_LT(chi_square(by_count[3], 3, totals[3]), 13.82);
}

TEST(Picker, FirstPickAfterAResetIsUniformFromTheRegionsStart)
{
    WindowPicker picker;
    Generator generator;
    std::map<std::size_t, std::size_t> counts;
    constexpr std::size_t kPicks = 20000;
    const float low = (kDuration - kParamsA.window) * 0.63f;
    for (std::size_t n = 0; n < kPicks; ++n) {
        picker.reset();
        const Pick pick = picker.pick(kParamsA, kDuration, 0.63f, generator);
        ASSERT_EQ(pick.candidates, 4u);
        ASSERT_EQ(picker.candidates()[0].start, low);
        for (std::size_t i = 0; i < 4; ++i)
            counts[i] += picker.candidates()[i].start == pick.start ? 1u : 0u;
    }
    EXPECT_LT(chi_square(counts, 4, kPicks), 16.27); // 99.9 %, 3 degrees of freedom
}

TEST(Picker, KeepsTheBagWhileThePositionMovesALittle)
{
    WindowPicker picker;
    Generator generator;
    const Pick first = picker.pick(kParamsA, kDuration, 0.5f, generator);
    for (int n = 1; n < 3; ++n) {
        const Pick next = picker.pick(kParamsA, kDuration, 0.5f + 0.001f * static_cast<float>(n), generator);
        EXPECT_GE(std::fabs(next.start - first.start), 0.3999f) << "overlaps a window already played";
    }
    EXPECT_EQ(picker.recent().size(), 4u); // the sentinel and three windows
}

TEST(Picker, EmptiesTheListWhenSixteenEntriesAreFull)
{
    WindowPicker picker;
    Generator generator;
    std::size_t most = 0;
    for (int n = 0; n < 400; ++n) {
        picker.pick(kParamsA, kDuration, static_cast<float>(7 * n % 24) / 24.0f, generator);
        ASSERT_LE(picker.recent().size(), WindowPicker::kRecent);
        most = std::max(most, picker.inserted());
        for (std::size_t i = 1; i < picker.recent().size(); ++i)
            ASSERT_LE(picker.recent()[i - 1].start, picker.recent()[i].start);
    }
    EXPECT_EQ(most, WindowPicker::kRecent - 1);
}

TEST(Picker, TopmostDrawReadsPastTheLastWindow)
{
    WindowPicker picker;
    Generator generator({0xFFFFFFFF, 0, 0, 0, 0, 0});
    const Pick pick = picker.pick(kParamsA, kDuration, 0.63f, generator);
    EXPECT_TRUE(pick.drew());
    EXPECT_EQ(pick.start, -1.0f);
}

TEST(Picker, DrawsNothingWhenNoWindowFits)
{
    WindowPicker picker;
    Generator generator;
    const PlayerParams narrow{0.1f, 0.2f, 0.1f, 0.3f, 0.05f}; // the region is shorter than a grain
    const Pick pick = picker.pick(narrow, kDuration, 0.5f, generator);
    EXPECT_FALSE(pick.drew());
    EXPECT_EQ(pick.start, (kDuration - 0.3f) * 0.5f);
    EXPECT_EQ(generator.words(), Generator::kImage);
    EXPECT_TRUE(picker.candidates().empty());
}

TEST(Picker, CutsTheSearchToAShortRecording)
{
    WindowPicker picker;
    Generator generator;
    for (int n = 0; n < 50; ++n) { // one second, window 1.6 s
        const Pick pick = picker.pick(kParamsA, 1.0f, static_cast<float>(n % 11) / 10.0f, generator);
        EXPECT_GE(pick.start, 0.0f);
        EXPECT_LE(pick.start, 1.0f);
    }
    picker.reset();
    const Pick tiny = picker.pick(kParamsA, 0.05f, 1.0f, generator); // shorter than one grain
    EXPECT_FALSE(tiny.drew());
    EXPECT_EQ(tiny.start, 0.0f);
}

TEST(Picker, SequencesOfTheFactSheet)
{
    const std::vector<float> expected{13.1524f, 13.5524f, 13.9524f, 12.7524f, 13.1524f, 13.9524f,
                                      12.7524f, 13.1524f, 13.5524f, 13.9524f, 13.1524f, 13.5524f};
    const std::vector<float> found = picks(kParamsA, 0.63f, expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 6e-5f) << i;
    const std::vector<float> b = picks(kParamsB, 0.63f, 4);
    EXPECT_NEAR(b[0], 13.3154f, 6e-5f);
    EXPECT_NEAR(b[3], 12.8154f, 6e-5f);
}

RC_GTEST_PROP(Picker, NeverRepeatsTheWindowJustPlayed, ())
{
    const auto length = *rc::gen::inRange(5, 80);     // hundredths of a second
    const auto windows = *rc::gen::inRange(3, 12);    // of that length in the region, at least
    const auto position = *rc::gen::inRange(0, 1001); // thousandths
    const PlayerParams params{0.0f, static_cast<float>(length) * 0.01f, 0.0f,
                              static_cast<float>(length * windows) * 0.01f + 0.001f, 0.05f};
    WindowPicker picker;
    Generator generator = Generator::seeded(*rc::gen::arbitrary<std::uint32_t>());
    float last = -1.0f;
    for (int n = 0; n < 100; ++n) {
        const Pick pick = picker.pick(params, kDuration, static_cast<float>(position) * 0.001f, generator);
        RC_ASSERT(pick.start != last);
        last = pick.start;
    }
}

TEST(Picker, SurvivesValuesThatAreNoNumbers)
{
    Generator generator;
    for (const float bad : {kNan, kInf, -kInf, 1e38f, -1e38f, 1e-42f, 0.0f}) {
        for (int field = 0; field < 6; ++field) {
            PlayerParams params = kParamsA;
            float duration = kDuration;
            float position = 0.5f;
            std::array<float*, 6> fields{&params.attack, &params.sustain, &params.release,
                                         &params.window, &duration,       &position};
            *fields[static_cast<std::size_t>(field)] = bad;
            WindowPicker picker;
            for (int n = 0; n < 40; ++n) {
                picker.pick(params, duration, position, generator);
                ASSERT_LE(picker.recent().size(), WindowPicker::kRecent);
                ASSERT_GE(picker.recent().size(), 1u);
            }
        }
    }
}

} // namespace
} // namespace quern::grain
