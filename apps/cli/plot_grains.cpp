// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "plot_figure.hpp"
#include "quern/core/units.hpp"

namespace quern::cli {
namespace {

constexpr double kSingleGrainPx = 3.0;  ///< narrower grains are shown as a density
constexpr double kShapedGrainPx = 14.0; ///< wider ones with their fades
constexpr double kTypicalGrainSeconds = 0.4;
constexpr double kCellWidth = 2.0;
constexpr double kCellHeight = 4.0;
constexpr double kHalfThickness = 4.5;

enum class Role : std::uint8_t { a, b, rocket };
constexpr std::array<std::string_view, 3> kFill{"fa", "fb", "fr"};
constexpr std::array<std::string_view, 3> kLine{"a", "B", "r"};
constexpr std::array<std::string_view, 3> kBand{"ba", "bb", "br"};

Role role_of(const GrainSpan& grain)
{
    return grain.player == TraceEvent::kRocket ? Role::rocket : (grain.player % 2 == 0 ? Role::a : Role::b);
}

/// Quiet grains are drawn pale. Four steps by gain against the loudest of the ride.
std::size_t paleness(float gain, float loudest)
{
    constexpr std::array<float, 3> kBelow{0.25f, 0.06f, 0.0f};
    std::size_t step = 0;
    while (step < kBelow.size() && gain <= kBelow[step] * loudest)
        ++step;
    return step;
}
constexpr std::array<double, 4> kOpacity{0.9, 0.5, 0.25, 0.1};

class Plane {
public:
    Plane(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box)
        : svg_(svg), watch_(watch), time_(time)
    {
        panel_.box = box;
        panel_.axis = value_axis();
        for (const GrainSpan& grain : watch.grains())
            loudest_ = std::max(loudest_, grain.gain);
    }

    void draw()
    {
        draw_panel(svg_, panel_, time_, "place, % of recording");
        svg_.begin_clip(panel_.box);
        draw_regions();
        draw_binds();
        const double px = kTypicalGrainSeconds * time_.px_per_s();
        if (px < kSingleGrainPx)
            draw_density();
        else
            draw_grains(px >= kShapedGrainPx);
        svg_.end_clip();
    }

    [[nodiscard]] bool aggregated() const { return kTypicalGrainSeconds * time_.px_per_s() < kSingleGrainPx; }

private:
    [[nodiscard]] double duration(bed::Member member) const
    {
        return static_cast<double>(watch_.setup().bank->get(member)->duration);
    }
    [[nodiscard]] double percent(bed::Member member, double seconds) const
    {
        return 100.0 * seconds / duration(member);
    }
    [[nodiscard]] bool seen(const GrainSpan& grain) const
    {
        return grain.to_s > time_.from_s && grain.from_s < time_.to_s;
    }

    [[nodiscard]] ValueAxis value_axis() const
    {
        if (time_.px_per_s() * kTypicalGrainSeconds < kShapedGrainPx)
            return {0.0, 100.0, 20.0};
        double low = 100.0, high = 0.0; // a close-up looks closely at the place as well
        for (const GrainSpan& grain : watch_.grains()) {
            if (!seen(grain))
                continue;
            low = std::min(low, percent(grain.member, static_cast<double>(grain.read_from_s)));
            high = std::max(high, percent(grain.member, static_cast<double>(grain.read_to_s)));
        }
        if (high <= low)
            return {0.0, 100.0, 20.0};
        const double air = std::max(1.0, 0.04 * (high - low));
        return axis_over(std::max(0.0, low - air), std::min(100.0, high + air), 10);
    }

    /// The stretch of the recording in which a player may pick, as a band along the ride.
    void draw_regions()
    {
        const double rate = watch_.setup().ride.rate_hz;
        const auto step = static_cast<std::size_t>(std::max(1.0, 1.5 * rate / time_.px_per_s()));
        for (const std::size_t player : {std::size_t{0}, std::size_t{1}}) {
            std::vector<Point> lower, upper;
            int before = -1;
            for (std::size_t i = 0; i < watch_.moments().size(); i += step) {
                const double seconds = static_cast<double>(i) / rate;
                if (seconds < time_.from_s - 1.0 || seconds > time_.to_s + 1.0)
                    continue;
                const Moment& m = watch_.moments()[i];
                const int plays = m.plays[0] >= 0 ? m.plays[0] : m.plays[1];
                if (plays != before)
                    close_region(lower, upper, player);
                before = plays;
                if (!m.running || plays < 0)
                    continue;
                add_region(lower, upper, m, static_cast<bed::Member>(plays), player, seconds);
            }
            close_region(lower, upper, player);
        }
    }

