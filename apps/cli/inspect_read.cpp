// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <utility>

#include "inspect_parts.hpp"
#include "inspect_sheet.hpp"
#include "quern/formats/stream/grain_check.hpp"

namespace quern::cli {
namespace {

using namespace formats;

// An archive within these is looked into without being asked.
constexpr std::uint64_t kFewBytes = std::uint64_t{64} << 20;
constexpr std::size_t kFewSounds = 1000;

Levels measure(const Pcm16& pcm)
{
    constexpr std::array<std::size_t, 6> kMeterOrder{0, 1, 2, 5, 3, 4}; // the game's six end with the LFE
    const auto channels = static_cast<std::size_t>(pcm.channels);
    std::vector<float> samples;
    samples.reserve(pcm.samples.size());
    for (std::size_t i = 0; i < pcm.samples.size(); ++i) {
        const std::size_t from = channels == 6 ? i - i % 6 + kMeterOrder[i % 6] : i;
        samples.push_back(static_cast<float>(pcm.samples[from]) / 32768.0f);
    }
    Meter meter(pcm.channels, pcm.rate);
    meter.add(samples);
    return meter.levels();
}

void tell_stream(SoundSheet& sheet, const OpenedSound& opened)
{
    const EaacHeader& header = opened.stream().header();
    sheet.codec = eaac_codec_name(header.codec);
    sheet.channels = header.channels;
    sheet.rate = header.rate;
    sheet.samples = header.samples;
    sheet.loop_start = header.loop_start;
    sheet.duration = opened.grain ? opened.grain->duration : nominal_duration(header);
    sheet.findings = opened.grain ? opened.grain->findings : opened.stream().findings();
    sheet.part = opened.grain ? grain_part(opened) : stream_part(opened.stream());
}

void tell_wave(SoundSheet& sheet, const OpenedSound& opened)
{
    const xma::RiffXma& wave = *opened.wave;
    sheet.codec = "XMA2";
    sheet.channels = wave.channels;
    sheet.rate = wave.rate;
    sheet.samples = wave.play_length;
    sheet.duration = static_cast<float>(static_cast<double>(wave.play_length) / wave.rate);
    if (wave.loop_count != 0)
        sheet.loop_start = wave.loop_begin;
    sheet.part = riff_part(opened.bytes);
}

/// One of the game's sounds.
SoundSheet tell_game_sound(const SoundSource& source, const Sound& sound, bool decode)
{
    SoundSheet sheet;
    sheet.name = sound.name;
    sheet.kind = sound.kind;
    const auto opened = source.read(sound);
    if (!opened) {
        sheet.error = opened.error();
        return sheet;
    }
    if (opened->wave)
        tell_wave(sheet, *opened);
    else
        tell_stream(sheet, *opened);
    if (!decode)
        return sheet;
    if (const auto decoded = decode_sound(*opened))
        sheet.levels = measure(decoded->pcm);
    else
        sheet.error = decoded.error();
    return sheet;
}

/// A WAV, AIFF, FLAC or Ogg file.
SoundSheet tell_sound_file(const SoundSource& source, Bytes bytes, const Sound& sound, bool decode)
{
    SoundSheet sheet;
    sheet.name = sound.name;
    sheet.kind = sound.kind;
    if (holds(bytes, 0, 12) && bytes[0] == 'R')
        sheet.part = riff_part(bytes);
    const auto file = source.channels(sound);
    if (!file) {
        sheet.error = file.error();
        return sheet;
    }
    const std::size_t frames = file->channels[0].size();
    sheet.codec = file->container + ", " + file->encoding;
    sheet.channels = static_cast<int>(file->channels.size());
    sheet.rate = file->rate;
    sheet.samples = frames;
    sheet.duration = static_cast<float>(static_cast<double>(frames) / file->rate);
    if (decode) {
        std::vector<float> interleaved;
        interleaved.reserve(frames * file->channels.size());
        for (std::size_t i = 0; i < frames; ++i) {
            for (const std::vector<float>& channel : file->channels)
                interleaved.push_back(channel[i]);
        }
        Meter meter(sheet.channels, sheet.rate);
        meter.add(interleaved);
        sheet.levels = meter.levels();
    }
    return sheet;
}

void tell_seek_table(FileSheet& sheet, Bytes bytes)
{
    const auto table = SeekTable::parse(bytes, {sheet.path, 0});
    if (!table) {
        sheet.error = table.error();
        return;
    }
    const auto rows = table->rows();
    if (!rows) {
        sheet.error = rows.error();
        return;
    }
    sheet.part = seek_table_part(*table, *rows, 0);
}

void tell_archive(FileSheet& sheet, const SoundSource& source, Bytes bytes, const InspectLimits& limits)
{
    const Archive& archive = *source.archive();
    sheet.form = archive_kind_name(archive.table().kind);
    sheet.members = archive.members().size();
    sheet.findings = archive.table().findings;
    sheet.part = archive_part(archive, bytes);
    if (const Status safe = archive.check_extraction(); !safe) {
        sheet.not_looked = safe.error().text();
        return;
    }
    std::uint64_t total = 0;
    for (const Sound& sound : source.sounds())
        total += archive.members()[sound.index].size;
    const bool few = total <= kFewBytes && source.sounds().size() <= kFewSounds;
    if (!few && !limits.members && !limits.decode) {
        sheet.not_looked = std::to_string(source.sounds().size()) + " sounds of " + std::to_string(total) +
                           " bytes; --members looks into them";
        return;
    }
    for (const Sound& sound : source.sounds()) {
        if (sound.kind != FileKind::sound)
            sheet.sounds.push_back(tell_game_sound(source, sound, limits.decode));
    }
}

} // namespace

FileSheet inspect_file(const std::string& path, const InspectLimits& limits)
{
    FileSheet sheet;
    sheet.path = path;
    auto mapped = MappedFile::open(path);
    if (!mapped) {
        sheet.error = mapped.error();
        return sheet;
    }
    const Bytes bytes = mapped->bytes(); // they stay where they are
    sheet.bytes = bytes.size();
    sheet.kind = identify(bytes, path);
    if (sheet.kind == FileKind::seek_table) {
        tell_seek_table(sheet, bytes);
        return sheet;
    }
    const auto source = SoundSource::open(path, std::move(*mapped));
    if (!source) {
        sheet.error = source.error();
        return sheet;
    }
    if (source->archive() != nullptr) {
        tell_archive(sheet, *source, bytes, limits);
        return sheet;
    }
    const Sound& sound = source->sounds().front();
    sheet.sounds.push_back(sound.kind == FileKind::sound
                               ? tell_sound_file(*source, bytes, sound, limits.decode)
                               : tell_game_sound(*source, sound, limits.decode));
    return sheet;
}

} // namespace quern::cli
