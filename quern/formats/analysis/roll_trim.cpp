// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/analysis/roll_trim.hpp"

#include <algorithm>

#include "quern/formats/analysis/plain_number.hpp"

namespace quern::formats {
namespace {

constexpr double kEdgeDb = 1.5; // above the quietest start, below the loudest end
constexpr double kLeastKept = 0.6;
constexpr double kHeadShare = 0.1;
constexpr double kShortestSilence = 0.001; // seconds
constexpr std::size_t kParts = 100;

/// The part between the quietest start and the loudest end.
Stretch rising_part(const SoundSpan& sound)
{
    const std::vector<double> levels = smoothed_levels(sound, kParts, kParts / 20);
    const auto loudest = std::max_element(levels.begin(), levels.end());
    auto end = levels.end();
    while (end - 1 > loudest && *(end - 1) < *loudest - kEdgeDb)
        --end;
    const auto quietest = std::min_element(levels.begin(), levels.begin() + (end - levels.begin()) / 2);
    auto start = quietest;
    if (*std::max_element(levels.begin(), quietest + 1) > *quietest + kEdgeDb) {
        while (start > levels.begin() && *(start - 1) <= *quietest + kEdgeDb)
            --start;
    } else {
        start = levels.begin();
    }
    const double part_s = sound.seconds() / kParts;
    return {static_cast<double>(start - levels.begin()) * part_s,
            static_cast<double>(end - levels.begin()) * part_s};
}

} // namespace

TrimAdvice advise_trim(const SoundSpan& sound)
{
    TrimAdvice advice{{0.0, sound.seconds()}, {}};
    Stretch& keep = advice.keep;
    const Silences silences = find_silences(sound);
    if (silences.leading_s >= kShortestSilence && silences.leading_s < sound.seconds()) {
        keep.from_s = silences.leading_s;
        advice.reasons.push_back("the first " + plain_number(silences.leading_s, 3) + " s are silent");
    }
    if (silences.trailing_s >= kShortestSilence) {
        keep.to_s -= silences.trailing_s;
        advice.reasons.push_back("the last " + plain_number(silences.trailing_s, 3) + " s are silent");
    }
    const SoundSpan sounding = sound.part(keep.from_s, keep.to_s);
    if (sounding.samples.size() < kParts)
        return advice;
    const Stretch rising = rising_part(sounding);
    const double least = 1.5 * sounding.seconds() / kParts; // what hundredths can tell
    if (rising.seconds() >= kLeastKept * sounding.seconds()) {
        const double from = keep.from_s;
        if (rising.from_s > least) {
            keep.from_s = from + rising.from_s;
            advice.reasons.push_back("the start is louder than what follows it");
        }
        if (sounding.seconds() - rising.to_s > least) {
            keep.to_s = from + rising.to_s;
            advice.reasons.push_back("the sound grows quieter behind " + plain_number(keep.to_s, 2) + " s");
        }
    }
    const double head = steady_head_of(sound.part(keep.from_s, keep.to_s));
    if (head > kLongestHead * keep.seconds() && head < (1.0 - kLongestHead) * keep.seconds()) {
        keep.from_s += (head - kHeadShare * keep.seconds()) / (1.0 - kHeadShare);
        advice.reasons.push_back("the first " + plain_number(head, 1) + " s roll at one speed");
    }
    return advice;
}

} // namespace quern::formats