    void add_region(std::vector<Point>& lower, std::vector<Point>& upper, const Moment& m, bed::Member member,
                    std::size_t player, double seconds) const
    {
        const auto position = static_cast<double>(m.position[player]);
        const double whole = duration(member);
        const double window = std::min(whole, static_cast<double>(watch_.params_of(member, player).window));
        const double from = (whole - window) * position;
        lower.push_back({time_.x(seconds), panel_.y(percent(member, from))});
        upper.push_back({time_.x(seconds), panel_.y(percent(member, from + window))});
    }

    void close_region(std::vector<Point>& lower, std::vector<Point>& upper, std::size_t player)
    {
        std::vector<Point> outline = simplified(lower, 0.4);
        std::reverse(upper.begin(), upper.end());
        const std::vector<Point> back = simplified(upper, 0.4);
        outline.insert(outline.end(), back.begin(), back.end());
        svg_.polygon(outline, kBand[player]);
        lower.clear();
        upper.clear();
    }

    void draw_binds()
    {
        constexpr std::size_t kMost = 150; // more would be a fence
        std::string path;
        std::size_t count = 0;
        for (const TraceEvent& bind : watch_.binds()) {
            const double seconds = static_cast<double>(bind.block * kBlockFrames) / kSampleRate;
            if (bind.player % 2 != 0 || !time_.holds(seconds))
                continue;
            path += fmt::format("M{} {}v{}", svg_number(time_.x(seconds)), svg_number(panel_.box.y),
                                svg_number(panel_.box.height));
            ++count;
        }
        if (count <= kMost)
            svg_.path(path, "bind");
    }

    [[nodiscard]] Point place(const GrainSpan& grain, double seconds) const
    {
        const double share =
            grain.to_s > grain.from_s ? (seconds - grain.from_s) / (grain.to_s - grain.from_s) : 0.0;
        const double read = static_cast<double>(grain.read_from_s) +
                            share * static_cast<double>(grain.read_to_s - grain.read_from_s);
        return {time_.x(seconds), panel_.y(percent(grain.member, read))};
    }

    [[nodiscard]] std::string shaped(const GrainSpan& grain) const
    {
        const double held = std::min(grain.from_s + static_cast<double>(grain.attack_s), grain.release_s);
        const Point a = place(grain, grain.from_s), b = place(grain, held), c = place(grain, grain.release_s),
                    d = place(grain, grain.to_s);
        return fmt::format("M{} {}L{} {}L{} {}L{} {}L{} {}L{} {}Z", svg_number(a.x), svg_number(a.y),
                           svg_number(b.x), svg_number(b.y - kHalfThickness), svg_number(c.x),
                           svg_number(c.y - kHalfThickness), svg_number(d.x), svg_number(d.y),
                           svg_number(c.x), svg_number(c.y + kHalfThickness), svg_number(b.x),
                           svg_number(b.y + kHalfThickness));
    }

    void draw_grains(bool with_fades)
    {
        std::array<std::array<std::string, kOpacity.size()>, 3> paths;
        for (const GrainSpan& grain : watch_.grains()) {
            if (!seen(grain))
                continue;
            std::string& path =
                paths[static_cast<std::size_t>(role_of(grain))][paleness(grain.gain, loudest_)];
            if (with_fades) {
                path += shaped(grain);
                continue;
            }
            const Point from = place(grain, grain.from_s), to = place(grain, grain.to_s);
            path += fmt::format("M{} {}L{} {}", svg_number(from.x), svg_number(from.y), svg_number(to.x),
                                svg_number(to.y));
        }
        for (std::size_t role = paths.size(); role-- > 0;) {
            for (std::size_t step = 0; step < kOpacity.size(); ++step)
                svg_.path(paths[role][step], with_fades ? kFill[role] : kLine[role],
                          with_fades
                              ? fmt::format("fill-opacity=\"{}\"", kOpacity[step] * 0.85)
                              : fmt::format("style=\"stroke-width:2.2;stroke-dasharray:none;opacity:{}\"",
                                            kOpacity[step]));
        }
    }

