// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/quantise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "quern/formats/xma/frame_writer.hpp"

namespace quern::formats::xma {
namespace {

constexpr std::size_t kSize = kBlockSize;
constexpr double kShortLevel = 255.5; // magnitudes below need the shortest level code
constexpr double kMiddleLevel = 65535.5;
// A kept coefficient costs its escape, level and sign even where it saves a run code.
constexpr int kLeastBits = kEscapeBits + 9 + 1 + 1 - 10;
// What a coded block costs over a silent one: head, quantiser, its share of the frame's scale factors.
constexpr int kCodedBits = kBlockHeadBits - kSilentBlockBits + 6 + 5;

// The steps an encoder needs: the largest coefficient of 16-bit samples takes 83 dB for a short level.
constexpr int kExponents = 100;
double step_of(int exponent) noexcept
{
    static const auto table = [] {
        std::array<double, kExponents> steps{};
        for (int i = 0; i < kExponents; ++i)
            steps[static_cast<std::size_t>(i)] = quantiser_step(i);
        return steps;
    }();
    return table[static_cast<std::size_t>(exponent)];
}

double level_of(double magnitude, double step) noexcept
{
    return std::floor(magnitude / step + 0.5);
}

struct Magnitudes {
    std::array<double, kSize> value{};
    double largest = 0.0;
    double energy = 0.0;
};

Magnitudes magnitudes(const Spectrum& spectrum) noexcept
{
    Magnitudes m;
    for (std::size_t k = 0; k < kSize; ++k) {
        m.value[k] = std::abs(spectrum[k]);
        m.largest = std::max(m.largest, m.value[k]);
        m.energy += spectrum[k] * spectrum[k];
    }
    return m;
}

// A level costs the same bits from 1 to 255: the quantiser goes as low as the largest coefficient allows, and
// lower where the error saved pays for the longer codes of the largest ones.
int choose_exponent(const Magnitudes& m, double bit_price) noexcept
{
    std::array<double, kSize> kept{};
    std::size_t count = 0;
    for (const double value : m.value)
        if (value * value > bit_price * kLeastBits)
            kept[count++] = value;
    int exponent = 0;
    while (m.largest >= kShortLevel * step_of(exponent))
        ++exponent;
    int best = exponent;
    double best_cost = std::numeric_limits<double>::infinity();
    for (; exponent >= 0; exponent -= 2) {
        const double step = step_of(exponent);
        int longer = 0;
        for (std::size_t i = 0; i < count; ++i)
            longer += (kept[i] >= kShortLevel * step ? 1 : 0) + (kept[i] >= kMiddleLevel * step ? 1 : 0);
        const double error = static_cast<double>(count) * step * step / 12.0;
        const double cost = error + bit_price * (9 * longer + exponent_bits(exponent));
        if (cost < best_cost) {
            best_cost = cost;
            best = exponent;
        }
        if (error < bit_price)
            break; // finer steps cannot save a whole bit's worth
    }
    return best;
}

// Shortest path through the coefficients: node i stands for "the next kept coefficient is i or later"; an
// edge keeps one coefficient after a run of dropped ones.
class Path {
public:
    Path(const Magnitudes& m, double step, double bit_price) noexcept : m_(m), step_(step), price_(bit_price)
    {
        for (std::size_t k = 0; k < kSize; ++k)
            dropped_[k + 1] = dropped_[k] + m.value[k] * m.value[k];
        open_.fill(kNever);
        open_[0] = 0.0;
        for (std::size_t k = 0; k < kSize; ++k)
            keep(k);
        finish();
    }
    [[nodiscard]] double cost() const noexcept { return cost_; }
    // Marks the kept coefficients.
    template <class Visit> void visit(Visit&& visit) const
    {
        for (std::size_t node = last_; node > 0; node = from_[node])
            visit(node - 1);
    }

private:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    void keep(std::size_t k) noexcept
    {
        // Runs of five and more cost the same: the best start of those is carried along.
        if (k >= 5 && open_[k - 5] < far_) {
            far_ = open_[k - 5];
            far_from_ = k - 5;
        }
        const double value = m_.value[k];
        if (value * value <= price_ * kLeastBits)
            return;
        double best = open_[k] + price_ * run_bits(0);
        std::size_t from = k;
        for (std::size_t i = k >= 4 ? k - 4 : 0; i < k; ++i)
            if (open_[i] + price_ * run_bits(1) < best) {
                best = open_[i] + price_ * run_bits(1);
                from = i;
            }
        if (far_ + price_ * run_bits(5) < best) {
            best = far_ + price_ * run_bits(5);
            from = far_from_;
        }
        const double level = std::max(level_of(value, step_), 1.0);
        const double miss = value - level * step_;
        const int bits = kEscapeBits + level_bits(static_cast<std::uint32_t>(level)) + 1;
        // Less what dropping everything up to here would have cost: open_ is relative to that.
        open_[k + 1] = best + dropped_[k] + miss * miss + price_ * bits - dropped_[k + 1];
        from_[k + 1] = from;
    }
    void finish() noexcept
    {
        for (std::size_t node = 1; node <= kSize; ++node) {
            const double total = open_[node] + dropped_[kSize] + (node < kSize ? price_ * kEndBits : 0.0);
            if (total < cost_) {
                cost_ = total;
                last_ = node;
            }
        }
    }

    const Magnitudes& m_;
    double step_;
    double price_;
    std::array<double, kSize + 1> dropped_{}; // energy of the coefficients before
    std::array<double, kSize + 1> open_{};    // best cost up to a node, less dropped_ there
    std::array<std::size_t, kSize + 1> from_{};
    double far_ = kNever;
    std::size_t far_from_ = 0;
    double cost_ = kNever;
    std::size_t last_ = 0;
};

} // namespace

Block quantise_all(const Spectrum& spectrum, int exponent) noexcept
{
    Block block;
    block.exponent = exponent;
    const double step = quantiser_step(exponent);
    for (std::size_t k = 0; k < kSize; ++k) {
        const double level = level_of(std::abs(spectrum[k]), step);
        block.level[k] = static_cast<std::int32_t>(std::copysign(level, spectrum[k]));
        block.coded = block.coded || level != 0.0;
    }
    return block;
}

ChosenBlock choose_block(const Spectrum& spectrum, double bit_price) noexcept
{
    const Magnitudes m = magnitudes(spectrum);
    ChosenBlock chosen;
    chosen.error = m.energy;
    if (m.energy <= bit_price * kCodedBits)
        return chosen;
    const int exponent = choose_exponent(m, bit_price);
    const double step = step_of(exponent);
    const Path path(m, step, bit_price);
    if (path.cost() + bit_price * kCodedBits >= m.energy)
        return chosen;
    chosen.block.coded = true;
    chosen.block.exponent = exponent;
    path.visit([&](std::size_t k) {
        const double level = std::max(level_of(m.value[k], step), 1.0);
        const double miss = m.value[k] - level * step;
        chosen.error += miss * miss - m.value[k] * m.value[k];
        chosen.block.level[k] = static_cast<std::int32_t>(std::copysign(level, spectrum[k]));
    });
    return chosen;
}

} // namespace quern::formats::xma
