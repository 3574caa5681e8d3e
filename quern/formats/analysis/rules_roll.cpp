// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What a roll must be like: louder and brighter from start to end (docs/spec/grain.md §1.2).
#include <algorithm>
#include <cmath>

#include "quern/formats/analysis/plain_number.hpp"
#include "quern/formats/analysis/roll_rules.hpp"
#include "quern/formats/recording_shape.hpp"

namespace quern::formats {
namespace {

using Severity = RollFinding::Severity;

constexpr double kWeakRiseDb = 7.0;   // the game's own rise by 9 at least
constexpr double kSteepRiseDb = 20.0; // the rocket layer's, the steepest of them, is 15
constexpr double kBrighter = 1.1;     // and their centroid by half
constexpr double kLeastOrder = 0.5;   // rank correlation; a roll has 1, noise 0
constexpr double kDipDb = 1.5;        // below the loudest before it
constexpr std::size_t kMostDips = 6;
constexpr double kLevelOffDb = 4.0; // soft wheels lie 2 to 3 dB below hard ones

void check_rise(const RollCase& roll, RollFindings& findings)
{
    grain::Recording part;
    part.samples.assign(roll.kept.samples.begin(), roll.kept.samples.end());
    const double rise = level_rise_db(part);
    const std::string rises = "its level rises by " + plain_number(rise, 1) + " dB, a roll's by 9 to 12 dB";
    if (rise < -kSteadyRiseDb)
        findings.push_back(
            found(Severity::error, "level",
                  "its level falls by " + plain_number(-rise, 1) + " dB: it runs from fast to slow",
                  "turn it round in time, or record while gathering speed", rise, kSteadyRiseDb, "dB"));
    else if (rise < kSteadyRiseDb)
        findings.push_back(found(Severity::error, "level", rises + ": made at one speed",
                                 "record while gathering speed; `quern render --recording` alone can shape a "
                                 "steady one",
                                 rise, kSteadyRiseDb, "dB"));
    else if (rise < kWeakRiseDb)
        findings.push_back(found(Severity::warning, "level", rises,
                                 "start slower, get faster, and switch automatic gain off", rise, kWeakRiseDb,
                                 "dB"));
    else if (rise > kSteepRiseDb)
        findings.push_back(found(Severity::warning, "level", rises + ": a slow board is not heard",
                                 "start it at walking pace, not at rest, and take a fade-in away", rise,
                                 kSteepRiseDb, "dB"));
}

void check_brightness(const RollCase& roll, RollFindings& findings)
{
    const double ratio = roll.kept_profile.brightness_ratio;
    const std::string centroids = plain_number(roll.kept_profile.bins.front().centroid_hz, 0) + " Hz to " +
                                  plain_number(roll.kept_profile.bins.back().centroid_hz, 0) + " Hz";
    if (ratio < kBrighter)
        findings.push_back(found(Severity::warning, "brightness",
                                 std::string(ratio < 1.0 ? "it gets darker" : "it hardly gets brighter") +
                                     ": spectral centroid " + centroids +
                                     ", where a roll's rises by half or more",
                                 "move the microphone nearer to the wheels, away from wind and traffic",
                                 ratio, kBrighter, "times"));
}

/// Stretches of twentieths that lie below the loudest before them.
void check_order(const RollCase& roll, RollFindings& findings)
{
    const auto& bins = roll.kept_profile.bins;
    if (roll.kept_profile.level_rank < kLeastOrder)
        findings.push_back(found(Severity::error, "order",
                                 "its level does not follow time: rank correlation " +
                                     plain_number(roll.kept_profile.level_rank, 2) + ", where a roll has 1",
                                 "one long acceleration in one take is what is needed",
                                 roll.kept_profile.level_rank, kLeastOrder, ""));
    const double bin_s = roll.kept.seconds() / static_cast<double>(bins.size());
    double loudest = bins.front().level_dbfs;
    std::size_t dips = 0;
    for (std::size_t b = 1; b < bins.size();) {
        std::size_t end = b;
        double deepest = 0.0;
        for (; end < bins.size() && bins[end].level_dbfs < loudest - kDipDb; ++end)
            deepest = std::max(deepest, loudest - bins[end].level_dbfs);
        if (end > b && dips++ < kMostDips) {
            RollFinding dip =
                found(Severity::warning, "dip",
                      "the level dips by " + plain_number(deepest, 1) + " dB below what came before",
                      "cut the dip out, or choose another take: a board that speeds up would sound slower "
                      "here",
                      deepest, kDipDb, "dB");
            dip.where = Stretch{roll.keep.from_s + static_cast<double>(b) * bin_s,
                                roll.keep.from_s + static_cast<double>(end) * bin_s};
            findings.push_back(std::move(dip));
        }
        b = std::max(end, b + 1);
        loudest = std::max(loudest, bins[b - 1].level_dbfs);
    }
}

void check_head(const RollCase& roll, RollFindings& findings)
{
    const double share = roll.kept_profile.head_s / roll.kept.seconds();
    if (share <= kLongestHead || share >= 1.0)
        return; // all of it steady: that is the rise's own finding
    RollFinding head = found(Severity::warning, "head",
                             "the first " + plain_number(roll.kept_profile.head_s, 1) + " s, " +
                                 plain_number(100.0 * share, 0) +
                                 " %, roll at one speed; the game's own spend a tenth on it",
                             "cut most of it off", share, kLongestHead, "");
    head.where = Stretch{roll.keep.from_s, roll.keep.from_s + roll.kept_profile.head_s};
    findings.push_back(std::move(head));
}

void check_level(const RollCase& roll, RollFindings& findings)
{
    const double off = roll.level_off_db;
    if (std::fabs(off) <= kLevelOffDb)
        return;
    const std::string than = roll.member ? "built-in " + std::string(bed::name_of(*roll.member))
                                         : "built-in recordings on average";
    findings.push_back(found(Severity::warning, "loudness",
                             plain_number(std::fabs(off), 1) + " dB " + (off > 0.0 ? "louder" : "quieter") +
                                 " than the " + than,
                             "set level_db = " + plain_number(-off, 1) + " in its tuning, or change its gain",
                             off, kLevelOffDb, "dB"));
}

} // namespace

void find_roll_faults(const RollCase& roll, RollFindings& findings)
{
    if (roll.kept.samples.size() < bank::kMeasureBins)
        return; // too short, which is found elsewhere
    check_rise(roll, findings);
    check_brightness(roll, findings);
    check_order(roll, findings);
    check_head(roll, findings);
    check_level(roll, findings);
}

} // namespace quern::formats
