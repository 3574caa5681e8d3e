// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "plot_figure.hpp"
#include "quern/bank/spectrum.hpp"

namespace quern::cli {
namespace {

constexpr double kCardGap = 22.0;
constexpr double kTitle = 24.0;
constexpr double kReads = 26.0; // histogram of A above the spectrogram, of B below the waveform
constexpr double kSpectrum = 84.0;
constexpr double kWave = 40.0;
constexpr double kScale = 34.0;
constexpr double kCardHeight = kTitle + 2.0 * kReads + kSpectrum + kWave + kScale;
constexpr std::size_t kMostColumns = 4;

constexpr std::size_t kTransform = 2048;
constexpr std::size_t kBands = 30;
constexpr double kLowestHz = 60.0;
constexpr double kHighestHz = 16000.0;
constexpr double kRangeDb = 54.0;
constexpr std::size_t kShades = 9;
/// White to dark blue: lightness alone tells the level.
constexpr std::array<std::string_view, kShades> kShade{"#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6",
                                                       "#4292c6", "#2171b5", "#08519c", "#08306b"};

struct Heard {
    bed::Member member;
    std::array<std::size_t, 2> grains{}; ///< A (the rocket counts as A), B
};

/// In the order in which they are heard first.
std::vector<Heard> heard_in(const RideWatch& watch, const TimeAxis& time)
{
    std::vector<Heard> heard;
    for (const GrainSpan& grain : watch.grains()) {
        if (grain.to_s <= time.from_s || grain.from_s >= time.to_s)
            continue;
        auto found = std::find_if(heard.begin(), heard.end(),
                                  [&](const Heard& h) { return h.member == grain.member; });
        if (found == heard.end())
            found = heard.insert(heard.end(), {grain.member, {}});
        ++found->grains[grain.player != TraceEvent::kRocket && grain.player % 2 == 1 ? 1 : 0];
    }
    return heard;
}

std::size_t columns_for(std::size_t cards)
{
    return std::clamp<std::size_t>(cards, 1, kMostColumns);
}

/// Band powers in dB by column and band, averaged over a few looks in each column.
std::vector<std::array<double, kBands>> spectrogram(const grain::Recording& recording, std::size_t columns)
{
    constexpr std::size_t kLooks = 3;
    const std::vector<double> window = bank::hann_window(kTransform);
    std::vector<std::array<double, kBands>> out(columns);
    std::vector<double> part(kTransform);
    const double bin_hz = static_cast<double>(recording.rate) / kTransform;
    const double top_hz = std::min(kHighestHz, 0.49 * recording.rate);
    for (std::size_t c = 0; c < columns; ++c) {
        std::array<double, kBands> sum{};
        for (std::size_t look = 0; look < kLooks; ++look) {
            const double at = (static_cast<double>(c) + (static_cast<double>(look) + 0.5) / kLooks) /
                              static_cast<double>(columns) * static_cast<double>(recording.samples.size());
            for (std::size_t i = 0; i < kTransform; ++i) {
                const auto k = static_cast<std::ptrdiff_t>(at) + static_cast<std::ptrdiff_t>(i) -
                               static_cast<std::ptrdiff_t>(kTransform / 2);
                const bool inside = k >= 0 && k < static_cast<std::ptrdiff_t>(recording.samples.size());
                part[i] =
                    inside ? window[i] * static_cast<double>(recording.samples[static_cast<std::size_t>(k)])
                           : 0.0;
            }
            const std::vector<double> power = bank::power_spectrum(part, kTransform);
            for (std::size_t b = 0; b < kBands; ++b) {
                const auto edge = [&](std::size_t n) {
                    return kLowestHz * std::pow(top_hz / kLowestHz, static_cast<double>(n) / kBands) / bin_hz;
                };
                const auto from = static_cast<std::size_t>(edge(b));
                const auto to = std::max(from + 1, static_cast<std::size_t>(edge(b + 1)));
                double most = 0.0;
                for (std::size_t k = from; k < std::min(to, power.size()); ++k)
                    most += power[k] / static_cast<double>(to - from);
                sum[b] += most;
            }
        }
        for (std::size_t b = 0; b < kBands; ++b)
            out[c][b] = 10.0 * std::log10(sum[b] + 1e-30);
    }
    return out;
}

void draw_spectrum(SvgWriter& svg, const grain::Recording& recording, const Box& box)
{
    const auto columns = static_cast<std::size_t>(std::clamp(box.width / 3.4, 60.0, 320.0));
    const auto levels = spectrogram(recording, columns);
    double loudest = -300.0;
    for (const auto& column : levels)
        loudest = std::max(loudest, *std::max_element(column.begin(), column.end()));
    const auto shade = [&](std::size_t c, std::size_t b) {
        const double share = (levels[c][b] - loudest + kRangeDb) / kRangeDb;
        return static_cast<std::size_t>(std::clamp(share * kShades, 0.0, kShades - 1.0));
    };
    svg.rect(box, "", fmt::format("fill=\"{}\"", kShade[0]));
    const double cell = box.width / static_cast<double>(columns);
    const double height = box.height / kBands;
    std::array<std::string, kShades> paths;
    for (std::size_t b = 0; b < kBands; ++b) {
        const double y = box.bottom() - (static_cast<double>(b) + 0.5) * height;
        for (std::size_t c = 0; c < columns;) {
            std::size_t end = c + 1;
            while (end < columns && shade(end, b) == shade(c, b))
                ++end;
            paths[shade(c, b)] +=
                fmt::format("M{} {}h{}", svg_number(box.x + static_cast<double>(c) * cell), svg_number(y),
                            svg_number(static_cast<double>(end - c) * cell + 0.2));
            c = end;
        }
    }
    for (std::size_t s = 1; s < kShades; ++s)
        svg.path(paths[s], "",
                 fmt::format("stroke=\"{}\" stroke-width=\"{}\"", kShade[s], svg_number(height + 0.3)));
}

void draw_wave(SvgWriter& svg, const grain::Recording& recording, const Box& box)
{
    const auto columns = static_cast<std::size_t>(std::clamp(box.width / 2.0, 60.0, 700.0));
    float peak = 1e-9f;
    for (const float sample : recording.samples)
        peak = std::max(peak, std::fabs(sample));
    std::vector<Point> outline, back;
    for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t from = c * recording.samples.size() / columns;
        const std::size_t to = std::max(from + 1, (c + 1) * recording.samples.size() / columns);
        const auto [low, high] = std::minmax_element(
            recording.samples.begin() + static_cast<std::ptrdiff_t>(from),
            recording.samples.begin() + static_cast<std::ptrdiff_t>(std::min(to, recording.samples.size())));
        const double x = box.x + (static_cast<double>(c) + 0.5) / static_cast<double>(columns) * box.width;
        const double half = box.height / 2.0;
        outline.push_back({x, box.y + half - half * static_cast<double>(*high / peak)});
        back.push_back({x, box.y + half - half * static_cast<double>(*low / peak)});
    }
    outline.insert(outline.end(), back.rbegin(), back.rend());
    svg.rect(box, "pane");
    svg.polygon(outline, "fk");
}

/// How often each part of the recording is read by the players of one role.
void draw_reads(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Heard& heard,
                std::size_t role, const Box& box)
{
    const double whole = static_cast<double>(watch.setup().bank->get(heard.member)->duration);
    const auto bins = static_cast<std::size_t>(box.width / 3.0);
    std::vector<double> reads(bins, 0.0);
    for (const GrainSpan& grain : watch.grains()) {
        const std::size_t whose = grain.player != TraceEvent::kRocket && grain.player % 2 == 1 ? 1 : 0;
        if (grain.member != heard.member || whose != role || grain.to_s <= time.from_s ||
            grain.from_s >= time.to_s)
            continue;
        const double scale = static_cast<double>(bins) / whole;
        const auto from = static_cast<std::size_t>(
            std::clamp(static_cast<double>(grain.read_from_s) * scale, 0.0, static_cast<double>(bins - 1)));
        const auto to = static_cast<std::size_t>(
            std::clamp(static_cast<double>(grain.read_to_s) * scale, 0.0, static_cast<double>(bins - 1)));
        for (std::size_t k = from; k <= to; ++k)
            reads[k] += 1.0;
    }
    const double most = std::max(1.0, *std::max_element(reads.begin(), reads.end()));
    std::string path;
    const double base = role == 0 ? box.bottom() : box.y;
    const double sign = role == 0 ? -1.0 : 1.0;
    for (std::size_t k = 0; k < bins;) {
        std::size_t end = k + 1;
        while (end < bins && reads[end] == reads[k])
            ++end;
        if (reads[k] > 0.0)
            path += fmt::format("M{} {}v{}h{}v{}z", svg_number(box.x + static_cast<double>(k) * 3.0),
                                svg_number(base), svg_number(sign * box.height * reads[k] / most),
                                svg_number(static_cast<double>(end - k) * 3.0),
                                svg_number(-sign * box.height * reads[k] / most));
        k = end;
    }
    const bool rocket = heard.member == bed::Member::x_jet_rolling && !watch.setup().ride.generic();
    svg.path(path, role == 0 ? (rocket ? "fr" : "fa") : "fb");
}

/// What the ends of a recording stand for.
std::pair<std::string, std::string> ends_of(const RideWatch& watch, bed::Member member)
{
    const bed::Tuning& tuning = watch.setup().tuning;
    const auto index = static_cast<std::size_t>(member);
    if (watch.setup().ride.generic())
        return {"low", "high"};
    if (index < bed::kSurfaceMembers)
        return {"at rest", fmt::format("{:g} km/h", tuning.surface[index].max_kmh)};
    return {fmt::format("{:g} km/h", tuning.owner.rocket_start_kmh),
            fmt::format("{:g} km/h", tuning.owner.rocket_top_kmh)};
}

void draw_card(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Heard& heard, int number,
               const Box& box)
{
    const std::shared_ptr<const grain::Recording> recording = watch.setup().bank->get(heard.member);
    const bool rocket = heard.member == bed::Member::x_jet_rolling && !watch.setup().ride.generic();
    const std::string title = fmt::format("{} {}", number, bed::name_of(heard.member));
    svg.text({box.x, box.y + 14.0}, title, {13.0, Anchor::start, "b"});
    const std::string counts = rocket
                                   ? fmt::format("{} grains of the rocket", heard.grains[0])
                                   : fmt::format("{} grains of A, {} of B", heard.grains[0], heard.grains[1]);
    if (!svg.text_if_free({box.right(), box.y + 14.0}, counts, {11.0, Anchor::end, "m"}))
        svg.text_if_free({box.right(), box.y + 14.0},
                         fmt::format("A {}, B {}", heard.grains[0], heard.grains[1]),
                         {11.0, Anchor::end, "m"});
    double y = box.y + kTitle;
    draw_reads(svg, watch, time, heard, 0, {box.x, y, box.width, kReads - 2.0});
    y += kReads;
    draw_spectrum(svg, *recording, {box.x, y, box.width, kSpectrum});
    svg.text({box.x + 5.0, y + 13.0}, "16 kHz", {10.0, Anchor::start, "halo"});
    svg.text({box.x + 5.0, y + kSpectrum - 7.0}, "60 Hz", {10.0, Anchor::start, "halo"});
    svg.rect({box.x, y, box.width, kSpectrum}, "grid");
    y += kSpectrum;
    draw_wave(svg, *recording, {box.x, y, box.width, kWave});
    y += kWave;
    draw_reads(svg, watch, time, heard, 1, {box.x, y + 2.0, box.width, kReads - 2.0});
    y += kReads;
    svg.line({box.x, y + 2.0}, {box.right(), y + 2.0}, "bind");
    const double whole = static_cast<double>(recording->duration);
    const double step = nice_step(whole, box.width > 500.0 ? 12 : 5);
    const auto [slow, fast] = ends_of(watch, heard.member);
    const std::string left = "0 s, " + slow, right = fmt::format("{:.1f} s, {}", whole, fast);
    svg.text({box.x, y + 15.0}, left, {11.0, Anchor::start, "m"});
    svg.text({box.right(), y + 15.0}, right, {11.0, Anchor::end, "m"});
    constexpr double kAir = 20.0;
    const double from = box.x + text_width(left, 11.0) + kAir,
                 to = box.right() - text_width(right, 11.0) - kAir;
    for (double s = step; s < whole; s += step) {
        if (const double x = box.x + s / whole * box.width; x > from && x < to)
            svg.text_if_free({x, y + 15.0}, fmt::format("{:g}", s), {11.0, Anchor::middle, "m"});
    }
}

} // namespace

