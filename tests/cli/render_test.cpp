// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

using namespace quern::test;
using nlohmann::json;

namespace {

class RenderTest : public ProgramTest {
protected:
    void SetUp() override
    {
        ProgramTest::SetUp();
        write("ride.csv", ride_csv(6.0, 8.0));
    }

    /// Renders ride.csv and gives the bytes of the WAV.
    std::string render(const std::string& options) const
    {
        const Outcome run = quern("render ride.csv -q -o x.wav " + options);
        EXPECT_EQ(run.exit, 0) << options << "\n" << run.err;
        EXPECT_TRUE(run.err.empty()) << run.err;
        std::string bytes = read("x.wav");
        std::filesystem::remove(file("x.wav"));
        return bytes;
    }
    json summary(const std::string& options) const
    {
        const Outcome run = quern("render ride.csv --json -o summary.wav " + options);
        EXPECT_EQ(run.exit, 0) << run.err;
        return json::parse(run.out, nullptr, false);
    }
};

double rms(const std::vector<float>& samples)
{
    double sum = 0.0;
    for (const float sample : samples)
        sum += static_cast<double>(sample) * static_cast<double>(sample);
    return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(samples.size(), 1)));
}

} // namespace

TEST_F(RenderTest, ARideBecomesSoundOfItsLength)
{
    const Wav wav = parse_wav(render(""));
    EXPECT_EQ(wav.channels, 2);
    EXPECT_EQ(wav.rate, 48000u);
    EXPECT_EQ(wav.bits, 16);
    EXPECT_NEAR(static_cast<double>(wav.frames()), 6.0 * 48000, 800) << "one control frame either way";
    EXPECT_EQ(wav.frames() % 800, 0u);
    EXPECT_GT(rms(wav.samples), 0.003);
}

TEST_F(RenderTest, TwoRunsGiveTheSameBytes)
{
    EXPECT_EQ(render(""), render(""));
}

TEST_F(RenderTest, AnotherSeedGivesAnotherSound)
{
    EXPECT_NE(render("--seed 1"), render("--seed 2"));
}

TEST_F(RenderTest, TheBlockSizeNeverChangesTheSound)
{
    for (const char* options : {"", "--fidelity shared_generator=1"}) {
        const std::string whole = render(std::string(options) + " --block 100000");
        for (const char* block : {"1", "64", "255", "4096"})
            EXPECT_TRUE(render(std::string(options) + " --block " + block) == whole)
                << options << " block " << block;
    }
}

TEST_F(RenderTest, EventTracesDoNotDependOnTheBlockSize)
{
    render("--block 64 --trace a.tsv");
    render("--block 50000 --trace b.tsv");
    EXPECT_TRUE(read("a.tsv") == read("b.tsv"));
    EXPECT_NE(read("a.tsv").find("GSTART\t"), std::string::npos);
    for (const char* tag : {"GBIND\t", "GPICK\t", "GTICK\t", "GSTOP\t", "GROUTE\t", "GREC\t", "GCHAIN\t"})
        EXPECT_NE(read("a.tsv").find(tag), std::string::npos) << tag;
}

TEST_F(RenderTest, TracingAndStemsLeaveTheSoundAlone)
{
    const std::string plain = render("");
    EXPECT_TRUE(render("--trace t.tsv") == plain);
    EXPECT_TRUE(render("--stems parts") == plain);
}

TEST_F(RenderTest, StandardOutputGetsTheSameBytesAndNoText)
{
    const Outcome run = quern("render ride.csv -o -");
    EXPECT_EQ(run.exit, 0);
    EXPECT_TRUE(run.out == render(""));
    EXPECT_NE(run.err.find("starts a second"), std::string::npos) << "the summary moves to standard error";
}

TEST_F(RenderTest, StandardInputIsARide)
{
    const Outcome run = quern("render - -q -o x.wav < ride.csv");
    EXPECT_EQ(run.exit, 0) << run.err;
    const std::string piped = read("x.wav");
    EXPECT_TRUE(piped == render(""));
}

TEST_F(RenderTest, APartIsCutOutOfTheWhole)
{
    for (const char* rate : {"--rate 48000", "--rate 44100"}) {
        const Wav whole = parse_wav(render(std::string("--format f32 ") + rate));
        const Wav part = parse_wav(render(std::string("--format f32 --from 2 --to 3.5 ") + rate));
        const std::size_t first = 2 * whole.rate * 2;
        ASSERT_EQ(part.frames(), static_cast<std::size_t>(1.5 * whole.rate)) << rate;
        EXPECT_TRUE(std::equal(part.samples.begin(), part.samples.end(),
                               whole.samples.begin() + static_cast<std::ptrdiff_t>(first)))
            << rate;
    }
}

