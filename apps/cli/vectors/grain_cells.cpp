// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/grain_cells.hpp"

#include <charconv>

namespace quern::vectors {

std::string words_text(const Generator::Words& words)
{
    std::string text;
    for (std::uint32_t word : words)
        text += (text.empty() ? "" : " ") + hex(word);
    return text;
}

Result<Generator::Words> words_of(std::string_view text)
{
    Generator::Words words{};
    const auto refuse = [text] {
        return Error{
            Error::Code::bad_input, {}, "found '" + std::string(text) + "', expected six words in hex"};
    };
    constexpr std::size_t kDigits = 8;
    if (text.size() != words.size() * (kDigits + 1) - 1)
        return refuse();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char* begin = text.data() + i * (kDigits + 1);
        const auto [end, error] = std::from_chars(begin, begin + kDigits, words[i], 16);
        if (error != std::errc{} || end != begin + kDigits || (i != 0 && begin[-1] != ' '))
            return refuse();
    }
    return words;
}

std::optional<Generator::Words> named_state(std::string_view seed)
{
    if (seed == "image")
        return Generator::kImage;
    if (seed == "zero")
        return Generator::Words{};
    if (seed == "top") // its first draw is the largest there is
        return Generator::Words{0xFFFFFFFF, 0, 0, 0, 0, 0};
    return std::nullopt;
}

std::string windows_text(std::span<const grain::Window> windows)
{
    if (windows.empty())
        return "-";
    std::string text;
    for (const grain::Window& window : windows)
        text += (text.empty() ? "" : ",") + hex(window.start) + ":" + hex(window.end);
    return text;
}

Result<long> whole_of(std::string_view text, long low, long high)
{
    long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size() || value < low ||
        value > high)
        return Error{Error::Code::bad_input,
                     {},
                     "found '" + std::string(text) + "', expected a whole number from " +
                         std::to_string(low) + " to " + std::to_string(high)};
    return value;
}

Error in_row(const Error& error, std::size_t row, std::string_view column)
{
    return {error.code, "row " + std::to_string(row + 1) + " " + std::string(column), error.message};
}

} // namespace quern::vectors
