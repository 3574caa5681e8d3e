// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>

#include "quern/formats/ride_curve.hpp"
#include "quern/formats/ride_gpx_track.hpp"
#include "quern/formats/ride_motion.hpp"
#include "quern/formats/ride_readers.hpp"

namespace quern::formats {
namespace {

/// The motion of a whole track on the grid of control frames.
class TrackMotion {
public:
    TrackMotion(const std::vector<TrackKnot>& knots, const RideContext& context, NoteBook& notes)
        : knots_(knots),
          context_(context),
          gpx_(context.options.constants.gpx),
          notes_(notes),
          count_(static_cast<std::size_t>(std::floor(knots.back().time_s * context.rate() + 1e-6)) + 1),
          window_(static_cast<std::size_t>(std::lround(gpx_.smooth_s * context.rate())))
    {
        find_speed();
        find_heading_rate();
        find_height();
    }

    std::vector<bed::RiderState> frames(std::size_t count, const SurfaceChoice& ground) const
    {
        std::vector<bed::RiderState> frames(count);
        const double slope_per_percent = context_.options.constants.slope_per_percent;
        for (std::size_t k = 0; k < count; ++k) {
            bed::RiderState& frame = frames[k];
            frame.dt = 1.0f / static_cast<float>(context_.rate());
            frame.ground_speed = static_cast<float>(speed_[k] * context_.options.speed_scale);
            frame.heading_rate = static_cast<float>(heading_rate_[k] * context_.options.speed_scale);
            frame.turn = static_cast<float>(turn_of(heading_rate_[k], speed_[k]));
            frame.slope = static_cast<float>(grade_[k] * slope_per_percent);
            frame.board_position.y = static_cast<float>(height_[k]);
            frame.wheel_material.fill(ground.material);
            frame.soft_wheels = ground.soft.value_or(false);
        }
        return frames;
    }

private:
    [[nodiscard]] double time_of(std::size_t frame) const
    {
        return static_cast<double>(frame) / context_.rate();
    }

    /// Curve of one field over time through the knots that have it.
    MonotoneCurve curve_of(double TrackKnot::*field) const
    {
        std::vector<double> x;
        std::vector<double> y;
        for (const TrackKnot& knot : knots_) {
            if (!std::isnan(knot.*field)) {
                x.push_back(knot.time_s);
                y.push_back(knot.*field);
            }
        }
        return {std::move(x), std::move(y)};
    }

    /// The receiver's own speed is better than that of positions, if it is there throughout.
    [[nodiscard]] bool has_speed() const
    {
        const double top = gpx_.max_kmh / 3.6;
        const auto good = std::count_if(knots_.begin(), knots_.end(), [&](const TrackKnot& knot) {
            return knot.speed_mps >= 0.0 && knot.speed_mps <= top;
        });
        return static_cast<double>(good) >= 0.9 * static_cast<double>(knots_.size());
    }

    void find_speed()
    {
        MonotoneCurve way = curve_of(&TrackKnot::way_m);
        speed_.resize(count_);
        way_.resize(count_);
        for (std::size_t k = 0; k < count_; ++k) {
            way_[k] = way.value(time_of(k));
            speed_[k] = std::max(0.0, way.rise(time_of(k)));
        }
        if (has_speed())
            take_given_speed();
        smooth(speed_, window_);
        limit_speed();
    }

    void take_given_speed()
    {
        std::vector<double> x;
        std::vector<double> y;
        for (const TrackKnot& knot : knots_) {
            if (knot.speed_mps >= 0.0 && knot.speed_mps <= gpx_.max_kmh / 3.6) {
                x.push_back(knot.time_s);
                y.push_back(knot.speed_mps);
            }
        }
        MonotoneCurve curve(std::move(x), std::move(y));
        for (std::size_t k = 0; k < count_; ++k)
            speed_[k] = curve.value(time_of(k));
        notes_.add("speeds taken from <speed>", context_.name + ":" + std::to_string(knots_.front().line));
    }

    /// Only ever lowers the curve: a jump that got through stays a swell.
    void limit_speed()
    {
        const std::vector<double> before = speed_;
        const double dt = 1.0 / context_.rate();
        // Running sums leave dust where the board stands.
        constexpr double kDust = 1e-4; // m/s
        for (double& speed : speed_)
            speed = speed < kDust ? 0.0 : std::min(speed, gpx_.max_kmh / 3.6);
        for (std::size_t k = 1; k < count_; ++k)
            speed_[k] = std::min(speed_[k], speed_[k - 1] + gpx_.accelerate_mps2 * dt);
        for (std::size_t k = count_ - 1; k-- > 0;)
            speed_[k] = std::min(speed_[k], speed_[k + 1] + gpx_.brake_mps2 * dt);
        note_limits(before);
    }

    /// One note for each stretch whose speed was lowered audibly.
    void note_limits(const std::vector<double>& before)
    {
        constexpr double kAudible = 0.2; // m/s
        bool inside = false;
        for (std::size_t k = 0; k < count_; ++k) {
            const bool lowered = before[k] - speed_[k] > kAudible;
            if (lowered && !inside)
                notes_.add("speed or acceleration limited",
                           context_.name + ":" + std::to_string(line_at(time_of(k))));
            inside = lowered;
        }
    }

