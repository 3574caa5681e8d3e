// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "quern/bed/fidelity.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/core/result.hpp"
#include "quern/engine/bank.hpp"
#include "quern/formats/ride.hpp"
#include "render_options.hpp"

namespace quern::cli {

/// A surface of the ride that has no recording of its own yet.
struct MuteSurface {
    std::string name;
    double seconds = 0.0; ///< a truck spent on it
    std::string plays;    ///< what it lends, empty when silent
};

/// Everything a render needs, read and checked.
struct RenderSetup {
    formats::Ride ride;
    bed::Tuning tuning;     ///< as played
    bed::Tuning own_tuning; ///< before silent surfaces were lent a recording
    bed::Fidelity fidelity;
    std::shared_ptr<Bank> bank;
    std::vector<MuteSurface> mute;
    std::vector<std::string> notes;
};

/// Errors are those of the command line (usage) or of the files it names.
Result<RenderSetup> set_up_render(const RenderOptions& options);
/// The same without a ride: numbers, switches and recordings.
Result<RenderSetup> set_up_world(const RenderOptions& options);

} // namespace quern::cli
