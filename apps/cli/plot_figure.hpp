// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "plot_axes.hpp"
#include "ride_watch.hpp"

namespace quern::cli {

/// The part of a ride to be shown.
struct FigureSpan {
    double from_s = 0.0;
    double to_s = 0.0;
};

/// Colours of the figure by class name. Okabe and Ito's blue and vermilion tell A from B to every eye.
extern const std::string_view kFigureCss;

/// Style of a rolling surface: "s0" ... "s14".
std::string surface_css(int surface);

/// The whole figure as SVG, 1600 px wide. `recordings` says where they come from ("built-in bank").
std::string draw_figure(const RideWatch& watch, const FigureSpan& span, std::string_view recordings);

// Parts of the figure, from top to bottom. Each gets its own box; all share the time axis.

inline constexpr double kLanesHeight = 112.0;
/// Coloured bands: the ground, what happens, and which recording each truck plays. Returns the y below.
double draw_lanes(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, double top);
void draw_speed(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box);
/// The plane of time and place in the recording, with every grain in it.
void draw_grain_plane(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box);
void draw_gains(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box);
void draw_shifts(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box);
void draw_level(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box);
/// How high the cards of all recordings heard in this span are.
double cards_height(const RideWatch& watch, const TimeAxis& time);
/// A card for each recording: spectrogram, waveform, and where A and B read it.
void draw_cards(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, double top);

/// The numbers that stand for recordings where their names do not fit: by member, 0 = not heard.
std::array<int, bed::kMembers> card_numbers(const RideWatch& watch, const TimeAxis& time);

} // namespace quern::cli
