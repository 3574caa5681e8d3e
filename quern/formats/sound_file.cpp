// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/sound_file.hpp"

#include <sndfile.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

#include "quern/formats/mapped_file.hpp"
#include "quern/formats/sndfile_bytes.hpp"

namespace quern::formats {
namespace {

constexpr std::uint32_t kLowestRate = 8000;
constexpr std::uint32_t kHighestRate = 192000;
constexpr int kMostChannels = 64;
constexpr sf_count_t kChunkFrames = 4096;
constexpr sf_count_t kMostPromisedFrames = 4'000'000; // more than the game's longest recordings have

std::string place(const std::string& path, std::uint64_t offset)
{
    char text[32];
    std::snprintf(text, sizeof text, ":0x%llx", static_cast<unsigned long long>(offset));
    return path + text;
}

std::string printable(std::string_view bytes)
{
    std::string text;
    for (const char c : bytes)
        text += c >= ' ' && c <= '~' ? c : '.';
    return text;
}

std::optional<Error> check_channels(const std::string& where, int channels)
{
    if (channels >= 1 && channels <= kMostChannels)
        return std::nullopt;
    return Error{Error::Code::bad_input, where,
                 "found " + std::to_string(channels) + " channels, expected 1 to " +
                     std::to_string(kMostChannels)};
}

std::optional<Error> check_rate(const std::string& where, std::uint32_t rate)
{
    if (rate >= kLowestRate && rate <= kHighestRate)
        return std::nullopt;
    return Error{Error::Code::bad_input, where,
                 "found a rate of " + std::to_string(rate) + " Hz, expected " + std::to_string(kLowestRate) +
                     " to " + std::to_string(kHighestRate)};
}

/// Walks the chunks of a RIFF file up to the samples. libsndfile plays a cut-off file as far as it goes; a
/// recording with half of its speeds missing is better refused.
std::optional<Error> check_riff(const std::string& path, Bytes bytes)
{
    std::uint64_t offset = 12;
    while (holds(bytes, offset, 8)) {
        const std::uint64_t length = read_le32(bytes, offset + 4);
        const std::uint64_t body = offset + 8;
        const auto is = [&](const char* name) { return std::memcmp(bytes.data() + offset, name, 4) == 0; };
        if (is("fmt ") && length >= 16 && holds(bytes, body, 16)) {
            if (auto error = check_channels(place(path, body + 2), bytes[body + 2] | bytes[body + 3] << 8))
                return error;
            if (auto error = check_rate(place(path, body + 4), read_le32(bytes, body + 4)))
                return error;
        }
        if (is("data")) {
            const bool streamed = length == 0xFFFFFFFFu; // written to a pipe: as long as it lasts
            if (!streamed && !holds(bytes, body, length))
                return Error{Error::Code::bad_input, place(path, bytes.size()),
                             "the file ends here, expected " + std::to_string(length) +
                                 " bytes of samples from " + place("", body).substr(1) + " on"};
            return std::nullopt;
        }
        offset = body + length + length % 2;
    }
    return Error{Error::Code::bad_input, place(path, std::min<std::uint64_t>(offset, bytes.size())),
                 "found no data chunk, expected one"};
}

/// Looks at the first bytes, so that a wrong file is named by what it is rather than by a decoder's
/// complaint.
std::optional<Error> check_head(const std::string& path, Bytes bytes)
{
    if (bytes.empty())
        return Error{Error::Code::bad_input, place(path, 0), "the file is empty, expected a sound file"};
    const std::string kind(bytes.begin(), bytes.begin() + std::min<std::ptrdiff_t>(std::ssize(bytes), 4));
    if (kind == "RIFF")
        return check_riff(path, bytes);
    if (kind == "RF64" || kind == "FORM" || kind == "fLaC" || kind == "OggS")
        return std::nullopt;
    return Error{Error::Code::bad_input, place(path, 0),
                 "found \"" + printable(kind) + "\", expected RIFF (WAV), FORM (AIFF), fLaC or OggS"};
}

std::optional<Error> check_shape(const std::string& path, const SF_INFO& info)
{
    if (auto error = check_channels(path, info.channels))
        return error;
    if (auto error = check_rate(path, static_cast<std::uint32_t>(info.samplerate)))
        return error;
    if (info.frames <= 0)
        return Error{Error::Code::bad_input, path, "found no frames, expected a recording"};
    if (static_cast<double>(info.frames) > kLongestRecordingSeconds * info.samplerate)
        return Error{Error::Code::bad_input, path,
                     "found " + std::to_string(info.frames / info.samplerate) + " s, expected at most " +
                         std::to_string(static_cast<int>(kLongestRecordingSeconds)) + " s"};
    return std::nullopt;
}

constexpr int kMean = -1; // in place of a channel

float fold_frame(const float* frame, int channels, int channel)
{
    if (channel != kMean)
        return frame[channel];
    double sum = 0.0;
    for (int c = 0; c < channels; ++c)
        sum += static_cast<double>(frame[c]);
    return static_cast<float>(sum / channels);
}

std::string short_number(float value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", static_cast<double>(value));
    return text.data();
}

Result<std::vector<float>> read_samples(const std::string& path, SNDFILE* file, const SF_INFO& info,
                                        int channel)
{
    std::vector<float> samples;
    // A header may promise more than there is; from here on the samples themselves make the room.
    samples.reserve(static_cast<std::size_t>(std::min(info.frames, kMostPromisedFrames)));
    std::vector<float> chunk(static_cast<std::size_t>(kChunkFrames * info.channels));
    while (sf_count_t got = sf_readf_float(file, chunk.data(), kChunkFrames)) {
        for (sf_count_t i = 0; i < got; ++i) {
            const float sample = fold_frame(chunk.data() + i * info.channels, info.channels, channel);
            if (!std::isfinite(sample))
                return Error{Error::Code::bad_input, path + ":frame " + std::to_string(samples.size()),
                             "found a sample that is not finite, expected a number"};
            if (std::fabs(sample) > kLoudestSample)
                return Error{Error::Code::bad_input, path + ":frame " + std::to_string(samples.size()),
                             "found a sample of " + short_number(sample) +
                                 " times full scale, expected at most 64: whole numbers kept as floats?"};
            samples.push_back(sample);
        }
        if (samples.size() > static_cast<std::size_t>(info.frames))
            break;
    }
    if (samples.size() != static_cast<std::size_t>(info.frames))
        return Error{
            Error::Code::bad_input, path + ":frame " + std::to_string(samples.size()),
            "the sound ends here, expected " + std::to_string(info.frames) + " frames" +
                (sf_error(file) == SF_ERR_NO_ERROR ? "" : " (" + std::string(sf_strerror(file)) + ")")};
    return samples;
}

Result<SoundFile> parse(Bytes bytes, const std::string& path, int channel)
{
    if (std::optional<Error> error = check_head(path, bytes))
        return *error;
    const SndfileBytes file(bytes);
    const SF_INFO& info = file.info();
    if (file.get() == nullptr)
        return Error{Error::Code::bad_input, path,
                     "found a header or an encoding that cannot be decoded (" +
                         std::string(sf_strerror(nullptr)) +
                         "), expected a whole WAV, AIFF, FLAC or Ogg file"};
    if (std::optional<Error> error = check_shape(path, info))
        return *error;
    if (channel >= info.channels)
        return Error{Error::Code::usage, path,
                     "found " + std::to_string(info.channels) + " channels, expected at least " +
                         std::to_string(channel + 1)};
    Result<std::vector<float>> samples = read_samples(path, file.get(), info, channel);
    if (!samples)
        return samples.error();

    SoundFile sound;
    sound.recording.samples = std::move(*samples);
    sound.recording.rate = static_cast<std::uint32_t>(info.samplerate);
    sound.recording.duration = static_cast<float>(static_cast<double>(info.frames) / info.samplerate);
    if (info.channels > 1)
        sound.notes.push_back(path + ": " + std::to_string(info.channels) + " channels, " +
                              (channel == kMean ? "their mean is taken"
                               : channel == 0   ? "only the first is played"
                                              : "only number " + std::to_string(channel + 1) + " is taken"));
    const bool silent = std::all_of(sound.recording.samples.begin(), sound.recording.samples.end(),
                                    [](float sample) { return sample == 0.0f; });
    if (silent)
        sound.notes.push_back(path + (channel == kMean && info.channels > 1
                                          ? ": the mean of its channels is zero in every frame"
                                          : ": every sample is zero"));
    return sound;
}

Result<SoundFile> read(const std::string& path, int channel)
{
    std::error_code failed;
    if (std::filesystem::is_directory(path, failed))
        return Error{Error::Code::bad_input, path, "is a directory, expected a sound file"};
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file)
        return file.error();
    return parse(file->bytes(), input_name(path), channel);
}

int channel_of(Fold fold)
{
    return fold == Fold::mean ? kMean : 0;
}

} // namespace

Result<SoundFile> parse_sound_file(Bytes bytes, const std::string& name, Fold fold)
{
    return parse(bytes, name, channel_of(fold));
}

Result<SoundFile> parse_sound_channel(Bytes bytes, const std::string& name, int channel)
{
    return parse(bytes, name, std::max(channel, 0));
}

Result<SoundFile> read_sound_file(const std::string& path, Fold fold)
{
    return read(path, channel_of(fold));
}

Result<SoundFile> read_sound_channel(const std::string& path, int channel)
{
    return read(path, std::max(channel, 0));
}

} // namespace quern::formats
