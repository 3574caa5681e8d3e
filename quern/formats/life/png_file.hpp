// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/life/life_frame.hpp"

namespace quern::formats {

/// The bytes of a PNG file: eight bits a pixel, and the palette. The same picture gives the same bytes.
Result<std::vector<std::uint8_t>> png_bytes(const PaletteImage& image);
/// The same into a file that appears whole or not at all (StagedFile).
Status write_png(const std::string& path, const PaletteImage& image);

} // namespace quern::formats
