// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "life_files.hpp"
#include "life_gate.hpp"
#include "life_options.hpp"
#include "life_pictures.hpp"
#include "life_run.hpp"
#include "life_setup.hpp"
#include "life_summary.hpp"
#include "life_video.hpp"
#include "output_paths.hpp"
#include "quern/core/units.hpp"
#include "quern/formats/life/pattern_file.hpp"
#include "sound_output.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

std::vector<NamedFile> outputs_of(const LifeOptions& o)
{
    std::vector<NamedFile> outputs;
    for (const auto& [option, path] :
         {std::pair{"-o", &o.output}, std::pair{"--masks", &o.masks}, std::pair{"--events", &o.events},
          std::pair{"--frames", &o.frames}, std::pair{"--video", &o.video}}) {
        if (!path->empty())
            outputs.push_back({option, *path});
    }
    return outputs;
}

Status check_places(const LifeOptions& o)
{
    if (Status status = refuse_terminal(o.output); !status)
        return status;
    if (o.script == "-" && o.pattern == "-")
        return Error{Error::Code::usage, "--script",
                     "found \"-\", expected another place than the pattern's"};
    if (!o.video.empty() && (o.output.empty() || o.output == "-"))
        return Error{Error::Code::usage, "--video", "found no sound file to go with it, expected -o FILE"};
    if (!o.video.empty() && !is_installed("ffmpeg"))
        return Error{Error::Code::unsupported, "--video", "found no ffmpeg, expected it to be installed"};
    if (!o.video.empty()) {
        if (Status status = can_make_film(o.video); !status)
            return status;
    }
    if (!o.frames.empty()) {
        if (Status status = can_make_pictures(o.frames); !status)
            return status;
    }
    const std::vector<NamedFile> outputs = outputs_of(o);
    std::vector<NamedFile> inputs;
    if (o.pattern != "soup" && !formats::is_inline_pattern(o.pattern))
        inputs.push_back({"the pattern", o.pattern});
    if (!o.script.empty())
        inputs.push_back({"--script", o.script});
    if (Status status = refuse_shared_outputs(outputs, inputs); !status)
        return status;
    return o.frames.empty() ? Status(Ok{}) : refuse_outputs_inside({"--frames", o.frames}, outputs);
}

/// Known once the script is read.
Status check_script_files(const LifeOptions& o, const LifeSetup& setup)
{
    std::vector<NamedFile> inputs;
    for (const std::string& file : setup.script.files)
        inputs.push_back({"a pattern of --script", file});
    return refuse_shared_outputs(outputs_of(o), inputs);
}

Result<std::optional<SoundOutput>> open_output(const LifeOptions& o, const LifeSetup& setup)
{
    if (o.output.empty())
        return std::optional<SoundOutput>{};
    OutputOptions out;
    out.path = o.output;
    out.spec = {2, kSampleRate, *formats::sample_format_named(o.format), setup.frames};
    Result<SoundOutput> output = SoundOutput::open(out);
    if (!output)
        return output.error();
    return std::optional<SoundOutput>(std::move(*output));
}

Result<life::World> open_world(const LifeOptions& options, LifeSetup& setup,
                               std::vector<std::string>& remarks)
{
    Result<std::unique_ptr<life::Automaton>> automaton =
        open_automaton(options.backend, setup.start.size, setup.rule, remarks);
    if (!automaton)
        return automaton.error();
    return life::World::create(std::move(*automaton), setup.world);
}

/// Draws what arrives.
struct Painter final : life::WorldWatcher {
    Painter(LifeVideo& to, formats::LifeView what, life::Automaton& from)
        : video(to), view(what), automaton(from)
    {
    }
    void on_generation(const life::Delta& delta, const life::EventBatch&,
                       const std::optional<life::Roi>& roi) override
    {
        // Reading the state may take the changes away.
        const std::vector<std::uint64_t> changed(delta.changed.begin(), delta.changed.end());
        const std::vector<std::uint64_t> alive(delta.alive.begin(), delta.alive.end());
        const Result<life::Field> field = automaton.read();
        status = field ? video.add(draw(view, *field, {delta.generation, delta.size, changed, alive}, roi))
                       : Status(field.error());
    }
    LifeVideo& video;
    formats::LifeView view;
    life::Automaton& automaton;
    Status status = Ok{};
};

