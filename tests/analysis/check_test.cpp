// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Each fault is put into a recording that has none, and must be found: where it is, and nothing else that
// matters.
#include "quern/formats/analysis/roll_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <set>

#include "rolls.hpp"

namespace quern::formats {
namespace {

using namespace test;
using Severity = RollFinding::Severity;

constexpr auto kMember = bed::Member::concrete_rough_hard;

SoundChannels clean()
{
    return built_in("concrete_rough_hard");
}

RollCheck checked(const SoundChannels& file, const ChannelChoice& choice = {})
{
    return check_roll(file, choice, kMember);
}

std::set<std::string> kinds_of(const RollCheck& check)
{
    std::set<std::string> kinds;
    for (const RollFinding& finding : check.findings)
        kinds.insert(finding.kind);
    return kinds;
}

/// The only kind of finding; fails when there are others.
RollFinding only(const RollCheck& check, const std::string& kind)
{
    EXPECT_EQ(kinds_of(check), std::set<std::string>{kind});
    const auto found = std::find_if(check.findings.begin(), check.findings.end(),
                                    [&](const RollFinding& finding) { return finding.kind == kind; });
    return found == check.findings.end() ? RollFinding{} : *found;
}

std::size_t frame_at(const SoundChannels& file, double seconds)
{
    return static_cast<std::size_t>(seconds * file.rate);
}

/// Scales a stretch, its edges faded over a tenth of a second.
void scale(SoundChannels& file, double from_s, double to_s, double factor)
{
    const std::size_t end = std::min(frame_at(file, to_s), file.channels[0].size());
    for (std::size_t n = frame_at(file, from_s); n < end; ++n) {
        const double t = static_cast<double>(n) / file.rate;
        const double in = std::clamp(std::min(t - from_s, to_s - t) / 0.1, 0.0, 1.0);
        file.channels[0][n] *= static_cast<float>(1.0 + (factor - 1.0) * in);
    }
}

/// Multiplies by a gain in dB that goes from 0 at the start to `db` at the end.
void slope(SoundChannels& file, double db)
{
    std::vector<float>& samples = file.channels[0];
    for (std::size_t n = 0; n < samples.size(); ++n)
        samples[n] *= static_cast<float>(
            std::pow(10.0, db * static_cast<double>(n) / static_cast<double>(samples.size()) / 20.0));
}

} // namespace

TEST(RollCheck, FindsNothingInTheBuiltInBank)
{
    for (const char* name : {"asphalt_smooth_soft", "concrete_rough_hard", "concrete_smooth_hard",
                             "metal_smooth_hard", "wood_ramp_soft", "x_jet_rolling"}) {
        const RollCheck check = check_roll(built_in(name), {}, bed::member_named(name));
        EXPECT_TRUE(check.findings.empty())
            << name << ": " << (check.findings.empty() ? "" : check.findings[0].what);
        EXPECT_TRUE(check.usable());
        EXPECT_LT(std::fabs(check.level_db), 0.5) << name;
    }
}

TEST(RollCheck, KnowsTheLevelOfTheBuiltInRecordings)
{
    for (const char* name : {"concrete_rough_hard", "x_jet_rolling"})
        EXPECT_NEAR(built_in_level_dbfs(*bed::member_named(name)), level_dbfs_of(built_in(name).channels[0]),
                    0.3);
}

TEST(RollCheck, RefusesSilence)
{
    SoundChannels file = clean();
    std::fill(file.channels[0].begin(), file.channels[0].end(), 0.0f);
    const RollCheck check = checked(file);
    EXPECT_FALSE(check.usable());
    EXPECT_EQ(kinds_of(check), std::set<std::string>{"silent"});
}

TEST(RollCheck, RefusesARollFromFastToSlow)
{
    SoundChannels file = clean();
    std::reverse(file.channels[0].begin(), file.channels[0].end());
    const RollCheck check = checked(file);
    EXPECT_FALSE(check.usable());
    EXPECT_NE(check.findings.at(0).what.find("from fast to slow"), std::string::npos);
    EXPECT_LT(check.findings.at(0).value, -9.0) << "by how much it falls";
}

TEST(RollCheck, TellsARollAtOneSpeed)
{
    SoundChannels file = clean();
    slope(file, -9.0);
    const RollCheck check = checked(file);
    EXPECT_FALSE(check.usable());
    EXPECT_TRUE(kinds_of(check).contains("level"));
    slope(file, 6.0);
    EXPECT_EQ(only(checked(file), "level").severity, Severity::warning) << "weak, but a rise";
    SoundChannels steep = clean();
    slope(steep, 15.0);
    for (float& x : steep.channels[0])
        x *= 0.2f;
    const RollCheck from_nothing = checked(steep);
    EXPECT_TRUE(from_nothing.usable());
    EXPECT_TRUE(kinds_of(from_nothing).contains("level")) << "its slow end is too faint";
}

TEST(RollCheck, MissesTheBrightness)
{
    SoundChannels file;
    file.rate = kRate;
    file.container = "WAV";
    file.channels = {noise_roll(20.0, [](double progress) { return 10.0 * progress - 6.0; })};
    const RollFinding finding = only(checked(file), "brightness"); // white noise at all speeds
    EXPECT_EQ(finding.severity, Severity::warning);
    EXPECT_NEAR(finding.value, 1.0, 0.01);
    EXPECT_LT(finding.value, finding.limit);
}

TEST(RollCheck, SaysWhenTheLevelDips)
{
    SoundChannels file = clean();
    scale(file, 12.0, 14.2, 0.3);
    const RollFinding dip = only(checked(file), "dip");
    ASSERT_TRUE(dip.where);
    EXPECT_NEAR(dip.where->from_s, 12.0, 1.2);
    EXPECT_NEAR(dip.where->to_s, 14.2, 1.2);
    EXPECT_GT(dip.value, 5.0);
}

TEST(RollCheck, SaysWhereTheSoundStops)
{
    SoundChannels file = clean();
    std::fill_n(file.channels[0].begin() + static_cast<std::ptrdiff_t>(frame_at(file, 6.0)),
                frame_at(file, 0.03), 0.0f);
    const RollCheck check = checked(file);
    const auto gap = std::find_if(check.findings.begin(), check.findings.end(),
                                  [](const RollFinding& finding) { return finding.kind == "gap"; });
    ASSERT_NE(gap, check.findings.end());
    EXPECT_NEAR(gap->where->from_s, 6.0, 0.002);
    EXPECT_NEAR(gap->value, 30.0, 1.0) << "milliseconds";

    SoundChannels lifted = clean();
    scale(lifted, 6.0, 6.4, 0.01);
    const RollFinding hole = only(checked(lifted), "hole");
    EXPECT_NEAR(hole.where->from_s, 6.1, 0.12);
}

TEST(RollCheck, RefusesARecordingFullOfGaps)
{
    SoundChannels file = clean();
    for (std::size_t n = 0; n < file.channels[0].size(); ++n) {
        if (n / 4410 % 4 == 3)
            file.channels[0][n] = 0.0f;
    }
    EXPECT_FALSE(checked(file).usable());
}

TEST(RollCheck, FindsClipping)
{
    SoundChannels file = clean();
    for (float& x : file.channels[0])
        x = std::clamp(x * 1.5f, -1.0f, 1.0f);
    const RollFinding clip = only(checked(file), "clip");
    EXPECT_GT(clip.where->from_s, 4.0) << "the slow start is quiet";
}

TEST(RollCheck, FindsAClick)
{
    SoundChannels file = clean();
    file.channels[0][frame_at(file, 3.0)] += 0.7f;
    const RollFinding click = only(checked(file), "click");
    EXPECT_NEAR(click.where->from_s, 3.0, 0.001);
    EXPECT_GT(click.value, 30.0);
}

TEST(RollCheck, FindsAnOffset)
{
    SoundChannels file = clean();
    for (float& x : file.channels[0])
        x += 0.02f;
    EXPECT_NEAR(only(checked(file), "offset").value, 0.02, 0.001);
}

TEST(RollCheck, FindsHum)
{
    SoundChannels file = clean();
    for (std::size_t n = 0; n < file.channels[0].size(); ++n)
        file.channels[0][n] += static_cast<float>(
            0.02 * std::sin(2.0 * std::numbers::pi * 50.0 * static_cast<double>(n) / file.rate));
    EXPECT_NE(only(checked(file), "hum").what.find("50 Hz"), std::string::npos);
}

TEST(RollCheck, WantsRoomForTheWindows)
{
    SoundChannels file = clean();
    // A short roll that still rises: every eighth block of a tenth of a second.
    const auto thinned = [&](std::size_t every) {
        std::vector<float> kept;
        for (std::size_t n = 0; n < file.channels[0].size(); ++n) {
            if (n / 4410 % every == 0)
                kept.push_back(file.channels[0][n]);
        }
        SoundChannels out = file;
        out.channels[0] = std::move(kept);
        return out;
    };
    const RollCheck little = checked(thinned(3)), nothing = checked(thinned(14));
    EXPECT_TRUE(little.usable());
    EXPECT_TRUE(kinds_of(little).contains("short"));
    EXPECT_TRUE(little.fit);
    EXPECT_FALSE(nothing.usable());
    EXPECT_TRUE(kinds_of(nothing).contains("short"));
    EXPECT_FALSE(nothing.fit);
}

TEST(RollCheck, LooksAtTheChannels)
{
    SoundChannels file = clean();
    file.channels.push_back(file.channels[0]);
    EXPECT_NE(only(checked(file), "channels").advice.find("alike"), std::string::npos);

    for (float& x : file.channels[1])
        x = -x;
    EXPECT_NE(only(checked(file), "channels").advice.find("cancel"), std::string::npos);
    EXPECT_TRUE(kinds_of(checked(file, {true, 0})).contains("silent")) << "the mean is";

    std::fill(file.channels[0].begin(), file.channels[0].end(), 0.0f);
    EXPECT_FALSE(checked(file).usable()) << "the first channel is silent";
    EXPECT_TRUE(checked(file, {false, 1}).usable()) << "the second is not";

    SoundChannels two = clean();
    two.channels.push_back(noise_roll(20.0, [](double progress) { return 10.0 * progress - 30.0; }));
    two.channels[1].resize(two.channels[0].size());
    const std::string advice = only(checked(two), "channels").advice;
    EXPECT_NE(advice.find("`quern pack --channel 1`"), std::string::npos) << advice;
    EXPECT_NE(advice.find("--mixdown"), std::string::npos) << "that pack takes the mean is said: " << advice;
}

TEST(RollCheck, KnowsTheGamesRules)
{
    SoundChannels file = clean();
    file.rate = 96000;
    EXPECT_TRUE(kinds_of(checked(file)).contains("rate"));
    file.rate = 22050;
    EXPECT_TRUE(kinds_of(checked(file)).contains("rate"));

    SoundChannels deep = clean();
    deep.bits = 24;
    deep.encoding = "24-bit";
    EXPECT_EQ(only(checked(deep), "depth").severity, Severity::note);
    deep.bits = 16;
    deep.container = "grain";
    EXPECT_FALSE(kinds_of(checked(deep)).contains("depth")) << "the game's own";
    deep.container = "WAV";
    deep.bits = 8;
    EXPECT_EQ(only(checked(deep), "depth").severity, Severity::warning);

    SoundChannels shallow = clean();
    shallow.rate = 8000; // the same samples last two minutes
    EXPECT_TRUE(kinds_of(checked(shallow)).contains("long"));
}

TEST(RollCheck, ComparesTheLevel)
{
    SoundChannels file = clean();
    for (float& x : file.channels[0])
        x *= 0.4f;
    const RollCheck check = checked(file);
    EXPECT_NEAR(only(check, "loudness").value, -8.0, 0.5);
    EXPECT_NEAR(check.level_db, 8.0, 0.5);
}

TEST(RollCheck, TrimsWhatIsNoRoll)
{
    SoundChannels file = clean();
    std::vector<float>& samples = file.channels[0];
    const double seconds = static_cast<double>(samples.size()) / file.rate;
    // Half a second of nothing, a second of pushing at three times the level, and at the end two seconds of
    // braking.
    scale(file, 0.0, 1.2, 3.0);
    scale(file, seconds - 2.0, seconds + 0.2, 0.25);
    samples.insert(samples.begin(), frame_at(file, 0.5), 0.0f);
    const RollCheck check = checked(file);
    EXPECT_TRUE(check.usable());
    EXPECT_TRUE(kinds_of(check).contains("trim"));
    EXPECT_EQ(check.trim.reasons.size(), 3u);
    EXPECT_NEAR(check.trim.keep.from_s, 1.8, 0.4);
    EXPECT_NEAR(check.trim.keep.to_s, seconds - 1.5, 0.5);
    ASSERT_TRUE(check.fit);
    EXPECT_GT(check.fit->points[0], 0.04f) << "the curve begins behind the push";
    EXPECT_LT(check.fit->points[3], 0.98f);
    EXPECT_EQ(check.trimmed_fit->points[0], 0.0f);
    EXPECT_EQ(check.trimmed_fit->points[3], 1.0f);
}

TEST(RollCheck, ShortensALongHead)
{
    SoundChannels file = clean();
    std::vector<float>& samples = file.channels[0];
    const std::vector<float> head(samples.begin(),
                                  samples.begin() + static_cast<std::ptrdiff_t>(frame_at(file, 2.0)));
    for (int i = 0; i < 5; ++i)
        samples.insert(samples.begin(), head.begin(), head.end());
    const RollCheck check = checked(file);
    EXPECT_TRUE(kinds_of(check).contains("trim"));
    EXPECT_GT(check.trim.keep.from_s, 7.0);
    EXPECT_LT(check.kept.head_s, 0.2 * check.trim.keep.seconds());
}

TEST(RollCheck, FitsAnEvenRise)
{
    const RollCheck check = checked(clean());
    ASSERT_TRUE(check.fit && check.present);
    EXPECT_LT(check.fit->uneven_db, 0.6);
    EXPECT_LE(check.fit->uneven_db, check.present->uneven_db);
    EXPECT_GT(check.fit->rise_db, 8.0);
}

} // namespace quern::formats
