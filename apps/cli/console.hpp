// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "quern/core/result.hpp"

namespace quern::cli {

/// What the program says to the shell.
enum Exit : int {
    kOk = 0,
    kFailed = 1,   ///< the work could not be done: disk full, mismatches found
    kUsage = 2,    ///< the command line makes no sense
    kBadInput = 3, ///< a file that was to be read does not exist or is wrong
};

/// Text for standard error as it is. A standard error that can't be written is passed over.
void put(std::string_view text) noexcept;

/// What goes to the person: standard error, so that standard output stays free for sound and JSON.
struct Console {
    bool quiet = false; ///< errors only
    int verbosity = 0;

    /// `quern: where: what`. Returns `exit`, so that a verb can end with it.
    int fail(const Error& error, Exit exit) const;
    /// Input that was to be read: a usage error when the library calls it one, bad input otherwise.
    int fail_input(const Error& error) const;
    /// Work: a usage error where the command line asked for what cannot be, failed otherwise.
    int fail_work(const Error& error) const;
    /// Unless quiet.
    void note(std::string_view text) const;
    /// Only with -v.
    void detail(std::string_view text) const;
};

/// A progress line that redraws itself, on a terminal only. NO_COLOR takes the colour away, --quiet the line.
class Progress {
public:
    Progress(const Console& console, std::string_view doing, std::uint64_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void at(std::uint64_t done);

private:
    std::string doing_;
    std::uint64_t total_;
    int drawn_percent_ = -1;
    bool shown_;
    bool colour_;
};

} // namespace quern::cli
