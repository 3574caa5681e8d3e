// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/cloud_patch.hpp"

#include <string>

#include <gtest/gtest.h>

namespace quern::formats {
namespace {

using grain::CloudParam;

void expect_fault(const std::string& text, const std::string& place, const std::string& says)
{
    const Result<CloudPatch> patch = parse_cloud_patch(text, "p.toml");
    ASSERT_FALSE(patch.ok()) << text;
    EXPECT_EQ(patch.error().where, place) << patch.error().text();
    EXPECT_NE(patch.error().message.find(says), std::string::npos) << patch.error().text();
}

TEST(CloudPatch, EveryPresetIsOne)
{
    ASSERT_GE(cloud_presets().size(), 5u);
    for (const CloudPreset& preset : cloud_presets()) {
        const Result<CloudPatch> patch = parse_cloud_patch(preset.toml, std::string(preset.name));
        ASSERT_TRUE(patch.ok()) << patch.error().text();
        EXPECT_FALSE(patch->description.empty()) << preset.name;
        EXPECT_FALSE(patch->lanes.empty()) << preset.name;
        EXPECT_EQ(cloud_preset(preset.name), preset.toml);
    }
    EXPECT_FALSE(cloud_preset("nothing of the kind"));
}

TEST(CloudPatch, ConstantsListsAndRampsAreRead)
{
    const Result<CloudPatch> patch =
        parse_cloud_patch("[parameters]\nspray = 1\ndensity = [[0, 10], [2, 1000]]\n"
                          "pitch = { points = [[0, 0], [1, 12]], ramp = 'step' }\n"
                          "position = { points = [[1, 0], [2, 1]], ramp = 'smooth' }\n",
                          "p.toml");
    ASSERT_TRUE(patch.ok()) << patch.error().text();
    ASSERT_EQ(patch->lanes.size(), 4u);
    for (const CloudLane& lane : patch->lanes) {
        switch (lane.param) {
        case CloudParam::spray:
            EXPECT_EQ(lane.at(7.0), 1.0f);
            break;
        case CloudParam::density:
            EXPECT_NEAR(lane.at(1.0), 100.0f, 1e-3f) << "in equal ratios, as its range is travelled";
            EXPECT_EQ(lane.at(3.0), 1000.0f);
            break;
        case CloudParam::pitch:
            EXPECT_EQ(lane.at(0.999), 0.0f);
            EXPECT_EQ(lane.at(1.0), 12.0f);
            break;
        default:
            EXPECT_EQ(lane.at(0.0), 0.0f);
            EXPECT_FLOAT_EQ(lane.at(1.25), 0.15625f);
            EXPECT_FLOAT_EQ(lane.at(1.5), 0.5f);
        }
    }
}

TEST(CloudPatch, AnOverlayReplacesLanesOfTheSameParameter)
{
    CloudPatch base = *parse_cloud_patch("[parameters]\nspray = 1\ngain = -3\n", "a");
    overlay_cloud_patch(base, *parse_cloud_patch("[parameters]\ngain = [[0, 0], [1, 6]]\n", "b"));
    ASSERT_EQ(base.lanes.size(), 2u);
    EXPECT_EQ(base.lanes[1].param, CloudParam::gain);
    EXPECT_EQ(base.lanes[1].points.size(), 2u);
}

TEST(CloudPatch, FaultsAreNamedByTheirPlace)
{
    expect_fault("[parameters]\ngain = \n", "p.toml:2:8", "");
    expect_fault("[parameters]\ngain = 100\n", "p.toml:2:8", "found 100, expected a number from -60 to 24");
    expect_fault("[parameters]\ngain = nan\n", "p.toml:2:8", "found nan, expected a number");
    expect_fault("[parameters]\ngain = 'loud'\n", "p.toml:2:8", "found 'loud', expected a number");
    expect_fault("[parameters]\ngain = true\n", "p.toml:2:8", "found true, expected a number");
    expect_fault("[parameters]\ndensity = 0\n", "p.toml:2:11",
                 "found 0, expected a number from 0.1 to 100000");
    expect_fault("[parameters]\ndensity = [10]\n", "p.toml:2:12", "found 10, expected a point");
    expect_fault("[parameters]\ndensity = [['a', 1]]\n", "p.toml:2:12", "found 'a' seconds, expected");
    expect_fault("[parameters]\ndensity = [[2e6, 1]]\n", "p.toml:2:12",
                 "found 2000000 s, expected a point [seconds, value], its seconds from 0 to 1000000");
    expect_fault("[parameters]\nloudness = 1\n", "p.toml:2:12", "unknown 'loudness'");
    expect_fault("wrong = 1\n", "p.toml:1:9", "unknown 'wrong'");
    expect_fault("[parameters]\ngain = []\n", "p.toml:2:8", "found 0 points");
    expect_fault("[parameters]\ngain = [[1, 0], [0, 0]]\n", "p.toml:2:17", "its seconds from 1");
    expect_fault("[parameters]\ngain = [[0, 0, 0]]\n", "p.toml:2:9", "found a list of 3, expected a point");
    expect_fault("[parameters]\ngain = [[-1, 0]]\n", "p.toml:2:9", "[seconds, value]");
    expect_fault("[parameters]\ngain = { ramp = 'step' }\n", "p.toml:2:8", "'points' is missing");
    expect_fault("[parameters]\ngain = { points = [[0, 0]], ramp = 'exponential' }\n", "p.toml:2:36",
                 "linear, smooth or step");
}

} // namespace
} // namespace quern::formats
