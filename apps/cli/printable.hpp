// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace quern::cli {

/// Text of a foreign file for a terminal: control characters, which could move the cursor or worse, become
/// question marks.
inline std::string printable(std::string_view text)
{
    std::string out(text);
    for (char& c : out) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            c = '?';
    }
    return out;
}

} // namespace quern::cli
