// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <vector>

#include "quern/engine/bed.hpp"

int main()
{
    quern::Bed bed = quern::Bed::create().value();
    if (!bed.set_tuning(quern::bed::default_tuning()).ok())
        return 1;
    std::vector<float> out(2 * 800);
    for (int frame = 0; frame < 600; ++frame) {
        bed.set_motion({.ground_speed = 0.02f * static_cast<float>(frame)});
        bed.process(out.data(), 800);
        std::fwrite(out.data(), sizeof(float), out.size(), stdout);
    }
}
