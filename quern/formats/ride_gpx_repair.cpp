// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>

#include "quern/formats/ride_gpx_track.hpp"
#include "quern/formats/ride_toml.hpp"

namespace quern::formats {
namespace {

constexpr double kContinuous = 3.0; // s: segments this close in time are one
constexpr std::size_t kLost = 4;    // outliers in a row that are the new truth

std::string seconds_text(double seconds)
{
    return number_text(std::round(seconds * 100.0) / 100.0) + " s";
}
std::string kmh_text(double mps)
{
    return number_text(std::round(mps * 36.0) / 10.0) + " km/h";
}

class Repair {
public:
    Repair(const std::string& file, const GpxConstants& constants, NoteBook& notes)
        : file_(file), constants_(constants), notes_(notes)
    {
    }

    Result<std::vector<TrackKnot>> run(std::vector<GpxSegment> segments)
    {
        give_times(segments);
        for (GpxSegment& segment : segments) {
            order_times(segment);
            drop_jumps(segment);
            append(segment);
        }
        if (knots_.size() < 2)
            return Error{Error::Code::bad_input, file_,
                         "found " + std::to_string(knots_.size()) + " usable points, expected at least 2"};
        return std::move(knots_);
    }

private:
    [[nodiscard]] std::string place(std::size_t line) const { return file_ + ":" + std::to_string(line); }

    /// Points without a time get one from their timed neighbours by distance; a file without any is ridden
    /// steadily.
    void give_times(std::vector<GpxSegment>& segments)
    {
        const auto timed = [](const GpxPoint& point) { return !std::isnan(point.time_s); };
        const bool any = std::any_of(segments.begin(), segments.end(), [&](const GpxSegment& segment) {
            return std::any_of(segment.begin(), segment.end(), timed);
        });
        if (!any)
            assume_speed(segments);
        for (GpxSegment& segment : segments)
            fill_times(segment);
    }

    void assume_speed(std::vector<GpxSegment>& segments)
    {
        const double speed = constants_.assumed_kmh / 3.6;
        double time = 0.0;
        for (GpxSegment& segment : segments) {
            if (!segment.empty())
                notes_.add("no times, ridden at " + kmh_text(speed), place(segment.front().line));
            for (std::size_t i = 0; i < segment.size(); ++i) {
                time += i > 0 ? distance_m(segment[i - 1], segment[i]) / speed : 0.0;
                segment[i].time_s = time;
            }
            time += constants_.max_pause_s;
        }
    }

    void fill_times(GpxSegment& segment)
    {
        std::optional<std::size_t> last;
        for (std::size_t i = 0; i < segment.size(); ++i) {
            if (std::isnan(segment[i].time_s))
                continue;
            if (last && i > *last + 1)
                fill_between(segment, *last, i);
            last = i;
        }
        std::erase_if(segment, [&](const GpxPoint& point) {
            if (!std::isnan(point.time_s))
                return false;
            notes_.add("no time and no timed point on one side, point left out", place(point.line));
            return true;
        });
    }

    void fill_between(GpxSegment& segment, std::size_t first, std::size_t last)
    {
        std::vector<double> way{0.0};
        for (std::size_t i = first + 1; i <= last; ++i)
            way.push_back(way.back() + distance_m(segment[i - 1], segment[i]));
        const double seconds = segment[last].time_s - segment[first].time_s;
        for (std::size_t i = first + 1; i < last; ++i) {
            const double part = way.back() > 0.0
                                    ? way[i - first] / way.back()
                                    : static_cast<double>(i - first) / static_cast<double>(last - first);
            segment[i].time_s = segment[first].time_s + seconds * part;
            notes_.add("no time, taken from its neighbours by distance", place(segment[i].line));
        }
    }

