// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string_view>

#include "quern/bank/built_in.hpp"
#include "quern/bank/measure.hpp"

namespace quern::bank::test {

struct Made {
    grain::Recording recording;
    Figures figures;
};

/// Synthesised and measured once per program.
inline const Made& made(std::string_view name)
{
    static std::map<std::string_view, Made> all;
    const MemberSpec* spec = find(name);
    auto [it, fresh] = all.try_emplace(spec->name);
    if (fresh) {
        it->second.recording = synthesise(*spec);
        it->second.figures = measure(it->second.recording.view());
    }
    return it->second;
}

} // namespace quern::bank::test
