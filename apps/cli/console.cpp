// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "console.hpp"

#include <unistd.h>

#include <cstdlib>

#include <fmt/format.h>

#include "printable.hpp"

namespace quern::cli {
namespace {

constexpr int kBarCells = 30;

bool set(const char* variable)
{
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool redraws(const Console& console)
{
    const char* terminal = std::getenv("TERM");
    return !console.quiet && isatty(STDERR_FILENO) == 1 && terminal != nullptr &&
           std::string_view(terminal) != "dumb";
}

} // namespace

void put(std::string_view text) noexcept
{
    // In the order in which it was said, where both go to one place. The end of the program tells of a
    // standard output that could not take it.
    std::fflush(stdout);
    // Nobody can be told that standard error is gone.
    [[maybe_unused]] const std::size_t written = std::fwrite(text.data(), 1, text.size(), stderr);
}

int Console::fail(const Error& error, Exit exit) const
{
    put(fmt::format("quern: {}\n",
                    printable(shortened(error.text())))); // a line, whatever a file calls its parts
    return exit;
}

int Console::fail_input(const Error& error) const
{
    return fail(error, error.code == Error::Code::usage ? kUsage : kBadInput);
}

int Console::fail_work(const Error& error) const
{
    return fail(error, error.code == Error::Code::usage ? kUsage : kFailed);
}

void Console::note(std::string_view text) const
{
    if (!quiet)
        put(fmt::format("{}\n", text));
}

void Console::detail(std::string_view text) const
{
    if (verbosity > 0)
        put(fmt::format("{}\n", text));
}

Progress::Progress(const Console& console, std::string_view doing, std::uint64_t total)
    : doing_(doing), total_(total), shown_(total != 0 && redraws(console)), colour_(!set("NO_COLOR"))
{
}

Progress::~Progress()
{
    if (shown_ && drawn_percent_ >= 0)
        put("\r\x1b[K");
}

void Progress::at(std::uint64_t done)
{
    if (!shown_)
        return;
    const int percent = static_cast<int>(done * 100 / total_);
    if (percent == drawn_percent_)
        return;
    drawn_percent_ = percent;
    const int full = percent * kBarCells / 100;
    put(fmt::format("\r{} {}{:#<{}}{}{:.<{}} {:3} %", doing_, colour_ ? "\x1b[32m" : "", "", full,
                    colour_ ? "\x1b[0m" : "", "", kBarCells - full, percent));
    std::fflush(stderr);
}

} // namespace quern::cli
