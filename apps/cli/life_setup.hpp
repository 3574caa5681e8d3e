// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "life_options.hpp"
#include "quern/core/result.hpp"
#include "quern/formats/life/life_script.hpp"
#include "quern/life/automaton.hpp"
#include "quern/life/cells.hpp"
#include "quern/life/rule.hpp"
#include "quern/life/world.hpp"

namespace quern::cli {

/// What `quern life` runs.
struct LifeSetup {
    std::string name; ///< for people
    std::string what; ///< in one line, for the files
    life::Rule rule{};
    life::Field start;
    life::WorldConfig world{};
    formats::LifeScript script{}; ///< empty without one
    std::uint32_t generations = 0;
    std::uint64_t frames = 0; ///< of sound
    std::vector<std::string> remarks;
};

/// A usage error for words of the command line, bad input for files.
Result<LifeSetup> set_up_life(const LifeOptions& options);

/// The back end by its name. Without a GPU it is the CPU's, and `remarks` say so.
Result<std::unique_ptr<life::Automaton>> open_automaton(std::string_view backend, life::GridSize size,
                                                        life::Rule rule, std::vector<std::string>& remarks);

/// The frame of the sound at which the tick of a generation begins; generation 1 at 0.
std::uint64_t start_of(std::uint32_t generation, double rate);

} // namespace quern::cli
