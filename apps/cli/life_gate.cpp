// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "life_gate.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/gate/gate.hpp"
#include "json_text.hpp"
#include "option_checks.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

struct GateOptions {
    std::vector<std::string> require;
    bool json = false;
};

gate::Family family_named(const std::string& name)
{
    return name == "cpu" ? gate::Family::cpu : name == "gpu" ? gate::Family::gpu : gate::Family::oracle;
}

/// A required back end that this machine does not have is a check that failed.
std::vector<gate::Finding> missing(const GateOptions& options, const gate::BackEnds& back_ends)
{
    std::vector<gate::Finding> findings;
    for (const std::string& name : options.require) {
        const gate::Family family = family_named(name);
        if (std::none_of(back_ends.found.begin(), back_ends.found.end(),
                         [family](const gate::BackEnd& one) { return one.family == family; }))
            findings.push_back({"is there", name, false, back_ends.gpu});
    }
    return findings;
}

void print_table(const std::vector<gate::Finding>& findings, const gate::BackEnds& back_ends)
{
    TextTable table("llll");
    table.row({"check", "back end", "result", "figure"});
    for (const gate::Finding& finding : findings)
        table.row({finding.check, finding.back_end, finding.passed ? "passed" : "FAILED", finding.figure});
    fmt::print("{}\n  gpu: {}\n", table.text(), back_ends.gpu);
}

void print_json(const std::vector<gate::Finding>& findings, const gate::BackEnds& back_ends, bool passed)
{
    nlohmann::ordered_json json{
        {"passed", passed}, {"gpu", back_ends.gpu}, {"back_ends", {}}, {"checks", {}}};
    for (const gate::BackEnd& one : back_ends.found)
        json["back_ends"].push_back(one.name);
    for (const gate::Finding& finding : findings)
        json["checks"].push_back({{"check", finding.check},
                                  {"back_end", finding.back_end},
                                  {"passed", finding.passed},
                                  {"figure", finding.figure}});
    fmt::print("{}\n", json_text(json));
}

int run(const GateOptions& options, const Console& console)
{
    const gate::BackEnds back_ends = gate::back_ends();
    std::vector<gate::Finding> findings = missing(options, back_ends);
    const auto report = [&console](const gate::Finding& finding) {
        console.detail(fmt::format("{}, {}: {}", finding.check, finding.back_end,
                                   finding.passed ? "passed" : "FAILED: " + finding.figure));
    };
    // What cannot pass need not take a minute.
    if (findings.empty())
        findings = gate::run(back_ends, report);
    const auto failed = std::count_if(findings.begin(), findings.end(),
                                      [](const gate::Finding& finding) { return !finding.passed; });
    if (options.json)
        print_json(findings, back_ends, failed == 0);
    else
        print_table(findings, back_ends);
    if (failed == 0)
        return kOk;
    return console.fail(
        {Error::Code::io, "life gate",
         fmt::format("{} of {} checks failed, expected all to pass", failed, findings.size())},
        kFailed);
}

} // namespace

void add_life_gate(CLI::App& life, const Console& console, Job& job)
{
    auto options = std::make_shared<GateOptions>();
    CLI::App* verb = life.add_subcommand(
        "gate",
        "Check every way to run the field on this machine against known sequences, and what is heard");
    verb->add_option("--require", options->require, "Back ends that must be there: cpu, gpu or both, cpu,gpu")
        ->delimiter(',')
        ->check(one_of({"oracle", "cpu", "gpu"}));
    verb->add_flag("--json", options->json, "Print the table as JSON");
    verb->footer("Exit status 1 when a check fails. Takes under a minute.");
    verb->callback(
        [&job, &console, options] { job = [&console, options] { return run(*options, console); }; });
}

} // namespace quern::cli
