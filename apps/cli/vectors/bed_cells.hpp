// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/vectors/vectors.hpp"
#include "quern/bed/tuning.hpp"

/// Cells that the kinds of the bed room share.
namespace quern::vectors {

/// Reads the input cells of one row. The first bad cell is remembered, later ones read as 0.
class Cells {
public:
    Cells(const Table& table, std::size_t row) : table_(table), row_(row) {}

    [[nodiscard]] const std::string& text(std::string_view column) const { return table_.at(row_, column); }
    float bits(std::string_view column);    ///< eight hex digits
    float decimal(std::string_view column); ///< straight to single
    int whole(std::string_view column, long low, long high);
    bool flag(std::string_view column) { return whole(column, 0, 1) != 0; }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
    template <class T> T keep(const Result<T>& value, std::string_view column);

    const Table& table_;
    std::size_t row_;
    std::optional<Error> error_;
};

/// Tuning of "concrete_rough_hard" or "default", null for another name.
const bed::SurfaceTuning* tuning_named(std::string_view surface);
/// The names of all surface members and "default", the latter first.
std::vector<std::string_view> tuning_names();
/// Single of kmh / 3.6.
float mps_of_kmh(float kmh);

std::vector<Kind> bed_record_kinds();
std::vector<Kind> bed_chain_kinds();
std::vector<Kind> bed_routing_kinds();

} // namespace quern::vectors
