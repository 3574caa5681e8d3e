// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "apps/cli/vectors/dsp_cells.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/biquad.hpp"
#include "quern/dsp/clip.hpp"
#include "quern/dsp/frequency_shifter.hpp"
#include "quern/dsp/high_pass.hpp"
#include "quern/dsp/high_shelf.hpp"
#include "quern/dsp/low_pass.hpp"
#include "quern/dsp/sin_cos.hpp"

namespace quern::vectors {
namespace {

// ---- dsp_coefs

/// "fss_allpass2": the golden files number the sections I1, I2, Q1, Q2.
std::optional<dsp::BiquadCoefficients> all_pass(std::string_view filter)
{
    constexpr std::string_view kPrefix = "fss_allpass";
    constexpr std::array<std::size_t, 4> kRunOrder{0, 2, 1, 3};
    if (filter.size() != kPrefix.size() + 1 || !filter.starts_with(kPrefix))
        return std::nullopt;
    const char digit = filter.back();
    if (digit < '0' || digit > '3')
        return std::nullopt;
    return dsp::FrequencyShifter::kAllPass[kRunOrder[static_cast<std::size_t>(digit - '0')]];
}

Result<dsp::BiquadCoefficients> coefficients_of(const Table& table, std::size_t row)
{
    const std::string& filter = table.at(row, "filter");
    if (const auto section = all_pass(filter))
        return *section;
    const auto hz = decimal_at(table, row, "freq");
    if (!hz)
        return hz.error();
    if (filter == "lowpass")
        return dsp::low_pass_coefficients(dsp::low_pass_decision(*hz).angle);
    if (filter == "highpass")
        return dsp::high_pass_coefficients(dsp::high_pass_decision(*hz).angle);
    if (filter != "highshelf")
        return bad_cell(table, row, "filter", "lowpass, highpass, highshelf or fss_allpass0 to 3");
    const auto gain = decimal_at(table, row, "gain");
    if (!gain)
        return gain.error();
    return dsp::high_shelf_coefficients(dsp::high_shelf_decision(*hz, *gain).angle, *gain);
}

Status recompute_coefs(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto c = coefficients_of(table, row);
        if (!c)
            return c.error();
        table.set(row, "a1", hex(c->a1));
        table.set(row, "a2", hex(c->a2));
        table.set(row, "b0", hex(c->b0));
        table.set(row, "b1", hex(c->b1));
        table.set(row, "b2", hex(c->b2));
    }
    return Ok{};
}

Table make_coefs()
{
    Table table{"dsp_coefs",
                {"Biquad coefficients at 48 kHz."},
                {"filter", "freq", "gain", "a1", "a2", "b0", "b1", "b2"},
                {}};
    const auto add = [&table](std::string filter, std::string freq, std::string gain) {
        table.rows.push_back({std::move(filter), std::move(freq), std::move(gain), "", "", "", "", ""});
    };
    for (const char* hz : {"25", "77", "200", "1000", "5000", "8000", "16000", "23975"}) {
        add("lowpass", hz, "-");
        add("highpass", hz, "-");
    }
    for (const char* gain : {"0.65", "0.5", "1.5"})
        add("highshelf", "5000", gain);
    add("highshelf", "1000", "0.65");
    add("highshelf", "12000", "0.25");
    for (int section = 0; section < 4; ++section)
        add("fss_allpass" + std::to_string(section), "-", "-");
    return table;
}

// ---- dsp_filters

using Block = std::function<void(std::size_t block, std::span<float> io)>;

/// Cutoffs of the stepped low-pass, one a block; the last one stays.
constexpr std::array<float, 4> kSteppedCutoffs{8000.0f, 2000.0f, 24971.0f, 8000.0f};

/// The module that a filter name stands for ("hpf_77", "shelf_5000_0.65", any "lpf_" without a number:
/// stepped).
std::optional<Block> filter_of(std::string_view name)
{
    const std::size_t bar = std::min(name.find('_'), name.size());
    const std::string_view family = name.substr(0, bar);
    const std::vector<float> numbers = decimals_of(name.substr(std::min(bar + 1, name.size())));
    if (family == "shelf" && numbers.size() == 2) {
        dsp::HighShelf shelf;
        shelf.set(numbers[0], numbers[1]);
        return [shelf](std::size_t, std::span<float> io) mutable { shelf.process(io, io); };
    }
    if (family == "hpf" && numbers.size() == 1) {
        dsp::HighPass filter;
        filter.set_cutoff(numbers[0]);
        return [filter](std::size_t, std::span<float> io) mutable { filter.process(io, io); };
    }
    if (family == "clip" && numbers.size() == 1)
        return [level = numbers[0]](std::size_t, std::span<float> io) { dsp::clip(io, level); };
    if (family == "lpf") {
        dsp::LowPass filter;
        const bool stepped = numbers.size() != 1;
        if (!stepped)
            filter.set_cutoff(numbers[0]);
        return [filter, stepped](std::size_t block, std::span<float> io) mutable {
            if (stepped)
                filter.set_cutoff(kSteppedCutoffs[std::min(block, kSteppedCutoffs.size() - 1)]);
            filter.process(io, io);
        };
    }
    return std::nullopt;
}

/// Runs whole blocks over the group's `in` cells. What comes after the last row does not reach back into it.
Status run_blocks(Table& table, Rows rows, const Block& run)
{
    auto signal = signal_of(table, rows);
    if (!signal)
        return signal.error();
    signal->resize((rows.size() + kBlockFrames - 1) / kBlockFrames * kBlockFrames);
    for (std::size_t block = 0; block * kBlockFrames < signal->size(); ++block)
        run(block, std::span(*signal).subspan(block * kBlockFrames, kBlockFrames));
    for (std::size_t row = rows.begin; row < rows.end; ++row)
        table.set(row, "out", hex((*signal)[row - rows.begin]));
    return Ok{};
}

Status recompute_filters(Table& whole)
{
    return for_each_group(whole, {"filter", "signal"}, [](Table& table, Rows rows) -> Status {
        const auto filter = filter_of(table.at(rows.begin, "filter"));
        if (!filter)
            return bad_cell(table, rows.begin, "filter",
                            "shelf_HZ_GAIN, hpf_HZ, lpf_HZ, lpf_steps or clip_LEVEL");
        return run_blocks(table, rows, *filter);
    });
}

void add_signal(Table& table, const std::string& first, const std::string& signal, std::size_t samples)
{
    const std::vector<float> in = named_signal(signal, samples);
    for (std::size_t n = 0; n < samples; ++n)
        table.rows.push_back({first, signal, std::to_string(n), hex(in[n]), ""});
}

Table make_filters()
{
    Table table{"dsp_filters",
                {"Filters and clip on 1,024 samples of three signals, in blocks of 256."},
                {"filter", "signal", "n", "in", "out"},
                {}};
    for (const char* filter :
         {"shelf_5000_0.65", "hpf_77", "lpf_24971", "lpf_8000", "lpf_steps", "clip_0.09"}) {
        for (const char* signal : {"impulse", "sine1k", "noise"})
            add_signal(table, filter, signal, 1024);
    }
    return table;
}

// ---- dsp_fss, dsp_fss_phase, dsp_trig

/// Shifts of the scenario "steps", one a block.
constexpr std::array<float, 8> kSteppedShifts{0.0f, 150.0f, 98.0f, -10.0f, -62.0f, -100.0f, 0.0f, 0.0f};

/// A shift in Hz for a block: a number, a number with "_long" behind it, or the list of "steps".
std::optional<std::function<float(std::size_t)>> shifts_of(std::string_view name)
{
    if (name == "steps")
        return [](std::size_t block) { return kSteppedShifts[std::min(block, kSteppedShifts.size() - 1)]; };
    const std::vector<float> numbers = decimals_of(name.substr(0, name.find("_long")));
    if (numbers.size() != 1)
        return std::nullopt;
    return [hz = numbers[0]](std::size_t) { return hz; };
}

Status recompute_fss(Table& whole)
{
    return for_each_group(whole, {"shift_hz", "signal"}, [](Table& table, Rows rows) -> Status {
        const auto shift = shifts_of(table.at(rows.begin, "shift_hz"));
        if (!shift)
            return bad_cell(table, rows.begin, "shift_hz", "a shift in Hz or 'steps'");
        dsp::FrequencyShifter shifter;
        return run_blocks(table, rows, [&](std::size_t block, std::span<float> io) {
            shifter.set_shift((*shift)(block));
            const std::span<float, kBlockFrames> fixed(io);
            shifter.process(fixed, fixed);
        });
    });
}

Table make_fss()
{
    Table table{"dsp_fss",
                {"Frequency shifter from fresh state, in blocks of 256."},
                {"shift_hz", "signal", "n", "in", "out"},
                {}};
    for (const char* shift : {"0", "150", "-100"}) {
        for (const char* signal : {"impulse", "sine1k", "noise"})
            add_signal(table, shift, signal, 1024);
    }
    add_signal(table, "steps", "noise99", 2048);
    return table;
}

Status recompute_fss_phase(Table& whole)
{
    constexpr std::size_t kMostBlocks = 1'000'000;
    return for_each_group(whole, {"shift_hz"}, [](Table& table, Rows rows) -> Status {
        const auto shift = shifts_of(table.at(rows.begin, "shift_hz"));
        if (!shift)
            return bad_cell(table, rows.begin, "shift_hz", "a shift in Hz, one with '_long', or 'steps'");
        float phase = 0.0f;
        std::size_t done = 0;
        for (std::size_t row = rows.begin; row < rows.end; ++row) {
            const auto block = count_at(table, row, "block", kMostBlocks);
            if (!block)
                return block.error();
            if (*block + 1 < done)
                return bad_cell(table, row, "block", "blocks in ascending order");
            for (; done <= *block; ++done)
                phase = dsp::FrequencyShifter::next_phase(phase,
                                                          dsp::FrequencyShifter::phase_step((*shift)(done)));
            table.set(row, "phase_after", hex(phase));
        }
        return Ok{};
    });
}

Table make_fss_phase()
{
    Table table{"dsp_fss_phase",
                {"Oscillator phase of the frequency shifter after a block."},
                {"shift_hz", "block", "phase_after"},
                {}};
    const auto add = [&table](const std::string& name, std::size_t blocks, std::size_t every) {
        for (std::size_t block = every - 1; block < blocks; block += every)
            table.rows.push_back({name, std::to_string(block), ""});
    };
    for (const char* shift : {"0", "150", "-100"})
        add(shift, 4, 1);
    add("steps", 8, 1);
    add("-10_long", 2000, 20);
    add("150_long", 2000, 20);
    return table;
}

Status recompute_trig(Table& table)
{
    std::vector<float> angle(table.rows.size());
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto x = single_of_hex(table.at(row, "x"));
        if (!x)
            return bad_cell(table, row, "x", "eight hex digits");
        angle[row] = *x;
    }
    std::vector<float> sine(angle.size());
    std::vector<float> cosine(angle.size());
    dsp::sin_cos(angle, sine, cosine);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        table.set(row, "sin", hex(sine[row]));
        table.set(row, "cos", hex(cosine[row]));
    }
    return Ok{};
}

Table make_trig()
{
    Table table{"dsp_trig", {"Sine and cosine of the frequency shifter."}, {"x", "sin", "cos"}, {}};
    for (int k = -300; k <= 300; ++k)
        table.rows.push_back({hex(static_cast<float>(k * 0.0425)), "", ""});
    return table;
}

} // namespace

std::vector<Kind> filter_kinds()
{
    return {
        {"dsp_coefs", {"a1", "a2", "b0", "b1", "b2"}, {}, recompute_coefs, make_coefs},
        {"dsp_filters", {"out"}, {}, recompute_filters, make_filters},
        {"dsp_fss", {"out"}, {}, recompute_fss, make_fss},
        {"dsp_fss_phase", {"phase_after"}, {}, recompute_fss_phase, make_fss_phase},
        {"dsp_trig", {"sin", "cos"}, {}, recompute_trig, make_trig},
    };
}

} // namespace quern::vectors
