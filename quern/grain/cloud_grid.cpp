// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/cloud_grid.hpp"

#include <cmath>
#include <utility>

namespace quern::grain {
namespace {

constexpr double kSmallChange = 1.0 / 32.0;

} // namespace

bool CloudGrid::enter(double division) noexcept QUERN_RT
{
    if (division == division_) {
        settle();
        return false;
    }
    const bool small = std::fabs(division - division_) < division_ * kSmallChange;
    const bool whole = division == std::floor(division);
    const bool glides =
        division > 0.0 && division_ > 0.0 && (still_s_ < kCloudDivisionSettles || (small && !whole));
    offset_ = glides ? offset_ + beat_ * (division_ - division) : 0.0;
    division_ = division;
    still_s_ = 0.0;
    return !glides;
}

void CloudGrid::leave(double beats, double seconds) noexcept QUERN_RT
{
    beat_ += beats;
    still_s_ += seconds;
}

void CloudGrid::settle() noexcept QUERN_RT
{
    const double whole = std::round(offset_);
    if (whole == offset_ || still_s_ < kCloudDivisionSettles)
        return;
    // Not when the next line would be past already: it would be late. Behind that line it fits.
    if (std::ceil(line()) >= beat_ * division_ + whole)
        offset_ = whole;
}

} // namespace quern::grain
