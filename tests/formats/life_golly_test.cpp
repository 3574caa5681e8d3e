// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Golly's own patterns, where Debian's package golly is installed: the oracle, the bit planes and Golly
// itself count the same cells in every generation.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "quern/formats/life/pattern_file.hpp"
#include "quern/life/automaton.hpp"

namespace quern::formats {
namespace {

namespace fs = std::filesystem;
using Populations = std::vector<std::size_t>;

const fs::path kPatterns = "/usr/share/golly/Patterns";

bool has_bgolly()
{
    return std::system("command -v bgolly > /dev/null 2>&1") == 0;
}

/// The lines "generation: population" that bgolly prints.
Populations golly_counts(const fs::path& file, std::uint32_t generations)
{
    const std::string command =
        "bgolly -i 1 -m " + std::to_string(generations) + " '" + file.string() + "' 2> /dev/null";
    Populations populations;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr)
        return populations;
    char line[512];
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
        char* end = nullptr;
        const unsigned long generation = std::strtoul(line, &end, 10);
        if (end == line || *end != ':' || generation != populations.size())
            continue;
        std::string digits(end + 1);
        digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
        populations.push_back(std::strtoul(digits.c_str(), nullptr, 10));
    }
    pclose(pipe);
    return populations;
}

/// Counted from the changes, so that those are looked at too.
Populations our_counts(life::Automaton& automaton, const life::Field& start, std::uint32_t generations)
{
    if (!automaton.load(start))
        return {};
    Populations populations{life::population(start)};
    for (std::uint32_t generation = 1; generation <= generations; ++generation) {
        if (!automaton.advance({}) || !automaton.settle())
            return {};
        const auto delta = automaton.poll();
        if (!delta)
            return {};
        std::size_t population = populations.back();
        for (std::size_t i = 0; i < delta->changed.size(); ++i) {
            population += static_cast<std::size_t>(std::popcount(delta->changed[i] & delta->alive[i]));
            population -= static_cast<std::size_t>(std::popcount(delta->changed[i] & ~delta->alive[i]));
        }
        populations.push_back(population);
    }
    return populations;
}

/// Where the empty field comes alive and dies again, Golly counts the dead cells of every odd generation.
Populations as_golly_counts(Populations populations, life::Rule rule, life::GridSize size)
{
    if (rule.gives_birth(0) && !rule.survives(8))
        for (std::size_t generation = 1; generation < populations.size(); generation += 2)
            populations[generation] = size.cells() - populations[generation];
    return populations;
}

struct GollyPattern {
    fs::path file;
    PatternFile read;
    life::GridSize size; ///< of a field that just holds it, so that it soon meets itself over the seams
};

/// Those of two states and a life-like rule that fit.
std::vector<GollyPattern> golly_patterns()
{
    std::vector<GollyPattern> patterns;
    for (const auto& entry : fs::recursive_directory_iterator(kPatterns)) {
        const fs::path& file = entry.path();
        if (file.extension() != ".rle" && file.extension() != ".lif")
            continue;
        Result<PatternFile> read = read_pattern(file.string());
        if (!read || read->pattern.width > 2048 || read->pattern.height > 512)
            continue;
        const life::GridSize size{(read->pattern.width / 64 + 1) * 64, read->pattern.height + 7};
        patterns.push_back({file, std::move(*read), size});
    }
    std::sort(patterns.begin(), patterns.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
    return patterns;
}

life::Field field_with(const life::Pattern& pattern, life::GridSize size)
{
    life::Field field(size);
    life::apply(field, life::Stamp{.pattern = &pattern, .x = 0, .y = 0, .team = 2, .tag = 1});
    return field;
}

TEST(Golly, CountsTheCellsThatWeReadInItsPatterns)
{
    if (!fs::is_directory(kPatterns) || !has_bgolly())
        GTEST_SKIP() << "no " << kPatterns << ", or no bgolly";
    std::size_t compared = 0;
    for (const GollyPattern& pattern : golly_patterns()) {
        if (pattern.read.torus) // Golly clips a pattern at the edges of its bounded grid
            continue;
        const Populations theirs = golly_counts(pattern.file, 1);
        ASSERT_FALSE(theirs.empty()) << pattern.file;
        const auto& cells = pattern.read.pattern.cells;
        EXPECT_EQ(theirs.front(), static_cast<std::size_t>(std::count(cells.begin(), cells.end(), 1)))
            << pattern.file;
        ++compared;
    }
    EXPECT_GT(compared, 50u);
}

TEST(Golly, CountsAsWeDoOnTheTorus)
{
    if (!fs::is_directory(kPatterns))
        GTEST_SKIP() << "no " << kPatterns;
    const bool with_golly = has_bgolly();
    const fs::path file = fs::path(testing::TempDir()) / "quern_golly.rle";
    std::size_t compared = 0;
    for (GollyPattern& pattern : golly_patterns()) {
        const std::uint32_t generations = pattern.size.cells() > 60'000 ? 8 : 64;
        const life::Rule rule = pattern.read.rule.value_or(life::Rule{});
        const life::Field start = field_with(pattern.read.pattern, pattern.size);
        auto oracle = life::make_oracle(pattern.size, rule);
        auto cpu = life::make_cpu(pattern.size, rule);
        ASSERT_TRUE(oracle.ok() && cpu.ok()) << pattern.file;
        const Populations ours = our_counts(**cpu, start, generations);
        ASSERT_EQ(ours, our_counts(**oracle, start, generations)) << pattern.file;
        EXPECT_TRUE(*(*cpu)->read() == *(*oracle)->read()) << pattern.file;
        ++compared;
        if (!with_golly)
            continue;
        PatternFile on_torus = pattern.read;
        on_torus.torus = PatternTorus{pattern.size.width, pattern.size.height};
        on_torus.rule = rule;
        on_torus.position.reset();
        std::ofstream(file) << rle_text(on_torus);
        ASSERT_EQ(golly_counts(file, generations), as_golly_counts(ours, rule, pattern.size))
            << pattern.file << ' ' << life::name_of(rule);
    }
    fs::remove(file);
    EXPECT_GT(compared, 50u);
    std::printf("%zu patterns%s\n", compared, with_golly ? "" : ", without Golly's own counts: no bgolly");
}

} // namespace
} // namespace quern::formats
