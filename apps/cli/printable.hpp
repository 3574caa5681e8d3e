// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace quern::cli {

/// Text of a foreign file for a terminal: control characters, which could move the cursor or worse, become
/// question marks. Some terminals also obey U+0080 to U+009F, which are two bytes of UTF-8.
inline std::string printable(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
        const bool is_high = byte == 0xC2 && next >= 0x80 && next < 0xA0;
        out += byte < 0x20 || byte == 0x7F || is_high ? '?' : text[i];
        i += is_high ? 1 : 0;
    }
    return out;
}

/// Where a text may end that begins with these bytes, at most `most` of them: never within a character of
/// UTF-8.
inline std::size_t whole_characters(std::string_view text, std::size_t most)
{
    const auto goes_on = [text](std::size_t at) {
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    };
    std::size_t end = std::min(most, text.size());
    for (int i = 0; i < 3 && end > 0 && goes_on(end); ++i)
        --end;
    return end;
}

/// At most so many bytes of it, with dots behind them where there were more.
inline std::string clipped(std::string_view text, std::size_t most = 80)
{
    if (text.size() <= most)
        return std::string(text);
    return std::string(text.substr(0, whole_characters(text, most))) + "...";
}

/// A message whose middle is left out where it is very long: it begins with the place, and ends with what was
/// expected.
inline std::string shortened(std::string_view text)
{
    constexpr std::size_t kHalf = 1000;
    if (text.size() <= 2 * kHalf)
        return std::string(text);
    const std::size_t end = whole_characters(text, text.size() - kHalf);
    return std::string(text.substr(0, whole_characters(text, kHalf))) + " ... " +
           std::string(text.substr(end));
}

} // namespace quern::cli
