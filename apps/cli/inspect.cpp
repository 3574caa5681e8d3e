// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "inspect_sheet.hpp"
#include "json_text.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

struct InspectOptions {
    std::vector<std::string> files;
    InspectLimits limits;
    bool json = false;
};

constexpr std::size_t kShortTable = 16; // rows, without -v

/// The first thing that makes the game, or a careful reader, refuse the file. A member of an archive counts
/// when it was asked for.
std::optional<Error> worst_of(const FileSheet& sheet, const InspectLimits& limits)
{
    const auto refused = [](const formats::Findings& findings, const std::string& place) {
        for (const formats::Finding& finding : findings.list()) {
            if (finding.severity == formats::Finding::Severity::error)
                return std::optional(Error{Error::Code::bad_input, "", finding.text(place)});
        }
        return std::optional<Error>();
    };
    if (sheet.error)
        return sheet.error;
    if (auto error = refused(sheet.findings, sheet.path))
        return error;
    const bool archive = !sheet.form.empty();
    if (archive && !limits.members && !limits.decode)
        return std::nullopt;
    for (const SoundSheet& sound : sheet.sounds) {
        if (sound.error)
            return sound.error;
        if (auto error = refused(sound.findings, archive ? sheet.path + "(" + sound.name + ")" : sheet.path))
            return error;
    }
    return std::nullopt;
}

int run(const InspectOptions& options, const Console& console)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    int exit = kOk;
    for (const std::string& path : options.files) {
        const FileSheet sheet = inspect_file(path, options.limits);
        if (options.json)
            all.push_back(sheet_json(sheet));
        else
            fmt::print("{}", sheet_text(sheet, options.limits.members,
                                        console.verbosity > 0 ? TreeTable::kMostRows : kShortTable));
        if (const auto error = worst_of(sheet, options.limits)) {
            std::fflush(stdout); // in the order of the files where both go to one terminal
            exit = console.fail(*error, kBadInput);
        }
    }
    if (options.json)
        fmt::print("{}\n", json_text(all));
    return exit;
}

} // namespace

void add_inspect(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<InspectOptions>();
    CLI::App* verb = app.add_subcommand("inspect", "Take files of the game apart, field by field");
    verb->add_option("FILE", options->files, "Archives, .grain, .snr, .sns, .sps, .sek, sound files")
        ->required();
    verb->add_flag("--decode", options->limits.decode, "Decode all sounds; peak, level and loudness");
    verb->add_flag("--members", options->limits.members,
                   "Every field of an archive's sounds, however many there are");
    verb->add_flag("--json", options->json, "Print one JSON array, an object a file");
    verb->footer(
        "Offsets are those of the file, inside an archive those of the member. Long tables are cut, but "
        "not with -v.\nExit status 3 if any file is none of these, damaged, or one that the game would "
        "refuse; warnings are shown only.");
    verb->callback(
        [&job, &console, options] { job = [&console, options] { return run(*options, console); }; });
}

} // namespace quern::cli
