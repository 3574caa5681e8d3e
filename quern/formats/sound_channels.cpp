// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/sound_channels.hpp"

#include <utility>

#include "quern/formats/sndfile_bytes.hpp"
#include "quern/formats/sound_file.hpp"

namespace quern::formats {
namespace {

constexpr sf_count_t kMostSamples = sf_count_t{1} << 28;

void describe(SoundChannels& sound, int format)
{
    struct Encoding {
        int format;
        const char* name;
        int bits;
    };
    constexpr Encoding kEncodings[] = {
        {SF_FORMAT_PCM_U8, "8-bit", 8},
        {SF_FORMAT_PCM_S8, "8-bit", 8},
        {SF_FORMAT_PCM_16, "16-bit", 16},
        {SF_FORMAT_PCM_24, "24-bit", 24},
        {SF_FORMAT_PCM_32, "32-bit", 32},
        {SF_FORMAT_FLOAT, "32-bit float", 0},
        {SF_FORMAT_DOUBLE, "64-bit float", 0},
        {SF_FORMAT_VORBIS, "Vorbis", 0},
        {SF_FORMAT_OPUS, "Opus", 0},
        {SF_FORMAT_ULAW, "mu-law", 0},
        {SF_FORMAT_ALAW, "A-law", 0},
        {SF_FORMAT_IMA_ADPCM, "IMA ADPCM", 0},
        {SF_FORMAT_MS_ADPCM, "Microsoft ADPCM", 0},
    };
    const int type = format & SF_FORMAT_TYPEMASK;
    sound.container = type == SF_FORMAT_FLAC   ? "FLAC"
                      : type == SF_FORMAT_OGG  ? "Ogg"
                      : type == SF_FORMAT_AIFF ? "AIFF"
                                               : "WAV";
    sound.encoding = "other encoding";
    sound.bits = 0;
    for (const Encoding& encoding : kEncodings) {
        if (encoding.format == (format & SF_FORMAT_SUBMASK)) {
            sound.encoding = encoding.name;
            sound.bits = encoding.bits;
        }
    }
}

} // namespace

Result<SoundChannels> parse_sound_channels(Bytes bytes, const std::string& path)
{
    Result<SoundFile> first = parse_sound_channel(bytes, path, 0);
    if (!first)
        return first.error();
    const SF_INFO info = SndfileBytes(bytes).info();
    if (info.frames > kMostSamples / info.channels)
        return Error{Error::Code::bad_input, path,
                     "found " + std::to_string(info.frames) + " frames of " + std::to_string(info.channels) +
                         " channels, expected at most " + std::to_string(kMostSamples) + " samples in all"};
    SoundChannels sound;
    sound.rate = first->recording.rate;
    describe(sound, info.format);
    sound.channels.push_back(std::move(first->recording.samples));
    for (int c = 1; c < info.channels; ++c) {
        Result<SoundFile> next = parse_sound_channel(bytes, path, c);
        if (!next)
            return next.error();
        sound.channels.push_back(std::move(next->recording.samples));
    }
    return sound;
}

} // namespace quern::formats
