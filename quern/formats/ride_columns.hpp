// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "quern/bed/drive_state.hpp"
#include "quern/bed/ranges.hpp"
#include "quern/bed/rider_state.hpp"

namespace quern::formats {

/// How a column behaves between two rows of a file.
enum class Between : std::uint8_t {
    smooth,   ///< number: monotone cubic
    angle,    ///< degrees: the short way round, straight
    held,     ///< anything: the row's value until the next row
    pulse,    ///< flag: true in one frame, the first at or after the row
    material, ///< held; written as `tag:N` or a surface name
};

/// One field of a control frame as a CSV column. `range` bounds numbers and integers.
template <class State> struct Column {
    using Field =
        std::variant<float& (*)(State&), int& (*)(State&), bool& (*)(State&), bed::Member& (*)(State&)>;
    std::string_view name;
    Between between;
    bed::Range range;
    Field field;
};

/// Every field of a frame but `dt`, in the order in which they are written; `speed_mps` (`position`) comes
/// first.
std::span<const Column<bed::RiderState>> rider_columns();
std::span<const Column<bed::DriveState>> drive_columns();

template <class State> std::span<const Column<State>> columns_of();
template <> inline std::span<const Column<bed::RiderState>> columns_of<bed::RiderState>()
{
    return rider_columns();
}
template <> inline std::span<const Column<bed::DriveState>> columns_of<bed::DriveState>()
{
    return drive_columns();
}

} // namespace quern::formats
