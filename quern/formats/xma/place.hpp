// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace quern::formats::xma {

/// "file:0xOFFSET", the place of an error.
inline std::string place(std::string_view file, std::uint64_t offset)
{
    char text[24];
    std::snprintf(text, sizeof text, ":0x%llX", static_cast<unsigned long long>(offset));
    return std::string(file) + text;
}

} // namespace quern::formats::xma
