// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/quantise.hpp"

#include <algorithm>
#include <cmath>

#include "quern/formats/xma/frame_writer.hpp"
#include "quern/formats/xma/level_coding.hpp"

namespace quern::formats::xma {
namespace {

constexpr std::size_t kSize = kBlockSize;
// What a coded block costs over a silent one: head, quantiser, its share of the frame's scale factors.
constexpr int kCodedBits = kBlockHeadBits - kSilentBlockBits + 6 + 5;
// Lowering a level saves no more bits than this, but for the shortest of escapes.
constexpr double kMostSaved = 16.0;
// A step squared at a price of 1. A fine quantiser has its least cost at 6 / ln 2 = 8.7; where levels are
// lowered, a little less is best, and it matters little.
constexpr double kStepAtPrice = 8.0;
constexpr double kFinest = 0.0;
constexpr double kCoarsest = 140.0; // all of 16-bit sound lies below

// Levels of a block as magnitudes, and the work of lowering them.
class Lowering {
public:
    Lowering(const Spectrum& spectrum, double step, double price) noexcept : step_(step), price_(price)
    {
        const double per_step = 1.0 / step;
        for (std::size_t k = 0; k < kSize; ++k) {
            size_[k] = std::abs(spectrum[k]);
            level_[k] = static_cast<std::uint32_t>(size_[k] * per_step + 0.5);
        }
    }
    [[nodiscard]] std::uint32_t level(std::size_t k) const noexcept { return level_[k]; }
    [[nodiscard]] double miss(std::size_t k) const noexcept
    {
        return size_[k] - static_cast<double>(level_[k]) * step_;
    }

    // As the block is coded now; from the last level to the first.
    void run(const Block& block) noexcept
    {
        const auto grouped = static_cast<std::size_t>(block.grouped);
        in_runs(grouped, block.table);
        for (std::size_t k = grouped; k-- > 0;)
            if (level_[k] != 0 && damage(k) < price_ * kMostSaved)
                in_group(k);
    }

private:
    // What lowering this level adds to the squared error.
    [[nodiscard]] double damage(std::size_t k) const noexcept { return step_ * (step_ + 2.0 * miss(k)); }

    void in_group(std::size_t k) noexcept
    {
        const std::uint32_t* const group = level_.data() + k / 4 * 4;
        const int before = group_bits(group);
        const double added = damage(k);
        --level_[k];
        if (added >= price_ * (before - group_bits(group)))
            ++level_[k];
    }

    void in_runs(std::size_t grouped, int table) noexcept
    {
        std::array<int, kSize> place{}; // of the levels that are not zero
        std::size_t count = 0;
        for (std::size_t k = grouped; k < kSize; ++k)
            if (level_[k] != 0)
                place[count++] = static_cast<int>(k);
        int next = kBlockSize; // the kept one behind
        for (std::size_t i = count; i-- > 0;) {
            const int at = place[i];
            const auto k = static_cast<std::size_t>(at);
            if (damage(k) < price_ * kMostSaved) {
                const int from = i > 0 ? place[i - 1] + 1 : static_cast<int>(grouped);
                int saved = run_level_bits(table, at - from, level_[k]);
                if (level_[k] > 1)
                    saved -= run_level_bits(table, at - from, level_[k] - 1);
                else
                    saved += behind(table, at + 1, next) - behind(table, from, next);
                if (damage(k) < price_ * saved && --level_[k] == 0)
                    continue;
            }
            next = at;
        }
    }
    // Bits of the level at `next`, or of the end, when a run begins at `from`.
    [[nodiscard]] int behind(int table, int from, int next) const noexcept
    {
        if (next < kBlockSize)
            return run_level_bits(table, next - from, level_[static_cast<std::size_t>(next)]);
        return from < kBlockSize ? end_bits(table) : 0;
    }

    double step_;
    double price_;
    std::array<double, kSize> size_{};
    std::array<std::uint32_t, kSize> level_{};
};

void take_levels(Block& block, const Lowering& lowering, const Spectrum& spectrum) noexcept
{
    for (std::size_t k = 0; k < kSize; ++k) {
        const auto level = static_cast<std::int32_t>(lowering.level(k));
        block.level[k] = spectrum[k] < 0.0 ? -level : level;
    }
}

} // namespace

Block quantise_all(const Spectrum& spectrum, int exponent) noexcept
{
    Block block;
    block.exponent = exponent;
    const double step = quantiser_step(exponent);
    for (std::size_t k = 0; k < kSize; ++k) {
        const double level = std::floor(std::abs(spectrum[k]) / step + 0.5);
        block.level[k] = static_cast<std::int32_t>(std::copysign(level, spectrum[k]));
        block.coded = block.coded || level != 0.0;
    }
    if (block.coded)
        choose_coding(block);
    return block;
}

int exponent_at(double bit_price, std::size_t block) noexcept
{
    const double turn = (static_cast<double>(block * 5 % 8) + 0.5) / 8.0;
    const double exponent = std::floor(10.0 * std::log10(kStepAtPrice * bit_price) + turn);
    return static_cast<int>(std::clamp(exponent, kFinest, kCoarsest));
}

ChosenBlock choose_block(const Spectrum& spectrum, int exponent, double bit_price) noexcept
{
    ChosenBlock chosen;
    double energy = 0.0;
    for (const double value : spectrum)
        energy += value * value;
    chosen.error = energy;
    if (energy <= bit_price * kCodedBits)
        return chosen;
    Block block;
    block.coded = true;
    block.exponent = exponent;
    Lowering lowering(spectrum, quantiser_step(exponent), bit_price);
    take_levels(block, lowering, spectrum);
    choose_coding(block);
    lowering.run(block);
    take_levels(block, lowering, spectrum);
    const int bits = choose_coding(block);
    double error = 0.0;
    bool any = false;
    for (std::size_t k = 0; k < kSize; ++k) {
        error += lowering.miss(k) * lowering.miss(k);
        any = any || block.level[k] != 0;
    }
    if (!any || error + bit_price * (bits + kCodedBits) >= energy)
        return chosen;
    return {block, error};
}

} // namespace quern::formats::xma
