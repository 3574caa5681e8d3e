// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/vectors/vectors.hpp"
#include "json_text.hpp"
#include "quern/formats/staged_file.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

struct VectorOptions {
    std::vector<std::string> files;
    std::string kind;
    std::string output = "-";
    bool json = false;
};

std::string kind_names()
{
    std::string names;
    for (const vectors::Kind& kind : vectors::kinds())
        names += (names.empty() ? "" : ", ") + std::string(kind.name);
    return names;
}

int check_files(const VectorOptions& options, const Console& console)
{
    int exit = kOk;
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const std::string& file : options.files) {
        const Result<vectors::Table> table = vectors::read_table(file);
        if (!table) {
            exit = console.fail(table.error(), kBadInput);
            continue;
        }
        const Result<vectors::Report> checked = vectors::check(*table);
        if (!checked) {
            Error error = checked.error();
            error.where = error.where.empty() ? file : file + ": " + error.where;
            exit = console.fail(error, kBadInput);
            continue;
        }
        const vectors::Report& report = *checked;
        if (options.json)
            all.push_back({{"file", file},
                           {"kind", table->kind},
                           {"rows", report.rows},
                           {"mismatches", report.mismatches},
                           {"excepted", report.excepted},
                           {"worst", report.worst},
                           {"details", report.details}});
        else
            fmt::print("{} rows {} mismatches {} excepted {} worst {:g}\n",
                       table->name.empty() ? table->kind : table->name, report.rows, report.mismatches,
                       report.excepted, report.worst);
        std::fflush(stdout);
        for (const std::string& detail : report.details)
            console.detail("  " + detail);
        if (report.mismatches != 0 && exit == kOk)
            exit = kFailed;
    }
    if (options.json)
        fmt::print("{}\n", json_text(all));
    return exit;
}

int make_kind(const VectorOptions& options, const Console& console)
{
    const vectors::Kind* kind = vectors::find_kind(options.kind);
    if (kind == nullptr)
        return console.fail({Error::Code::usage, "vectors make",
                             "found kind \"" + options.kind + "\", expected one of " + kind_names()},
                            kUsage);
    if (kind->make == nullptr)
        return console.fail({Error::Code::usage, "vectors make " + options.kind,
                             "this kind has no standard rows; it can only be checked"},
                            kUsage);
    vectors::Table table = kind->make();
    if (const Status status = kind->recompute(table); !status)
        return console.fail(status.error(), kFailed);
    const std::string text = vectors::to_text(table);
    Result<formats::StagedFile> file = formats::StagedFile::open(options.output);
    if (!file)
        return console.fail(file.error(), kFailed);
    Status status = file->write(text.data(), text.size());
    if (status)
        status = file->commit();
    return status ? kOk : console.fail(status.error(), kFailed);
}

int list_kinds(const VectorOptions& options)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const vectors::Kind& kind : vectors::kinds()) {
        std::string results;
        for (const std::string_view column : kind.results)
            results += (results.empty() ? "" : " ") + std::string(column);
        if (options.json)
            all.push_back({{"kind", kind.name}, {"make", kind.make != nullptr}, {"results", kind.results}});
        else
            fmt::print("{:<22} {} {}\n", kind.name, kind.make != nullptr ? "make" : "    ", results);
    }
    if (options.json)
        fmt::print("{}\n", json_text(all));
    return kOk;
}

} // namespace

void add_vectors(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<VectorOptions>();
    CLI::App* verb =
        app.add_subcommand("vectors", "Check or make golden vectors: rows whose results are recomputed");
    verb->require_subcommand(1);

    CLI::App* check = verb->add_subcommand("check", "Recompute the result columns of files and compare");
    check
        ->add_option(
            "FILE", options->files,
            "Golden files, .tsv or .csv, or either as .gz; what is before the dot is the kind of a .tsv")
        ->required();
    check->add_flag("--json", options->json, "Print one JSON array");
    check->footer(
        "Prints a line for each file: KIND rows N mismatches M excepted E worst W. With -v the first\n"
        "mismatches follow. Exit status 1 when a cell differs, 3 when a file cannot be read.");
    check->callback(
        [&job, &console, options] { job = [&console, options] { return check_files(*options, console); }; });

    CLI::App* make = verb->add_subcommand("make", "Print the standard rows of a kind, recomputed");
    make->add_option("KIND", options->kind, "One of `quern vectors list`")->required();
    make->add_option("-o,--output", options->output, "File to write, - for standard output")
        ->capture_default_str();
    make->callback(
        [&job, &console, options] { job = [&console, options] { return make_kind(*options, console); }; });

    CLI::App* list = verb->add_subcommand("list", "List the kinds and the columns that are compared");
    list->add_flag("--json", options->json, "Print one JSON array");
    list->callback([&job, options] { job = [options] { return list_kinds(*options); }; });
}

} // namespace quern::cli
