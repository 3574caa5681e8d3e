// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "option_checks.hpp"
#include "output_paths.hpp"
#include "picture_file.hpp"
#include "plot_figure.hpp"
#include "render_setup.hpp"
#include "ride_watch.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

constexpr double kShortestSpan = 0.05; // seconds; less holds no grain

std::string recordings_text(const RenderOptions& options)
{
    if (!options.bank.path.empty())
        return "recordings of " + options.bank.path;
    return options.recording.empty() ? "built-in recordings" : "recording " + options.recording;
}

Result<FigureSpan> find_span(const RenderOptions& options, const formats::Ride& ride)
{
    const FigureSpan span{options.from_s.value_or(0.0),
                          std::min(options.to_s.value_or(ride.seconds()), ride.seconds())};
    if (!(span.to_s - span.from_s >= kShortestSpan))
        return Error{Error::Code::usage, "--from",
                     fmt::format("found {} s to {} s, expected at least {} s of a ride that ends at {} s",
                                 span.from_s, span.to_s, kShortestSpan, ride.seconds())};
    return span;
}

void print_done(const RenderOptions& options, const RideWatch& watch, const FigureSpan& span,
                std::size_t bytes, const Console& console)
{
    if (options.json) {
        const nlohmann::ordered_json json{{"ride", watch.setup().ride.name},
                                          {"output", options.output},
                                          {"from_s", span.from_s},
                                          {"to_s", span.to_s},
                                          {"grains", watch.grains().size()},
                                          {"binds", watch.binds().size()},
                                          {"svg_bytes", bytes}};
        fmt::print(options.output == "-" ? stderr : stdout, "{}\n", json_text(json));
        return;
    }
    for (const std::string& note : watch.setup().notes)
        console.detail("note: " + note);
    console.note(fmt::format("{}: {:.2f} s to {:.2f} s of {}, {} grains up to there", options.output,
                             span.from_s, span.to_s, watch.setup().ride.name, watch.grains().size()));
}

int plot(const RenderOptions& options, const Console& console)
{
    if (const Status status = refuse_terminal(options.output); !status)
        return console.fail(status.error(), kUsage);
    if (const Status status = can_write_picture(options.output); !status)
        return console.fail(status.error(), kUsage);
    const Result<RenderSetup> setup = set_up_render(options);
    if (!setup)
        return console.fail_input(setup.error());
    const Result<FigureSpan> span = find_span(options, setup->ride);
    if (!span)
        return console.fail_input(span.error());
    RideWatch watch(options, *setup, {span->to_s, std::nullopt});
    if (const Status status = watch.play(console); !status)
        return console.fail(status.error(), kFailed);
    const std::string svg = draw_figure(watch, *span, recordings_text(options));
    if (const Status status = write_picture(options.output, svg); !status)
        return console.fail(status.error(), kFailed);
    print_done(options, watch, *span, svg.size(), console);
    return kOk;
}

constexpr const char* kFooter =
    "Examples:\n"
    "  quern plot demo -o demo.svg\n"
    "  quern plot drive.gpx -o drive.png --surface asphalt_rough\n"
    "  quern plot demo -o grains.svg --from 20 --to 24\n"
    "The figure shows the ride from top to bottom: ground, rider and recordings, "
    "speed, where the\n"
    "grains are read, gains, frequency shift, level, and a card for each recording. "
    "How to read it: docs/why.md.";

} // namespace

void add_plot(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<RenderOptions>();
    CLI::App* verb = app.add_subcommand("plot", "Draw what a ride sounds like and why, as one figure");
    add_input_options(*verb, *options);
    verb->add_option("-o,--output", options->output,
                     "Figure to write: SVG, PNG when it ends in .png, - for SVG on standard output")
        ->check(picture_name())
        ->required();
    verb->add_option("--from", options->from_s, "First second to show")->check(in_range(0.0, 1e6));
    verb->add_option("--to", options->to_s, "Last second to show")->check(in_range(0.0, 1e6));
    verb->add_flag("--json", options->json, "Print what was drawn as one JSON object");
    verb->footer(kFooter);
    verb->callback(
        [&job, &console, options] { job = [&console, options] { return plot(*options, console); }; });
}

} // namespace quern::cli
