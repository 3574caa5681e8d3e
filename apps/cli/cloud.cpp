// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cloud_options.hpp"
#include "cloud_player.hpp"
#include "cloud_setup.hpp"
#include "cloud_spectrogram.hpp"
#include "cloud_summary.hpp"
#include "output_paths.hpp"
#include "picture_file.hpp"
#include "quern/core/units.hpp"
#include "sound_output.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

Status check_places(const CloudOptions& o)
{
    if (const Status status = can_write_picture(o.spectrogram); !status)
        return status;
    if (Status status = refuse_terminal(o.output); !status)
        return status;
    std::vector<NamedFile> outputs{{"-o", o.output}};
    if (!o.spectrogram.empty())
        outputs.push_back({"--spectrogram", o.spectrogram});
    std::vector<NamedFile> inputs{{"the sound", o.file}};
    if (!o.patch.empty())
        inputs.push_back({"--patch", o.patch});
    if (!o.midi.empty())
        inputs.push_back({"--midi", o.midi});
    return refuse_shared_outputs(outputs, inputs);
}

Result<SoundOutput> open_output(const CloudOptions& o, const CloudSetup& setup)
{
    OutputOptions out;
    out.path = o.output;
    out.spec = {2, o.rate, *formats::sample_format_named(o.format),
                (setup.frames * o.rate + kSampleRate / 2) / kSampleRate};
    out.gain_db = o.gain_db;
    out.loudness_lufs = o.loudness_lufs;
    return SoundOutput::open(out);
}

Status render(CloudPlayer& player, SoundOutput& output, Spectrogram* picture, const CloudOptions& o,
              const CloudSetup& setup, const Console& console)
{
    // The rate converter looks ahead.
    const std::uint64_t frames = setup.frames + SoundOutput::lookahead(o.rate);
    Progress progress(console, "rendering", frames);
    std::vector<float> block(2 * o.block);
    for (std::uint64_t done = 0; done < frames;) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(o.block, frames - done));
        const std::span<float> part = std::span(block).first(2 * count);
        player.render(part);
        if (Status status = output.take(part); !status)
            return status;
        if (picture != nullptr)
            picture->take(
                part.first(2 * std::min<std::uint64_t>(count, setup.frames - std::min(setup.frames, done))));
        progress.at(done += count);
    }
    return Ok{};
}

std::string title_of(const CloudOptions& o)
{
    std::string title = o.file + (o.preset.empty() ? "" : ", " + o.preset);
    for (const std::string& word : o.set)
        title += ", " + word;
    return title;
}

int run(const CloudOptions& options, const Console& console)
{
    const auto began = std::chrono::steady_clock::now();
    if (const Status status = check_places(options); !status)
        return console.fail(status.error(), kUsage);
    const Result<CloudSetup> setup = set_up_cloud(options);
    if (!setup)
        return console.fail_input(setup.error());
    Result<CloudPlayer> player = CloudPlayer::create(options, *setup);
    if (!player)
        return console.fail_input(player.error());
    Result<SoundOutput> output = open_output(options, *setup);
    if (!output)
        return console.fail_work(output.error());
    std::optional<Spectrogram> picture;
    if (!options.spectrogram.empty()) {
        if (static_cast<double>(setup->frames) > kLongestSpectrogramSeconds * kSampleRate)
            return console.fail({Error::Code::usage, "--spectrogram",
                                 fmt::format("found {} s of sound, expected at most {} s",
                                             setup->frames / kSampleRate, kLongestSpectrogramSeconds)},
                                kUsage);
        picture.emplace();
    }
    Status status = render(*player, *output, picture ? &*picture : nullptr, options, *setup, console);
    if (!status)
        return console.fail(status.error(), kFailed);
    const Result<Delivered> delivered = output->settle();
    if (!delivered)
        return console.fail(delivered.error(), kFailed);
    if (picture)
        status = write_picture(options.spectrogram, picture->draw(title_of(options)));
    if (status)
        status = output->commit();
    if (!status)
        return console.fail(status.error(), kFailed);
    CloudSummary summary{&options, &*setup, *delivered, player->stats(), 0.0};
    summary.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    print_cloud_summary(summary, console);
    return kOk;
}

constexpr const char* kFooter =
    "Examples:\n"
    "  quern cloud demo -o cloud.wav\n"
    "  quern cloud rain.flac -o slow.wav --preset stretch --seconds 60 --loudness -18\n"
    "  quern cloud voice.wav -o c.wav --set density=200 --set scan=0 --set position=0.4\n"
    "  quern cloud demo -o chord.wav --preset pad --notes \"C4:0-4 Eb4:1-4 G4:2-4\"\n"
    "The same command gives the same bytes each time. What the parameters do: docs/cloud.md.";

} // namespace

void add_cloud(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<CloudOptions>();
    CLI::App* verb = app.add_subcommand("cloud", "Make clouds of grains out of a sound");
    add_cloud_options(*verb, *options);
    verb->footer(kFooter);
    verb->callback([&job, &console, options] {
        if (!options->lists() && options->file.empty())
            throw CLI::RequiredError("FILE");
        if (!options->lists() && options->output.empty())
            throw CLI::RequiredError("--output");
        job = [&console, options] {
            if (!options->lists())
                return run(*options, console);
            print_cloud_lists(*options);
            return static_cast<int>(kOk);
        };
    });
}

} // namespace quern::cli
