// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "cloud_setup.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "cloud_demo.hpp"
#include "quern/bank/built_in.hpp"
#include "quern/core/units.hpp"
#include "quern/formats/midi_notes.hpp"
#include "quern/formats/recording_shape.hpp"
#include "quern/formats/sound_file.hpp"

namespace quern::cli {
namespace {

using grain::CloudParam;

constexpr double kDroneSeconds = 10.0;
constexpr double kLongestSeconds = 86400.0;
constexpr double kAfterRelease = 0.1; // seconds: bridges and smoothing have ended
constexpr double kRounding = 2.0 / kSampleRate;

Status read_source(const CloudOptions& options, CloudSetup& setup)
{
    setup.source_name = options.file;
    if (options.file == "demo") {
        setup.source = cloud_demo();
        return Ok{};
    }
    if (const bank::MemberSpec* member = bank::find(options.file)) {
        setup.source = bank::synthesise(*member);
        return Ok{};
    }
    Result<formats::SoundFile> file = formats::read_sound_file(options.file, formats::Fold::mean);
    if (!file)
        return file.error();
    setup.source = std::move(file->recording);
    setup.remarks.insert(setup.remarks.end(), file->notes.begin(), file->notes.end());
    // Steps at the edges of digital silence would be heard as clicks wherever a grain reads them.
    setup.dropped_s = formats::trim_silent_ends(setup.source);
    if (setup.dropped_s > 0.0)
        setup.remarks.push_back(fmt::format("{:.3f} s of silence dropped at its ends", setup.dropped_s));
    for (const double at_s : formats::soften_dropouts(setup.source))
        setup.remarks.push_back(fmt::format("a drop-out at {:.3f} s, its edges were faded", at_s));
    return Ok{};
}

std::string parameter_names()
{
    std::string names;
    for (const grain::CloudParamInfo& info : grain::cloud_params())
        names += (names.empty() ? "" : ", ") + std::string(info.id);
    return names;
}

Result<formats::CloudPatch> parse_set(const std::vector<std::string>& words)
{
    formats::CloudPatch patch;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        const std::string_view name = std::string_view(word).substr(0, equals);
        const std::optional<CloudParam> param = grain::cloud_param_named(name);
        if (!param || equals == std::string::npos)
            return Error{Error::Code::usage, "--set",
                         fmt::format("found \"{}\", expected PARAMETER=VALUE with one of {}", word,
                                     parameter_names())};
        const grain::CloudParamInfo& info = grain::info_of(*param);
        const std::string_view digits = std::string_view(word).substr(equals + 1);
        double value = 0.0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        const auto single = static_cast<double>(static_cast<float>(value));
        const bool whole = error == std::errc{} && end == digits.data() + digits.size();
        if (!whole || !(single >= static_cast<double>(info.low) && single <= static_cast<double>(info.high)))
            return Error{
                Error::Code::usage, "--set",
                fmt::format("found \"{}\", expected {} from {} to {}", word, info.id, info.low, info.high)};
        formats::CloudPatch one;
        one.lanes.push_back({*param, formats::CloudRamp::linear, {{0.0, single}}});
        formats::overlay_cloud_patch(patch, one);
    }
    return patch;
}

Status read_patch(const CloudOptions& options, CloudSetup& setup)
{
    if (!options.preset.empty()) {
        const std::optional<std::string_view> text = formats::cloud_preset(options.preset);
        if (!text) {
            std::string names;
            for (const formats::CloudPreset& preset : formats::cloud_presets())
                names += (names.empty() ? "" : ", ") + std::string(preset.name);
            return Error{Error::Code::usage, "--preset",
                         fmt::format("found \"{}\", expected one of {}", options.preset, names)};
        }
        Result<formats::CloudPatch> preset = formats::parse_cloud_patch(*text, options.preset);
        if (!preset)
            return preset.error();
        setup.patch = std::move(*preset);
    }
    if (!options.patch.empty()) {
        const Result<formats::CloudPatch> patch = formats::read_cloud_patch(options.patch);
        if (!patch)
            return patch.error();
        formats::overlay_cloud_patch(setup.patch, *patch);
    }
    const Result<formats::CloudPatch> set = parse_set(options.set);
    if (!set)
        return set.error();
    formats::overlay_cloud_patch(setup.patch, *set);
    return Ok{};
}

/// The longest that a note rings after it is let go.
double longest_release(const formats::CloudPatch& patch)
{
    double longest = static_cast<double>(grain::info_of(CloudParam::release).initial);
    for (const formats::CloudLane& lane : patch.lanes) {
        if (lane.param != CloudParam::release)
            continue;
        longest = 0.0;
        for (const formats::CloudPoint& point : lane.points)
            longest = std::max(longest, point.value);
    }
    return longest;
}

/// Whether a note may sound at the end of the file.
bool cuts_notes(const CloudSetup& setup, double release)
{
    const double end_s = static_cast<double>(setup.frames) / kSampleRate;
    return std::any_of(setup.notes.begin(), setup.notes.end(), [&](const CloudNoteSpan& note) {
        return note.start_s < end_s && note.end_s + release > end_s + kRounding;
    });
}

Status choose_notes(const CloudOptions& options, double release, CloudSetup& setup)
{
    if (!options.notes.empty()) {
        Result<std::vector<CloudNoteSpan>> notes = parse_cloud_notes(options.notes);
        if (!notes)
            return notes.error();
        setup.notes = std::move(*notes);
    } else if (!options.midi.empty()) {
        const Result<std::vector<formats::MidiNote>> notes =
            formats::read_midi_notes(options.midi, &setup.remarks);
        if (!notes)
            return notes.error();
        if (notes->empty())
            return Error{Error::Code::bad_input, options.midi, "found no notes, expected at least one"};
        for (const formats::MidiNote& note : *notes)
            setup.notes.push_back({note.start_s, note.end_s, static_cast<float>(note.key),
                                   static_cast<float>(note.velocity) / 127.0f});
    }
    if (setup.notes.empty()) {
        const double seconds = options.seconds.value_or(kDroneSeconds);
        setup.notes.push_back(
            {0.0, std::max(seconds - release, 0.5 * seconds), static_cast<float>(options.root), 1.0f});
        setup.frames = static_cast<std::uint64_t>(std::llround(seconds * kSampleRate));
        return Ok{};
    }
    double last = 0.0;
    for (const CloudNoteSpan& note : setup.notes)
        last = std::max(last, note.end_s);
    const double seconds = options.seconds.value_or(last + release + kAfterRelease);
    if (!(seconds <= kLongestSeconds))
        return Error{Error::Code::bad_input, options.midi.empty() ? "--notes" : options.midi,
                     fmt::format("found notes up to {} s, expected at most {} s", last, kLongestSeconds)};
    setup.frames = static_cast<std::uint64_t>(std::llround(seconds * kSampleRate));
    return Ok{};
}

Status read_notes(const CloudOptions& options, CloudSetup& setup)
{
    const double release = longest_release(setup.patch);
    if (Status status = choose_notes(options, release, setup); !status)
        return status;
    setup.fades_out = cuts_notes(setup, release);
    if (setup.fades_out)
        setup.remarks.push_back(
            fmt::format("notes sound up to the end, where they are faded out over {:.0f} ms",
                        1000.0 * kFadeFrames / kSampleRate));
    return Ok{};
}

} // namespace

Result<CloudSetup> set_up_cloud(const CloudOptions& options)
{
    CloudSetup setup;
    Status status = read_patch(options, setup);
    if (status)
        status = read_notes(options, setup);
    if (status)
        status = read_source(options, setup);
    if (!status)
        return status.error();
    return setup;
}

} // namespace quern::cli
