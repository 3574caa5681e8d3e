// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The kernels of every target against the scalar ones, and those against cells counted one by one.
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/plane_kernels.hpp"

namespace quern::life {
namespace {

/// Planes with random bits in all memory around them.
class Bits {
public:
    Bits(std::size_t row_words, std::size_t rows, std::uint32_t seed)
        : words_(row_words * rows), memory_(7 * pitch())
    {
        std::mt19937_64 random(seed);
        std::generate(memory_.begin(), memory_.end(), [&] { return random() & random(); });
        set_ = {row_words, rows, plane(0), plane(1), plane(2), plane(3), plane(4), plane(5), plane(6)};
        for (std::size_t i = 0; i < words_; ++i)
            for (std::uint64_t* const part : {set_.team_low, set_.team_high, set_.tag})
                part[i] &= set_.alive[i];
    }
    Bits(const Bits& other) : words_(other.words_), memory_(other.memory_)
    {
        set_ = {other.set_.row_words,
                other.set_.rows,
                plane(0),
                plane(1),
                plane(2),
                plane(3),
                plane(4),
                plane(5),
                plane(6)};
    }
    Bits& operator=(const Bits&) = delete;

    [[nodiscard]] const PlaneSet& set() const { return set_; }
    /// Everything, so that a write beside a plane is found too.
    friend bool operator==(const Bits& a, const Bits& b) { return a.memory_ == b.memory_; }

private:
    [[nodiscard]] std::size_t pitch() const { return words_ + 2 * kPlanePadding; }
    std::uint64_t* plane(std::size_t index) { return memory_.data() + index * pitch() + kPlanePadding; }
    std::size_t words_;
    std::vector<std::uint64_t> memory_;
    PlaneSet set_{};
};

struct Size {
    std::size_t row_words;
    std::size_t rows;
};
constexpr std::array kSizes{Size{1, 1},  Size{1, 2},   Size{1, 3},   Size{2, 5},    Size{3, 7},
                            Size{4, 16}, Size{5, 17},  Size{7, 4},   Size{8, 1},    Size{8, 6},
                            Size{9, 65}, Size{12, 33}, Size{16, 64}, Size{31, 10},  Size{32, 130},
                            Size{33, 8}, Size{64, 2},  Size{64, 67}, Size{1, 1024}, Size{8, 600}};
constexpr std::array kRules{Rule{}, Rule{1u << 3 | 1u << 6, 1u << 2 | 1u << 3}, Rule{0x155, 0x0F3},
                            Rule{1, 0}, Rule{0x100, 0x1FF}};

using Step = void (*)(const PlaneKernels& kernels, const PlaneSet& set, const PlaneRule& rule);
constexpr std::array<Step, 5> kSteps{
    [](const PlaneKernels& k, const PlaneSet& set, const PlaneRule& rule) { k.step(set, rule); },
    [](const PlaneKernels& k, const PlaneSet& set, const PlaneRule& rule) { k.step_changed(set, rule); },
    [](const PlaneKernels& k, const PlaneSet& set, const PlaneRule& rule) { k.step_masks(set, rule); },
    [](const PlaneKernels& k, const PlaneSet& set, const PlaneRule&) { k.inherit(set); },
    [](const PlaneKernels& k, const PlaneSet& set, const PlaneRule& rule) { k.step_full(set, rule); },
};

TEST(PlanesKernels, EveryTargetGivesTheBitsOfTheScalarOneAndWritesNothingElse)
{
    for (const dsp::SimdTarget target : std::span(dsp::kTargets).subspan<2>()) {
        if (!dsp::select_target(target))
            continue;
        for (const Size size : kSizes)
            for (const Rule rule : kRules)
                for (std::size_t step = 0; step < kSteps.size(); ++step) {
                    const Bits start(size.row_words, size.rows, static_cast<std::uint32_t>(size.rows));
                    Bits expected(start);
                    Bits found(start);
                    kSteps[step](kScalarPlaneKernels, expected.set(), PlaneRule::of(rule));
                    kSteps[step](plane_kernels(), found.set(), PlaneRule::of(rule));
                    ASSERT_TRUE(found == expected)
                        << dsp::name_of(target) << ", step " << step << ", " << size.row_words << " words, "
                        << size.rows << " rows, " << name_of(rule);
                }
    }
    dsp::select_target(dsp::best_target());
}

/// Living neighbours of a cell, over the seams.
int neighbours_of(const PlaneSet& set, std::size_t x, std::size_t y)
{
    const std::size_t width = 64 * set.row_words;
    int count = 0;
    for (std::size_t dy = 0; dy < 3; ++dy)
        for (std::size_t dx = 0; dx < 3; ++dx) {
            const std::size_t column = (x + width + dx - 1) % width;
            const std::size_t row = (y + set.rows + dy - 1) % set.rows;
            if (dx != 1 || dy != 1)
                count += static_cast<int>(set.alive[row * set.row_words + column / 64] >> column % 64 & 1u);
        }
    return count;
}

TEST(PlanesKernels, ScalarStepsFollowTheRule)
{
    for (const Size size : {Size{1, 1}, Size{1, 2}, Size{2, 5}, Size{3, 20}})
        for (const Rule rule : kRules) {
            const Bits before(size.row_words, size.rows, 7);
            Bits after(before);
            kScalarPlaneKernels.step_masks(after.set(), PlaneRule::of(rule));
            for (std::size_t y = 0; y < size.rows; ++y)
                for (std::size_t x = 0; x < 64 * size.row_words; ++x) {
                    const auto bit = [&](const std::uint64_t* plane) {
                        return (plane[y * size.row_words + x / 64] >> x % 64 & 1u) != 0;
                    };
                    const bool lived = bit(before.set().alive);
                    const int count = neighbours_of(before.set(), x, y);
                    const bool lives = lived ? rule.survives(count) : rule.gives_birth(count);
                    ASSERT_EQ(bit(after.set().alive), lives) << name_of(rule) << " at " << x << ", " << y;
                    ASSERT_EQ(bit(after.set().births), lives && !lived);
                    ASSERT_EQ(bit(after.set().deaths), lived && !lives);
                }
        }
}

} // namespace
} // namespace quern::life
