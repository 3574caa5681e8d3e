// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

#include "quern/bed/drive_state.hpp"
#include "quern/bed/rider_state.hpp"

namespace quern::formats {

/// Rows of a CSV ride: strictly growing times, at least two.
template <class State> struct CsvRows {
    std::vector<double> time_s;
    std::vector<State> states;
};

/// The first `count` frames of a grid of `rate_hz` that begins at the first row. A frame at the
/// time of a row is that row, bit for bit; between rows each column does what its `Between` says.
std::vector<bed::RiderState> sample_rows(CsvRows<bed::RiderState> rows, std::size_t count, double rate_hz);
std::vector<bed::DriveState> sample_rows(CsvRows<bed::DriveState> rows, std::size_t count, double rate_hz);

} // namespace quern::formats
