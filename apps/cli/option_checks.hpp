// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace quern::cli {

/// A number of this range; CLI11's own check lets "nan" through.
inline CLI::Validator in_range(double low, double high)
{
    return CLI::Validator(
        [low, high](std::string& text) {
            double value = 0.0;
            if (!CLI::detail::lexical_cast(text, value) || !(value >= low && value <= high))
                return fmt::format("found {}, expected {} to {}", text, low, high);
            return std::string{};
        },
        fmt::format("{} to {}", low, high), "range");
}

/// A whole number of 64 bits without a sign. CLI11's own reading lets what is larger, or below 0, become the
/// largest one; a range of doubles cannot tell 2^64 from the number before it.
inline CLI::Validator whole_64_bits()
{
    return CLI::Validator(
        [](std::string& text) {
            std::uint64_t value = 0;
            const char* const end = text.data() + text.size();
            const auto [stop, fault] = std::from_chars(text.data(), end, value);
            if (fault != std::errc{} || stop != end)
                return fmt::format("found {}, expected 0 to 18446744073709551615", text);
            return std::string{};
        },
        "0 to 18446744073709551615", "range");
}

/// One of these words, as written. Numbers are words too: CLI11's own check says nothing of what is no
/// number.
inline CLI::Validator one_of(std::vector<std::string> words)
{
    std::string list = fmt::format("{}", fmt::join(words, ", "));
    return CLI::Validator(
        [words = std::move(words), list](std::string& text) {
            const bool known = std::find(words.begin(), words.end(), text) != words.end();
            return known ? std::string{} : fmt::format("found {}, expected one of {}", text, list);
        },
        "{" + list + "}", "one of");
}

/// Refuses names that promise another kind of file than the one that is written: nothing here makes an MP3.
inline CLI::Validator not_named(std::initializer_list<std::string_view> endings, const char* expected)
{
    return CLI::Validator(
        [others = std::vector<std::string>(endings.begin(), endings.end()), expected](std::string& text) {
            const std::string lower = CLI::detail::to_lower(text);
            const bool other = std::any_of(others.begin(), others.end(), [&lower](const std::string& ending) {
                return lower.ends_with("." + ending);
            });
            return other ? "found " + text + ", expected " + expected : std::string{};
        },
        "", "name");
}

/// For an output that is a WAV file whatever it is called.
inline CLI::Validator wav_name()
{
    return not_named({"mp3", "flac", "ogg", "oga", "opus", "m4a", "aac", "aif", "aiff", "caf", "w64", "wma"},
                     "a name for a WAV file, such as x.wav; other programs convert it");
}

/// For a figure: SVG unless it ends in .png.
inline CLI::Validator picture_name()
{
    return not_named({"jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "pdf", "eps"},
                     "a name that ends in .svg or .png");
}

} // namespace quern::cli