TEST_F(RenderTest, SixChannelsCarryTheirMaskAndFoldToTheStereoMix)
{
    const Wav six = parse_wav(render("--channels 6 --format f32"));
    const Wav two = parse_wav(render("--format f32"));
    EXPECT_EQ(six.channels, 6);
    EXPECT_EQ(six.mask, 0x60Fu);
    ASSERT_EQ(six.frames(), two.frames());
    double worst = 0.0;
    for (std::size_t i = 0; i < two.frames(); ++i) {
        const float* f = &six.samples[i * 6]; // FL FR FC LFE SL SR
        const double left = 0.707 * static_cast<double>(f[0]) + 0.5 * static_cast<double>(f[2]) +
                            0.5 * static_cast<double>(f[4]);
        worst = std::max(worst, std::fabs(left - static_cast<double>(two.samples[i * 2])));
    }
    EXPECT_LT(worst, 1e-6);
}

TEST_F(RenderTest, FormatsAgreeWithinTheirStep)
{
    const Wav exact = parse_wav(render("--format f32"));
    for (const auto& [format, step] :
         {std::pair{"s16", 0.51 / 32768.0}, std::pair{"s24", 0.51 / 8388608.0}}) {
        const Wav coarse = parse_wav(render(std::string("--format ") + format));
        ASSERT_EQ(coarse.samples.size(), exact.samples.size());
        double worst = 0.0;
        for (std::size_t i = 0; i < exact.samples.size(); ++i)
            worst = std::max(worst, std::fabs(static_cast<double>(coarse.samples[i]) -
                                              static_cast<double>(exact.samples[i])));
        EXPECT_LT(worst, step) << format;
        EXPECT_GT(worst, 0.0) << format;
    }
}

TEST_F(RenderTest, Rate44100KeepsDurationAndLevel)
{
    const Wav at48 = parse_wav(render("--format f32"));
    const Wav at44 = parse_wav(render("--format f32 --rate 44100"));
    EXPECT_EQ(at44.rate, 44100u);
    EXPECT_EQ(at44.frames(), at48.frames() * 147 / 160);
    EXPECT_NEAR(20.0 * std::log10(rms(at44.samples) / rms(at48.samples)), 0.0, 0.1);
}

TEST_F(RenderTest, GainIsInDecibels)
{
    const Wav plain = parse_wav(render("--format f32"));
    const Wav quiet = parse_wav(render("--format f32 --gain -20"));
    EXPECT_NEAR(rms(quiet.samples) / rms(plain.samples), 0.1, 1e-4);
}

TEST_F(RenderTest, LoudnessIsReachedAndMeasured)
{
    const json told = summary("--loudness -30");
    ASSERT_FALSE(told.is_discarded());
    EXPECT_NEAR(told["loudness_lufs"].get<double>(), -30.0, 0.2);
    EXPECT_FALSE(told["held_by_peak"].get<bool>());
    EXPECT_LE(told["peak_dbfs"].get<double>(), -0.1);
}

TEST_F(RenderTest, LoudnessStopsBeforeThePeakClips)
{
    const json told = summary("--loudness 0");
    EXPECT_TRUE(told["held_by_peak"].get<bool>());
    EXPECT_LE(told["peak_dbfs"].get<double>(), -0.09);
    EXPECT_EQ(told["clipped_samples"], 0);
    const Outcome text = quern("render ride.csv -o x.wav --loudness 0");
    EXPECT_NE(text.out.find("0.0 LUFS not reached"), std::string::npos) << text.out;
}

TEST_F(RenderTest, TheSummaryTellsWhatWasMade)
{
    const json told = summary("");
    EXPECT_EQ(told["ride"], "ride");
    EXPECT_NEAR(told["seconds"].get<double>(), 6.0, 0.02);
    for (const char* key :
         {"real_time_factor", "peak_dbfs", "rms_dbfs", "loudness_lufs", "grain_starts_per_second"})
        EXPECT_TRUE(told[key].is_number()) << key;
    EXPECT_GT(told["binds"], 0);
    EXPECT_EQ(told["refused_inputs"], 0);
    EXPECT_EQ(told["clamped_inputs"], 0);
    EXPECT_TRUE(told["surfaces_without_sound"].empty());
}

