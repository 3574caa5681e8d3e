// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "quern/life/automaton.hpp"

namespace quern::life::reference {

/// Stamps and moves drawn from a seed: every mode, team, tag and direction, over seams and far outside the
/// field, often at one region, so that moves have tagged cells to carry.
class RandomActions {
public:
    RandomActions(GridSize size, std::uint64_t seed);
    RandomActions(const RandomActions&) = delete; // the stamps point into it
    RandomActions& operator=(const RandomActions&) = delete;

    /// Those of the next generation, valid until the next call. Every fourth generation has none.
    Actions next();
    /// Evenly drawn from [0, below).
    std::uint32_t draw(std::uint32_t below);

private:
    Stamp stamp();

    GridSize size_;
    std::uint64_t state_;
    Roi body_;
    std::array<Pattern, 4> patterns_;
    std::vector<Stamp> stamps_;
    std::vector<Move> moves_;
};

struct RandomRun {
    std::uint64_t seed = 1;
    std::uint32_t generations = 40;
    double density = 0.3;
    std::uint32_t state_every = 4; ///< generations between two looks at the whole state
};
/// Runs both through the same soup and the same drawn actions, and compares changes, births, probes and
/// states. Returns the first difference, or nothing: EXPECT_EQ(differences(*cpu, *oracle, {.seed = 7}), "").
std::string differences(Automaton& found, Automaton& expected, const RandomRun& run);

} // namespace quern::life::reference
