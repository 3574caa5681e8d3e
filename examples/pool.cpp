// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "quern/grain/pool.hpp"

/// One grain of a tone, as 32-bit floats: its left channel, a second of it.
int main()
{
    std::vector<float> table(24000);
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = 0.5f * std::sin(0.03f * static_cast<float>(i));

    quern::grain::Pool pool = quern::grain::Pool::create({.owners = 1}).value();
    if (pool.start({.step = 0.5, .length = 43200, .gain_left = 0.7, .gain_right = 0.3}) < 0)
        return 1;
    std::array<float, 480> left, right; // of owner 0
    for (int block = 0; block < 100; ++block) {
        left.fill(0.0f); // grains are added to what stands there
        right.fill(0.0f);
        pool.render(quern::grain::GrainSource::mono(table), {left, right, 480}, 480);
        std::fwrite(left.data(), sizeof(float), left.size(), stdout);
    }
}
