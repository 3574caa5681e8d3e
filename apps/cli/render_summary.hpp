// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "console.hpp"
#include "quern/engine/bed.hpp"
#include "render_options.hpp"
#include "render_setup.hpp"
#include "sound_output.hpp"

namespace quern::cli {

/// What a render has to tell when it is done.
struct RenderSummary {
    const RenderOptions* options = nullptr;
    const RenderSetup* setup = nullptr;
    Delivered delivered;
    BedStats stats;
    double rendered_s = 0.0; ///< sound made, the part before --from included
    double wall_s = 0.0;     ///< reading, rendering and writing
};

/// For people, or one JSON object with --json; on standard output, or on standard error while that carries
/// the sound.
void print_summary(const RenderSummary& summary, const Console& console);

} // namespace quern::cli
