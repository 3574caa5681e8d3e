// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "quern/core/result.hpp"

namespace quern::cli {

/// True for names that end in .png.
bool wants_png(std::string_view path);
/// A usage error when a PNG is wanted and rsvg-convert is not installed: to be asked before the work begins.
Status can_write_picture(std::string_view path);
/// Writes an SVG text as it is, or as PNG through rsvg-convert. The file appears whole or not at all.
Status write_picture(const std::string& path, std::string_view svg);

} // namespace quern::cli