    /// So many grains that only their number in each cell can be told.
    void draw_density()
    {
        const auto columns = static_cast<int>(panel_.box.width / kCellWidth);
        const auto rows = static_cast<int>(panel_.box.height / kCellHeight);
        for (std::size_t role = kFill.size(); role-- > 0;) {
            std::map<std::pair<int, int>, double> cells; // row, column
            for (const GrainSpan& grain : watch_.grains()) {
                if (static_cast<std::size_t>(role_of(grain)) != role || !seen(grain) || grain.gain <= 0.0f)
                    continue;
                const Point from = place(grain, grain.from_s), to = place(grain, grain.to_s);
                const auto column = static_cast<int>((from.x - panel_.box.x) / kCellWidth);
                const auto low = static_cast<int>((std::min(from.y, to.y) - panel_.box.y) / kCellHeight);
                const auto high = static_cast<int>((std::max(from.y, to.y) - panel_.box.y) / kCellHeight);
                for (int row = std::max(low, 0); row <= std::min(high, rows - 1); ++row) {
                    if (column >= 0 && column < columns)
                        cells[{row, column}] += kOpacity[paleness(grain.gain, loudest_)];
                }
            }
            draw_cells(cells, role);
        }
    }

    void draw_cells(const std::map<std::pair<int, int>, double>& cells, std::size_t role)
    {
        double most = 0.0;
        for (const auto& [at, count] : cells)
            most = std::max(most, count);
        constexpr std::size_t kSteps = 5;
        std::array<std::string, kSteps> paths;
        std::array<std::pair<int, int>, kSteps> last; // cell before, so that neighbours become one stroke
        last.fill({-1, -2});
        std::array<int, kSteps> length{};
        const auto flush = [&](std::size_t step) {
            if (length[step] > 0)
                paths[step] += fmt::format("h{}", svg_number(length[step] * kCellWidth));
            length[step] = 0;
        };
        for (const auto& [at, count] : cells) {
            const auto step =
                std::min(kSteps - 1, static_cast<std::size_t>(std::sqrt(count / most) * kSteps));
            if (length[step] == 0 || last[step] != std::pair{at.first, at.second - 1}) {
                flush(step);
                paths[step] += fmt::format("M{} {}", svg_number(panel_.box.x + at.second * kCellWidth),
                                           svg_number(panel_.box.y + (at.first + 0.5) * kCellHeight));
            }
            ++length[step];
            last[step] = at;
        }
        for (std::size_t step = 0; step < kSteps; ++step) {
            flush(step);
            svg_.path(paths[step], kLine[role],
                      fmt::format("style=\"stroke-width:4;stroke-dasharray:none;opacity:{:.2f}\"",
                                  0.25 + 0.75 * static_cast<double>(step) / (kSteps - 1)));
        }
    }

    SvgWriter& svg_;
    const RideWatch& watch_;
    const TimeAxis& time_;
    Panel panel_;
    float loudest_ = 0.0f;
};

} // namespace

void draw_grain_plane(SvgWriter& svg, const RideWatch& watch, const TimeAxis& time, const Box& box)
{
    std::vector<std::pair<std::string, std::string>> legend{{"fa", "grains of A"}, {"fb", "grains of B"}};
    if (watch.rocket_heard())
        legend.emplace_back("fr", "rocket");
    legend.insert(legend.end(), {{"ba", "where A may pick"}, {"bb", "where B may pick"}});
    draw_legend(svg, box.right(), box.y - 9.0, legend);
    Plane plane(svg, watch, time, box);
    draw_heading(svg, box, "Where the recordings are read",
                 plane.aggregated()
                     ? "the more grains are heard from a place, the darker it is; up is faster rolling"
                     : "a stroke is one grain: when it sounds, what it plays; up is faster, pale is quiet");
    plane.draw();
}

} // namespace quern::cli
