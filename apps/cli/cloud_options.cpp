// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "cloud_options.hpp"

#include "option_checks.hpp"

namespace quern::cli {

void add_cloud_options(CLI::App& verb, CloudOptions& o)
{
    verb.add_option("FILE", o.file,
                    "Sound file (WAV, AIFF, FLAC, OGG), - for standard input; demo: a built-in sound; or a "
                    "built-in recording (see quern bank)");
    verb.add_option("-o,--output", o.output, "WAV file to write, - for standard output")->check(wav_name());
    verb.add_option("--set", o.set, "PARAMETER=VALUE, may be repeated (see --list-parameters)")
        ->allow_extra_args(false);
    verb.add_option("--patch", o.patch,
                    "TOML file of parameters, constant or over time; - for standard input");
    verb.add_option("--preset", o.preset, "A built-in patch (see --list-presets), beneath --patch and --set");
    auto* midi = verb.add_option("--midi", o.midi,
                                 "Standard MIDI file whose notes are played, one stream of grains each");
    verb.add_option("--notes", o.notes,
                    "Notes to play: \"C3:0-2 E3:1-3 G3:2-4@0.5\", seconds; C4 is middle C")
        ->excludes(midi);
    verb.add_option("--seconds", o.seconds, "Length; else 10, or as long as the notes sound")
        ->check(in_range(0.01, 86400.0));
    verb.add_option("--seed", o.seed, "Another seed, other chances")
        ->check(in_range(0.0, 4294967295.0))
        ->capture_default_str();
    verb.add_option("--grains", o.grains, "Most grains at once; beyond, the oldest fade into new ones")
        ->check(in_range(1.0, 65536.0))
        ->capture_default_str();
    verb.add_option("--polyphony", o.polyphony, "Most notes at once; beyond, the oldest give way")
        ->check(in_range(1.0, 256.0))
        ->capture_default_str();
    verb.add_option("--root", o.root, "Key at which the sound is played as recorded; 60 is middle C")
        ->check(in_range(0.0, 127.0))
        ->capture_default_str();
    verb.add_option("--format", o.format, "s16, s24 or f32")
        ->check(one_of({"s16", "s24", "f32"}))
        ->capture_default_str();
    verb.add_option("--rate", o.rate, "48000, or 44100 converted by soxr")
        ->check(one_of({"48000", "44100"}))
        ->capture_default_str();
    auto* gain =
        verb.add_option("--gain", o.gain_db, "Gain of the file in dB")->check(in_range(-120.0, 120.0));
    verb.add_option("--loudness", o.loudness_lufs,
                    "Bring the file to this loudness (LUFS), as far as its peak stays below -0.1 dBFS")
        ->check(in_range(-70.0, 0.0))
        ->excludes(gain);
    verb.add_option("--block", o.block, "Frames per call of the instrument; never changes the sound")
        ->check(in_range(1.0, static_cast<double>(kLargestCloudBlock)))
        ->capture_default_str();
    verb.add_option("--spectrogram", o.spectrogram, "Draw what was made: SVG, or PNG when it ends in .png")
        ->check(picture_name());
    verb.add_flag("--list-presets", o.list_presets, "Print the built-in patches");
    verb.add_flag("--list-parameters", o.list_parameters, "Print what can be set, its range and its default");
    verb.add_flag("--json", o.json, "Print what is told as JSON");
}

} // namespace quern::cli
