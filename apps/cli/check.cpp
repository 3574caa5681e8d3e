// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "check_report.hpp"
#include "json_text.hpp"
#include "option_checks.hpp"
#include "output_paths.hpp"
#include "quern/formats/game/sound_source.hpp"
#include "quern/formats/sound_channels.hpp"
#include "quern/formats/staged_file.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

struct CheckOptions {
    std::string file;
    std::string member;
    std::size_t channel = 1;
    bool mixdown = false;
    std::string write_tuning;
    bool json = false;
};

std::vector<std::string> member_names()
{
    return {bed::kMemberNames.begin(), bed::kMemberNames.end()};
}

/// A recording of the game as what a designer's file is read as.
formats::SoundChannels channels_of(const formats::DecodedSound& sound, std::string_view kind)
{
    formats::SoundChannels out;
    const auto count = static_cast<std::size_t>(sound.pcm.channels);
    out.channels.assign(count, std::vector<float>(static_cast<std::size_t>(sound.pcm.frames())));
    for (std::size_t i = 0; i < sound.pcm.samples.size(); ++i)
        out.channels[i % count][i / count] = static_cast<float>(sound.pcm.samples[i]) / 32768.0f;
    out.rate = sound.pcm.rate;
    out.container = kind;
    out.encoding = "16-bit";
    return out;
}

Result<formats::SoundChannels> read_channels(const std::string& path)
{
    Result<formats::SoundSource> source = formats::SoundSource::open(path);
    if (!source)
        return source.error();
    const std::vector<formats::Sound>& sounds = source->sounds();
    if (sounds.size() != 1)
        return Error{
            Error::Code::bad_input, path,
            fmt::format("found {} recordings, expected one; `quern survey` measures many", sounds.size())};
    if (sounds.front().kind == formats::FileKind::sound)
        return source->channels(sounds.front());
    const Result<formats::DecodedSound> decoded = source->decode(sounds.front());
    if (!decoded)
        return decoded.error();
    return channels_of(*decoded, formats::file_kind_name(sounds.front().kind));
}

/// As asked for, or as the file is named.
std::optional<bed::Member> member_of(const CheckOptions& options)
{
    return bed::member_named(options.member.empty() ? formats::stem_of(options.file) : options.member);
}

Status refuse_contradictions(const CheckOptions& options)
{
    if (options.write_tuning.empty())
        return Ok{};
    if (options.write_tuning == "-")
        return Error{Error::Code::usage, "--write-tuning",
                     "found \"-\", expected a file: standard output has the report"};
    if (member_of(options) == bed::Member::x_jet_rolling)
        return Error{Error::Code::usage, "--write-tuning",
                     "found x_jet_rolling, expected a surface recording: the rocket layer has no position "
                     "curve"};
    const NamedFile output{"--write-tuning", options.write_tuning}, input{"FILE", options.file};
    return refuse_shared_outputs({&output, 1}, {&input, 1});
}

Status write_text(const std::string& path, const std::string& text)
{
    Result<formats::StagedFile> file = formats::StagedFile::open(path);
    if (!file)
        return file.error();
    const Status status = file->write(text.data(), text.size());
    return status ? file->commit() : status;
}

int run(const CheckOptions& options, const Console& console)
{
    if (const Status status = refuse_contradictions(options); !status)
        return console.fail_input(status.error());
    Result<formats::SoundChannels> sound = read_channels(options.file);
    if (!sound)
        return console.fail_input(sound.error());
    if (options.channel > sound->channels.size())
        return console.fail({Error::Code::usage, "--channel",
                             fmt::format("found {}, expected 1 to {}, the channels of {}", options.channel,
                                         sound->channels.size(), options.file)},
                            kUsage);
    CheckedFile file{
        options.file, std::move(*sound), {options.mixdown, options.channel - 1}, member_of(options), {}};
    file.check = formats::check_roll(file.sound, file.choice, file.member);
    if (options.json)
        fmt::print("{}\n", json_text(check_json(file)));
    else
        fmt::print("{}", check_text(file));
    if (!file.check.usable()) {
        if (!options.write_tuning.empty())
            console.note(
                fmt::format("{}: not written, since the recording is not usable", options.write_tuning));
        return kBadInput;
    }
    if (!options.write_tuning.empty()) {
        if (const Status status = write_text(options.write_tuning, check_tuning(file)); !status)
            return console.fail(status.error(), kFailed);
        console.note(fmt::format("{}: tuning written for {}", options.write_tuning,
                                 file.member ? std::string(bed::name_of(*file.member))
                                             : std::string("all thirteen surfaces")));
    }
    return kOk;
}

constexpr const char* kFooter =
    "Exit status: 0 usable, also with warnings; 3 not usable, or not to be read.\n"
    "Examples:\n"
    "  quern check ride.wav\n"
    "  quern check take3.flac --member wood_ramp_hard --write-tuning mine.toml\n"
    "  quern render demo --recording ride.wav --tuning mine.toml -o demo.wav\n"
    "What each finding means: docs/recordings.md.";

} // namespace

void add_check(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<CheckOptions>();
    CLI::App* verb = app.add_subcommand("check", "Is a recording a usable roll from slow to fast?");
    verb->add_option("FILE", options->file, "WAV, FLAC, Ogg or AIFF file, or a recording of the game")
        ->required();
    verb->add_option("--member", options->member,
                     "The recording whose place it takes; by default the one it is named as, if any")
        ->check(one_of(member_names()));
    CLI::Option* channel = verb->add_option("--channel", options->channel, "Which channel to check, from 1")
                               ->check(in_range(1.0, 64.0))
                               ->capture_default_str();
    verb->add_flag("--mixdown", options->mixdown, "Check the mean of the channels, which quern pack takes")
        ->excludes(channel);
    verb->add_option("--write-tuning", options->write_tuning,
                     "Write the suggested position points and level as a tuning file");
    verb->add_flag("--json", options->json, "Print one JSON object");
    verb->footer(kFooter);
    verb->callback(
        [&job, &console, options] { job = [&console, options] { return run(*options, console); }; });
}

} // namespace quern::cli
