// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "sound_output.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include "quern/core/units.hpp"

namespace quern::cli {
namespace {

constexpr std::size_t kSpoolFrames = 4096;
constexpr std::uint64_t kConverterLookahead = kSampleRate / 4;

Error spool_error()
{
    return {Error::Code::io, "temporary file", std::strerror(errno)};
}

} // namespace

SoundOutput::SoundOutput(const OutputOptions& options, formats::WavWriter writer)
    : options_(options),
      writer_(std::move(writer)),
      converter_(kSampleRate, options.spec.rate, options.spec.channels),
      meter_(options.spec.channels, options.spec.rate),
      gain_(static_cast<float>(from_db(options.gain_db)))
{
}

Result<SoundOutput> SoundOutput::open(const OutputOptions& options)
{
    Result<formats::WavWriter> writer = formats::WavWriter::open(options.path, options.spec);
    if (!writer) {
        Error error = writer.error();
        if (error.code == Error::Code::unsupported) // options make a sound too long for its file
            error.code = Error::Code::usage;
        return error;
    }
    SoundOutput output(options, std::move(*writer));
    if (options.loudness_lufs) {
        output.raw_ = std::make_unique<Meter>(options.spec.channels, options.spec.rate);
        output.spool_.reset(std::tmpfile());
        if (!output.spool_)
            return spool_error();
    }
    return output;
}

std::uint64_t SoundOutput::lookahead(std::uint32_t rate)
{
    return rate == kSampleRate ? 0 : kConverterLookahead;
}

Status SoundOutput::take(std::span<const float> interleaved)
{
    return take_converted(converter_.convert(interleaved));
}

Status SoundOutput::take_converted(std::span<const float> interleaved)
{
    const auto channels = static_cast<std::uint64_t>(options_.spec.channels);
    const std::uint64_t begin = options_.skip * channels;
    const std::uint64_t end = begin + options_.spec.frames * channels;
    const std::uint64_t first = std::max(position_, begin);
    const std::uint64_t last = std::min(position_ + interleaved.size(), end);
    const std::uint64_t chunk_begin = std::exchange(position_, position_ + interleaved.size());
    if (first >= last)
        return Ok{};
    const std::span<const float> inside = interleaved.subspan(first - chunk_begin, last - first);
    if (!spool_)
        return deliver(inside);
    raw_->add(inside);
    if (std::fwrite(inside.data(), sizeof(float), inside.size(), spool_.get()) != inside.size())
        return spool_error();
    return Ok{};
}

Status SoundOutput::deliver(std::span<const float> interleaved)
{
    if (gain_ != 1.0f) {
        scaled_.assign(interleaved.begin(), interleaved.end());
        for (float& sample : scaled_)
            sample *= gain_;
        interleaved = scaled_;
    }
    meter_.add(interleaved);
    return writer_.write(interleaved);
}

Status SoundOutput::deliver_spool()
{
    const Levels raw = raw_->levels();
    double gain_db = std::isfinite(raw.loudness_lufs) ? *options_.loudness_lufs - raw.loudness_lufs : 0.0;
    const double most_db = kHighestPeakDbfs - raw.peak_dbfs;
    held_by_peak_ = gain_db > most_db;
    options_.gain_db = gain_db = std::min(gain_db, most_db);
    gain_ = static_cast<float>(from_db(gain_db));

    std::vector<float> chunk(kSpoolFrames * static_cast<std::size_t>(options_.spec.channels));
    std::rewind(spool_.get());
    while (const std::size_t got = std::fread(chunk.data(), sizeof(float), chunk.size(), spool_.get())) {
        if (Status status = deliver(std::span(chunk).first(got)); !status)
            return status;
    }
    return Ok{};
}

Result<Delivered> SoundOutput::settle()
{
    Status status = take_converted(converter_.finish());
    if (status && spool_)
        status = deliver_spool();
    if (status)
        status = writer_.settle();
    if (!status)
        return status.error();
    return Delivered{meter_.levels(), options_.gain_db, held_by_peak_, writer_.clipped()};
}

} // namespace quern::cli