/// The same life once more, for the eye: ffmpeg wants the whole sound with the first picture.
Status film(const LifeOptions& options, LifeSetup& setup, const Console& console)
{
    std::vector<std::string> known; // remarks that were made already
    Result<life::World> world = open_world(options, setup, known);
    if (!world)
        return world.error();
    Result<LifeVideo> video = LifeVideo::open(options.video, options.output, setup.start.size, options.rate);
    if (!video)
        return video.error();
    Painter painter(*video, *formats::life_view_named(options.view), world->automaton());
    world->watch(&painter);
    Progress progress(console, "filming", setup.frames);
    std::uint64_t done = 0;
    Status status = LifeRun(setup, options.block, *world)
                        .run(
                            [&](std::span<const float> part) -> Status {
                                progress.at(done += part.size() / 2);
                                return Ok{};
                            },
                            [&] { return painter.status; });
    return status ? video->finish() : status;
}

/// The life itself, with everything that is written but the film.
Status live(const LifeOptions& options, LifeSetup& setup, LifeSummary& summary, const Console& console)
{
    Result<life::World> world = open_world(options, setup, setup.remarks);
    if (!world)
        return world.error();
    Result<LifeFiles> files = LifeFiles::open(options, setup.what, setup.start, setup.world.roi);
    if (!files)
        return files.error();
    Result<std::optional<SoundOutput>> output = open_output(options, setup);
    if (!output)
        return output.error();
    files->attach(world->automaton());
    world->watch(&*files);
    Progress progress(console, "living", setup.frames);
    std::uint64_t done = 0;
    Status status = LifeRun(setup, options.block, *world)
                        .run(
                            [&](std::span<const float> part) -> Status {
                                progress.at(done += part.size() / 2);
                                return *output ? (*output)->take(part) : Status(Ok{});
                            },
                            [&] { return files->status(); });
    if (!status)
        return status;
    if (*output) {
        const Result<Delivered> delivered = (*output)->settle();
        if (!delivered)
            return delivered.error();
        summary.delivered = *delivered;
    }
    const Result<life::Field> last = world->automaton().read();
    if (!last)
        return last.error();
    summary.backend = world->automaton().name();
    summary.population = life::population(*last);
    summary.world = world->stats();
    summary.sound = world->sound().stats();
    status = files->settle();
    if (status)
        status = files->commit();
    if (status && *output)
        status = (*output)->commit();
    return status;
}

int run(const LifeOptions& options, const Console& console)
{
    const auto began = std::chrono::steady_clock::now();
    if (const Status status = check_places(options); !status)
        return console.fail(status.error(),
                            status.error().code == Error::Code::unsupported ? kFailed : kUsage);
    Result<LifeSetup> setup = set_up_life(options);
    if (!setup)
        return console.fail_input(setup.error());
    if (const Status status = check_script_files(options, *setup); !status)
        return console.fail(status.error(), kUsage);
    LifeSummary summary;
    summary.options = &options;
    summary.setup = &*setup;
    Status status = live(options, *setup, summary, console);
    if (status && !options.video.empty())
        status = film(options, *setup, console);
    if (!status)
        return console.fail_work(status.error());
    summary.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    print_life_summary(summary, console);
    return kOk;
}

constexpr const char* kFooter =
    "Examples:\n"
    "  quern life soup -o soup.wav --seconds 60\n"
    "  quern life 'bob$2bo$3o!' -o glider.wav --law strict\n"
    "  quern life gun.rle -o gun.wav --scale hirajoshi --base 220\n"
    "  quern life acorn.rle --masks acorn.csv --generations 5206\n"
    "Every birth and every death is one grain. How that sounds and why: docs/life.md.";

/// The gate takes no pattern, and whoever asks for a sound must not get a table.
void refuse_beside_gate(const CLI::App& verb)
{
    for (const CLI::Option* option : verb.get_options()) {
        if (option->count() != 0)
            throw CLI::ValidationError(option->get_name(), "found it with gate, expected gate without it");
    }
}

} // namespace

void add_life(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<LifeOptions>();
    CLI::App* verb = app.add_subcommand("life", "Let cells live, and hear each birth and death");
    add_life_options(*verb, *options);
    verb->footer(kFooter);
    add_life_gate(*verb, console, job);
    verb->callback([&job, &console, options, verb] {
        if (!verb->get_subcommands().empty()) {
            refuse_beside_gate(*verb);
            return;
        }
        if (options->pattern.empty())
            throw CLI::ValidationError("PATTERN",
                                       "found nothing, expected soup, a pattern's file, or its text");
        if (options->output.empty() && options->masks.empty() && options->events.empty() &&
            options->frames.empty() && options->video.empty())
            throw CLI::ValidationError("--output", "found nothing to write, expected -o FILE");
        job = [&console, options] { return run(*options, console); };
    });
}

} // namespace quern::cli
