// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <charconv>
#include <cmath>

#include "apps/cli/vectors/dsp_cells.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/panner.hpp"
#include "quern/dsp/resampler.hpp"

namespace quern::vectors {
namespace {

/// The shortest decimal that reads back to the same single, without an exponent.
std::string decimal(float value)
{
    char text[64];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed);
    return error == std::errc{} ? std::string(text, end) : std::string();
}

// ---- dsp_resample, dsp_resample_step

constexpr std::uint64_t kFirstFrame = 100;
constexpr std::size_t kSourceFrames = 8192;

/// Outputs of a group, then one row "end" with where the reader stands.
Status recompute_resample_group(Table& table, Rows rows)
{
    const auto ratio = single_of_hex(table.at(rows.begin, "ratio_bits"));
    if (!ratio)
        return bad_cell(table, rows.begin, "ratio_bits", "eight hex digits");
    const std::vector<float> source = noise(7, kSourceFrames);
    dsp::Resampler resampler;
    resampler.start(kFirstFrame);
    resampler.set_ratio(*ratio);
    std::size_t next = 0;
    std::array<float, kBlockFrames> block{};
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        table.set(row, "step", std::to_string(resampler.step()));
        if (table.at(row, "n") == "end") {
            table.set(row, "out", hex(0.0f));
            table.set(row, "out_dec",
                      "position " + std::to_string(resampler.position()) + " frac " +
                          std::to_string(resampler.fraction()));
            continue;
        }
        const auto n = count_at(table, row, "n", rows.size());
        if (!n)
            return n.error();
        if (*n != next)
            return bad_cell(table, row, "n", std::to_string(next));
        if (next % kBlockFrames == 0)
            resampler.process(source, block);
        const float out = block[next++ % kBlockFrames];
        table.set(row, "out", hex(out));
        table.set(row, "out_dec", decimal(out));
    }
    return Ok{};
}

Status recompute_resample(Table& table)
{
    return for_each_group(table, {"ratio", "ratio_bits"}, recompute_resample_group);
}

Table make_resample()
{
    Table table{"dsp_resample",
                {"Linear resampler over 8,192 samples of noise (seed 7) from frame 100; 'end': where it "
                 "stands then."},
                {"ratio", "ratio_bits", "step", "n", "out", "out_dec"},
                {}};
    for (const char* bits : {"3F37BFC6", "3F6B3333", "3FA66666", "3F000000"}) {
        const std::string ratio = decimal(*single_of_hex(bits));
        for (std::size_t n = 0; n < 4 * kBlockFrames; ++n)
            table.rows.push_back({ratio, bits, "", std::to_string(n), "", ""});
        table.rows.push_back({ratio, bits, "", "end", "", ""});
    }
    return table;
}

Status recompute_resample_step(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto rate = decimal_at(table, row, "rate");
        if (!rate)
            return rate.error();
        const auto pitch = decimal_at(table, row, "pitch");
        if (!pitch)
            return pitch.error();
        const float ratio = dsp::Resampler::ratio_of(*rate, *pitch);
        table.set(row, "ratio_bits", hex(ratio));
        table.set(row, "step", std::to_string(dsp::Resampler::step_of(ratio)));
    }
    return Ok{};
}

Table make_resample_step()
{
    Table table{"dsp_resample_step",
                {"Ratio and 16.16 step of the resampler."},
                {"rate", "pitch", "ratio_bits", "step"},
                {}};
    for (const char* rate : {"44100", "48000"}) {
        for (const char* pitch : {"0", "0.5", "0.78", "0.7800293", "0.78125", "0.9749", "1", "1.0001", "1.2",
                                  "1.41463", "2", "4", "4.36"})
            table.rows.push_back({rate, pitch, "", ""});
    }
    return table;
}

// ---- dsp_pan

constexpr std::array<std::string_view, dsp::kChannels> kPanColumns{"L", "C", "R", "Ls", "Rs", "LFE"};

Status recompute_pan(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto angle = decimal_at(table, row, "angle");
        if (!angle)
            return angle.error();
        const auto gains = dsp::pan_gains({.azimuth_deg = *angle});
        for (std::size_t c = 0; c < gains.size(); ++c)
            table.set(row, kPanColumns[c], hex(gains[c]));
    }
    return Ok{};
}

Table make_pan()
{
    Table table{"dsp_pan",
                {"Panner gains on the circle, degrees, positive = right."},
                {"angle", "L", "C", "R", "Ls", "Rs", "LFE"},
                {}};
    for (int angle = -180; angle <= 360; angle += 15)
        table.rows.push_back({std::to_string(angle), "", "", "", "", "", ""});
    return table;
}

} // namespace

std::vector<Kind> place_kinds()
{
    constexpr Tolerance kPan{Tolerance::Mode::absolute, 1e-6};
    return {
        {"dsp_resample", {"step", "out", "out_dec"}, {}, recompute_resample, make_resample},
        {"dsp_resample_step", {"ratio_bits", "step"}, {}, recompute_resample_step, make_resample_step},
        {"dsp_pan",
         {kPanColumns.begin(), kPanColumns.end()},
         {{"L", kPan}, {"C", kPan}, {"R", kPan}, {"Ls", kPan}, {"Rs", kPan}, {"LFE", kPan}},
         recompute_pan,
         make_pan},
    };
}

} // namespace quern::vectors
