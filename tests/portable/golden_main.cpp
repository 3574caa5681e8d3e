// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// quern_golden FILE.tsv...: checks golden files with every target. Exit 0 where all agree, 1 where not.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/portable/golden_check.hpp"

int main(int count, char** arguments)
{
    bool equal = count > 1;
    for (int i = 1; i < count; ++i) {
        std::ifstream file(arguments[i], std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        std::string report;
        equal =
            quern::test::check_golden(std::filesystem::path(arguments[i]).stem().string(), text, report) &&
            equal;
        std::fputs(report.c_str(), stdout);
    }
    return equal ? 0 : 1;
}
