// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"

namespace quern::formats {

/// The bytes of a file, or of standard input for "-". At most `kMaxRideBytes`.
Result<std::string> read_ride_bytes(const std::string& path);

/// Line numbers of offsets into a text.
class LineIndex {
public:
    explicit LineIndex(std::string_view text)
    {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\n')
                breaks_.push_back(i);
        }
    }
    /// 1 for the first line.
    [[nodiscard]] std::size_t line_of(std::size_t offset) const
    {
        return static_cast<std::size_t>(std::lower_bound(breaks_.begin(), breaks_.end(), offset) -
                                        breaks_.begin()) +
               1;
    }

private:
    std::vector<std::size_t> breaks_;
};

/// Collects notes; of each kind the first few are kept whole and the rest counted.
class NoteBook {
public:
    void add(const std::string& kind, const std::string& place, const std::string& detail = {});
    /// All notes in the order of their first appearance.
    [[nodiscard]] std::vector<std::string> lines() const;

private:
    static constexpr std::size_t kShown = 3;
    struct Kind {
        std::string name;
        std::vector<std::string> shown;
        std::size_t count = 0;
    };
    std::vector<Kind> kinds_;
};

} // namespace quern::formats
