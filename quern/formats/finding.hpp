// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quern::formats {

/// What a check of a file that can be read has to say about it.
struct Finding {
    enum class Severity : std::uint8_t {
        warning, ///< unlike the original's files, but it works
        error,   ///< the original, or a safe reader, would refuse it
    };
    Severity severity = Severity::warning;
    std::uint64_t offset = 0; ///< of the field in the file
    std::string what;         ///< the field, in words
    std::string found;
    std::string expected;

    /// "FILE:0xOFFSET: WHAT: found FOUND, expected EXPECTED".
    [[nodiscard]] std::string text(std::string_view file) const;
};

/// Findings in the order they were made. Keeps the first kMost; a hostile file cannot make the list long.
class Findings {
public:
    static constexpr std::size_t kMost = 64;

    void warn(std::uint64_t offset, std::string what, std::string found, std::string expected);
    void fail(std::uint64_t offset, std::string what, std::string found, std::string expected);
    void append(const Findings& others);

    [[nodiscard]] const std::vector<Finding>& list() const noexcept { return list_; }
    /// Those that were not kept.
    [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }
    [[nodiscard]] bool any_error() const noexcept { return any_error_; }

private:
    void add(Finding finding);

    std::vector<Finding> list_;
    std::size_t dropped_ = 0;
    bool any_error_ = false;
};

} // namespace quern::formats