    [[nodiscard]] std::size_t line_at(double time) const
    {
        const auto after = std::upper_bound(knots_.begin(), knots_.end(), time,
                                            [](double t, const TrackKnot& knot) { return t < knot.time_s; });
        return after == knots_.end() ? knots_.back().line : after->line;
    }

    /// A heading belongs to the middle of its step; between them it turns smoothly.
    void find_heading_rate()
    {
        std::vector<double> x;
        std::vector<double> y;
        for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
            if (std::isnan(knots_[i].bearing_rad))
                continue;
            const double turned =
                y.empty() ? 0.0 : std::remainder(knots_[i].bearing_rad - y.back(), 2.0 * std::numbers::pi);
            x.push_back(0.5 * (knots_[i].time_s + knots_[i + 1].time_s));
            y.push_back(y.empty() ? knots_[i].bearing_rad : y.back() + turned);
        }
        heading_rate_.assign(count_, 0.0);
        MonotoneCurve heading(std::move(x), std::move(y));
        for (std::size_t k = 0; k < count_; ++k)
            heading_rate_[k] = heading.rise(time_of(k));
        smooth(heading_rate_, window_);
    }

    [[nodiscard]] double turn_of(double rate_rad_s, double speed) const
    {
        const double rate = std::abs(rate_rad_s) * 180.0 / std::numbers::pi;
        const double steered = (rate - gpx_.turn_dead_deg_s) / (gpx_.turn_full_deg_s - gpx_.turn_dead_deg_s);
        // Below walking pace a heading is mostly noise.
        return std::copysign(std::clamp(steered, 0.0, 1.0) * std::clamp(speed / 2.0, 0.0, 1.0), rate_rad_s);
    }

    /// Elevation over way, then rise over a stretch of road around each frame.
    void find_height()
    {
        height_.assign(count_, 0.0);
        grade_.assign(count_, 0.0);
        std::vector<double> way;
        std::vector<double> height;
        collect_heights(way, height);
        if (way.size() < 2)
            return;
        MonotoneCurve curve(std::move(way), std::move(height));
        MonotoneCurve ahead = curve;
        MonotoneCurve behind = curve;
        const double half = gpx_.grade_window_m / 2.0;
        const double end = way_.back();
        const double floor = curve.value(0.0);
        for (std::size_t k = 0; k < count_; ++k) {
            const double to = std::min(way_[k] + half, end);
            const double from = std::max(way_[k] - half, 0.0);
            height_[k] = curve.value(way_[k]) - floor;
            const double rise = ahead.value(to) - behind.value(from);
            // Near the ends the stretch is short; the full length keeps a step of the altimeter from being a
            // cliff.
            const double grade = 100.0 * rise / std::max(to - from, half);
            grade_[k] = std::clamp(grade, -gpx_.grade_limit_percent, gpx_.grade_limit_percent);
        }
        smooth(grade_, window_);
        smooth(height_, window_);
    }

    /// Elevations by way; several at one place (standing) count as their mean.
    void collect_heights(std::vector<double>& way, std::vector<double>& height)
    {
        constexpr double kSamePlace = 1.0; // m
        std::size_t here = 0;
        std::size_t missing = 0;
        for (const TrackKnot& knot : knots_) {
            if (std::isnan(knot.elevation_m)) {
                ++missing;
                continue;
            }
            if (way.empty() || knot.way_m - way.back() >= kSamePlace) {
                way.push_back(knot.way_m);
                height.push_back(knot.elevation_m);
                here = 1;
            } else {
                ++here;
                height.back() += (knot.elevation_m - height.back()) / static_cast<double>(here);
            }
        }
        if (missing > 0)
            notes_.add(std::to_string(missing) + " of " + std::to_string(knots_.size()) +
                           " points have no elevation; level or taken from their neighbours",
                       context_.name);
    }

    const std::vector<TrackKnot>& knots_;
    const RideContext& context_;
    const GpxConstants& gpx_;
    NoteBook& notes_;
    std::size_t count_;
    std::size_t window_;
    std::vector<double> speed_, way_, heading_rate_, height_, grade_;
};

} // namespace

Result<Ride> read_gpx_ride(std::string_view text, const RideContext& context)
{
    NoteBook notes;
    auto document = parse_gpx(text, context.name, notes);
    if (!document)
        return document.error();
    if (document->segments.empty())
        return context.error("found no track with points, expected <trk><trkseg><trkpt lat lon>");
    const auto knots =
        repair_track(std::move(document->segments), context.name, context.options.constants.gpx, notes);
    if (!knots)
        return knots.error();
    const auto count = frame_count(knots->back().time_s, context);
    if (!count)
        return count.error();
    const auto ground = context.surface ? context.surface : surface_named("asphalt_smooth", context.tuning);
    Ride ride;
    ride.name = document->name;
    ride.frames = TrackMotion(*knots, context, notes).frames(*count, ground.value_or(SurfaceChoice{0, {}}));
    GivenMotion given;
    given.heading_rate = true;
    complete_motion(ride.frames, given, context.options.constants.script);
    ride.notes = notes.lines();
    return ride;
}

} // namespace quern::formats
