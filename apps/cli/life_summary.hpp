// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "console.hpp"
#include "life_options.hpp"
#include "life_setup.hpp"
#include "quern/life/world.hpp"
#include "sound_output.hpp"

namespace quern::cli {

/// What a life has to tell when it is over.
struct LifeSummary {
    const LifeOptions* options = nullptr;
    const LifeSetup* setup = nullptr;
    std::optional<Delivered> delivered; ///< where there is a sound file
    life::WorldStats world;
    life::SoundStats sound;
    std::string backend;
    std::size_t population = 0; ///< at the end
    double wall_s = 0.0;
};

/// For people, or one JSON object with --json; on standard output, or on standard error while that carries
/// the sound or a table.
void print_life_summary(const LifeSummary& summary, const Console& console);

} // namespace quern::cli
