// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "render_options.hpp"

#include <string_view>

#include "option_checks.hpp"

namespace quern::cli {
namespace {

constexpr std::size_t kLargestBlock = std::size_t{1} << 24;

std::string switch_names()
{
    std::string names;
    for (const bed::FidelitySwitch& entry : bed::fidelity_switches())
        names += (names.empty() ? "" : ", ") + std::string(entry.name);
    return names;
}

void add_output_options(CLI::App& verb, RenderOptions& o)
{
    auto* output = verb.add_option("-o,--output", o.output, "WAV file to write, - for standard output")
                       ->check(wav_name());
    verb.add_option("--explain", o.explain_s,
                    "Write nothing, but tell what plays at this second of the ride, and why")
        ->check(in_range(0.0, 1e6))
        ->excludes(output);
    verb.add_option("--channels", o.channels, "2, or 6 as FL FR FC LFE SL SR")
        ->check(one_of({"2", "6"}))
        ->capture_default_str();
    verb.add_option("--format", o.format, "s16, s24 or f32")
        ->check(one_of({"s16", "s24", "f32"}))
        ->capture_default_str();
    verb.add_option("--rate", o.rate, "48000, or 44100 converted by soxr")
        ->check(one_of({"48000", "44100"}))
        ->capture_default_str();
    verb.add_option("--from", o.from_s,
                    "First second to write; the ride is rendered from its start all the same, so "
                    "that a part sounds exactly as in the whole")
        ->check(in_range(0.0, 1e6));
    verb.add_option("--to", o.to_s,
                    "Second to stop at; of a ride above 4 hours, at most the first 4 can be rendered")
        ->check(in_range(0.0, 1e6));
    auto* gain = verb.add_option("--gain", o.gain_db, "Gain in dB")->check(in_range(-120.0, 120.0));
    verb.add_option("--loudness", o.loudness_lufs,
                    "Bring the file to this loudness (LUFS), as far as its peak stays below -0.1 dBFS")
        ->check(in_range(-70.0, 0.0))
        ->excludes(gain);
    verb.add_option(
        "--stems", o.stems,
        "Folder for the parts: a, b, graph3, rocket, env, flange as WAV, without gain or loudness");
    verb.add_option("--trace", o.trace, "File for the event trace (see quern trace)");
    verb.add_option("--save-ride", o.save_ride, "Write the ride up to --to as CSV, one row a control frame");
    verb.add_option("--block", o.block, "Frames per engine call; never changes the sound")
        ->check(in_range(1.0, static_cast<double>(kLargestBlock)))
        ->capture_default_str();
    verb.add_flag("--json", o.json, "Print the summary as one JSON object");
}

} // namespace

void add_input_options(CLI::App& verb, RenderOptions& o)
{
    verb.add_option("RIDE", o.ride,
                    "Ride file (CSV, GPX or TOML script), - for standard input, or a built-in ride: demo, "
                    "acceptance/ollie, ...")
        ->required();
    verb.add_option(
        "--surface", o.surface,
        "Roll on this surface throughout: concrete_rough, concrete_rough_soft, surface:4 or tag:57");
    auto* bank = add_bank_input(verb, o.bank);
    verb.add_option("--recording", o.recording,
                    "One sound file or .grain for all surfaces, slow at its start, fast at its end")
        ->excludes(bank);
    verb.add_option(
            "--steady", o.steady,
            "A --recording whose level does not rise from start to end: give it the rise of a real roll, or "
            "keep it")
        ->check(one_of({"rise", "keep"}))
        ->capture_default_str();
    verb.add_option("--tuning", o.tunings, "TOML file of tuning values, or a folder of them; may be repeated")
        ->allow_extra_args(false);
    verb.add_option("--ride-constants", o.ride_constants,
                    "TOML file of constants that turn tracks and scripts into motion (see data/rides.toml)");
    verb.add_option("--member", o.member,
                    "Generic rides (CSV with position, gain, pitch): the recording to play");
    verb.add_flag("--soft", o.soft, "Soft wheels throughout");
    verb.add_option("--speed-scale", o.speed_scale, "Multiply every speed of the ride")
        ->check(in_range(0.001, 100.0));
    verb.add_option("--max-kmh", o.max_kmh,
                    "Speed at which every surface reaches the fast end of its recording")
        ->check(in_range(1.0, 300.0));
    verb.add_option("--silent-surfaces", o.silent_surfaces,
                    "Surfaces without a recording: play the nearest one, or stay silent")
        ->check(one_of({"nearest", "silent"}))
        ->capture_default_str();
    verb.add_option("--control-rate", o.control_rate, "Control frames per second")
        ->check(one_of({"60", "30"}))
        ->capture_default_str();
    verb.add_option("--seed", o.seed, "Start of the random picks; 0 is the documented state")
        ->check(in_range(0.0, 4294967295.0))
        ->capture_default_str();
    verb.add_option("--fidelity", o.fidelity, "NAME=VALUE, may be repeated. Switches: " + switch_names())
        ->allow_extra_args(false);
}

void add_render_options(CLI::App& verb, RenderOptions& options)
{
    add_input_options(verb, options);
    add_output_options(verb, options);
}

Result<bed::Fidelity> parse_fidelity(const std::vector<std::string>& words)
{
    bed::Fidelity fidelity;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        const std::string_view name = std::string_view(word).substr(0, equals);
        const bed::FidelitySwitch* found = nullptr;
        for (const bed::FidelitySwitch& entry : bed::fidelity_switches()) {
            if (entry.name == name)
                found = &entry;
        }
        if (found == nullptr)
            return Error{Error::Code::usage, "--fidelity",
                         "found \"" + std::string(name) +
                             "\", expected NAME=VALUE with a name of: " + switch_names()};
        const std::string_view value =
            equals == std::string::npos ? std::string_view{} : std::string_view(word).substr(equals + 1);
        if (value != "0" && value != "1")
            return Error{Error::Code::usage, "--fidelity",
                         "found \"" + word + "\", expected " + std::string(name) + "=0 or " +
                             std::string(name) + "=1"};
        fidelity.*found->field = value == "1" ? 1 : 0;
    }
    return fidelity;
}

} // namespace quern::cli
