// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include <CLI/CLI.hpp>

namespace quern::cli {

/// CLI11 reads "nan" and "inf" as numbers; no option of ours means them.
inline CLI::Validator in_range(double low, double high)
{
    return CLI::Validator(
        [low, high](std::string& text) {
            double value = 0.0;
            if (!CLI::detail::lexical_cast(text, value) || !(value >= low && value <= high))
                return "found " + text + ", expected " + CLI::detail::to_string(low) + " to " +
                       CLI::detail::to_string(high);
            return std::string{};
        },
        "", "range");
}

} // namespace quern::cli
