// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace quern::test {

/// Checks one golden file with every SimdTarget that this build and processor have. `text` is the file's,
/// unpacked. Adds a line per target to `report`; true where nothing differed.
bool check_golden(std::string_view kind, std::string_view text, std::string& report);

} // namespace quern::test
