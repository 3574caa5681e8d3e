// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "quern/core/units.hpp"
#include "quern/dsp/frequency_shifter.hpp"
#include "quern/dsp/kernels.hpp"
#include "quern/dsp/simd_target.hpp"
#include "tests/dsp/signals.hpp"

namespace quern::dsp {
namespace {

/// Runs the same thing with every build there is and wants the same bits; leaves the best selected.
template <class Run> void expect_same_bits(Run run)
{
    ASSERT_TRUE(select_target(SimdTarget::emulated));
    const std::vector<float> emulated = run();
    for (const SimdTarget target : kTargets) {
        if (!select_target(target))
            continue;
        const std::vector<float> values = run();
        ASSERT_EQ(emulated.size(), values.size());
        for (std::size_t k = 0; k < emulated.size(); ++k)
            ASSERT_EQ(to_bits(emulated[k]), to_bits(values[k])) << "at " << k << " with " << name_of(target);
    }
    select_target(best_target());
}

constexpr std::size_t kLongest = 131; // every remainder of every vector width, and then some

TEST(Kernels, EveryTargetHasATableOfItsOwn)
{
    std::vector<const Kernels*> tables;
    for (const SimdTarget target : kTargets) {
        if (target == SimdTarget::scalar && !has_fused_instruction())
            continue; // nothing but the emulation then
        if (select_target(target))
            tables.push_back(&kernels());
    }
    for (std::size_t i = 0; i < tables.size(); ++i)
        EXPECT_EQ(std::count(tables.begin(), tables.end(), tables[i]), 1);
    select_target(best_target());
}

TEST(Kernels, AnUnavailableTargetIsRefusedAndChangesNothing)
{
    ASSERT_TRUE(select_target(SimdTarget::scalar));
    for (const SimdTarget target : kVectorTargets) {
        EXPECT_EQ(select_target(target), is_available(target));
        EXPECT_EQ(selected_target(), is_available(target) ? target : SimdTarget::scalar);
        select_target(SimdTarget::scalar);
    }
    EXPECT_FALSE(target_named("AVX2"));
    EXPECT_FALSE(target_named("emulated"));
    EXPECT_EQ(target_named("best"), best_target());
    for (const SimdTarget target : kVectorTargets)
        EXPECT_EQ(target_named(name_of(target)), target);
    select_target(best_target());
}

TEST(Kernels, ResamplingIsTheSameInEveryBuild)
{
    const std::vector<float> source = noise(3, 1024);
    for (std::uint32_t step : {0u, 1u, 47040u, 65536u, 65537u, 200001u, 262144u}) {
        for (std::size_t frames = 0; frames <= kLongest; ++frames) {
            expect_same_bits([&] {
                std::vector<float> out(frames);
                kernels().resample(source.data(), 12345, step, out.data(), frames);
                return out;
            });
        }
    }
}

TEST(Kernels, FadesAreTheSameInEveryBuild)
{
    for (const FadePiece piece :
         {FadePiece{0.0f, 1.0f, 0, 4800}, FadePiece{0.73f, 0.0f, 4700, 4800}, FadePiece{0.2f, 0.9f, 3, 60},
          FadePiece{1.0f, 0.0f, 0, 1}, FadePiece{0.5f, 0.5f, 0, 9}}) {
        for (std::size_t frames = 0; frames <= kLongest; ++frames) {
            for (const bool console : {true, false}) {
                expect_same_bits([&] {
                    std::vector<float> io = noise(5, frames);
                    (console ? kernels().fade_console : kernels().fade_port)(piece, io.data(), frames);
                    return io;
                });
            }
        }
    }
}

TEST(Kernels, VoicesAreTheSameInEveryBuild)
{
    const std::vector<float> source = noise(23, 1100);
    for (std::uint32_t step : {0u, 1u, 30001u, 65535u, 65536u, 65537u, 100003u, 131072u, 131073u, 262144u}) {
        for (const FadePiece fade :
             {FadePiece{0.0f, 1.0f, 0, 4800}, FadePiece{0.73f, 0.0f, 4689, 4800},
              FadePiece{1.0f, 0.2f, 300, 4800}, FadePiece{0.0f, 0.7f, 90, 20000},
              FadePiece{0.2f, 0.9f, 3, 60}, FadePiece{1.0f, 0.0f, 0, 1}, FadePiece{0.5f, 0.5f, 10, 9}}) {
            for (const bool short_end : {true, false}) {
                expect_same_bits([&] {
                    std::vector<float> bus = noise(24, 256);
                    for (const float to : {-0.31f, 0.31f, 0.9f})
                        bus.push_back(kernels().voice(
                            {source.data(), 54321, step, fade, 0.31f, to, short_end, to < 0.0f}, bus.data()));
                    return bus;
                });
            }
        }
    }
}

// The last frame that a piece needs may be the last one there is.
TEST(Kernels, ReadingStopsAtTheLastFrameNeeded)
{
    for (std::uint32_t step : {47040u, 65536u, 70000u, 131072u, 262144u}) {
        const std::size_t needed = ((65535u + 255u * std::size_t{step}) >> 16) + 2;
        const std::vector<float> exact = noise(25, needed);
        std::vector<float> longer = exact;
        longer.resize(needed + 64, std::numeric_limits<float>::quiet_NaN());
        expect_same_bits([&] {
            std::vector<float> out(256);
            kernels().resample(exact.data(), 65535, step, out.data(), 256);
            std::vector<float> again(256);
            kernels().resample(longer.data(), 65535, step, again.data(), 256);
            EXPECT_EQ(out, again);
            return out;
        });
    }
}

TEST(Kernels, BiquadsAreTheSameInEveryBuild)
{
    for (std::size_t frames : {std::size_t{0}, std::size_t{8}, std::size_t{19}, std::size_t{256}}) {
        expect_same_bits([&] {
            std::vector<float> io = noise(7, frames);
            BiquadState state{0.1f, -0.2f, 0.3f, -0.4f};
            kernels().biquad(FrequencyShifter::kAllPass[1], state, io.data(), io.data(), frames);
            for (float x : {state.x1, state.x2, state.y1, state.y2})
                io.push_back(x);
            return io;
        });
    }
}

TEST(Kernels, APairOfSectionsIsTwoSections)
{
    const std::vector<float> in = noise(9, 256);
    const auto& sections = FrequencyShifter::kAllPass;
    std::array<BiquadState, 2> paired{};
    std::vector<float> first(256);
    std::vector<float> second(256);
    kernels().biquad_pair(sections.data(), paired.data(), in.data(), in.data(), first.data(), second.data(),
                          256);
    for (std::size_t s = 0; s < 2; ++s) {
        BiquadState alone{};
        std::vector<float> out(256);
        process_biquad(sections[s], alone, in, out);
        EXPECT_EQ(out, s == 0 ? first : second);
        EXPECT_EQ(alone, paired[s]);
    }
}

TEST(Kernels, ShiftingIsTheSameInEveryBuild)
{
    const std::vector<float> i = noise(11, 256);
    const std::vector<float> q = noise(12, 256);
    for (float phase : {0.0f, -6.2f, 3.1415927f, 1.0e-20f, -1.0e-38f, 1.0e-42f}) {
        for (float step : {0.0f, 0.0196f, -0.0013f, 12.5f, 1.0e-30f, -3.0e-41f}) {
            expect_same_bits([&] {
                std::vector<float> out(256);
                kernels().shift(i.data(), q.data(), out.data(), phase, step, 256);
                return out;
            });
        }
    }
}

TEST(Kernels, RampsAreTheSameInEveryBuild)
{
    for (std::size_t frames = 0; frames <= kLongest; ++frames) {
        expect_same_bits([&] {
            std::vector<float> io = noise(13, frames);
            std::vector<float> bus = noise(14, frames);
            kernels().gain(io.data(), 0.23f, 0.91f, frames);
            kernels().gain_add(io.data(), bus.data(), 0.77f, -0.1f, frames);
            kernels().level_add(io.data(), bus.data(), 0.3f, 0.7f, true, frames);
            kernels().level_add(io.data(), bus.data(), 0.3f, 0.7f, false, frames);
            kernels().level(bus.data(), bus.data(), 1.0f, 0.1f, true, frames);
            kernels().clip(bus.data(), 0.09f, frames);
            kernels().add(io.data(), bus.data(), frames);
            bus.push_back(kernels().peak(io.data(), frames));
            return bus;
        });
    }
}

TEST(Kernels, PeakSeesWhatIsNotANumber)
{
    std::vector<float> block = noise(15, 256);
    EXPECT_LE(kernels().peak(block.data(), block.size()), 0.5f);
    block[77] = -3.0f;
    EXPECT_EQ(kernels().peak(block.data(), block.size()), 3.0f);
    block[200] = -std::numeric_limits<float>::infinity();
    EXPECT_TRUE(std::isinf(kernels().peak(block.data(), block.size())));
    block[3] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(std::isnan(kernels().peak(block.data(), block.size())));
}

} // namespace
} // namespace quern::dsp
