// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "life_options.hpp"

#include "option_checks.hpp"

namespace quern::cli {
namespace {

constexpr double kMostGenerations = 10'000'000.0;

void add_field_options(CLI::App& verb, LifeOptions& o)
{
    verb.add_option(
        "PATTERN", o.pattern,
        "soup; a pattern file (RLE, plaintext or Life 1.05), - for standard input; or run lengths such as "
        "'bob$2bo$3o!'");
    verb.add_option(
            "--size", o.size,
            "Columns and rows of the field, whose edges join, else 2048x512, or what the pattern says")
        ->type_name("WxH");
    verb.add_option("--at", o.at, "Place of the pattern's top left corner, else it stands in the middle")
        ->type_name("X,Y");
    verb.add_option("--team", o.team, "Team of its cells, else 0; a soup has all four")
        ->check(in_range(0.0, 3.0));
    verb.add_option("--tag", o.tag, "1: its cells are the player's")->check(in_range(0.0, 1.0));
    verb.add_option("--rule", o.rule, "Life-like rule, else the pattern's, else B3/S23");
    verb.add_option("--density", o.density, "Share of a soup that is alive")
        ->check(in_range(0.0, 1.0))
        ->capture_default_str();
    verb.add_option("--seed", o.seed, "Of the soup, of the onsets and of the choice among too many events")
        ->check(whole_64_bits())
        ->capture_default_str();
    verb.add_option("--backend", o.backend,
                    "oracle, cpu or gpu: the same bytes from each; without a GPU, cpu takes its place")
        ->check(one_of({"oracle", "cpu", "gpu"}))
        ->capture_default_str();
    verb.add_option("--roi", o.roi,
                    "Top left corner of the player's 48x48 cells, in which deaths sound as the player's")
        ->type_name("X,Y");
    verb.add_option("--script", o.script,
                    "TOML file of stamps, moves and shots over time; - for standard input");
}

void add_time_options(CLI::App& verb, LifeOptions& o)
{
    auto* seconds = verb.add_option("--seconds", o.seconds, "Length of the sound, else 20")
                        ->check(in_range(0.01, 86400.0));
    verb.add_option("--generations", o.generations, "Or so many generations, until they have rung out")
        ->check(in_range(0.0, kMostGenerations))
        ->excludes(seconds);
    verb.add_option("--rate", o.rate, "Generations a second")
        ->check(in_range(1.0, 1000.0))
        ->capture_default_str();
}

void add_sound_options(CLI::App& verb, LifeOptions& o)
{
    verb.add_option("-o,--output", o.output, "WAV file to write, - for standard output")->check(wav_name());
    verb.add_option(
            "--scale", o.scale,
            "Pitches of births: major_pentatonic, minor_pentatonic, whole_tone, hirajoshi, chromatic, "
            "or cents such as 0,386,702")
        ->capture_default_str();
    verb.add_option("--base", o.base_hz, "Lowest birth in Hz")
        ->check(in_range(20.0, 4000.0))
        ->capture_default_str();
    verb.add_option("--law", o.law,
                    "natural: few events are quiet; strict: a lone glider is as loud as a soup")
        ->check(one_of({"natural", "strict"}))
        ->capture_default_str();
    verb.add_option("--level", o.level, "Loudness before the limiter")
        ->check(in_range(0.0, 4.0))
        ->capture_default_str();
    verb.add_option("--format", o.format, "s16, s24 or f32")
        ->check(one_of({"s16", "s24", "f32"}))
        ->capture_default_str();
    verb.add_option("--block", o.block, "Frames per call of the sound; never changes it")
        ->check(in_range(1.0, 65536.0))
        ->capture_default_str();
}

} // namespace

void add_life_options(CLI::App& verb, LifeOptions& o)
{
    add_field_options(verb, o);
    add_time_options(verb, o);
    add_sound_options(verb, o);
    verb.add_option("--masks", o.masks,
                    "CSV file: population, births, deaths and checksums of every generation");
    verb.add_option("--events", o.events, "CSV file: every event of every generation");
    verb.add_option("--note", o.note, "First line of those files, instead of what was run");
    verb.add_option("--frames", o.frames, "Folder for a PNG picture of every generation");
    verb.add_option("--view", o.view, "What pictures show: teams and ages, or births and deaths")
        ->check(one_of({"teams", "events"}))
        ->capture_default_str();
    verb.add_option("--video", o.video, "Film with the sound, made by ffmpeg where that is installed");
    verb.add_flag("--json", o.json, "Print the accounts as JSON");
}

} // namespace quern::cli