TEST_F(RenderTest, SurfacesWithoutASoundAreNamed)
{
    const json lent = summary("--surface surface:8");
    ASSERT_EQ(lent["surfaces_without_sound"].size(), 1u);
    EXPECT_EQ(lent["surfaces_without_sound"][0]["plays"], "wood_ramp_hard");
    EXPECT_GT(lent["rms_dbfs"].get<double>(), -60.0);
    const json silent = summary("--surface surface:8 --silent-surfaces silent");
    EXPECT_TRUE(silent["surfaces_without_sound"][0]["plays"].is_null());
    EXPECT_TRUE(silent["loudness_lufs"].is_null());
}

TEST_F(RenderTest, ASavedRideSoundsTheSame)
{
    const std::string sound = render("--save-ride saved.csv");
    const Outcome again = quern("render saved.csv -q -o y.wav");
    EXPECT_EQ(again.exit, 0) << again.err;
    EXPECT_TRUE(read("y.wav") == sound);
}

TEST_F(RenderTest, ARecordingReplacesEverySurface)
{
    ASSERT_EQ(quern("render demo -q --to 20 -o rec.wav").exit, 0);
    const Outcome run = quern("render ride.csv -o x.wav --recording rec.wav");
    EXPECT_EQ(run.exit, 0) << run.err;
    EXPECT_NE(run.out.find("only the first is played"), std::string::npos) << run.out;
    const std::string replaced = read("x.wav");
    EXPECT_TRUE(replaced != render(""));
}

TEST_F(RenderTest, ASteadyRecordingIsGivenTheRiseOfARoll)
{
    // Thirty times a recording's first second: the same level from start to end.
    ASSERT_EQ(quern("render demo -q --from 3 --to 4 --format f32 -o second.wav").exit, 0);
    const std::string second = read("second.wav");
    const std::string samples = second.substr(58);
    std::string steady = second.substr(0, 58);
    for (int i = 0; i < 30; ++i)
        steady += samples;
    const auto put = [&](std::size_t at, std::size_t value) {
        for (std::size_t i = 0; i < 4; ++i)
            steady[at + i] = static_cast<char>(value >> (8 * i));
    };
    put(4, steady.size() - 8);
    put(54, steady.size() - 58);
    write("steady.wav", steady);
    const json shaped = summary("--recording steady.wav");
    EXPECT_NE(shaped["notes"].dump().find("made 10 dB"), std::string::npos) << shaped["notes"];
    const json kept = summary("--recording steady.wav --steady keep");
    EXPECT_EQ(kept["notes"].dump().find("made 10 dB"), std::string::npos) << kept["notes"];
    EXPECT_GT(kept["rms_dbfs"].get<double>(), shaped["rms_dbfs"].get<double>() + 3.0);
}

TEST_F(RenderTest, ABankFolderSaysWhatFallsBack)
{
    ASSERT_EQ(quern("bank --write all -q").exit, 0);
    std::filesystem::create_directory(file("some"));
    std::filesystem::rename(file("all/concrete_rough_hard.wav"), file("some/concrete_rough_hard.wav"));
    const Outcome run = quern("render ride.csv -v --format f32 -o x.wav --bank some");
    EXPECT_EQ(run.exit, 0) << run.err;
    EXPECT_NE(run.out.find("no sound, hard recordings, not in this ride: concrete_rough_soft"),
              std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("no sound in the bank, so built-in recordings for: "), std::string::npos)
        << run.out;
    EXPECT_NE(run.out.find("x_jet_rolling"), std::string::npos) << run.out;
}

TEST_F(RenderTest, OptionsOfTheRideChangeTheSound)
{
    const std::string plain = render("");
    for (const char* options : {"--surface metal_smooth", "--soft", "--speed-scale 2", "--max-kmh 30",
                                "--control-rate 30", "--fidelity voice_latency=1"})
        EXPECT_TRUE(render(options) != plain) << options;
    write("quiet.toml", "[surface.concrete_rough_hard]\nlevel_db = -12.0\n");
    const Wav quiet = parse_wav(render("--format f32 --tuning quiet.toml"));
    const Wav loud = parse_wav(render("--format f32"));
    EXPECT_NEAR(20.0 * std::log10(rms(quiet.samples) / rms(loud.samples)), -12.0, 1.5);
}

