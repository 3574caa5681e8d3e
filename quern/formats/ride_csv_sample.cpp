// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_csv_sample.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "quern/formats/ride_columns.hpp"
#include "quern/formats/ride_curve.hpp"

namespace quern::formats {
namespace {

template <class State> class Sampler {
public:
    explicit Sampler(CsvRows<State> rows) : rows_(std::move(rows)) {}

    /// The state at `time`, not before that of the call before.
    State at(double time)
    {
        const std::size_t previous = row_;
        while (row_ + 1 < rows_.time_s.size() && rows_.time_s[row_ + 1] <= time)
            ++row_;
        State state = rows_.states[row_];
        const bool between = rows_.time_s[row_] < time && row_ + 1 < rows_.time_s.size();
        for (const Column<State>& column : columns_of<State>()) {
            if (column.between == Between::pulse)
                flag(column, state) = pulsed(column, previous);
            else if (between && column.between == Between::smooth)
                number(column, state) = static_cast<float>(smoothed(column, time));
            else if (between && column.between == Between::angle)
                number(column, state) = static_cast<float>(turned(column, time));
        }
        started_ = true;
        return state;
    }

private:
    static float& number(const Column<State>& column, State& state)
    {
        return (*std::get_if<float& (*)(State&)>(&column.field))(state);
    }
    static bool& flag(const Column<State>& column, State& state)
    {
        return (*std::get_if<bool& (*)(State&)>(&column.field))(state);
    }
    double value(const Column<State>& column, std::size_t row)
    {
        return static_cast<double>(number(column, rows_.states[row]));
    }

    /// Whether a row reached since the call before has the flag.
    bool pulsed(const Column<State>& column, std::size_t previous)
    {
        for (std::size_t row = started_ ? previous + 1 : previous; row <= row_; ++row) {
            if (flag(column, rows_.states[row]))
                return true;
        }
        return false;
    }

    /// Slope at a row from its neighbours.
    double slope(const Column<State>& column, std::size_t row)
    {
        const auto& time = rows_.time_s;
        const auto width = [&](std::size_t i) { return time[i + 1] - time[i]; };
        const auto secant = [&](std::size_t i) {
            return (value(column, i + 1) - value(column, i)) / width(i);
        };
        const std::size_t last = time.size() - 1;
        if (last == 1)
            return secant(0);
        if (row == 0)
            return monotone_end_slope(width(0), secant(0), width(1), secant(1));
        if (row == last)
            return monotone_end_slope(width(last - 1), secant(last - 1), width(last - 2), secant(last - 2));
        return monotone_slope(width(row - 1), secant(row - 1), width(row), secant(row));
    }

    double smoothed(const Column<State>& column, double time)
    {
        const double y0 = value(column, row_);
        const double y1 = value(column, row_ + 1);
        if (y0 == y1)
            return y0; // slopes are 0 there: also the quick way through constant columns
        const double width = rows_.time_s[row_ + 1] - rows_.time_s[row_];
        const double part = (time - rows_.time_s[row_]) / width;
        const double y = hermite(part, width, y0, slope(column, row_), y1, slope(column, row_ + 1));
        return std::clamp(y, std::min(y0, y1), std::max(y0, y1));
    }

    double turned(const Column<State>& column, double time)
    {
        const double from = value(column, row_);
        const double by = std::remainder(value(column, row_ + 1) - from, 360.0);
        const double part = (time - rows_.time_s[row_]) / (rows_.time_s[row_ + 1] - rows_.time_s[row_]);
        return std::remainder(from + by * part, 360.0);
    }

    CsvRows<State> rows_; // not const: columns reach fields by reference
    std::size_t row_ = 0;
    bool started_ = false;
};

template <class State> std::vector<State> sample(CsvRows<State> rows, std::size_t count, double rate_hz)
{
    const double begin = rows.time_s.front();
    const auto time_of = [&](std::size_t frame) { return begin + static_cast<double>(frame) / rate_hz; };
    Sampler<State> sampler(std::move(rows));
    std::vector<State> frames;
    frames.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        State state = sampler.at(time_of(i));
        state.dt = 1.0f / static_cast<float>(rate_hz);
        frames.push_back(state);
    }
    return frames;
}

} // namespace

std::vector<bed::RiderState> sample_rows(CsvRows<bed::RiderState> rows, std::size_t count, double rate_hz)
{
    return sample(std::move(rows), count, rate_hz);
}

std::vector<bed::DriveState> sample_rows(CsvRows<bed::DriveState> rows, std::size_t count, double rate_hz)
{
    return sample(std::move(rows), count, rate_hz);
}

} // namespace quern::formats
