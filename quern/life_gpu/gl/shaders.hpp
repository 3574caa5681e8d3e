// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

namespace quern::life::gl {

// The passes as texts in OpenGL ES Shading Language 3.00 (docs/spec/life.md §7). A field is an RGBA8 texture:
// a channel that holds k is read as k / 255 and written as that, which is exact. Dead cells are four zeros,
// so that sums over neighbours need no tests. Coordinates wrap by comparison: `%` of a negative number is
// undefined there.

extern const std::string_view kCoverShader; ///< vertices of a triangle over the whole target
extern const std::string_view kStepShader;  ///< field, size, birth, survival -> field
extern const std::string_view kMoveShader;  ///< part of a field, box, region, offset, size -> field
extern const std::string_view kStampShader; ///< part of a field, pattern, corner, size, mode, cell -> field
extern const std::string_view kDeltaShader; ///< two fields -> 64 cells a texel
extern const std::string_view kRoiShader;   ///< field, corner, size, reference -> 48 column counts
extern const std::string_view kIntegrityShader; ///< 48 column counts, generation -> one texel

} // namespace quern::life::gl
