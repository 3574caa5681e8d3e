// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "cloud_spectrogram.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "plot_axes.hpp"
#include "quern/bank/spectrum.hpp"
#include "quern/core/units.hpp"
#include "svg.hpp"

namespace quern::cli {
namespace {

constexpr std::size_t kColumns = 200;
constexpr std::size_t kRows = 56;
constexpr double kCell = 4.0;
constexpr double kLeft = 78.0;
constexpr double kTop = 30.0;
constexpr double kWave = 56.0;
constexpr double kGap = 6.0;
constexpr double kWidth = kLeft + kCell * kColumns + 14.0;
constexpr double kHeight = kTop + kWave + kGap + kCell * kRows + 30.0;
constexpr double kLowHz = 50.0;
constexpr double kHighHz = 20000.0;
constexpr std::size_t kWindow = 2048;
constexpr std::size_t kLooks = 3; // spectra a column at most, evenly spread over it
constexpr double kRangeDb = 60.0; // below the loudest cell
constexpr int kLevels = 6;        // the lowest is the background

constexpr std::string_view kCss =
    "text{font-family:'DejaVu Sans',Verdana,'Segoe UI',Arial,sans-serif;fill:#222}.b{font-weight:bold}"
    ".m{fill:#555}.paper{fill:#fff}.dark{fill:#150f26}.pane{fill:#fafafa;stroke:#bbb}.w{fill:#0072b2}"
    "path{stroke-width:4;fill:none}.l1{stroke:#3b1464}.l2{stroke:#7b2382}.l3{stroke:#c43c75}"
    ".l4{stroke:#f4765b}.l5{stroke:#fdd692}.tick{stroke:#999;stroke-width:1}";

double row_hz(double row)
{
    return kLowHz * std::pow(kHighHz / kLowHz, row / kRows);
}

/// Mean power of the bins of a row; between bins where a row is narrower than one.
double power_between(const std::vector<double>& power, double low_hz, double high_hz)
{
    constexpr double kHzPerBin = static_cast<double>(kSampleRate) / kWindow;
    const double low = low_hz / kHzPerBin, high = high_hz / kHzPerBin;
    const auto first = static_cast<std::size_t>(std::ceil(low));
    const auto last = std::min(static_cast<std::size_t>(std::floor(high)), power.size() - 1);
    if (first > last) {
        const double middle = 0.5 * (low + high);
        const auto below = std::min(static_cast<std::size_t>(middle), power.size() - 2);
        const double part = middle - static_cast<double>(below);
        return power[below] + part * (power[below + 1] - power[below]);
    }
    double sum = 0.0;
    for (std::size_t k = first; k <= last; ++k)
        sum += power[k];
    return sum / static_cast<double>(last - first + 1);
}

using Cells = std::vector<double>; // column after column, dB

Cells spectra_of(const std::array<std::vector<float>, 2>& channels)
{
    const std::size_t frames = channels[0].size();
    const std::vector<double> window = bank::hann_window(kWindow);
    Cells cells(kColumns * kRows, 0.0);
    const double column = static_cast<double>(frames) / kColumns;
    const std::size_t looks =
        std::clamp<std::size_t>(static_cast<std::size_t>(column / (0.5 * kWindow)), 1, kLooks);
    std::vector<double> part(kWindow);
    for (std::size_t i = 0; i < kColumns * looks; ++i) {
        const double middle = (static_cast<double>(i) + 0.5) * column / static_cast<double>(looks);
        const auto begin = static_cast<std::ptrdiff_t>(middle) - static_cast<std::ptrdiff_t>(kWindow / 2);
        for (const std::vector<float>& channel : channels) {
            for (std::size_t k = 0; k < kWindow; ++k) {
                const std::ptrdiff_t at = begin + static_cast<std::ptrdiff_t>(k);
                const bool inside = at >= 0 && at < static_cast<std::ptrdiff_t>(frames);
                part[k] =
                    inside ? window[k] * static_cast<double>(channel[static_cast<std::size_t>(at)]) : 0.0;
            }
            const std::vector<double> power = bank::power_spectrum(part, kWindow);
            for (std::size_t row = 0; row < kRows; ++row)
                cells[i / looks * kRows + row] += power_between(power, row_hz(static_cast<double>(row)),
                                                                row_hz(static_cast<double>(row) + 1.0));
        }
    }
    for (double& cell : cells)
        cell = 10.0 * std::log10(cell + 1e-12);
    return cells;
}

/// Row after row, one path a level: equal neighbours are one stroke.
void draw_cells(SvgWriter& svg, const Cells& cells, double top)
{
    const double loudest = *std::max_element(cells.begin(), cells.end());
    const auto level = [&](std::size_t column, std::size_t row) {
        const double below = loudest - cells[column * kRows + row];
        return std::max(kLevels - 1 - static_cast<int>(below / (kRangeDb / (kLevels - 1))), 0);
    };
    std::array<std::string, kLevels> paths;
    for (std::size_t row = 0; row < kRows; ++row) {
        const double y = top + kCell * (static_cast<double>(kRows - row) - 0.5);
        for (std::size_t from = 0, to = 0; from < kColumns; from = to) {
            const int here = level(from, row);
            while (to < kColumns && level(to, row) == here)
                ++to;
            if (here > 0)
                paths[static_cast<std::size_t>(here)] +=
                    fmt::format("M{} {}h{}", kLeft + kCell * static_cast<double>(from), y,
                                kCell * static_cast<double>(to - from));
        }
    }
    svg.rect({kLeft, top, kCell * kColumns, kCell * kRows}, "dark");
    for (int i = 1; i < kLevels; ++i)
        svg.path(paths[static_cast<std::size_t>(i)], fmt::format("l{}", i));
}

void draw_frequencies(SvgWriter& svg, double top)
{
    for (const auto& [hz, label] : {std::pair{100.0, "100 Hz"}, {1000.0, "1 kHz"}, {10000.0, "10 kHz"}}) {
        const double y = top + kCell * kRows * (1.0 - std::log(hz / kLowHz) / std::log(kHighHz / kLowHz));
        svg.line({kLeft - 5.0, y}, {kLeft, y}, "tick");
        svg.text({kLeft - 8.0, y + 4.0}, label, {11.0, Anchor::end, "m"});
    }
}

/// Least and greatest sample of both channels, column by column.
void draw_wave(SvgWriter& svg, const std::array<std::vector<float>, 2>& channels)
{
    constexpr std::size_t kSteps = 2 * kColumns;
    std::vector<std::pair<float, float>> ends(kSteps, {0.0f, 0.0f});
    const std::size_t frames = channels[0].size();
    float most = 1e-6f;
    for (const std::vector<float>& channel : channels) {
        for (std::size_t i = 0; i < frames; ++i) {
            auto& [low, high] = ends[i * kSteps / frames];
            low = std::min(low, channel[i]);
            high = std::max(high, channel[i]);
            most = std::max(most, std::fabs(channel[i]));
        }
    }
    svg.rect({kLeft, kTop, kCell * kColumns, kWave}, "pane");
    std::vector<Point> outline;
    const auto add = [&](std::size_t i, float sample) {
        outline.push_back({kLeft + 0.5 * kCell * (static_cast<double>(i) + 0.5),
                           kTop + 0.5 * kWave * (1.0 - static_cast<double>(sample / most) * 0.95)});
    };
    for (std::size_t i = 0; i < kSteps; ++i)
        add(i, ends[i].second);
    for (std::size_t i = kSteps; i-- > 0;)
        add(i, ends[i].first);
    svg.polygon(outline, "w");
    svg.text({kLeft - 8.0, kTop + 0.5 * kWave + 4.0}, "sound", {11.0, Anchor::end, "m"});
}

} // namespace

void Spectrogram::take(std::span<const float> interleaved)
{
    for (std::size_t i = 0; i + 1 < interleaved.size(); i += 2) {
        channels_[0].push_back(interleaved[i]);
        channels_[1].push_back(interleaved[i + 1]);
    }
}

std::string Spectrogram::draw(std::string_view title) const
{
    SvgWriter svg(kWidth, kHeight, title, kCss);
    svg.text({kLeft, 20.0}, title, {13.0, Anchor::start, "b"});
    if (!channels_[0].empty()) {
        draw_wave(svg, channels_);
        const double top = kTop + kWave + kGap;
        draw_cells(svg, spectra_of(channels_), top);
        draw_frequencies(svg, top);
        const double seconds = static_cast<double>(channels_[0].size()) / kSampleRate;
        draw_time_labels(svg, top + kCell * kRows, {0.0, seconds, kLeft, kLeft + kCell * kColumns});
    }
    return std::move(svg).finish();
}

} // namespace quern::cli
