// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Any text as a script of stamps and moves: refused with a message, or actions that every field takes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "quern/formats/life/life_script.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern;
    // No pattern comes from a file: what a fuzzer writes could name any.
    const auto load = [](const std::string& pattern) { return formats::parse_pattern(pattern, "pattern"); };
    const auto script =
        formats::parse_life_script({reinterpret_cast<const char*>(data), size}, "s.toml", load);
    if (!script) {
        if (!script.error().where.starts_with("s.toml") || script.error().message.empty())
            std::abort();
        return 0;
    }
    const std::uint32_t last = script->last_generation();
    for (const std::uint32_t generation : {0u, 1u, 2u, 10u, last / 2, last}) {
        const formats::LifeStep step = script->at(generation);
        if (!life::is_valid({{}, step.stamps}))
            std::abort();
        for (const formats::LifeShift& shift : step.shifts) {
            const life::Move move{script->roi.value(), shift.dx, shift.dy};
            if (!life::is_valid({{&move, 1}, {}}))
                std::abort();
        }
    }
    return 0;
}
