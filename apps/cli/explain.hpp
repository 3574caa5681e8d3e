// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "console.hpp"
#include "quern/bed/fidelity.hpp"
#include "quern/bed/rider_state.hpp"
#include "quern/bed/router.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/core/result.hpp"
#include "quern/engine/bank.hpp"
#include "render_options.hpp"

namespace quern::cli {

/// One step on the way from the motion to the recording.
struct Rule {
    std::string name;
    std::string because; ///< a whole clause in plain words
};

/// What the rules were applied to, and what the board model made of it.
struct Routing {
    bed::RiderState rider;
    std::array<bed::Router::Truck, bed::kTrucks> truck{};
    bool manual = false; ///< latch
};

/// What all explanations look things up in. Borrowed.
struct World {
    const bed::Tuning& tuning; ///< as played: silent surfaces may have been lent a recording
    const bed::Tuning& own;    ///< before that
    const bed::Fidelity& fidelity;
    Bank& bank;
};

/// Which recording plays and why, rule by rule.
std::vector<Rule> routing_rules(const Routing& routing, const World& world);
std::string rules_text(const std::vector<Rule>& rules);
nlohmann::ordered_json rules_json(const std::vector<Rule>& rules);
/// "-12.3 dB", "silent" for 0.
std::string db_text(double linear);
/// Rounded for JSON; null for what is not finite.
nlohmann::ordered_json rounded(double value, int decimals);

// The parts of `quern explain`; each prints and returns the exit status. `options` hold what the command line
// named of --tuning, --fidelity, --bank, --silent-surfaces and --json.

struct GroundQuestion {
    std::vector<int> tags; ///< material plus one
    std::string surface;   ///< instead of tags
    bool soft = false;
    bool manual = false;
    bool grind = false;
    bool air = false;
    bool other_skater = false;
    double speed_kmh = 20.0;
};
int explain_ground(const RenderOptions& options, const GroundQuestion& question, const Console& console);

struct PickQuestion {
    std::string member;
    double speed_kmh = 20.0;
};
int explain_picks(const RenderOptions& options, const PickQuestion& question, const Console& console);
int explain_fidelity(const RenderOptions& options, const Console& console);
int explain_tuning(const RenderOptions& options, const std::string& field, const Console& console);
/// `quern render --explain TIME`.
int explain_moment(const RenderOptions& options, const Console& console);

} // namespace quern::cli
