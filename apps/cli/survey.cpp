// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "option_checks.hpp"
#include "output_paths.hpp"
#include "picture_file.hpp"
#include "survey_sheet.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

struct SurveyOptions {
    std::vector<std::string> paths;
    std::string svg;
    bool mixdown = false;
    bool json = false;
};

Status check_outputs(const SurveyOptions& options)
{
    if (options.svg.empty())
        return Ok{};
    if (options.svg == "-")
        return Error{Error::Code::usage, "--svg",
                     "found \"-\", expected a file: standard output has the table"};
    std::vector<NamedFile> inputs;
    for (const std::string& path : options.paths)
        inputs.push_back({"PATH", path});
    const NamedFile output{"--svg", options.svg};
    const Status shared = refuse_shared_outputs({&output, 1}, inputs);
    return shared ? can_write_picture(options.svg) : shared;
}

int run(const SurveyOptions& options, const Console& console)
{
    if (const Status status = check_outputs(options); !status)
        return console.fail(status.error(), kUsage);
    const Survey survey =
        survey_paths(options.paths, options.mixdown ? formats::Fold::mean : formats::Fold::first, console);
    for (const std::string& note : survey.notes)
        console.detail("note: " + note);
    int exit = kOk;
    for (const SurveyFailure& failure : survey.failures)
        exit = console.fail_input(failure.error);
    if (survey.sheets.empty())
        return exit;
    fmt::print("{}", options.json ? survey_json_text(survey) + "\n" : survey_text(survey));
    if (!options.svg.empty()) {
        const std::string title =
            options.paths.size() == 1
                ? options.paths.front()
                : fmt::format("{} and {} more", options.paths.front(), options.paths.size() - 1);
        if (const Status status = write_picture(options.svg, survey_figure(survey, title)); !status)
            return console.fail(status.error(), kFailed);
        console.note(fmt::format("{}: {} recordings drawn", options.svg, survey.sheets.size()));
    }
    return exit;
}

constexpr const char* kFooter =
    "A recording that cannot be read is named, the others are surveyed, and the exit status is 3.\n"
    "Examples:\n"
    "  quern survey grains.big\n"
    "  quern survey my-bank --svg my-bank.svg\n"
    "  quern survey take1.wav take2.wav --json\n"
    "Whether a single recording will do, and what to do about it: quern check.";

} // namespace

void add_survey(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<SurveyOptions>();
    CLI::App* verb =
        app.add_subcommand("survey", "Measure all recordings of an archive, a folder or files, side by side");
    verb->add_option("PATH", options->paths, "Archives, .grain, .snr, sound files, folders")->required();
    verb->add_option("--svg", options->svg, "Figure to write: SVG, or PNG when it ends in .png")
        ->check(picture_name());
    verb->add_flag("--mixdown", options->mixdown, "Measure the mean of the channels instead of the first");
    verb->add_flag("--json", options->json, "Print one JSON array");
    verb->footer(kFooter);
    verb->callback(
        [&job, &console, options] { job = [&console, options] { return run(*options, console); }; });
}

} // namespace quern::cli
