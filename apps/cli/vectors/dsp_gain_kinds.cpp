// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <optional>

#include "apps/cli/vectors/dsp_cells.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/fader.hpp"
#include "quern/dsp/gain_ramp.hpp"
#include "quern/dsp/level_ramp.hpp"
#include "quern/mix/bus.hpp"

namespace quern::vectors {
namespace {

constexpr std::size_t kMostSamples = 10'000'000; // keeps a damaged cell from asking for hours of sound

/// One past the largest n of a group.
Result<std::size_t> samples_of(const Table& table, Rows rows)
{
    std::size_t samples = 0;
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        const auto n = count_at(table, row, "n", kMostSamples);
        if (!n)
            return n.error();
        samples = std::max(samples, *n + 1);
    }
    return samples;
}

void set_by_n(Table& table, Rows rows, std::string_view column, std::span<const float> values)
{
    for (std::size_t row = rows.begin; row < rows.end; ++row)
        table.set(row, column, hex(values[*count_at(table, row, "n", values.size())]));
}

// ---- dsp_ramps

/// Targets of a case, one a block.
std::vector<float> targets_of(std::string_view name)
{
    if (name == "odd")
        return {0.23984502f, 0.1817f, 0.0001f, 0.999f};
    return decimals_of(name);
}

/// One block of the module on an input of 1.
using Ramp = std::function<void(float target, std::span<float> out)>;

std::optional<Ramp> ramp_of(std::string_view module)
{
    if (module == "gain") {
        return [ramp = dsp::GainRamp{}](float target, std::span<float> out) mutable {
            ramp.set(target);
            std::fill(out.begin(), out.end(), 1.0f);
            ramp.process(out);
        };
    }
    if (module == "level") {
        return [ramp = dsp::LevelRamp{}](float target, std::span<float> out) mutable {
            ramp.set(target);
            std::fill(out.begin(), out.end(), 1.0f);
            ramp.apply(out);
        };
    }
    if (module == "send") {
        return [ramp = dsp::LevelRamp{}](float target, std::span<float> out) mutable {
            const std::vector<float> source(out.size(), 1.0f);
            ramp.set(target);
            ramp.add(source, out);
        };
    }
    if (module == "fold") {
        return [bus = mix::MonoBus{}](float last, std::span<float> out) mutable {
            bus.fold(0, last);
            bus.begin_block();
            std::copy(bus.channel(0).begin(), bus.channel(0).end(), out.begin());
        };
    }
    return std::nullopt;
}

Status recompute_ramp_group(Table& table, Rows rows)
{
    const std::string& module = table.at(rows.begin, "module");
    if (module == "gain_native") { // another form of the same ramp, which no rendered sound contains
        for (std::size_t row = rows.begin; row < rows.end; ++row)
            table.set(row, "out", std::string(kExcepted));
        return Ok{};
    }
    const auto ramp = ramp_of(module);
    if (!ramp)
        return bad_cell(table, rows.begin, "module", "gain, gain_native, send, level or fold");
    const std::vector<float> targets = targets_of(table.at(rows.begin, "case"));
    if (targets.empty())
        return bad_cell(table, rows.begin, "case", "'odd' or numbers joined by '_'");
    const auto samples = samples_of(table, rows);
    if (!samples)
        return samples.error();
    std::vector<float> out(std::max(targets.size(), (*samples + kBlockFrames - 1) / kBlockFrames) *
                           kBlockFrames);
    for (std::size_t block = 0; block * kBlockFrames < out.size(); ++block)
        (*ramp)(targets[std::min(block, targets.size() - 1)],
                std::span(out).subspan(block * kBlockFrames, kBlockFrames));
    set_by_n(table, rows, "out", out);
    return Ok{};
}

// ---- dsp_fader, dsp_fader_console

/// The gains of a fader over `samples` frames of input 1, in pieces of the given lengths over and over.
std::vector<float> gains_of(dsp::Fader fader, std::size_t samples, std::span<const std::size_t> pieces)
{
    std::vector<float> out(samples, 1.0f);
    std::size_t done = 0;
    for (std::size_t piece = 0; done < samples; ++piece) {
        const std::size_t length = std::min(pieces[piece % pieces.size()], samples - done);
        fader.process(std::span(out).subspan(done, length));
        done += length;
    }
    return out;
}

constexpr std::array<std::size_t, 1> kBlocks{kBlockFrames};
constexpr std::array<std::size_t, 5> kSplits{1, 100, 256, 7, 33};

/// The scenario where a fade in gives way to a fade out.
std::vector<float> in_then_out(std::size_t samples)
{
    constexpr std::size_t kTurn = 2560;
    constexpr std::int32_t kFrames = 4800;
    dsp::Fader fader(dsp::Fader::Origin::port);
    fader.set_gain(0.0f);
    fader.fade_to(1.0f, kFrames);
    std::vector<float> out(samples, 1.0f);
    const std::size_t first = std::min(samples, kTurn);
    fader.process(std::span(out).first(first));
    fader.fade_to(0.0f, kFrames);
    fader.process(std::span(out).subspan(first));
    return out;
}

/// "in_0.1", "out_0.2", "in_zero_time", "in_0.1_splits", "in_then_out".
std::optional<std::vector<float>> fade_case(std::string_view name, std::size_t samples)
{
    if (name == "in_then_out")
        return in_then_out(samples);
    const bool in = name.starts_with("in_");
    if (!in && !name.starts_with("out_"))
        return std::nullopt;
    std::string_view rest = name.substr(in ? 3 : 4);
    const bool split = rest.ends_with("_splits");
    if (split)
        rest.remove_suffix(std::string_view("_splits").size());
    const std::vector<float> seconds = rest == "zero_time" ? std::vector<float>{0.0f} : decimals_of(rest);
    if (seconds.size() != 1)
        return std::nullopt;
    dsp::Fader fader(dsp::Fader::Origin::port);
    fader.set_gain(in ? 0.0f : 1.0f);
    fader.fade_to(in ? 1.0f : 0.0f, dsp::Fader::frames_of(seconds[0]));
    return gains_of(fader, samples, split ? std::span<const std::size_t>(kSplits) : kBlocks);
}

Status recompute_fader_group(Table& table, Rows rows)
{
    const auto samples = samples_of(table, rows);
    if (!samples)
        return samples.error();
    const auto gains = fade_case(table.at(rows.begin, "case"), *samples);
    if (!gains)
        return bad_cell(table, rows.begin, "case",
                        "in_SECONDS, out_SECONDS, in_SECONDS_splits, in_zero_time or in_then_out");
    set_by_n(table, rows, "gain", *gains);
    return Ok{};
}

/// "in_4800", "out_from_0.73_4800": direction, start gain, frames.
struct ConsoleCase {
    float from;
    float to;
    std::int32_t frames;
};

std::optional<ConsoleCase> console_case(std::string_view name)
{
    const bool in = name.starts_with("in_");
    if (!in && !name.starts_with("out_"))
        return std::nullopt;
    ConsoleCase what{in ? 0.0f : 1.0f, in ? 1.0f : 0.0f, 0};
    std::string_view rest = name.substr(in ? 3 : 4);
    const bool from = rest.starts_with("from_");
    if (from)
        rest.remove_prefix(5);
    const std::vector<float> numbers = decimals_of(rest);
    if (numbers.size() != (from ? 2u : 1u) || !(numbers.back() >= 1.0f && numbers.back() < 1.0e9f))
        return std::nullopt;
    if (from)
        what.from = numbers[0];
    what.frames = static_cast<std::int32_t>(numbers.back());
    return what;
}

Status recompute_console_group(Table& table, Rows rows)
{
    const auto what = console_case(table.at(rows.begin, "case"));
    if (!what)
        return bad_cell(table, rows.begin, "case", "in_FRAMES, out_FRAMES or in_from_GAIN_FRAMES");
    const auto samples = samples_of(table, rows);
    if (!samples)
        return samples.error();
    for (const auto origin : {dsp::Fader::Origin::console, dsp::Fader::Origin::port}) {
        dsp::Fader fader(origin);
        fader.set_gain(what->from);
        fader.fade_to(what->to, what->frames);
        set_by_n(table, rows, origin == dsp::Fader::Origin::console ? "gain" : "port_gain",
                 gains_of(fader, *samples, kBlocks));
    }
    return Ok{};
}

// ---- the kinds

Status recompute_ramps(Table& table)
{
    return for_each_group(table, {"module", "case"}, recompute_ramp_group);
}
Status recompute_fader(Table& table)
{
    return for_each_group(table, {"case"}, recompute_fader_group);
}
Status recompute_console(Table& table)
{
    return for_each_group(table, {"case"}, recompute_console_group);
}

Table make_ramps()
{
    Table table{"dsp_ramps",
                {"Ramps on an input of 1, the first 80 samples of each block; one target a block."},
                {"module", "case", "n", "out"},
                {}};
    for (const char* name : {"0_1_0", "1_0.3_0.3_0.7", "odd"}) {
        for (const char* module : {"gain", "level", "send"}) {
            for (std::size_t n = 0; n < targets_of(name).size() * kBlockFrames; ++n) {
                if (n % kBlockFrames < 80)
                    table.rows.push_back({module, name, std::to_string(n), ""});
            }
        }
    }
    for (std::size_t n = 0; n < 18; ++n)
        table.rows.push_back({"fold", "0.7", std::to_string(n), ""});
    return table;
}

Table make_fader()
{
    Table table{"dsp_fader", {"Square-root fades, reference port's form."}, {"case", "n", "gain"}, {}};
    const auto add = [&table](const std::string& name, std::size_t samples) {
        for (std::size_t n = 0; n < samples; ++n)
            table.rows.push_back({name, std::to_string(n), ""});
    };
    for (const char* name : {"in_0.1", "out_0.1", "in_0.1_splits"})
        add(name, 4900);
    add("in_0.2", 9728);
    add("out_0.2", 9728);
    add("in_0.01", 512);
    add("in_zero_time", 16);
    add("in_then_out", 7424);
    return table;
}

Table make_console()
{
    Table table{"dsp_fader_console",
                {"Square-root fades, console's form beside the reference port's."},
                {"case", "n", "gain", "port_gain"},
                {}};
    for (const char* name : {"in_4800", "out_4800", "in_from_0.73_4800", "out_from_0.73_4800"}) {
        for (std::size_t n = 0; n < 4800; ++n)
            table.rows.push_back({name, std::to_string(n), "", ""});
    }
    return table;
}

} // namespace

std::vector<Kind> gain_kinds()
{
    return {
        {"dsp_ramps", {"out"}, {}, recompute_ramps, make_ramps},
        {"dsp_fader", {"gain"}, {}, recompute_fader, make_fader},
        {"dsp_fader_console",
         {"gain", "port_gain"},
         {{"gain", {Tolerance::Mode::ulp, 2.0}}},
         recompute_console,
         make_console},
    };
}

} // namespace quern::vectors
