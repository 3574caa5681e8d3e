// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "plot_figure.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "meter.hpp"

namespace quern::cli {
namespace {

constexpr double kWidth = 1600.0;
constexpr double kLeft = 104.0;
constexpr double kRight = kWidth - 28.0;
constexpr double kHeader = 74.0;
constexpr double kGap = 16.0; // between panels
constexpr double kTimeLabels = 28.0;

struct Heights {
    double speed = 104.0;
    double plane = 330.0;
    double gains = 118.0;
    double shifts = 96.0;
    double level = 104.0;
};

double rms_db(const RideWatch& watch, const TimeAxis& time)
{
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < watch.powers().size(); ++i) {
        if (time.holds((static_cast<double>(i) + 0.5) * kLevelBinSeconds)) {
            sum += watch.powers()[i];
            ++count;
        }
    }
    return count == 0 ? to_db(0.0) : 0.5 * to_db(sum / static_cast<double>(count));
}

std::string subtitle(const RideWatch& watch, const TimeAxis& time, std::string_view recordings)
{
    const auto grains = std::count_if(watch.grains().begin(), watch.grains().end(), [&](const GrainSpan& g) {
        return g.to_s > time.from_s && g.from_s < time.to_s;
    });
    std::string text = fmt::format("{:.1f} s", time.to_s - time.from_s);
    const double whole = watch.setup().ride.seconds();
    if (time.from_s > 0.0 || time.to_s < whole)
        text = fmt::format("{:.2f} s to {:.2f} s of {:.1f} s", time.from_s, time.to_s, whole);
    text += fmt::format(" · {} grains · {}", grains, recordings);
    const double level = rms_db(watch, time);
    return text + (std::isfinite(level) ? fmt::format(" · {:.1f} dBFS RMS", level) : " · silent");
}

} // namespace

const std::string_view kFigureCss =
    "text{font-family:'DejaVu Sans',Verdana,'Segoe UI',Arial,sans-serif;fill:#222}"
    ".b{font-weight:bold}.m{fill:#555}.w{fill:#fff}"
    ".paper{fill:#fff}.pane{fill:#fafafa;stroke:#bbb;stroke-width:1}"
    ".grid{stroke:#e2e2e2;stroke-width:1;fill:none}.bind{stroke:#888;stroke-width:1;stroke-dasharray:3 3}"
    ".a{fill:none;stroke:#0072b2;stroke-width:1.8;stroke-linejoin:round}"
    ".B{fill:none;stroke:#d55e00;stroke-width:1.8;stroke-linejoin:round}"
    ".r{fill:none;stroke:#7a2a8c;stroke-width:1.8;stroke-dasharray:6 3;stroke-linejoin:round}"
    ".k{fill:none;stroke:#222;stroke-width:1.5;stroke-linejoin:round}"
    ".fa{fill:#0072b2}.fb{fill:#d55e00}.fr{fill:#7a2a8c}.fk{fill:#555}"
    ".ba{fill:#0072b2;opacity:.12}.bb{fill:#d55e00;opacity:.12}.br{fill:#7a2a8c;opacity:.1}"
    ".lane{fill:#f4f4f4}.num{fill:#222;fill-opacity:.13}"
    ".s0{fill:#cfcfcf}.s1{fill:#77aadd}.s2{fill:#eedd88}.s3{fill:#99ddff}.s4{fill:#dddd77}.s5{fill:#ee8866}"
    ".s6{fill:#bbcc33}.s7{fill:#a9c6e8}.s8{fill:#f4b49f}.s9{fill:#aab0bd}.s10{fill:#f5ecc0}.s11{fill:#c4d8ee}"
    ".s12{fill:#d9e38c}.s13{fill:#cdd1d9}.s14{fill:#f4f4f4}"
    ".halo{fill:#222;stroke:#fff;stroke-width:3;paint-order:stroke;stroke-linejoin:round}"
    ".e{fill:#44aa99}.f{fill:#cc6677}.g{fill:#332288}.h{fill:#882255}.i{fill:#ddaa33}";

std::string surface_css(int surface)
{
    return "s" + std::to_string(surface >= 0 && surface < bed::kSurfaces ? surface : bed::kNoContact);
}

std::string draw_figure(const RideWatch& watch, const FigureSpan& span, std::string_view recordings)
{
    const TimeAxis time{span.from_s, span.to_s, kLeft, kRight};
    const Heights h;
    const double width = kRight - kLeft;
    const bool generic = watch.setup().ride.generic();
    const double lanes = generic ? 0.0 : kHeadingHeight + kLanesHeight;
    const double height = kHeader + lanes + (generic ? 0.0 : h.speed + kGap) + 4.0 * kHeadingHeight +
                          h.plane + h.gains + h.shifts + h.level + 3.0 * kGap + kTimeLabels + kHeadingHeight +
                          kGap + cards_height(watch, time) + 14.0;

    const std::string& name = watch.setup().ride.name;
    SvgWriter svg(kWidth, std::ceil(height), "What " + name + " sounds like, and why", kFigureCss);
    svg.text({kLeft, 36.0}, name, {22.0, Anchor::start, "b"});
    svg.text({kLeft, 58.0}, subtitle(watch, time, recordings), {13.0, Anchor::start, "m"});

    double y = kHeader;
    if (!generic) {
        y = draw_lanes(svg, watch, time, y + kHeadingHeight);
        draw_speed(svg, watch, time, {kLeft, y, width, h.speed});
        y += h.speed + kGap;
    }
    const auto next = [&](double panel_height) {
        const Box box{kLeft, y + kHeadingHeight, width, panel_height};
        y = box.bottom() + kGap;
        return box;
    };
    draw_grain_plane(svg, watch, time, next(h.plane));
    draw_gains(svg, watch, time, next(h.gains));
    draw_shifts(svg, watch, time, next(h.shifts));
    draw_level(svg, watch, time, next(h.level));
    y -= kGap;
    draw_time_labels(svg, y, time);
    draw_cards(svg, watch, time, y + kTimeLabels + kHeadingHeight + kGap);
    return std::move(svg).finish();
}

} // namespace quern::cli