    /// Leaves strictly growing times.
    void order_times(GpxSegment& segment)
    {
        GpxSegment kept;
        double shift = 0.0;
        for (std::size_t i = 0; i < segment.size(); ++i) {
            GpxPoint point = segment[i];
            point.time_s += shift;
            if (!kept.empty() && point.time_s <= kept.back().time_s) {
                const double back = kept.back().time_s - point.time_s;
                if (back == 0.0) {
                    notes_.add("same time as the point before, point left out", place(point.line));
                    continue;
                }
                const auto verdict = judge_backward(segment, i, shift, kept);
                if (verdict == Backward::this_point) {
                    notes_.add("time runs backwards, point left out", place(point.line), seconds_text(back));
                    continue;
                }
                if (verdict == Backward::last_point) {
                    notes_.add("time ahead of all that follows, point left out", place(kept.back().line));
                    kept.pop_back();
                } else {
                    const double set = back + 1.0;
                    notes_.add("clock set back, taken as one second later", place(point.line),
                               seconds_text(back));
                    shift += set;
                    point.time_s += set;
                }
            }
            kept.push_back(point);
        }
        segment = std::move(kept);
    }

    enum class Backward { this_point, last_point, clock };

    /// Who is wrong when point i lies before the last kept one: judged by the points that follow it.
    static Backward judge_backward(const GpxSegment& segment, std::size_t i, double shift,
                                   const GpxSegment& kept)
    {
        const std::size_t end = std::min(segment.size(), i + 1 + kLost);
        std::size_t behind = 0;
        for (std::size_t next = i + 1; next < end; ++next)
            behind += segment[next].time_s + shift < kept.back().time_s ? 1 : 0;
        if (behind == 0)
            return Backward::this_point;
        const bool fits = kept.size() < 2 || segment[i].time_s + shift > kept[kept.size() - 2].time_s;
        if (fits)
            return Backward::last_point;
        return behind + 1 >= kLost || i + 1 + behind == segment.size() ? Backward::clock
                                                                       : Backward::this_point;
    }

    /// Whether the step from the last kept point to `point` is no movement of a vehicle.
    [[nodiscard]] std::optional<double> jump(const GpxSegment& kept, const GpxPoint& point) const
    {
        const GpxPoint& last = kept.back();
        const double seconds = point.time_s - last.time_s;
        const double speed = distance_m(last, point) / seconds;
        if (speed > constants_.max_kmh / 3.6)
            return speed;
        if (kept.size() < 2)
            return std::nullopt;
        const GpxPoint& before = kept[kept.size() - 2];
        const double seconds_before = last.time_s - before.time_s;
        const double speed_before = distance_m(before, last) / seconds_before;
        // After a long gap the mean before says little about the last moment: it counts as a short one.
        const double change =
            (speed - speed_before) / (0.5 * (seconds + std::min(seconds_before, kContinuous)));
        return change > constants_.jump_mps2 ? std::optional(speed) : std::nullopt;
    }

    /// Leaves out points that jump away; when the track stays there, it goes on from there.
    void drop_jumps(GpxSegment& segment)
    {
        GpxSegment kept;
        std::size_t lost = 0;
        for (GpxPoint& point : segment) {
            const auto speed = kept.empty() ? std::nullopt : jump(kept, point);
            if (speed && ++lost < kLost) {
                notes_.add("position jumps, point left out", place(point.line), kmh_text(*speed));
                continue;
            }
            if (speed) {
                notes_.add("position jumped and stayed there, the way between is not counted",
                           place(point.line));
                point.after_jump = true;
            }
            lost = 0;
            kept.push_back(point);
        }
        segment = std::move(kept);
    }

    /// Puts a cleaned segment at the end of the time line.
    void append(const GpxSegment& segment)
    {
        if (segment.empty())
            return;
        const std::vector<double> steps = steps_of(segment);
        double offset = -segment.front().time_s;
        double way = 0.0;
        if (!knots_.empty()) {
            way = knots_.back().way_m;
            offset += knots_.back().time_s + pause_before(segment, way);
        }
        for (std::size_t i = 0; i < segment.size(); ++i) {
            const GpxPoint& point = segment[i];
            if (i > 0) {
                way += steps[i - 1];
                offset -= shortening(segment, i, steps[i - 1]);
            }
            TrackKnot knot{point.time_s + offset, way,      point.elevation_m,
                           point.speed_mps,       kUnknown, point.line};
            if (i + 1 < segment.size() && steps[i] >= std::max(constants_.heading_min_m, 1e-3))
                knot.bearing_rad = bearing_rad(point, segment[i + 1]);
            // Two stamps of a long span may round to one instant.
            if (knots_.empty() || knot.time_s > knots_.back().time_s)
                knots_.push_back(knot);
        }
        last_point_ = segment.back();
    }

