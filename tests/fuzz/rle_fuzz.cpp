// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Any text as a pattern: refused at a place, or a pattern that comes back as it was written.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "quern/formats/life/pattern_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern;
    const auto file = formats::parse_pattern({reinterpret_cast<const char*>(data), size}, "p.rle");
    if (!file) {
        if (!file.error().where.starts_with("p.rle") || file.error().message.empty())
            std::abort();
        return 0;
    }
    const life::Pattern& pattern = file->pattern;
    if (pattern.width < 1 || pattern.width > formats::kMostPatternColumns || pattern.height < 1 ||
        pattern.height > formats::kMostPatternRows ||
        pattern.cells.size() !=
            static_cast<std::size_t>(pattern.width) * static_cast<std::size_t>(pattern.height))
        std::abort();
    const auto again = formats::parse_rle(formats::rle_text(*file), "p.rle");
    if (!again || again->pattern.cells != pattern.cells || again->position != file->position ||
        again->torus != file->torus || again->name != file->name || again->author != file->author)
        std::abort();
    const auto plain = formats::parse_plaintext(formats::plaintext_text(*file), "p.cells");
    if (!plain || plain->pattern.cells != pattern.cells)
        std::abort();
    return 0;
}
