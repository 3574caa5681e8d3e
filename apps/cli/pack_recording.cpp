// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "pack_recording.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "quern/engine/bank.hpp"
#include "quern/formats/mapped_file.hpp"
#include "quern/formats/pack/round_samples.hpp"
#include "quern/formats/recording_shape.hpp"
#include "quern/formats/sound_file.hpp"
#include "quern/formats/stream/grain_file.hpp"
#include "rate_converter.hpp"

namespace quern::cli {
namespace {

constexpr std::size_t kConvertFrames = 65536; // at a time

/// What cannot be read is bad input, whatever the reason.
Error unreadable(Error error)
{
    if (error.code == Error::Code::io)
        error.code = Error::Code::bad_input;
    return error;
}

Result<PackedRecording> copy_grain(const PackSource& source, const PackOptions& o, const PackOrder& order)
{
    if (order.kind == PackKind::stream)
        return Error{Error::Code::usage, source.path, "found a .grain, expected a sound file for a .snr"};
    if (o.duration_s)
        return Error{Error::Code::usage, "--duration",
                     "found a .grain, which is copied; expected a sound file"};
    const Result<formats::MappedFile> file = formats::MappedFile::open(source.path);
    if (!file)
        return unreadable(file.error());
    const formats::Bytes bytes = file->bytes();
    const Result<formats::GrainFile> grain = formats::GrainFile::open(bytes, source.path);
    if (!grain)
        return grain.error();
    PackedRecording packed;
    for (const formats::Finding& finding : grain->findings.list()) {
        if (finding.severity == formats::Finding::Severity::error)
            return Error{Error::Code::bad_input, {}, finding.text(source.path)};
        packed.notes.push_back(finding.text(source.path));
    }
    packed.copied = true;
    packed.files.head.assign(bytes.begin(), bytes.end());
    formats::PackFigures& figures = packed.files.figures;
    const formats::EaacHeader& header = grain->stream.header();
    figures.codec = header.codec;
    figures.rate = header.rate;
    figures.samples = header.samples;
    figures.seconds = static_cast<double>(header.samples) / header.rate;
    figures.bytes = bytes.size();
    figures.kbps = static_cast<double>(bytes.size()) / 125.0 / figures.seconds;
    return packed;
}

/// 44100 and 48000 for recordings, more for streams.
Status check_rate(const std::string& path, std::uint32_t rate, PackKind kind)
{
    const auto& rates = formats::kGrainRates;
    const bool fits = kind == PackKind::stream
                          ? rate >= formats::kLowestStreamRate && rate <= formats::kHighestStreamRate
                          : std::find(std::begin(rates), std::end(rates), rate) != std::end(rates);
    if (fits)
        return Ok{};
    return Error{
        Error::Code::bad_input, path,
        fmt::format("found a rate of {} Hz, expected {}, which the game plays; --rate 48000 converts", rate,
                    kind == PackKind::stream ? "8000 to 48000" : "44100 or 48000")};
}

void convert(grain::Recording& recording, std::uint32_t rate)
{
    if (rate == recording.rate)
        return;
    RateConverter converter(recording.rate, rate, 1);
    std::vector<float> samples;
    const std::span<const float> all(recording.samples);
    for (std::size_t at = 0; at < all.size(); at += kConvertFrames) {
        const auto part = converter.convert(all.subspan(at, std::min(kConvertFrames, all.size() - at)));
        samples.insert(samples.end(), part.begin(), part.end());
    }
    const auto tail = converter.finish();
    samples.insert(samples.end(), tail.begin(), tail.end());
    recording.samples = std::move(samples);
    recording.rate = rate;
    recording.duration = static_cast<float>(static_cast<double>(recording.samples.size()) / rate);
}

Result<grain::Recording> read_recording(const PackSource& source, const PackOptions& o, PackKind kind,
                                        std::vector<std::string>& notes)
{
    if (source.built_in) {
        grain::Recording recording = *Bank().get(*source.built_in);
        convert(recording, o.rate.value_or(recording.rate));
        return recording;
    }
    Result<formats::SoundFile> file = o.channel ? formats::read_sound_channel(source.path, *o.channel - 1)
                                                : formats::read_sound_file(source.path, formats::Fold::mean);
    if (!file)
        return unreadable(file.error());
    notes = std::move(file->notes);
    for (std::string& note : notes) {
        if (note.ends_with("their mean is taken"))
            note += "; --channel N takes one, as quern check judges the first";
    }
    convert(file->recording, o.rate.value_or(file->recording.rate));
    if (const Status status = check_rate(source.path, file->recording.rate, kind); !status)
        return status.error();
    return std::move(file->recording);
}

void note_rounding(PackedRecording& packed, const std::string& what)
{
    if (packed.rounded != 0)
        packed.notes.push_back(fmt::format("{}: rounded to 16 bits: {} samples", what, packed.rounded));
    if (packed.clipped != 0)
        packed.notes.push_back(
            fmt::format("{}: beyond full scale and clipped: {} samples", what, packed.clipped));
}

void note_steady(PackedRecording& packed, const PackSource& source, const grain::Recording& recording)
{
    const double rise_db = formats::level_rise_db(recording);
    if (rise_db < formats::kSteadyRiseDb)
        packed.notes.push_back(fmt::format("{}: its level changes by {:+.1f} dB from start to end, that of a "
                                           "roll from slow to fast by +9 to +12",
                                           source.path, rise_db));
}

} // namespace

Result<PackedRecording> pack_recording(const PackSource& source, const PackOptions& o, const PackOrder& order)
{
    if (is_grain_path(source.path))
        return copy_grain(source, o, order);
    PackedRecording packed;
    const Result<grain::Recording> recording = read_recording(source, o, order.kind, packed.notes);
    if (!recording)
        return recording.error();
    const formats::RoundedSound rounded = formats::round_to_16_bits(*recording);
    packed.rounded = rounded.rounded;
    packed.clipped = rounded.clipped;
    // The synthesiser has more bits than anybody asked for.
    if (!source.built_in) {
        note_rounding(packed, source.path);
        if (order.kind != PackKind::stream)
            note_steady(packed, source, *recording);
    }

    const float duration = o.duration_s ? static_cast<float>(*o.duration_s) : recording->duration;
    Result<formats::PackedSound> files = order.kind == PackKind::stream
                                             ? formats::pack_stream(rounded.sound, order.goal, order.form)
                                             : formats::pack_grain(rounded.sound, order.goal, duration);
    if (!files) {
        Error error = files.error();
        error.where = (source.path.empty() ? source.name : source.path) +
                      (error.where.empty() ? "" : ": " + error.where);
        return error;
    }
    packed.files = std::move(*files);
    if (order.kind != PackKind::stream && packed.files.figures.codec != formats::EaacCodec::ea_xma)
        packed.notes.push_back(
            fmt::format("{}: the game's own recordings are EA-XMA; whether it plays {} is not known",
                        source.name, formats::eaac_codec_name(packed.files.figures.codec)));
    return packed;
}

} // namespace quern::cli
