// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "quern/core/result.hpp"

namespace quern::formats {

/// The bytes of a text, at most `most_bytes`: of a file, a pipe or a device, or of standard input for "-".
/// Read to the end and never asked for its size beforehand, so that what has none (/dev/null, a pipe) works.
/// `kind` names what was expected: "found more than 3 bytes, expected a tuning of at most 3".
Result<std::string> read_text_file(const std::string& path, std::size_t most_bytes, std::string_view kind);

} // namespace quern::formats
