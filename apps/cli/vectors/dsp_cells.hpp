// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/vectors/vectors.hpp"

/// Cells and row groups that the kinds of the signal room share.
namespace quern::vectors {

/// Consecutive rows that belong together.
struct Rows {
    std::size_t begin = 0;
    std::size_t end = 0;
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Calls `each` for every run of rows that agree in all `keys`; stops at the first error.
Status for_each_group(Table& table, std::initializer_list<std::string_view> keys,
                      const std::function<Status(Table&, Rows)>& each);

/// An error at a row, with the cell that was found.
Error bad_cell(const Table& table, std::size_t row, std::string_view column, std::string_view expected);

/// A whole number in [0, limit).
Result<std::size_t> count_at(const Table& table, std::size_t row, std::string_view column, std::size_t limit);
/// A decimal number, straight to single.
Result<float> decimal_at(const Table& table, std::size_t row, std::string_view column);
/// Decimals joined by '_', as in "1_0.3_0.3_0.7"; empty when a part is no number.
std::vector<float> decimals_of(std::string_view text);

/// The `in` cells of a group whose column n counts up from 0.
Result<std::vector<float>> signal_of(const Table& table, Rows rows);
/// The test signals of the golden files: "impulse", "sine1k", "noise", "noise99". 48 kHz.
std::vector<float> named_signal(std::string_view name, std::size_t samples);

// Kinds by subject; `dsp_kinds` joins them.
std::vector<Kind> filter_kinds(); ///< dsp_coefs, dsp_filters, dsp_fss, dsp_fss_phase, dsp_trig
std::vector<Kind> gain_kinds();   ///< dsp_ramps, dsp_fader, dsp_fader_console
std::vector<Kind> place_kinds();  ///< dsp_resample, dsp_resample_step, dsp_pan

} // namespace quern::vectors
