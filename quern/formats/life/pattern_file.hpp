// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "quern/core/result.hpp"
#include "quern/life/actions.hpp"
#include "quern/life/rule.hpp"

namespace quern::formats {

inline constexpr std::int32_t kMostPatternColumns = 4096;
inline constexpr std::int32_t kMostPatternRows = 1024;
inline constexpr std::size_t kMostPatternBytes = std::size_t{16} << 20; ///< of a file

struct PatternPosition {
    std::int32_t x = 0;
    std::int32_t y = 0;
    friend bool operator==(const PatternPosition&, const PatternPosition&) = default;
};

/// `:T2048,512` behind a rule: the field that the pattern was made for.
struct PatternTorus {
    std::int32_t width = 0;  ///< columns; 0: without end
    std::int32_t height = 0; ///< rows, alike
    friend bool operator==(const PatternTorus&, const PatternTorus&) = default;
};

/// A pattern, and what its file says about it.
struct PatternFile {
    life::Pattern pattern; ///< at least 1x1, at most kMostPatternColumns x kMostPatternRows
    std::optional<life::Rule> rule;
    std::optional<PatternTorus> torus;
    std::optional<PatternPosition> position; ///< of the top left corner
    std::optional<std::uint64_t> generation;
    std::string name;
    std::string author;
};

/// Run lengths (docs/formats/life.md): `#` lines, a header `x = 3, y = 3, rule = B3/S23` or none, a body such
/// as `bob$2bo$3o!`. Errors stand at `name:line:column`: another rule than life-like ones of two states, runs
/// and patterns that are too large, living cells outside what the header says, characters that mean nothing,
/// and a body without its `!`. What follows that is not read.
Result<PatternFile> parse_rle(std::string_view text, const std::string& name);
/// Lines of `.` and `O`, `!` before comments. Errors as above.
Result<PatternFile> parse_plaintext(std::string_view text, const std::string& name);
/// `#Life 1.05`: blocks of `.` and `*` behind `#P x y`, in one frame, which starts at `position` where there
/// is a `#P`. Errors as
/// above.
Result<PatternFile> parse_life_105(std::string_view text, const std::string& name);
/// Any of them, found out from the text.
Result<PatternFile> parse_pattern(std::string_view text, const std::string& name);

/// Whether this is a pattern in itself: it has a `!` or a new line, and no file of the folder is called that.
bool is_inline_pattern(const std::string& text, const std::filesystem::path& folder = {});
/// A pattern in itself, called "pattern" in messages, or one read from a file.
Result<PatternFile> read_pattern(const std::string& path_or_text);
/// From a file, or from standard input for "-". One of more than kMostPatternBytes is refused.
Result<PatternFile> read_pattern_file(const std::string& path);

/// As run lengths in lines of at most 70 characters behind the header, which names the rule (B3/S23 where the
/// file has none). What `parse_rle` makes of it is the same pattern with the same position, torus,
/// generation, name and author.
std::string rle_text(const PatternFile& file);
/// As plaintext, which holds the name and the cells only.
std::string plaintext_text(const PatternFile& file);

} // namespace quern::formats