    /// Seconds between the time line's end and a new segment; adds the way between when they belong together.
    double pause_before(const GpxSegment& segment, double& way)
    {
        const double gap = segment.front().time_s - last_point_.time_s;
        const double step = distance_m(last_point_, segment.front());
        if (gap > 0.0 && gap <= kContinuous && step / gap <= constants_.max_kmh / 3.6) {
            way += step;
            return gap;
        }
        const std::string where = place(segment.front().line);
        if (gap <= 0.0) {
            notes_.add("segment begins before the one before it ends, joined with a pause", where,
                       seconds_text(gap));
            return constants_.max_pause_s;
        }
        if (gap > constants_.max_pause_s)
            notes_.add("pause between segments shortened", where,
                       seconds_text(gap) + " to " + seconds_text(constants_.max_pause_s));
        return std::min(gap, constants_.max_pause_s);
    }

    /// How much a long standstill before point i is shortened.
    double shortening(const GpxSegment& segment, std::size_t i, double step)
    {
        const double gap = segment[i].time_s - segment[i - 1].time_s;
        if (gap <= constants_.long_gap_s || step / gap > constants_.rest_mps)
            return 0.0;
        notes_.add("standstill shortened", place(segment[i].line),
                   seconds_text(gap) + " to " + seconds_text(constants_.max_pause_s));
        return gap - std::min(gap, constants_.max_pause_s);
    }

    /// Metres from each point to the next; 0 while standing.
    std::vector<double> steps_of(const GpxSegment& segment)
    {
        std::vector<double> steps;
        for (std::size_t i = 1; i < segment.size(); ++i)
            steps.push_back(distance_m(segment[i - 1], segment[i]));
        std::vector<double> result = steps;
        std::size_t last_still = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const double seconds = segment[i + 1].time_s - segment[i].time_s;
            const bool still = steps[i] / seconds < constants_.rest_mps || jitters(segment, steps, i);
            if (still && steps[i] / seconds >= constants_.rest_mps && last_still != i)
                notes_.add("position jitters at rest, taken as standing", place(segment[i + 1].line));
            last_still = still ? i + 1 : last_still;
            if (still)
                result[i] = 0.0;
            if (segment[i + 1].after_jump)
                result[i] =
                    i > 0 ? result[i - 1] / (segment[i].time_s - segment[i - 1].time_s) * seconds : 0.0;
        }
        return result;
    }

    /// Whether the points around step i wander slowly without getting anywhere.
    [[nodiscard]] bool jitters(const GpxSegment& segment, const std::vector<double>& steps,
                               std::size_t i) const
    {
        constexpr double kReach = 2.5; // s to either side
        std::size_t first = i;
        std::size_t last = i + 1;
        double path = steps[i];
        while (first > 0 && segment[i].time_s - segment[first - 1].time_s <= kReach)
            path += steps[--first];
        while (last + 1 < segment.size() && segment[last + 1].time_s - segment[i + 1].time_s <= kReach)
            path += steps[last++];
        const double seconds = segment[last].time_s - segment[first].time_s;
        if (last - first < 4 || path / seconds > constants_.jitter_mps)
            return false;
        return distance_m(segment[first], segment[last]) / seconds < constants_.rest_mps;
    }

    const std::string& file_;
    const GpxConstants& constants_;
    NoteBook& notes_;
    std::vector<TrackKnot> knots_;
    GpxPoint last_point_;
};

} // namespace

Result<std::vector<TrackKnot>> repair_track(std::vector<GpxSegment> segments, const std::string& file,
                                            const GpxConstants& constants, NoteBook& notes)
{
    return Repair(file, constants, notes).run(std::move(segments));
}

} // namespace quern::formats
