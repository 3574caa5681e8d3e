// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <string>
#include <vector>

#include "quern/core/result.hpp"

namespace quern::cli {

/// Chosen index among equally likely candidates, against chance.
struct ChiSquare {
    double value = 0.0;
    int degrees = 0;
    double p = 1.0; ///< chance of a value at least this large if every candidate is equally likely
};

/// What a trace tells of one member under one kind of player: A, B or the rocket.
struct MemberTrace {
    static constexpr std::size_t kBins = 40;
    static constexpr double kBinSeconds = 0.025; ///< the last bin takes everything longer

    std::uint64_t binds = 0;
    std::uint64_t picks = 0;
    std::uint64_t starts = 0;
    std::uint64_t intervals = 0; ///< from start to start of one player without a bind between
    double interval_sum_s = 0.0;
    std::array<std::uint64_t, kBins> histogram{};
    std::map<int, std::vector<std::uint64_t>> chosen; ///< by number of candidates: how often each index
    [[nodiscard]] double mean_interval_s() const
    {
        return intervals == 0 ? 0.0 : interval_sum_s / static_cast<double>(intervals);
    }
    [[nodiscard]] ChiSquare chi_square() const;
};

struct TraceStats {
    double seconds = 0.0; ///< up to the last event
    std::uint64_t events = 0;
    std::map<std::string, MemberTrace> members; ///< "concrete_rough_hard A"
};

/// Reads an event trace (docs/trace.md). Errors name line and cell.
Result<TraceStats> read_trace(std::istream& in, const std::string& name);

} // namespace quern::cli
