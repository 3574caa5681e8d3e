// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/gate/back_ends.hpp"
#include "quern/life/sound.hpp"

/// The acceptance gate of life: what must hold on every back end before anything lands (docs/spec/life.md).
namespace quern::cli::gate {

/// What one check found on one back end.
struct Finding {
    std::string check;
    std::string back_end;
    bool passed = false;
    std::string figure; ///< what was counted or measured, or the first difference
};

/// A check's word on whether it passed, and its figure.
struct Outcome {
    bool passed = false;
    std::string figure;

    static Outcome pass(std::string figure) { return {true, std::move(figure)}; }
    static Outcome fail(std::string figure) { return {false, std::move(figure)}; }
};

// Cells: births, deaths, changes and events of every generation as the table has them, and every tenth state;
// the same against the oracle where there is no table; 2 + 2 events in each of 32 generations of a glider,
// their mean place over four generations moving right.
Outcome follows_reference(const BackEnd& back_end, std::string_view table, std::uint32_t generations);
Outcome follows_oracle(const BackEnd& back_end);
Outcome takes_actions_as_oracle(const BackEnd& back_end);
Outcome moves_a_glider(const BackEnd& back_end);

// Sound, with accounts that close: events = sounded + dropped. A still life changes nothing for 100
// generations and is digital silence after a second; every back end sounds the same; at most -1 dBFS leaves;
// single events rendered alone sum to their batch before the limiter.
Outcome keeps_still_and_silent(const BackEnd& back_end);
Outcome sounds_as_oracle(const BackEnd& back_end);
Outcome stays_below_the_limit(const BackEnd& back_end, double level, life::GainLaw law, double most_before);
Outcome sums_single_events(dsp::SimdTarget target);

// The choice among too many events.
Outcome keeps_exactly_the_most(dsp::SimdTarget target);
Outcome chooses_evenly();

// The GPU's read-back, with fences that signal up to two generations late and out of order.
Outcome delivers_within_two_generations();

/// Runs everything on everything; `report` hears each finding as it is made.
std::vector<Finding> run(const BackEnds& back_ends, const std::function<void(const Finding&)>& report);

} // namespace quern::cli::gate
