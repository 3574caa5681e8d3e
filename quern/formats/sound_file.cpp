// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/sound_file.hpp"

#include <sndfile.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

namespace quern::formats {
namespace {

constexpr int kLowestRate = 8000;
constexpr int kHighestRate = 192000;
constexpr int kMostChannels = 64;
constexpr sf_count_t kChunkFrames = 4096;
constexpr sf_count_t kMostPromisedFrames = 4'000'000; // more than the game's longest recordings have

struct CloseFile {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    void operator()(SNDFILE* file) const noexcept { sf_close(file); }
};

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

std::uint32_t little_u32(const unsigned char* p)
{
    return static_cast<std::uint32_t>(p[0] | p[1] << 8 | p[2] << 16) | static_cast<std::uint32_t>(p[3]) << 24;
}

/// Walks the chunks of a RIFF file up to the samples. libsndfile plays a cut-off file as far as it goes; a
/// recording with half of its speeds missing is better refused.
std::optional<Error> check_riff(const std::string& path, std::FILE* file, std::uint64_t size)
{
    std::uint64_t offset = 12;
    std::array<unsigned char, 8> head{};
    while (offset + head.size() <= size) {
        if (std::fseek(file, static_cast<long>(offset), SEEK_SET) != 0 ||
            std::fread(head.data(), 1, head.size(), file) != head.size())
            break;
        const std::uint64_t length = little_u32(head.data() + 4);
        if (std::memcmp(head.data(), "data", 4) == 0) {
            const bool streamed = length == 0xFFFFFFFFu; // written to a pipe: as long as it lasts
            if (!streamed && offset + 8 + length > size)
                return Error{Error::Code::bad_input, place(path, size),
                             "the file ends here, expected " + std::to_string(length) +
                                 " bytes of samples from " + place("", offset + 8).substr(1) + " on"};
            return std::nullopt;
        }
        offset += 8 + length + length % 2;
    }
    return Error{Error::Code::bad_input, place(path, std::min(offset, size)),
                 "found no data chunk, expected one"};
}

/// Looks at the first bytes, so that a wrong file is named by what it is rather than by a decoder's
/// complaint.
std::optional<Error> check_head(const std::string& path)
{
    std::error_code failed;
    if (std::filesystem::is_directory(path, failed))
        return Error{Error::Code::bad_input, path, "is a directory, expected a sound file"};
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return Error{Error::Code::io, path, std::string("cannot read: ") + std::strerror(errno)};
    std::array<char, 12> head{};
    const std::size_t got = std::fread(head.data(), 1, head.size(), file.get());
    if (got == 0)
        return Error{Error::Code::bad_input, place(path, 0), "the file is empty, expected a sound file"};
    const std::string_view found(head.data(), got);
    const std::string_view kind = found.substr(0, 4);
    if (kind == "RIFF") {
        const std::uintmax_t size = std::filesystem::file_size(path, failed);
        return failed ? std::nullopt : check_riff(path, file.get(), size);
    }
    if (kind == "RF64" || kind == "FORM" || kind == "fLaC" || kind == "OggS")
        return std::nullopt;
    return Error{Error::Code::bad_input, place(path, 0),
                 "found \"" + printable(kind) + "\", expected RIFF (WAV), FORM (AIFF), fLaC or OggS"};
}

std::optional<Error> check_shape(const std::string& path, const SF_INFO& info)
{
    if (info.channels < 1 || info.channels > kMostChannels)
        return Error{Error::Code::bad_input, path,
                     "found " + std::to_string(info.channels) + " channels, expected 1 to " +
                         std::to_string(kMostChannels)};
    if (info.samplerate < kLowestRate || info.samplerate > kHighestRate)
        return Error{Error::Code::bad_input, path,
                     "found a rate of " + std::to_string(info.samplerate) + " Hz, expected " +
                         std::to_string(kLowestRate) + " to " + std::to_string(kHighestRate)};
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
                             "found a sample that is not finite"};
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
        return Error{Error::Code::bad_input, path + ":frame " + std::to_string(samples.size()),
                     "the sound ends here, expected " + std::to_string(info.frames) + " frames (" +
                         sf_strerror(file) + ")"};
    return samples;
}

Result<SoundFile> read(const std::string& path, int channel)
{
    if (std::optional<Error> error = check_head(path))
        return *error;
    SF_INFO info{};
    const std::unique_ptr<SNDFILE, CloseFile> file(sf_open(path.c_str(), SFM_READ, &info));
    if (!file)
        return Error{Error::Code::bad_input, path, sf_strerror(nullptr)};
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
        sound.notes.push_back(path + ": every sample is zero");
    return sound;
}

} // namespace

Result<SoundFile> read_sound_file(const std::string& path, Fold fold)
{
    return read(path, fold == Fold::mean ? kMean : 0);
}

Result<SoundFile> read_sound_channel(const std::string& path, int channel)
{
    return read(path, std::max(channel, 0));
}

} // namespace quern::formats
