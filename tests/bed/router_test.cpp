// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/router.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "quern/bed/surfaces.hpp"
#include "quern/core/generator.hpp"

namespace quern::bed {
namespace {

constexpr int kConcreteRough = 3; // materials
constexpr int kAggregate = 4;
constexpr int kMetal = 8;
constexpr int kPatch7 = 9;
constexpr int kSurface0 = 89;

struct Routing : testing::Test {
    Router router;
    Latches latches;
    RiderState rider;
    RouteInput in{kConcreteRough, kConcreteRough};

    /// One frame; what happened as "bind0 stop1 ...".
    std::string step()
    {
        latches.update(rider);
        std::string text;
        for (const RouteEvent& event : router.step(in, latches, default_tuning())) {
            constexpr const char* kNames[]{"bind", "stop", "post", "release"};
            text += (text.empty() ? "" : " ") + std::string(kNames[static_cast<std::size_t>(event.kind)]) +
                    std::to_string(event.truck);
        }
        return text;
    }
    void materials(int front, int rear)
    {
        in.material0 = front;
        in.material3 = rear;
    }
};

TEST_F(Routing, SoundsOneTruckPerSurface)
{
    EXPECT_EQ(step(), "bind0");
    EXPECT_EQ(step(), "");
    EXPECT_TRUE(router.running(0));
    EXPECT_FALSE(router.running(1));
    EXPECT_EQ(router.truck(1).surface, 2);
}

TEST_F(Routing, HandsTheSoundOverAtACrossing)
{
    step();
    materials(kAggregate, kConcreteRough);
    EXPECT_EQ(step(), "bind1") << "nothing stops: truck 0 goes on under the rear wheels";
    EXPECT_EQ(router.primary(), 1u);
    EXPECT_TRUE(router.pulse());
    EXPECT_TRUE(router.running(0) && router.running(1));
    materials(kAggregate, kAggregate);
    EXPECT_EQ(step(), "stop0");
    EXPECT_TRUE(router.running(1));
}

TEST_F(Routing, SoundsBothTrucksWhileStraddling)
{
    materials(kConcreteRough, kAggregate);
    EXPECT_EQ(step(), "bind0 bind1");
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(step(), "");
}

TEST_F(Routing, StopsAndStartsANonLocalBoard)
{
    in.local = false;
    EXPECT_EQ(step(), "bind0");
    materials(kAggregate, kAggregate);
    EXPECT_EQ(step(), "stop0 bind0");
    EXPECT_EQ(router.truck(1).surface, kNoContact) << "one pass only";
    in.grinding = true;
    EXPECT_EQ(step(), "stop0");
    EXPECT_FALSE(router.running(0));
}

TEST_F(Routing, KeepsALocalBoardSoundingInAGrind)
{
    step();
    in.grinding = true;
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(step(), "");
        EXPECT_TRUE(router.truck(0).live || router.truck(1).live);
        EXPECT_TRUE(router.pulse());
    }
    in.grinding = false;
    step();
    EXPECT_TRUE(router.running(router.primary()) || router.running(1 - router.primary()));
}

TEST_F(Routing, LiftsTheTruckThatHasNotLandedInAManual)
{
    step();
    rider.balance = true;
    rider.wheel_count = 2;
    rider.wheel_contact = {false, false, true, true};
    EXPECT_EQ(step(), "") << "the silent truck takes the empty surface";
    EXPECT_TRUE(latches.manual());
    EXPECT_TRUE(router.truck(0).live || router.truck(1).live);
}

TEST_F(Routing, IgnoresTheManualOfANonLocalBoard)
{
    in.local = false;
    step();
    rider.balance = true;
    rider.wheel_count = 2;
    EXPECT_EQ(step(), "");
    EXPECT_EQ(router.truck(0).surface, 2);
}

TEST_F(Routing, RollsOnSmoothAsphaltWithoutMaterial)
{
    materials(kNoMaterial, kNoMaterial);
    step();
    EXPECT_EQ(router.truck(0).surface, 3);
    EXPECT_EQ(router.truck(0).member, Member::asphalt_smooth_hard);
}

TEST_F(Routing, PlaysSurface0WithTheFallbackTuning)
{
    materials(kSurface0, kSurface0);
    EXPECT_EQ(step(), "bind0");
    EXPECT_EQ(router.truck(0).member, Member::asphalt_rough_hard);
    EXPECT_EQ(&router.tuning_of(0, default_tuning()), &default_tuning().fallback);
}

TEST_F(Routing, PostsPatchesOnGrainlessSurfaces)
{
    materials(kPatch7, kPatch7);
    EXPECT_EQ(step(), "post0");
    EXPECT_FALSE(router.running(0));
    materials(kConcreteRough, kPatch7);
    EXPECT_EQ(step(), "bind1");
    materials(kConcreteRough, kConcreteRough);
    EXPECT_EQ(step(), "release0");
}

TEST_F(Routing, ChoosesTheRecordingByTheSoftFlag)
{
    in.soft = true;
    step();
    EXPECT_EQ(router.truck(0).member, Member::concrete_rough_soft);
    materials(kMetal, kMetal);
    step();
    EXPECT_EQ(router.truck(1).member, Member::metal_smooth_hard) << "metal has no soft recording";
}

TEST_F(Routing, ReportsMetalUnderTruck0Only)
{
    step();
    materials(kMetal, kConcreteRough);
    step();
    EXPECT_FALSE(router.on_metal()) << "metal is under truck 1";
    materials(kMetal, kMetal);
    step();
    EXPECT_TRUE(router.on_metal());
}

TEST_F(Routing, HoldsItsRulesOverAnySequence)
{
    Generator random;
    const int grounds[]{kConcreteRough, kAggregate, kMetal, kPatch7, kNoMaterial, 0, kSurface0};
    step();
    for (int i = 0; i < 20000; ++i) {
        const std::uint32_t r = random.draw();
        if (r % 4 == 0)
            materials(grounds[(r >> 4) % 7], grounds[(r >> 12) % 7]);
        in.grinding = (r >> 16) % 16 == 0;
        rider.balance = (r >> 20) % 8 == 0;
        rider.wheel_count = static_cast<int>((r >> 24) % 5);
        for (std::size_t wheel = 0; wheel < 4; ++wheel)
            rider.wheel_contact[wheel] = ((r >> (8 + wheel)) & 1) != 0;
        step();
        const Router::Truck& a = router.truck(0);
        const Router::Truck& b = router.truck(1);
        ASSERT_TRUE(a.live || b.live) << "a local board is never silenced";
        ASSERT_FALSE(a.playing && !a.live);
        ASSERT_FALSE(b.playing && !b.live);
    }
}

TEST(SurfaceMap, SendsMaterialsBeyondItsEndToTheLastEntry)
{
    EXPECT_EQ(surface_of(94, default_tuning()), surface_of(142, default_tuning()));
    EXPECT_EQ(surface_of(143, default_tuning()), 3);
    EXPECT_EQ(surface_of(-5, default_tuning()), 3);
    EXPECT_EQ(surface_of(100000, default_tuning()), 3);
}

TEST(SurfaceMap, NamesTheSilentSurfaces)
{
    EXPECT_EQ(silent_surfaces(default_tuning()),
              (1u << 7) | (1u << 8) | (1u << 10) | (1u << 11) | (1u << 12) | (1u << 13));
    EXPECT_EQ(silent_surfaces(with_nearest_sounds(default_tuning())), 0u);
}

TEST(SurfaceMap, LendsNeighboursToSilentSurfacesOnly)
{
    const Tuning tuning = with_nearest_sounds(default_tuning());
    EXPECT_EQ(tuning.surfaces[13].hard, Member::metal_smooth_hard);
    EXPECT_EQ(tuning.surfaces[8].hard, Member::wood_ramp_hard);
    for (std::size_t surface : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 9u})
        EXPECT_EQ(tuning.surfaces[surface].hard, default_tuning().surfaces[surface].hard);
}

TEST(SurfaceMap, LendsWhatTheTuningSaysAndNoSilence)
{
    Tuning tuning = default_tuning();
    tuning.surfaces[13].nearest = 4;
    tuning.surfaces[8].nearest = -1;
    tuning.surfaces[7].nearest = 8;
    const Tuning lent = with_nearest_sounds(tuning);
    EXPECT_EQ(lent.surfaces[13].hard, Member::concrete_smooth_hard);
    EXPECT_FALSE(lent.surfaces[8].grain);
    EXPECT_FALSE(lent.surfaces[7].grain) << "a silent surface has nothing to lend";
}

} // namespace
} // namespace quern::bed
