// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/life_start.hpp"
#include "quern/formats/life/pattern_file.hpp"

namespace quern::vectors {

Result<life::Pattern> pattern_of_runs(const std::string& runs)
{
    Result<formats::PatternFile> file = formats::parse_rle(runs, "pattern");
    if (!file)
        return file.error();
    return std::move(file->pattern);
}

} // namespace quern::vectors
