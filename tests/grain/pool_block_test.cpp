// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Blocks against single frames, with every instruction set.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/grain/pool.hpp"
#include "quern/grain/pool_kernels.hpp"
#include "quern/grain/window_curves.hpp"
#include "tests/grain/pool_rig.hpp"

namespace quern::grain {
namespace {

using namespace test;
using Random = std::minstd_rand;

int below(Random& random, int limit)
{
    return static_cast<int>(random() % static_cast<unsigned>(limit));
}
double uniform(Random& random, double low, double high)
{
    return low + (high - low) * static_cast<double>(random() % 1000003u) / 1000003.0;
}

std::vector<float> noise(Random& random, std::size_t frames)
{
    std::vector<float> values(frames);
    for (float& value : values)
        value = static_cast<float>(uniform(random, -1.0, 1.0));
    return values;
}

double a_step(Random& random)
{
    switch (below(random, 8)) {
    case 0:
        return 1.0;
    case 1:
        return -1.0;
    case 2:
        return static_cast<double>(std::nextafter(1.0f, 0.0f));
    case 3:
        return 2.0;
    case 4:
        return uniform(random, -9.0, 9.0);
    case 5:
        return uniform(random, -1e6, 1e6);
    default:
        return uniform(random, -2.0, 2.0);
    }
}

GrainStart a_grain(Random& random, const PoolConfig& config, int frames, int source, bool rich)
{
    GrainStart grain;
    grain.owner = below(random, config.owners);
    grain.start = below(random, source + 200) - 100;
    grain.step = a_step(random);
    constexpr int kLongest[] = {3, 40, 300, 700, 1500};
    grain.length = 1 + below(random, kLongest[below(random, 5)]);
    if (below(random, 3) == 0)
        grain.length = 480; // comes back, so its window is kept
    grain.shape = below(random, 6);
    grain.gain_left = uniform(random, -1.0, 1.0);
    grain.gain_right = uniform(random, -1.0, 1.0);
    grain.offset = below(random, 2) == 0 ? 0 : below(random, frames + 20);
    if (below(random, 4) == 0)
        grain.form.interpolation = Interpolation::hermite;
    if (rich && below(random, 2) == 0) {
        grain.form.interpolation = static_cast<Interpolation>(below(random, 3));
        grain.form.direction = static_cast<Direction>(below(random, 3));
        grain.form.offset = static_cast<OffsetPrecision>(below(random, 3));
        grain.form.filter.kind = static_cast<GrainFilter::Kind>(below(random, 4));
        grain.form.filter.cutoff = static_cast<float>(uniform(random, 0.01, 0.45));
        grain.form.left_channel = below(random, 3);
        grain.form.right_channel = below(random, 3);
    }
    return grain;
}

/// A program of starts, retunes, stops and steals, in blocks of changing size; `one_by_one` renders the same
/// in single frames. Everything that can be told apart is in the result.
std::vector<float> play(unsigned seed, bool one_by_one, bool rich)
{
    Random random(seed * 7919u + 1u);
    PoolConfig config;
    config.owners = 1 + below(random, 3);
    config.capacity = 1 + below(random, below(random, 2) == 0 ? 4 : 70);
    config.steal = rich ? static_cast<StealPolicy>(below(random, 4)) : StealPolicy::oldest;
    config.cut = rich ? static_cast<CutForm>(below(random, 2)) : CutForm::hard;
    config.cached_windows = below(random, 3);
    const int source_frames = 1 + below(random, 900);
    const std::vector<float> table = noise(random, static_cast<std::size_t>(2 * source_frames) + 7);
    const GrainSource source{table, 3, source_frames, rich ? 2 : 1, source_frames};
    Pool pool = std::move(Pool::create(config)).value();
    std::vector<float> result;
    for (int block = 0; block < 6; ++block) {
        const int frames = 1 + below(random, below(random, 2) == 0 ? 20 : 200);
        for (int starts = below(random, 12); starts > 0; --starts)
            result.push_back(
                static_cast<float>(pool.start(a_grain(random, config, frames, source_frames, rich))));
        for (int retunes = below(random, 4); retunes > 0; --retunes)
            result.push_back(pool.retune(below(random, config.capacity), a_step(random)) ? 1.0f : 0.0f);
        if (below(random, 8) == 0)
            pool.stop_owner(below(random, config.owners), config.cut);
        if (rich && below(random, 12) == 0)
            pool.leave(source);
        const auto owners = static_cast<std::size_t>(config.owners);
        const auto length = static_cast<std::size_t>(frames);
        std::vector<float> left(owners * length);
        std::vector<float> right(owners * length);
        std::int32_t live = 0;
        if (one_by_one) {
            for (std::size_t k = 0; k < length; ++k) {
                std::vector<float> l(owners), r(owners);
                live = pool.render_frame(source, l, r);
                for (std::size_t o = 0; o < owners; ++o) {
                    left[o * length + k] = l[o];
                    right[o * length + k] = r[o];
                }
            }
        } else {
            live = pool.render(source, {left, right, frames}, frames);
        }
        result.push_back(static_cast<float>(live));
        result.insert(result.end(), left.begin(), left.end());
        result.insert(result.end(), right.begin(), right.end());
        const PoolStats stats = pool.stats();
        for (const std::int64_t count : {stats.started, stats.stolen, stats.refused, stats.unbridged,
                                         std::int64_t{stats.live}, std::int64_t{stats.peak_live}})
            result.push_back(static_cast<float>(count));
        for (std::int32_t owner = 0; owner < config.owners; ++owner)
            result.push_back(static_cast<float>(pool.steals(owner)));
    }
    return result;
}

testing::AssertionResult same_bits(const std::vector<float>& a, const std::vector<float>& b)
{
    if (a.size() != b.size())
        return testing::AssertionFailure() << a.size() << " values against " << b.size();
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (to_bits(a[k]) != to_bits(b[k]))
            return testing::AssertionFailure() << "at " << k << ": " << a[k] << " against " << b[k];
    }
    return testing::AssertionSuccess();
}

/// Programs from `first` on, each by frames and by blocks, with one target after another.
void compare_programs(unsigned first, unsigned count, bool rich)
{
    std::vector<dsp::SimdTarget> targets;
    std::copy_if(dsp::kTargets.begin(), dsp::kTargets.end(), std::back_inserter(targets), dsp::is_available);
    for (unsigned seed = first; seed < first + count; ++seed) {
        const dsp::SimdTarget target = targets[seed % targets.size()];
        ASSERT_TRUE(dsp::select_target(target));
        ASSERT_TRUE(same_bits(play(seed, true, rich), play(seed, false, rich)))
            << "program " << seed << " with " << dsp::name_of(target);
    }
    dsp::select_target(dsp::best_target());
}

TEST(PoolBlocks, TenThousandProgramsSoundTheSameByFramesAndByBlocks)
{
    compare_programs(0, 10000, false);
}

TEST(PoolBlocks, SoDoProgramsWithEveryChoice)
{
    compare_programs(20000, 2000, true);
}

TEST(PoolBlocks, AStartWithAnOffsetIsAStartAtThatFrame)
{
    for (unsigned seed = 0; seed < 300; ++seed) {
        Random random(seed + 1u);
        PoolConfig config;
        config.capacity = 1 + below(random, 12);
        config.steal = static_cast<StealPolicy>(below(random, 4));
        config.cut = static_cast<CutForm>(below(random, 2));
        Pool ahead = std::move(Pool::create(config)).value();
        Pool on_time = std::move(Pool::create(config)).value();
        const std::vector<float> table = noise(random, 700);
        const GrainSource source = GrainSource::mono(table);
        for (int block = 0; block < 5; ++block) {
            constexpr int kFrames = 64;
            std::vector<GrainStart> grains;
            for (int i = below(random, 20); i > 0; --i)
                grains.push_back(a_grain(random, config, kFrames - 20, 700, false));
            std::sort(grains.begin(), grains.end(),
                      [](const GrainStart& a, const GrainStart& b) { return a.offset < b.offset; });
            std::vector<float> slots, same_slots;
            std::vector<float> heard(2 * kFrames), same(2 * kFrames);
            for (const GrainStart& grain : grains)
                slots.push_back(static_cast<float>(ahead.start(grain)));
            ahead.render(source, {{heard.data(), kFrames}, {heard.data() + kFrames, kFrames}, kFrames},
                         kFrames);
            auto next = grains.begin();
            for (std::size_t k = 0; k < kFrames; ++k) {
                for (; next != grains.end() && next->offset == static_cast<int>(k); ++next) {
                    GrainStart now = *next;
                    now.offset = 0;
                    same_slots.push_back(static_cast<float>(on_time.start(now)));
                }
                on_time.render_frame(source, {&same[k], 1}, {&same[k + kFrames], 1});
            }
            ASSERT_TRUE(same_bits(slots, same_slots)) << "program " << seed;
            ASSERT_TRUE(same_bits(same, heard)) << "program " << seed;
        }
        EXPECT_EQ(ahead.steals(0), on_time.steals(0));
        EXPECT_EQ(ahead.stats().peak_live, on_time.stats().peak_live);
    }
}

TEST(PoolBlocks, OneGrainOfEachKindIsTheSameWithEveryTarget)
{
    Random random(5);
    const std::vector<float> table = noise(random, 4000);
    const std::vector<double> steps{0.0,    0.5,  0.97,  0.999999, 1.0,  1.5,   1.9999, 2.0,
                                    2.5,    40.0, -0.25, -1.0,     -1.7, -2.01, 1000.0, 3.3,
                                    3.9999, 4.0,  -3.7,  -4.0,     4.01, 1e-30, -0.0,   0.1};
    for (const double step : steps) {
        for (const int length : {1, 7, 100, 255, 256, 257, 511, 512, 513, 2000, 40000}) {
            for (const int kind : {0, 1, 2, 3}) {
                const bool cached = kind % 2 == 1;
                const Interpolation interpolation = kind < 2 ? Interpolation::linear : Interpolation::hermite;
                std::vector<float> reference;
                for (const dsp::SimdTarget target : dsp::kTargets) {
                    if (!dsp::select_target(target))
                        continue;
                    PoolConfig config;
                    config.cached_windows = cached ? 1 : 0;
                    Pool pool = std::move(Pool::create(config)).value();
                    EXPECT_EQ(pool.prepare_window(0, length), cached && length <= config.cached_frames);
                    GrainStart grain = grain_of(step < 0 ? 3990 : 10, step, length);
                    grain.shape = 0.0;
                    grain.gain_right = -0.7;
                    grain.form.interpolation = interpolation;
                    EXPECT_EQ(pool.start(grain), 0);
                    std::vector<float> heard;
                    for (const int frames : {131, 16, 1, 333, 8, 64}) {
                        std::vector<float> left(static_cast<std::size_t>(frames)), right(left.size());
                        pool.render(GrainSource::mono(table), {left, right, frames}, frames);
                        heard.insert(heard.end(), left.begin(), left.end());
                        heard.insert(heard.end(), right.begin(), right.end());
                        pool.retune(0, step * 0.99);
                    }
                    if (reference.empty())
                        reference = heard;
                    ASSERT_TRUE(same_bits(reference, heard))
                        << step << ", " << length << " frames with " << dsp::name_of(target);
                }
            }
        }
    }
    dsp::select_target(dsp::best_target());
}

/// A long grain, often with a moving anchor, over a source of `source` frames.
GrainStart a_long_grain(Random& random, int frames, int source)
{
    constexpr int kLengths[] = {300, 4800, 9000, 33000, 200000};
    constexpr double kSteps[] = {1.0, 2.0, 4.0, 0.25, -1.0, 0.7071, 1.9, 3.999, 5.3, -0.9, -3.1, -4.0};
    GrainStart grain;
    grain.start = below(random, source + 200) - 100;
    grain.step = below(random, 2) == 0 ? kSteps[below(random, 12)] : uniform(random, -2.5, 2.5);
    grain.length = kLengths[below(random, 5)] + below(random, 2) * below(random, 40);
    grain.shape = below(random, 5);
    grain.gain_left = uniform(random, -1.0, 1.0);
    grain.gain_right = uniform(random, -1.0, 1.0);
    grain.offset = below(random, frames);
    grain.form.offset = below(random, 4) == 0 ? OffsetPrecision::single_ : OffsetPrecision::anchored;
    grain.form.direction = below(random, 4) == 0 ? Direction::ping_pong : Direction::forward;
    if (below(random, 8) == 0)
        grain.form.interpolation = Interpolation::hermite;
    return grain;
}

/// 60,000 frames of such grains, with retunes and bridged steals. Actions come every 1,500 frames, blocks of
/// `most` frames at most between them; 0 renders frame by frame.
std::vector<float> play_long(unsigned seed, int most)
{
    constexpr int kSource = 30000;
    Random random(seed * 104729u + 3u);
    PoolConfig config;
    config.capacity = 6;
    config.cut = CutForm::bridged;
    const std::vector<float> table = noise(random, kSource);
    const GrainSource source = GrainSource::mono(table);
    Pool pool = std::move(Pool::create(config)).value();
    std::vector<float> left(60000), right(60000);
    std::size_t at = 0;
    for (int act = 0; act < 40; ++act) {
        for (int starts = below(random, 3); starts > 0; --starts)
            (void)pool.start(a_long_grain(random, 1500, kSource));
        (void)pool.retune(below(random, 24), uniform(random, -2.0, 2.0));
        for (int rest = 1500; rest > 0;) {
            const int frames = most == 0 ? 1 : std::min(rest, most);
            const auto size = static_cast<std::size_t>(frames);
            if (most == 0)
                (void)pool.render_frame(source, {&left[at], 1}, {&right[at], 1});
            else
                (void)pool.render(source, {{&left[at], size}, {&right[at], size}, frames}, frames);
            at += size;
            rest -= frames;
        }
    }
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

TEST(PoolBlocks, LongGrainsSoundTheSameByFramesAndByBlocks)
{
    for (unsigned seed = 0; seed < 12; ++seed) {
        const std::vector<float> reference = play_long(seed, 0);
        for (const dsp::SimdTarget target : dsp::kTargets) {
            if (!dsp::select_target(target))
                continue;
            for (const int most : {37, 128, 1500})
                ASSERT_TRUE(same_bits(reference, play_long(seed, most)))
                    << "program " << seed << " with " << dsp::name_of(target) << " in blocks of " << most;
        }
    }
    dsp::select_target(dsp::best_target());
}

TEST(PoolBlocks, TheLongestGrainsSoundTheSameByFramesAndByBlocks)
{
    const std::vector<float> table(1000, 0.5f);
    for (const double length : {2147483647.0, 2147483646.0, 4194304.0, 2.0, 1.0}) {
        for (const int kind : {0, 1, 2, 3, 4, 5, 6, 7, 8}) {
            GrainStart grain = grain_of(900, 1, length);
            grain.shape = 4.0; // loud from its start on
            grain.form.direction = static_cast<Direction>(kind % 3);
            grain.form.offset = static_cast<OffsetPrecision>(kind / 3);
            Pool by_frames = std::move(Pool::create({})).value();
            Pool by_blocks = std::move(Pool::create({})).value();
            EXPECT_EQ(by_frames.start(grain), 0);
            EXPECT_EQ(by_blocks.start(grain), 0);
            std::vector<float> heard(400), right(400), same(400), same_right(400);
            for (std::size_t k = 0; k < heard.size(); ++k)
                (void)by_frames.render_frame(GrainSource::mono(table), {&heard[k], 1}, {&right[k], 1});
            (void)by_blocks.render(GrainSource::mono(table), {same, same_right, 400}, 400);
            ASSERT_TRUE(same_bits(heard, same)) << "kind " << kind << ", " << length << " frames";
        }
    }
}

TEST(PoolBlocks, AChannelThatIsMissingAddsTheSameZeros)
{
    for (const Interpolation interpolation :
         {Interpolation::linear, Interpolation::hermite, Interpolation::sinc}) {
        for (const int channel : {1, 300}) {
            Pool by_frames = std::move(Pool::create({})).value();
            Pool by_blocks = std::move(Pool::create({})).value();
            GrainStart grain = grain_of(10, 1, 100);
            grain.gain_right = -1.0;
            grain.form.interpolation = interpolation;
            grain.form.left_channel = grain.form.right_channel = channel;
            EXPECT_EQ(by_frames.start(grain), 0);
            EXPECT_EQ(by_blocks.start(grain), 0);
            const std::vector<float> table(1000, 0.5f);
            std::vector<float> heard(120, -0.0f), right(120, -0.0f), same(120, -0.0f), same_right(120, -0.0f);
            for (std::size_t k = 0; k < heard.size(); ++k)
                (void)by_frames.render_frame(GrainSource::mono(table), {&heard[k], 1}, {&right[k], 1});
            (void)by_blocks.render(GrainSource::mono(table), {same, same_right, 120}, 120);
            EXPECT_TRUE(same_bits(heard, same));
            EXPECT_TRUE(same_bits(right, same_right));
        }
    }
}

TEST(PoolBlocks, WindowsOfLongGrainsAreTheRoundedQuotient)
{
    const WindowCurves curves;
    const float* const curve = curves[0].data();
    Random random(11);
    std::vector<float> out(200 + WindowCurves::kPadding);
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (!dsp::select_target(target))
            continue;
        for (int trial = 0; trial < 4000; ++trial) {
            const std::int32_t length = 1 + below(random, trial % 8 == 0 ? 1 << 23 : 1 << 21);
            const std::int32_t count = std::min(length, 200);
            const std::int32_t age = below(random, length - count + 1);
            pool_kernels().window(curve, age, length, out.data(), count);
            for (std::int32_t k = 0; k < count; ++k)
                ASSERT_EQ(to_bits(out[static_cast<std::size_t>(k)]),
                          to_bits(window_at(curve, age + k, length)))
                    << age + k << " of " << length << " with " << dsp::name_of(target);
        }
    }
    dsp::select_target(dsp::best_target());
}

TEST(PoolBlocks, OwnersKeepApartByTheirStride)
{
    PoolConfig config;
    config.owners = 3;
    Pool pool = std::move(Pool::create(config)).value();
    const std::vector<float> table(1000, 1.0f);
    pool.start(1, 0, 1, 400, 3, 1, 0.5);
    std::vector<float> left(300, 9.0f), right(300, 9.0f);
    EXPECT_EQ(pool.render(GrainSource::mono(table), {left, right, 100}, 90), 1);
    EXPECT_EQ(std::count(left.begin(), left.begin() + 101, 9.0f), 101); // a window begins with 0
    EXPECT_EQ(left[189], 10.0f);
    EXPECT_EQ(right[189], 9.5f);
    EXPECT_EQ(std::count(left.begin() + 190, left.end(), 9.0f), 110);
}

} // namespace
} // namespace quern::grain