TEST_F(RenderTest, StemsAddUpToTheMix)
{
    const Wav mix = parse_wav(render("--format f32 --stems parts"));
    const Wav a = parse_wav(read("parts/a.wav"));
    const Wav b = parse_wav(read("parts/b.wav"));
    const Wav rocket = parse_wav(read("parts/rocket.wav"));
    for (const char* mono : {"graph3", "env", "flange"})
        EXPECT_EQ(parse_wav(read(std::string("parts/") + mono + ".wav")).frames(), mix.frames()) << mono;
    ASSERT_EQ(a.samples.size(), mix.samples.size());
    ASSERT_EQ(rocket.frames(), mix.frames());
    double worst = 0.0;
    for (std::size_t i = 0; i < mix.samples.size(); ++i) {
        const double sum = static_cast<double>(a.samples[i]) + static_cast<double>(b.samples[i]) +
                           0.5 * static_cast<double>(rocket.samples[i / 2]);
        worst = std::max(worst, std::fabs(sum - static_cast<double>(mix.samples[i])));
    }
    EXPECT_LT(worst, 1e-5) << "a + b + rocket in the centre";
    EXPECT_GT(rms(a.samples), 0.003);
}

TEST_F(RenderTest, AGenericRideDrivesARecording)
{
    write("fan.csv", "time_s,position,gain,pitch\n0,0,0.5,1\n4,1,1,1.2\n");
    const Outcome run = quern("render fan.csv -o x.wav --json --member metal_smooth_hard");
    EXPECT_EQ(run.exit, 0) << run.err;
    const json told = json::parse(run.out);
    EXPECT_GT(told["rms_dbfs"].get<double>(), -50.0);
    EXPECT_GT(told["grain_starts"], 5);
    ASSERT_EQ(quern("render ride.csv -q -o rec.wav").exit, 0);
    const Outcome own = quern("render fan.csv -o y.wav -q --recording rec.wav");
    EXPECT_EQ(own.exit, 0) << own.err;
    EXPECT_TRUE(read("x.wav") != read("y.wav"));
    EXPECT_EQ(quern("render fan.csv -o z.wav --surface wood_ramp").exit, 2);
}

TEST_F(RenderTest, ATuningOfNothingChangesNothing)
{
    EXPECT_TRUE(render("--tuning /dev/null") == render(""));
}

TEST_F(RenderTest, RideConstantsOfTheUserReplaceOurs)
{
    write("push.toml", "[[act]]\ndo = \"push\"\ncount = 3\n");
    write("strong.toml", "[script]\npush_gain_kmh = 12\n");
    const auto last_speed = [&](const std::string& options) {
        EXPECT_EQ(quern("render push.toml -q -o x.wav --save-ride r.csv " + options).exit, 0);
        const std::string rows = read("r.csv");
        const std::size_t line = rows.rfind('\n', rows.size() - 2);
        return std::stod(rows.substr(rows.find(',', line) + 1));
    };
    const double ours = last_speed("");
    EXPECT_GT(last_speed("--ride-constants strong.toml"), 2.0 * ours);
    EXPECT_EQ(last_speed("--ride-constants /dev/null"), ours);
}

TEST_F(RenderTest, FallbacksThatTheRideBindsAreToldFirst)
{
    ASSERT_EQ(quern("bank -q --write all").exit, 0);
    std::filesystem::create_directory(file("few"));
    for (const char* name : {"few/wood_ramp_hard.wav", "few/concrete_rough_hard.wav"})
        std::filesystem::copy_file(file("all") + std::string(name).substr(3), file(name));
    const json soft = summary("--bank few --soft").at("notes");
    ASSERT_GE(soft.size(), 2u);
    EXPECT_EQ(soft[0], "concrete_rough_soft: no sound, plays concrete_rough_hard") << "the ride rolls on it";
    const json wood = summary("--bank few --surface metal_smooth").at("notes");
    EXPECT_TRUE(wood.at(0).get<std::string>().starts_with(
        "no sound in the bank, so built-in recordings for: metal_smooth_hard; "))
        << wood;
    const auto built_in = std::count_if(wood.begin(), wood.end(), [](const json& note) {
        return note.get<std::string>().find("built-in") != std::string::npos;
    });
    EXPECT_EQ(built_in, 1) << "one line for all";
}
