// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/wav_writer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace quern::formats {
namespace {

constexpr std::uint16_t kPcm = 1;
constexpr std::uint16_t kFloat = 3;
constexpr std::uint16_t kExtensible = 0xFFFE;
constexpr std::uint32_t kMask51Side = 0x60F; // FL FR FC LFE SL SR
constexpr std::uint8_t kSubtypeTail[14] = {0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71};

int bytes_per_sample(SampleFormat format)
{
    switch (format) {
    case SampleFormat::s16:
        return 2;
    case SampleFormat::s24:
        return 3;
    case SampleFormat::f32:
        break;
    }
    return 4;
}

void put(std::vector<std::uint8_t>& bytes, std::uint32_t value, int count)
{
    for (int i = 0; i < count; ++i)
        bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void tag(std::vector<std::uint8_t>& bytes, const char* name)
{
    for (int i = 0; i < 4; ++i)
        bytes.push_back(static_cast<std::uint8_t>(name[i]));
}

/// The format chunk. More than two channels need the extensible form: it alone carries the channel mask.
std::vector<std::uint8_t> format_chunk(const WavSpec& spec)
{
    const auto width = static_cast<std::uint32_t>(bytes_per_sample(spec.format));
    const auto channels = static_cast<std::uint32_t>(spec.channels);
    const std::uint16_t code = spec.format == SampleFormat::f32 ? kFloat : kPcm;
    const bool extensible = spec.channels > 2;
    const std::uint32_t size = extensible ? 40 : (code == kFloat ? 18 : 16);

    std::vector<std::uint8_t> bytes;
    tag(bytes, "fmt ");
    put(bytes, size, 4);
    put(bytes, extensible ? kExtensible : code, 2);
    put(bytes, channels, 2);
    put(bytes, spec.rate, 4);
    put(bytes, spec.rate * channels * width, 4);
    put(bytes, channels * width, 2);
    put(bytes, width * 8, 2);
    if (size >= 18)
        put(bytes, size - 18, 2);
    if (extensible) {
        put(bytes, width * 8, 2); // valid bits
        put(bytes, kMask51Side, 4);
        put(bytes, code, 2);
        bytes.insert(bytes.end(), std::begin(kSubtypeTail), std::end(kSubtypeTail));
    }
    if (code == kFloat) {
        tag(bytes, "fact");
        put(bytes, 4, 4);
        put(bytes, static_cast<std::uint32_t>(spec.frames), 4);
    }
    return bytes;
}

} // namespace

std::optional<SampleFormat> sample_format_named(std::string_view name) noexcept
{
    if (name == "s16")
        return SampleFormat::s16;
    if (name == "s24")
        return SampleFormat::s24;
    if (name == "f32")
        return SampleFormat::f32;
    return std::nullopt;
}

WavWriter::WavWriter(StagedFile file, const WavSpec& spec, std::string where)
    : file_(std::move(file)), spec_(spec), where_(std::move(where))
{
}

Result<WavWriter> WavWriter::open(const std::string& path, const WavSpec& spec)
{
    if (spec.channels != 1 && spec.channels != 2 && spec.channels != 6)
        return Error{Error::Code::usage, path,
                     "found " + std::to_string(spec.channels) + " channels, expected 1, 2 or 6"};
    const std::uint64_t frame = static_cast<std::uint64_t>(bytes_per_sample(spec.format) * spec.channels);
    const std::vector<std::uint8_t> format = format_chunk(spec);
    const std::uint64_t overhead = 4 + format.size() + 8 + 1; // "WAVE", data header, pad byte
    const std::uint64_t most = (0xFFFFFFFFull - overhead) / frame;
    if (spec.frames > most)
        return Error{Error::Code::unsupported, path,
                     "a WAV file of this format holds at most " + std::to_string(most / spec.rate) +
                         " s, the sound has " + std::to_string(spec.frames / spec.rate) +
                         " s; make it shorter, or in parts"};

    Result<StagedFile> file = StagedFile::open(path);
    if (!file)
        return file.error();
    const std::uint64_t data = spec.frames * frame;
    std::vector<std::uint8_t> header;
    tag(header, "RIFF");
    put(header, static_cast<std::uint32_t>(4 + format.size() + 8 + data + data % 2), 4);
    tag(header, "WAVE");
    header.insert(header.end(), format.begin(), format.end());
    tag(header, "data");
    put(header, static_cast<std::uint32_t>(data), 4);
    if (Status status = file->write(header.data(), header.size()); !status)
        return status.error();
    return WavWriter(std::move(*file), spec, path);
}

std::uint32_t WavWriter::whole(float sample, double scale)
{
    // Added and taken away again, this leaves a whole number rounded to even: cheaper than a call.
    constexpr double kRounder = 0x1.8p52;
    const double rounded = static_cast<double>(sample) * scale + kRounder - kRounder;
    const double held = std::clamp(rounded, -scale, scale - 1.0);
    clipped_ += held != rounded ? 1 : 0;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(held));
}

Status WavWriter::write(std::span<const float> interleaved)
{
    if (samples_ + interleaved.size() > spec_.frames * static_cast<std::uint64_t>(spec_.channels))
        return Error{Error::Code::io, where_, "more frames than announced"};
    const auto bad = std::find_if(interleaved.begin(), interleaved.end(),
                                  [](float sample) { return !std::isfinite(sample); });
    samples_ += static_cast<std::uint64_t>(bad - interleaved.begin());
    if (bad != interleaved.end())
        return Error{Error::Code::io, where_,
                     "sample " + std::to_string(samples_) + " is not a number, nothing is written"};
    const int width = bytes_per_sample(spec_.format);
    bytes_.resize(interleaved.size() * static_cast<std::size_t>(width));
    std::uint8_t* to = bytes_.data();
    const auto put_sample = [&to](std::uint32_t value, int size) {
        for (int i = 0; i < size; ++i)
            *to++ = static_cast<std::uint8_t>(value >> (8 * i));
    };
    switch (spec_.format) {
    case SampleFormat::s16:
        for (const float sample : interleaved)
            put_sample(whole(sample, 32768.0), 2);
        break;
    case SampleFormat::s24:
        for (const float sample : interleaved)
            put_sample(whole(sample, 8388608.0), 3);
        break;
    case SampleFormat::f32:
        for (const float sample : interleaved)
            put_sample(std::bit_cast<std::uint32_t>(sample), 4);
        break;
    }
    return file_.write(bytes_.data(), bytes_.size());
}

Status WavWriter::settle()
{
    const std::uint64_t announced = spec_.frames * static_cast<std::uint64_t>(spec_.channels);
    if (samples_ != announced)
        return Error{Error::Code::io, where_,
                     "found " + std::to_string(samples_) + " samples at the end, expected " +
                         std::to_string(announced)};
    if ((announced * static_cast<std::uint64_t>(bytes_per_sample(spec_.format))) % 2 != 0) {
        const std::uint8_t pad = 0;
        if (Status status = file_.write(&pad, 1); !status)
            return status;
    }
    return file_.settle();
}

Status WavWriter::finish()
{
    Status status = settle();
    return status ? commit() : status;
}

} // namespace quern::formats
