// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a patch of a cloud: refused with a place, or values inside their ranges at all times.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "quern/formats/cloud_patch.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern;
    const auto patch = formats::parse_cloud_patch({reinterpret_cast<const char*>(data), size}, "p.toml");
    if (!patch) {
        if (!patch.error().where.starts_with("p.toml") || patch.error().message.empty())
            std::abort();
        return 0;
    }
    for (const formats::CloudLane& lane : patch->lanes) {
        const grain::CloudParamInfo& info = grain::info_of(lane.param);
        for (const double seconds : {0.0, 0.3, 1.0, 7.7, 1e3, 1e6}) {
            // Equal ratios are rounded on the way: a cloud takes what lies a hair outside as the end.
            const float value = lane.at(seconds);
            if (!(value >= info.low - 1e-5f * (1.0f + info.high) && value <= info.high * 1.00001f + 1e-5f))
                std::abort();
        }
    }
    return 0;
}
