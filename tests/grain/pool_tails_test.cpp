// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Where grains sound on that have lost their slot, and what happens without such a place (docs/spec/pool.md
// §1, §5).
#include <algorithm>

#include <gtest/gtest.h>

#include "quern/grain/pool.hpp"
#include "tests/grain/pool_rig.hpp"

namespace quern::grain {
namespace {

using namespace test;

TEST(PoolTails, WhenAllTailsAreInUseACutIsHardAndCounted)
{
    PoolConfig config;
    config.capacity = 1;
    config.cut = CutForm::bridged;
    PoolRig rig(config);
    for (int k = 0; k < 300; ++k) {
        GrainStart grain = grain_of(0, 0, 1000);
        grain.offset = k;
        EXPECT_EQ(rig.pool.start(grain), 0);
    }
    EXPECT_EQ(rig.pool.stats().stolen, 299);
    EXPECT_EQ(rig.pool.stats().unbridged, 299 - 256);
    rig.frames(2000);
    EXPECT_EQ(rig.frame(), 0);
}

TEST(PoolTails, AHardStealForALaterFrameWithoutATailIsCountedAsEarly)
{
    for (const CutForm form : {CutForm::hard, CutForm::bridged}) {
        PoolConfig config;
        config.capacity = 1;
        config.cut = form;
        config.tails = 1;
        PoolRig rig(config);
        (void)rig.pool.start(grain_of(0, 0, 1000));
        rig.frames(500);
        GrainStart later = grain_of(-5000, 0, 1000); // silent itself
        later.offset = 20;
        (void)rig.pool.start(later); // the first sounds on in the only tail
        EXPECT_EQ(rig.pool.stats().early, 0);
        later.start = 0;
        later.offset = 30;
        (void)rig.pool.start(later); // the silent one ends at the call
        EXPECT_EQ(rig.pool.stats().early, 1);
        EXPECT_EQ(rig.pool.stats().unbridged, form == CutForm::bridged ? 1 : 0);
        later.offset = 0;
        (void)rig.pool.start(later); // the third has not sounded: nothing is lost
        EXPECT_EQ(rig.pool.stats().early, 1);
        EXPECT_EQ(rig.pool.stats().stolen, 3);
        EXPECT_GE(rig.listen(20)[19], 1.0f); // the first is heard up to frame 20
    }
}

TEST(PoolTails, ABridgeAtTheFrameOfARetuneStartsNextToWhatWasHeard)
{
    PoolConfig config;
    config.capacity = 1;
    config.cut = CutForm::bridged;
    PoolRig rig(config, ramp(4096));
    const std::int32_t slot = rig.pool.start(grain_of(100, 0.7, 1000));
    const float heard = rig.listen(500)[499];
    EXPECT_TRUE(rig.pool.retune(slot, -3.0));
    (void)rig.pool.start(grain_of(-5000, 0, 1000)); // silent itself
    EXPECT_NEAR(rig.listen(1)[0], heard * 16.0f / 17.0f, 1e-6f * heard);
}

TEST(PoolTails, ThereAreAsManyTailsAsAskedFor)
{
    for (const std::int32_t tails : {1, 20, 298, 299, 1000}) {
        PoolConfig config;
        config.capacity = 1;
        config.cut = CutForm::bridged;
        config.tails = tails;
        PoolRig rig(config);
        for (int k = 0; k < 300; ++k) {
            GrainStart grain = grain_of(0, 0, 1000);
            grain.offset = k;
            EXPECT_EQ(rig.pool.start(grain), 0);
        }
        EXPECT_EQ(rig.pool.stats().unbridged, std::max(299 - tails, 0));
    }
    PoolConfig config;
    config.tails = -1;
    EXPECT_FALSE(Pool::create(config).ok());
    config.tails = (1 << 20) + 1;
    EXPECT_FALSE(Pool::create(config).ok());
}

} // namespace
} // namespace quern::grain
