// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/analysis/roll_check.hpp"

#include <algorithm>
#include <cmath>

#include "quern/bank/built_in.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/formats/analysis/plain_number.hpp"
#include "quern/formats/analysis/roll_rules.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kPositions = 101;

const bed::SurfaceTuning& tuning_of(std::optional<bed::Member> member)
{
    const bed::Tuning& tuning = bed::default_tuning();
    const auto index = static_cast<std::size_t>(member.value_or(bed::Member::x_jet_rolling));
    return index < bed::kSurfaceMembers ? tuning.surface[index] : tuning.fallback;
}

/// The players that will draw from it: A and B, or the rocket's.
void set_windows(RollCase& roll)
{
    const auto take = [&roll](const grain::PlayerParams& player) {
        const double grain = static_cast<double>(player.attack + player.sustain + player.release);
        roll.window_s = std::max(roll.window_s, static_cast<double>(player.window));
        if (grain > roll.grain_s) {
            roll.grain_s = grain;
            roll.drift = static_cast<double>(player.drift);
        }
    };
    if (roll.member == bed::Member::x_jet_rolling) {
        take(bed::default_tuning().owner.rocket);
        return;
    }
    take(tuning_of(roll.member).player_a);
    take(tuning_of(roll.member).player_b);
}

/// Above the built-in recording of its place, or above their mean.
double level_off(double level_dbfs, std::optional<bed::Member> member)
{
    if (member)
        return level_dbfs - built_in_level_dbfs(*member);
    double mean = 0.0;
    for (std::size_t i = 0; i < bed::kSurfaceMembers; ++i)
        mean += built_in_level_dbfs(static_cast<bed::Member>(i)) / bed::kSurfaceMembers;
    return level_dbfs - mean;
}

void fit_positions(const RollCase& roll, RollCheck& check)
{
    if (roll.member == bed::Member::x_jet_rolling || // read straight from speed
        roll.kept.seconds() <= roll.window_s + roll.grain_s)
        return;
    check.fit = fit_position(roll.sound, roll.keep, roll.window_s);
    check.trimmed_fit = check.trim.reasons.empty()
                            ? check.fit
                            : fit_position(roll.kept, {0.0, roll.kept.seconds()}, roll.window_s);
    check.present = judge_position(perceived_over_position(roll.sound, roll.window_s, kPositions),
                                   tuning_of(roll.member).position);
}

} // namespace

RollFinding found(RollFinding::Severity severity, std::string kind, std::string what, std::string advice,
                  double value, double limit, std::string unit)
{
    return {severity,          std::move(kind), std::nullopt, std::move(what),
            std::move(advice), value,           limit,        std::move(unit)};
}

std::size_t RollCheck::count(RollFinding::Severity severity) const
{
    return static_cast<std::size_t>(
        std::count_if(findings.begin(), findings.end(),
                      [severity](const RollFinding& finding) { return finding.severity == severity; }));
}

double built_in_level_dbfs(bed::Member member)
{
    constexpr int kSteps = 200;
    const bank::MemberSpec* spec = bank::find(bed::name_of(member));
    double power = 0.0;
    for (int i = 0; i < kSteps; ++i)
        power += std::pow(10.0, bank::level_at(*spec, (i + 0.5) / kSteps) / 10.0) / kSteps;
    return 10.0 * std::log10(power);
}

std::vector<float> chosen_samples(const SoundChannels& sound, const ChannelChoice& choice)
{
    if (!choice.mixdown || sound.channels.size() == 1)
        return sound.channels.at(choice.channel);
    std::vector<float> mean(sound.channels.front().size());
    for (std::size_t n = 0; n < mean.size(); ++n) {
        double sum = 0.0;
        for (const std::vector<float>& channel : sound.channels)
            sum += static_cast<double>(channel[n]);
        mean[n] = static_cast<float>(sum / static_cast<double>(sound.channels.size()));
    }
    return mean;
}

RollCheck check_roll(const SoundChannels& sound, const ChannelChoice& choice,
                     std::optional<bed::Member> member)
{
    using Severity = RollFinding::Severity;
    RollCheck check;
    const std::vector<float> samples = chosen_samples(sound, choice);
    const SoundSpan all{samples, static_cast<double>(sound.rate)};
    check.trim = advise_trim(all);
    const Stretch keep = check.trim.keep;
    check.profile = profile_of(all);
    check.kept = check.trim.reasons.empty() ? check.profile : profile_of(all.part(keep.from_s, keep.to_s));

    RollCase roll{sound, choice,        all,        all.part(keep.from_s, keep.to_s),
                  keep,  check.profile, check.kept, member,
                  0.0,   0.0,           0.0,        0.0};
    set_windows(roll);
    roll.level_off_db = level_off(check.kept.level_dbfs, member);
    check.level_db = std::clamp(-roll.level_off_db, -60.0, 24.0); // the field's range
    find_file_faults(roll, check.findings);
    if (level_dbfs_of(samples) < -90.0) {
        check.findings.push_back(found(Severity::error, "silent", "every sample is silent",
                                       "check the cable and the channel, then record again",
                                       level_dbfs_of(samples), -90.0, "dBFS"));
    } else {
        find_roll_faults(roll, check.findings);
        find_sound_defects(roll, check.findings);
        fit_positions(roll, check);
    }
    if (!check.trim.reasons.empty()) {
        std::string why;
        for (const std::string& reason : check.trim.reasons)
            why += (why.empty() ? "" : ", ") + reason;
        const int decimals = all.seconds() - keep.seconds() < 0.1 ? 3 : 2;
        RollFinding trim = found(Severity::warning, "trim", why,
                                 "keep " + plain_number(keep.from_s, decimals) + " s to " +
                                     plain_number(keep.to_s, decimals) +
                                     " s; the suggested position points read that part only",
                                 all.seconds() - keep.seconds(), 0.0, "s");
        trim.where = keep;
        check.findings.push_back(std::move(trim));
    }
    std::stable_sort(check.findings.begin(), check.findings.end(),
                     [](const RollFinding& a, const RollFinding& b) { return a.severity > b.severity; });
    return check;
}

} // namespace quern::formats
