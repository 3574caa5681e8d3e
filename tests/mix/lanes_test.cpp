// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/dsp/simd_target.hpp"
#include "tests/mix/chain_rig.hpp"

namespace quern::mix {
namespace {

/// A small generator of everything a program does.
class Dice {
public:
    explicit Dice(std::uint32_t seed) : state_(seed * 2654435761u + 12345u) {}
    std::uint32_t below(std::uint32_t count)
    {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        return state_ % count;
    }
    bool one_in(std::uint32_t count) { return below(count) == 0; }
    float within(float low, float high)
    {
        return low + (high - low) * (static_cast<float>(below(1u << 20)) * 0x1p-20f);
    }
    template <std::size_t N> float pick(const std::array<float, N>& values) { return values[below(N)]; }

private:
    std::uint32_t state_;
};

ChainTargets random_targets(Dice& dice)
{
    ChainTargets t;
    t.high_pass_hz = dice.one_in(4) ? 0.0f : dice.within(20.0f, 400.0f);
    t.low_pass_hz = dice.one_in(2) ? 24971.0f : dice.within(800.0f, 24100.0f);
    t.shift_hz = dice.one_in(5) ? 0.0f : dice.within(-200.0f, 200.0f);
    t.azimuth_deg = dice.one_in(3) ? 0.0f : dice.within(-180.0f, 180.0f);
    t.env_send = dice.pick(std::array{0.0f, 0.08f, dice.within(0.0f, 1.0f)});
    t.flange_send = dice.pick(std::array{0.0f, 0.0f, dice.within(-0.5f, 0.5f)});
    t.graph3_send = dice.pick(std::array{0.0f, 3.0f, dice.within(0.0f, 3.0f)});
    t.graph1_gain = dice.pick(std::array{1.0f, -0.0f, dice.within(-1.5f, 1.5f)});
    t.graph3_gain = dice.pick(std::array{1.0f, 0.0f, dice.within(0.0f, 1.5f)});
    return t;
}

ChainSetup random_setup(Dice& dice)
{
    ChainSetup setup;
    setup.clip_level = dice.pick(std::array{0.09f, 0.0f, 100.0f, dice.within(0.01f, 0.5f)});
    setup.shelf_hz = dice.pick(std::array{5000.0f, 23990.0f, dice.within(10.0f, 12000.0f)});
    setup.shelf_gain = dice.pick(std::array{0.65f, 1.0f, dice.within(0.2f, 2.0f)});
    setup.has_graph3 = !dice.one_in(3);
    setup.extras = !dice.one_in(8);
    setup.send_short = !dice.one_in(4);
    return setup;
}

Block random_voice(Dice& dice)
{
    Block voice = NoiseSource(dice.below(1u << 30), dice.pick(std::array{0.2f, 1.0e-4f, 0.8f})).next();
    if (dice.one_in(4))
        voice.fill(0.0f);
    if (dice.one_in(200))
        voice[dice.below(kBlockFrames)] = std::numeric_limits<float>::quiet_NaN();
    if (dice.one_in(50))
        voice[dice.below(kBlockFrames)] = 1.0e-42f;
    return voice;
}

/// Everything that leaves a bank, folded into one number block by block.
class Digest {
public:
    void add(std::span<const float> values)
    {
        for (float value : values)
            sum_ = (sum_ ^ to_bits(value)) * 1099511628211ull;
    }
    void add(std::uint64_t value) { sum_ = (sum_ ^ value) * 1099511628211ull; }
    std::uint64_t sum() const { return sum_; }

private:
    std::uint64_t sum_ = 1469598103934665603ull;
};

/// Builds, releases and re-targets lanes at random for some blocks; the digest of all outputs after each.
std::vector<std::uint64_t> run_program(std::uint32_t seed, std::size_t lanes, std::size_t blocks)
{
    Dice dice(seed);
    Rig rig(lanes);
    std::vector<std::uint64_t> sums;
    Digest digest;
    for (std::size_t n = 0; n < blocks; ++n) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const bool idle = rig.bank.state(lane) == PlayerChainBank::LaneState::idle;
            if (dice.one_in(idle ? 2 : 12))
                rig.build(lane, random_targets(dice), random_setup(dice));
            else if (dice.one_in(10))
                rig.bank.release(lane);
            else if (dice.one_in(2))
                rig.bank.set(lane, random_targets(dice));
            if (dice.one_in(20))
                rig.bank.fold_input(lane, dice.within(-0.5f, 0.5f));
        }
        rig.begin();
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const Block voice = random_voice(dice);
            if (rig.bank.state(lane) == PlayerChainBank::LaneState::bound)
                rig.add(lane, voice);
        }
        rig.finish();
        for (std::size_t c = 0; c < dsp::kChannels; ++c)
            digest.add(rig.out.channel(c));
        digest.add(rig.env.channel(0));
        digest.add(rig.flange.channel(0));
        digest.add(rig.bank.active_lanes());
        digest.add(rig.bank.refused_inputs());
        sums.push_back(digest.sum());
    }
    return sums;
}

void expect_equal_targets(std::uint32_t seed, std::size_t lanes, std::size_t blocks)
{
    ASSERT_TRUE(dsp::select_target(dsp::SimdTarget::scalar));
    const auto scalar = run_program(seed, lanes, blocks);
    for (const dsp::SimdTarget target : dsp::kVectorTargets) {
        if (!dsp::select_target(target))
            continue;
        const auto values = run_program(seed, lanes, blocks);
        for (std::size_t n = 0; n < blocks; ++n)
            ASSERT_EQ(values[n], scalar[n])
                << dsp::name_of(target) << ", program " << seed << " of " << lanes << " lanes, block " << n;
    }
    dsp::select_target(dsp::best_target());
}

TEST(Lanes, TenThousandRandomProgramsOfFewLanesAreTheSameBitsWithEveryTarget)
{
    for (std::uint32_t seed = 0; seed < 9800 && !HasFatalFailure(); ++seed)
        expect_equal_targets(seed, 1 + seed % 5, 5);
}

TEST(Lanes, ProgramsOfManyLanesAreTheSameBitsWithEveryTarget)
{
    for (std::uint32_t seed = 0; seed < 200 && !HasFatalFailure(); ++seed)
        expect_equal_targets(100000 + seed, 12 + seed % 40, 8);
}

TEST(Lanes, LongProgramsAreTheSameBitsWithEveryTarget)
{
    for (std::uint32_t seed = 0; seed < 20 && !HasFatalFailure(); ++seed)
        expect_equal_targets(200000 + seed, 4, 300);
}

TEST(Lanes, TheTargetMayChangeInMidSound)
{
    const auto render = [](bool changing) {
        Rig rig(2);
        rig.build(0);
        rig.build(1);
        NoiseSource source(3);
        std::vector<Block> blocks;
        for (std::size_t n = 0; n < 24; ++n) {
            if (changing) // what is not available here leaves the last one selected
                dsp::select_target(dsp::kTargets[n % dsp::kTargets.size()]);
            rig.block(n % 2, source.next());
            blocks.push_back(rig.centre());
        }
        dsp::select_target(dsp::best_target());
        return blocks;
    };
    EXPECT_TRUE(render(true) == render(false));
}

} // namespace
} // namespace quern::mix
