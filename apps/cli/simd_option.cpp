// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "simd_option.hpp"

#include <string>

#include <fmt/format.h>

#include "quern/dsp/simd_target.hpp"

namespace quern::cli {
namespace {

std::string available_targets()
{
    std::string names;
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (target != dsp::SimdTarget::emulated && dsp::is_available(target))
            names += fmt::format("{}, ", dsp::name_of(target));
    }
    return names + "best";
}

// Empty when the target was selected, else what is wrong.
std::string select(const std::string& name)
{
    const auto target = dsp::target_named(name);
    if (!target)
        return fmt::format("found \"{}\", expected scalar, sse4, avx2, avx512, neon, wasm or best", name);
    if (!dsp::select_target(*target))
        return fmt::format("{} is not available here, only {}", name, available_targets());
    return {};
}

CLI::Option* add(CLI::App& app, const char* name)
{
    return app
        .add_option(name, "Instructions to render with: scalar, sse4, avx2, avx512, neon or best, the "
                          "widest available. Never changes the sound")
        ->type_name("TARGET")
        ->expected(1)
        ->check(CLI::Validator(select, "", "target"));
}

} // namespace

void add_simd_option(CLI::App& app)
{
    add(app, "--simd")->envname("QUERN_SIMD");
}

void add_target_option(CLI::App& verb)
{
    add(verb, "--target");
}

} // namespace quern::cli
