// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What a recording's file must be like: channels, rate, depth, length (docs/formats/grain.md,
// docs/spec/grain.md §1).
#include <algorithm>
#include <cmath>

#include "quern/formats/analysis/plain_number.hpp"
#include "quern/formats/analysis/roll_rules.hpp"

namespace quern::formats {
namespace {

using Severity = RollFinding::Severity;

constexpr double kMostGameRate = 48000.0;
constexpr double kLeastFullRate = 32000.0;
constexpr double kMostGameSeconds = 60.0;
constexpr double kSameCorrelation = 0.98;
constexpr double kCancelCorrelation = -0.2; // below what two microphones have by chance
constexpr double kCancelDb = -6.0;
constexpr double kLouderDb = 3.0;

double correlation(const std::vector<float>& a, const std::vector<float>& b)
{
    double both = 0.0, aa = 0.0, bb = 0.0;
    for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n) {
        const double x = static_cast<double>(a[n]), y = static_cast<double>(b[n]);
        both += x * y;
        aa += x * x;
        bb += y * y;
    }
    return aa > 0.0 && bb > 0.0 ? both / std::sqrt(aa * bb) : 0.0;
}

std::size_t loudest_channel(const SoundChannels& file)
{
    std::size_t loudest = 0;
    for (std::size_t c = 1; c < file.channels.size(); ++c) {
        if (level_dbfs_of(file.channels[c]) > level_dbfs_of(file.channels[loudest]))
            loudest = c;
    }
    return loudest;
}

void check_mixdown(const RollCase& roll, RollFindings& findings)
{
    double power = 0.0;
    for (const std::vector<float>& channel : roll.file.channels)
        power +=
            std::pow(10.0, level_dbfs_of(channel) / 10.0) / static_cast<double>(roll.file.channels.size());
    const double loss = level_dbfs_of(roll.sound.samples) - 10.0 * std::log10(power);
    if (loss < kCancelDb)
        findings.push_back(
            found(Severity::warning, "channels",
                  "the channels cancel in their mean, which is " + plain_number(-loss, 1) + " dB below them",
                  "use one channel, or turn the other's polarity round", loss, kCancelDb, "dB"));
}

void check_channels(const RollCase& roll, RollFindings& findings)
{
    const auto& channels = roll.file.channels;
    if (channels.size() < 2)
        return;
    if (roll.choice.mixdown)
        return check_mixdown(roll, findings);
    const std::size_t chosen = roll.choice.channel, loudest = loudest_channel(roll.file);
    const std::size_t other = loudest != chosen ? loudest : (chosen == 0 ? 1 : 0);
    const double likeness = correlation(channels[chosen], channels[other]);
    const double louder = level_dbfs_of(channels[other]) - level_dbfs_of(channels[chosen]);
    const std::string count = std::to_string(channels.size()) + " channels, and a grain plays ";
    const std::string which = chosen == 0 ? "the first only" : "channel " + std::to_string(chosen + 1);
    const std::string pair =
        "channel " + std::to_string(other + 1) + " is " + plain_number(std::fabs(louder), 1) +
        (louder < 0.0 ? " dB quieter" : " dB louder") + ", correlation " + plain_number(likeness, 2);
    if (level_dbfs_of(channels[chosen]) < -90.0 && louder > kLouderDb) {
        findings.push_back(found(Severity::error, "channels", count + which + ", which is silent; " + pair,
                                 "use channel " + std::to_string(other + 1), louder, kLouderDb, "dB"));
    } else {
        const std::string pack = "`quern pack --channel " + std::to_string(chosen + 1) + "`";
        std::string advice = "this one is well enough: " + pack +
                             " takes it. Without the option it takes their mean; check that with --mixdown";
        if (likeness >= kSameCorrelation)
            advice = "they are alike: write one of them, nothing is lost";
        else if (louder > kLouderDb)
            advice = "listen to channel " + std::to_string(other + 1) +
                     ", and write the better one alone; `quern pack` takes the mean without --channel";
        else if (likeness < kCancelCorrelation)
            advice = pack + ", not the mean that it takes otherwise: they would cancel";
        findings.push_back(found(Severity::warning, "channels", count + which + "; " + pair, advice,
                                 static_cast<double>(channels.size()), 1.0, "channels"));
    }
}

void check_form(const RollCase& roll, RollFindings& findings)
{
    const SoundChannels& file = roll.file;
    const double rate = roll.sound.rate_hz;
    if (rate > kMostGameRate)
        findings.push_back(found(Severity::warning, "rate",
                                 plain_number(rate, 0) + " Hz, and the game reads at most 48000 Hz",
                                 "convert to 48000 Hz", rate, kMostGameRate, "Hz"));
    else if (rate < kLeastFullRate)
        findings.push_back(found(Severity::warning, "rate",
                                 plain_number(rate, 0) + " Hz: nothing above " + plain_number(rate / 2.0, 0) +
                                     " Hz can be in it; the game's own have 44100 or 48000 Hz",
                                 "record at 44100 or 48000 Hz; converting cannot bring it back", rate,
                                 kLeastFullRate, "Hz"));
    if (file.bits == 8)
        findings.push_back(found(Severity::warning, "depth", "8 bits: noise lies 48 dB below full scale",
                                 "record with 16 bits or more", 8.0, 16.0, "bits"));
    else if (file.container != "grain" && (file.bits != 16 || file.container != "WAV"))
        findings.push_back(found(Severity::note, "depth",
                                 file.container + ", " + file.encoding +
                                     "; Quern plays it, the game's mod loader takes WAV of 16 bits only",
                                 "convert to 16-bit WAV for the game", file.bits, 16.0, "bits"));
    if (roll.sound.seconds() > kMostGameSeconds)
        findings.push_back(found(
            Severity::warning, "long",
            plain_number(roll.sound.seconds(), 1) + " s, and the game takes at most 60 s",
            "cut it to 60 s or less; its own last 12 to 22 s", roll.sound.seconds(), kMostGameSeconds, "s"));
}

/// A window must have room to move, and a change of speed that restarts a grain must move it by a grain.
void check_length(const RollCase& roll, RollFindings& findings)
{
    const double seconds = roll.kept.seconds();
    const double least = roll.window_s + roll.grain_s, good = roll.grain_s / roll.drift;
    const std::string length =
        plain_number(seconds, 2) + " s" + (roll.keep.seconds() < roll.sound.seconds() ? " to keep" : "");
    if (seconds < least)
        findings.push_back(found(
            Severity::error, "short",
            length + ": the search window of " + plain_number(roll.window_s, 1) + " s and one grain of " +
                plain_number(roll.grain_s, 1) + " s leave nothing for the speed to move",
            "record at least " + plain_number(good, 0) + " s, better 20 s", seconds, least, "s"));
    else if (seconds < good)
        findings.push_back(found(Severity::warning, "short",
                                 length +
                                     ": a twentieth of it, what speed must change to cut a grain short, "
                                     "is less than a grain of " +
                                     plain_number(roll.grain_s, 1) + " s, so grains repeat",
                                 "record at least " + plain_number(good, 0) + " s, better 20 s", seconds,
                                 good, "s"));
}

} // namespace

void find_file_faults(const RollCase& roll, RollFindings& findings)
{
    check_channels(roll, findings);
    check_form(roll, findings);
    check_length(roll, findings);
}

} // namespace quern::formats