std::array<int, bed::kMembers> card_numbers(const RideWatch& watch, const TimeAxis& time)
{
    std::array<int, bed::kMembers> numbers{};
    int next = 0;
    for (const Heard& heard : heard_in(watch, time))
        numbers[static_cast<std::size_t>(heard.member)] = ++next;
    return numbers;
}

double cards_height(const RideWatch& watch, const TimeAxis& time)
{
    const std::size_t cards = heard_in(watch, time).size();
    const std::size_t columns = columns_for(cards);
    return static_cast<double>((cards + columns - 1) / columns) * kCardHeight;
}

void draw_cards(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, double top)
{
    const std::vector<Heard> heard = heard_in(watch, time);
    const std::size_t columns = columns_for(heard.size());
    const double whole = time.right - time.left;
    const double width = (whole - kCardGap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
    draw_legend(svg, time.right, top - 9.0, {{"fa", "read by A"}, {"fb", "read by B"}, {"fk", "waveform"}});
    draw_heading(svg, {time.left, top, whole, 0.0}, "The recordings",
                 heard.empty()
                     ? "none was heard"
                     : "spectrogram (60 Hz to 16 kHz, darker is louder), waveform, and how often each "
                       "part was read: A above, B below");
    for (std::size_t i = 0; i < heard.size(); ++i) {
        const Box box{time.left + static_cast<double>(i % columns) * (width + kCardGap),
                      top + static_cast<double>(i / columns) * kCardHeight, width, kCardHeight};
        draw_card(svg, watch, time, heard[i], static_cast<int>(i) + 1, box);
    }
}

} // namespace quern::cli
