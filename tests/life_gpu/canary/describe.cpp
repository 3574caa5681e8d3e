// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstdio>

#include "quern/life_gpu/gpu.hpp"

// Prints the renderer, or why there is none. Run where libraries and drivers are hidden from it.
int main()
{
    const auto found = quern::life::describe_gpu();
    std::printf("%s\n", found ? found->c_str() : found.error().text().c_str());
    return found ? 0 : 1;
}
