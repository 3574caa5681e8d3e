// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "trace_stats.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

struct TraceOptions {
    std::string file;
    bool json = false;
};

constexpr int kBarCells = 40;

nlohmann::ordered_json as_json(const TraceStats& stats)
{
    nlohmann::ordered_json members = nlohmann::ordered_json::object();
    for (const auto& [name, member] : stats.members) {
        const ChiSquare chi = member.chi_square();
        members[name] = {{"binds", member.binds},
                         {"picks", member.picks},
                         {"starts", member.starts},
                         {"starts_per_second", static_cast<double>(member.starts) / stats.seconds},
                         {"intervals", member.intervals},
                         {"mean_interval_s", member.mean_interval_s()},
                         {"interval_bin_s", MemberTrace::kBinSeconds},
                         {"interval_histogram", member.histogram},
                         {"pick_chi_square", chi.value},
                         {"pick_degrees", chi.degrees},
                         {"pick_p", chi.p}};
    }
    return {{"seconds", stats.seconds}, {"events", stats.events}, {"members", std::move(members)}};
}

void print_histogram(const MemberTrace& member)
{
    const std::uint64_t most = *std::max_element(member.histogram.begin(), member.histogram.end());
    for (std::size_t i = 0; i < member.histogram.size(); ++i) {
        const std::uint64_t count = member.histogram[i];
        if (count == 0)
            continue;
        const double from = static_cast<double>(i) * MemberTrace::kBinSeconds;
        const auto cells =
            static_cast<int>(std::ceil(static_cast<double>(count) * kBarCells / static_cast<double>(most)));
        fmt::print("    {:.3f} s {:#<{}} {}\n", from, "", cells, count);
    }
}

void print_text(const TraceStats& stats)
{
    fmt::print("{} events in {:.2f} s\n", stats.events, stats.seconds);
    for (const auto& [name, member] : stats.members) {
        fmt::print("{}: {} binds, {} picks, {} starts, {:.2f} a second\n", name, member.binds, member.picks,
                   member.starts, static_cast<double>(member.starts) / stats.seconds);
        if (member.intervals != 0) {
            fmt::print("  start to start {:.4f} s on average, by length:\n", member.mean_interval_s());
            print_histogram(member);
        }
        if (const ChiSquare chi = member.chi_square(); chi.degrees != 0)
            fmt::print("  picks among equals: chi-square {:.2f} with {} degrees of freedom, p = {:.3f}\n",
                       chi.value, chi.degrees, chi.p);
    }
}

int stats(const TraceOptions& options, const Console& console)
{
    std::ifstream file;
    const bool standard = options.file == "-";
    if (!standard) {
        if (std::filesystem::is_directory(options.file))
            return console.fail({Error::Code::bad_input, options.file, "found a folder, expected a trace"},
                                kBadInput);
        file.open(options.file);
        if (!file)
            return console.fail(
                {Error::Code::io, options.file, std::string("cannot read: ") + std::strerror(errno)},
                kBadInput);
    }
    const Result<TraceStats> read =
        read_trace(standard ? std::cin : file, standard ? std::string("standard input") : options.file);
    if (!read)
        return console.fail_input(read.error());
    if (options.json)
        fmt::print("{}\n", json_text(as_json(*read)));
    else
        print_text(*read);
    return kOk;
}

} // namespace

void add_trace(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<TraceOptions>();
    CLI::App* verb = app.add_subcommand("trace", "Look into an event trace written by quern render --trace");
    verb->require_subcommand(1);
    CLI::App* sub = verb->add_subcommand("stats", "Rhythm and picks by member");
    sub->add_option("FILE", options->file, "Trace file, - for standard input")->required();
    sub->add_flag("--json", options->json, "Print one JSON object");
    sub->footer(
        "For each member and player: binds, picks, starts a second, a histogram of the time from start to\n"
        "start, and whether the picks treat all candidates alike.");
    sub->callback(
        [&job, &console, options] { job = [&console, options] { return stats(*options, console); }; });
}

} // namespace quern::cli
