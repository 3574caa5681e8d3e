// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "quern/bed/tuning.hpp"
#include "quern/core/result.hpp"

namespace quern::formats {

/// Which place set a field: full field name ("owner.send_max") to "mine.toml:3:12". Fields of the base are
/// absent.
using TuningSources = std::map<std::string, std::string, std::less<>>;

/// Reads a tuning from a TOML file, or from every .toml of a folder, over `base`: what is not named stays as
/// it is. Any file may hold any table; [surface.default] also moves every recording that shares the base's
/// default value and has no value of its own here.
///
/// Strict: an unknown table or field, a wrong type, a number that is not finite or outside its range, a ramp
/// that ends before it starts, and a field set by two files are refused with `where` = "file:line:column" and
/// a message that names the field, what was found and what is allowed. `sources`, if given, receives the
/// place of every field set. Control side only: allocates, reads files.
Result<bed::Tuning> read_tuning(const std::filesystem::path& path, const bed::Tuning& base,
                                TuningSources* sources = nullptr);

/// The same from text; `name` stands for the file in messages.
Result<bed::Tuning> parse_tuning(std::string_view text, const bed::Tuning& base,
                                 std::string_view name = "tuning", TuningSources* sources = nullptr);

/// The whole tuning as TOML with units and meanings as comments. Read back over any base it gives the same
/// bits.
std::string write_tuning(const bed::Tuning& tuning);

} // namespace quern::formats
