// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What no recording should hold: gaps, clipping, clicks, an offset, hum.
#include <algorithm>
#include <cmath>

#include "quern/formats/analysis/plain_number.hpp"
#include "quern/formats/analysis/roll_rules.hpp"

namespace quern::formats {
namespace {

using Severity = RollFinding::Severity;

constexpr std::size_t kMostPlaces = 6;
constexpr double kMostGapShare = 0.1;
constexpr double kMostClippedShare = 0.01;
constexpr double kMostOffsetShare = 0.1; // of the quietest twentieth's RMS
constexpr double kHumDb = -20.0;         // against that twentieth

double share_of(double part, double whole)
{
    return whole > 0.0 ? part / whole : 0.0;
}

double quietest_dbfs(const RollCase& roll)
{
    const auto& bins = roll.kept_profile.bins;
    return std::min_element(bins.begin(), bins.end(),
                            [](const RollBin& a, const RollBin& b) { return a.level_dbfs < b.level_dbfs; })
        ->level_dbfs;
}

/// The first places one by one, the rest in the last one's words.
void add_places(const std::vector<Stretch>& places, const RollFinding& each, RollFindings& findings)
{
    for (std::size_t i = 0; i < std::min(places.size(), kMostPlaces); ++i) {
        RollFinding finding = each;
        finding.where = places[i];
        finding.value = places[i].seconds() * 1000.0;
        finding.what += " for " + plain_number(finding.value, finding.value < 10.0 ? 1 : 0) + " ms";
        if (i + 1 == kMostPlaces && places.size() > kMostPlaces)
            finding.what += ", and " + std::to_string(places.size() - kMostPlaces) + " more times";
        findings.push_back(std::move(finding));
    }
}

void check_gaps(const RollCase& roll, RollFindings& findings)
{
    const Silences silences = find_silences(roll.sound);
    const double share = share_of(silences.gap_s, roll.sound.seconds());
    add_places(silences.gaps,
               found(share > kMostGapShare ? Severity::error : Severity::warning, "gap", "it is silent",
                     "a lost buffer or a noise gate: record again, or cut it out and fade the cut", 0.0, 2.0,
                     "ms"),
               findings);
    add_places(find_holes(roll.sound),
               found(Severity::warning, "hole", "the sound nearly stops, by 24 dB and more,",
                     "the wheels left the ground, or a gate closed: cut it out and fade the cut", 0.0, 20.0,
                     "ms"),
               findings);
}

void check_clipping(const RollCase& roll, RollFindings& findings)
{
    const Clipping clipping = find_clipping(roll.sound);
    if (clipping.runs == 0)
        return;
    const double share =
        share_of(static_cast<double>(clipping.samples), static_cast<double>(roll.sound.samples.size()));
    RollFinding finding = found(
        share > kMostClippedShare ? Severity::error : Severity::warning, "clip",
        "clipped " + std::to_string(clipping.runs) + (clipping.runs == 1 ? " time" : " times") + ", " +
            std::to_string(clipping.samples) + " samples (" + plain_number(100.0 * share, 3) +
            " %), flat at " + plain_number(20.0 * std::log10(clipping.level), 1) + " dBFS",
        "record again with less gain; turning it down now leaves the flat tops", 100.0 * share, 0.0, "%");
    finding.where = Stretch{clipping.first_s, clipping.last_s};
    findings.push_back(std::move(finding));
}

void check_clicks(const RollCase& roll, RollFindings& findings)
{
    std::size_t total = 0;
    const std::vector<Click> clicks = find_clicks(roll.sound, kMostPlaces, total);
    for (std::size_t i = 0; i < clicks.size(); ++i) {
        const Click& click = clicks[i];
        std::string what = "a click: one step of " + plain_number(click.step, 3) + ", " +
                           plain_number(click.factor, 0) + " times what is usual around it";
        if (i + 1 == clicks.size() && total > clicks.size())
            what += ", and " + std::to_string(total - clicks.size()) + " more";
        RollFinding finding =
            found(Severity::warning, "click", std::move(what),
                  "repair it with an editor's click remover: a grain that plays it again and again is heard",
                  click.factor, 30.0, "times");
        finding.where = Stretch{click.at_s, click.at_s};
        findings.push_back(std::move(finding));
    }
}

void check_offset(const RollCase& roll, RollFindings& findings)
{
    const double offset = roll.kept_profile.dc;
    const double limit = kMostOffsetShare * std::pow(10.0, quietest_dbfs(roll) / 20.0);
    if (std::fabs(offset) > std::max(limit, 1.0 / 32768.0))
        findings.push_back(found(Severity::warning, "offset",
                                 "the mean is " + plain_number(offset, 4) +
                                     ", not 0: " + plain_number(20.0 * std::log10(std::fabs(offset)), 1) +
                                     " dBFS, so that each fade of a grain thumps",
                                 "high-pass it at 20 Hz, or remove the offset", offset, limit,
                                 "of full scale"));
}

void check_hum(const RollCase& roll, RollFindings& findings)
{
    const Hum hum = find_hum(roll.kept);
    const double against = hum.level_dbfs - quietest_dbfs(roll);
    if (hum.hz > 0.0 && against > kHumDb)
        findings.push_back(found(Severity::warning, "hum",
                                 plain_number(hum.hz, 0) + " Hz hum at " + plain_number(hum.level_dbfs, 1) +
                                     " dBFS, " + plain_number(hum.above_db, 0) +
                                     " dB above what lies around it",
                                 "notch out " + plain_number(hum.hz, 0) + " Hz and " +
                                     plain_number(2.0 * hum.hz, 0) + " Hz, or record away from the mains",
                                 against, kHumDb, "dB"));
}

} // namespace

void find_sound_defects(const RollCase& roll, RollFindings& findings)
{
    check_gaps(roll, findings);
    check_clipping(roll, findings);
    check_clicks(roll, findings);
    if (roll.kept.samples.size() < bank::kMeasureBins)
        return;
    check_offset(roll, findings);
    check_hum(roll, findings);
}

} // namespace quern::formats
