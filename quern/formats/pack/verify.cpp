// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/pack/verify.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include "quern/formats/archive/archive.hpp"
#include "quern/formats/stream/eaac_decode.hpp"
#include "quern/formats/stream/grain_file.hpp"

namespace quern::formats {
namespace {

constexpr double kRateTolerance = 0.03;
constexpr double kRateSlackBytes = 64.0; // headers of a very short sound

Error broken(const std::string& found, const std::string& expected)
{
    return {Error::Code::io, "check of the result", "found " + found + ", expected " + expected};
}

std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

Status compare(PackedSound& packed, const EaacStream& stream, const Pcm16& sound)
{
    const Result<Pcm16> back = decode_eaac(stream);
    if (!back)
        return broken(back.error().text(), "a sound that can be decoded");
    if (back->channels != sound.channels || back->rate != sound.rate ||
        back->samples.size() != sound.samples.size())
        return broken(std::to_string(back->samples.size()) + " samples at " + std::to_string(back->rate) +
                          " Hz",
                      std::to_string(sound.samples.size()) + " at " + std::to_string(sound.rate) + " Hz");
    double signal = 0.0;
    double noise = 0.0;
    for (std::size_t i = 0; i < sound.samples.size(); ++i) {
        const double miss = static_cast<double>(back->samples[i]) - sound.samples[i];
        signal += static_cast<double>(sound.samples[i]) * sound.samples[i];
        noise += miss * miss;
    }
    PackFigures& figures = packed.figures;
    figures.codec = stream.header().codec;
    figures.rate = sound.rate;
    figures.samples = stream.header().samples;
    figures.seconds = static_cast<double>(figures.samples) / figures.rate;
    figures.bytes = packed.head.size() + packed.chain.size();
    figures.kbps = static_cast<double>(figures.bytes) * 8.0 / 1000.0 / figures.seconds;
    figures.exact = noise == 0.0;
    figures.snr_db = figures.exact ? 0.0 : 10.0 * std::log10(signal / noise);
    return Ok{};
}

Status keep_promise(const PackFigures& figures, const PackGoal& goal)
{
    if (figures.codec != goal.codec)
        return broken(std::string(eaac_codec_name(figures.codec)), std::string(eaac_codec_name(goal.codec)));
    if (figures.exact || goal.codec == EaacCodec::xas1)
        return Ok{};
    if (goal.codec == EaacCodec::pcm16be || goal.xma.kind == xma::EncodeGoal::Kind::lossless)
        return broken("noise " + number(figures.snr_db) + " dB below the sound", "the very same samples");
    if (goal.xma.kind == xma::EncodeGoal::Kind::snr) {
        if (!(figures.snr_db >= goal.xma.snr_db))
            return broken("noise " + number(figures.snr_db) + " dB below the sound",
                          "at least " + number(goal.xma.snr_db) + " dB");
        return Ok{};
    }
    const double wanted = goal.xma.kbps * 1000.0 / 8.0 * figures.seconds;
    if (std::abs(static_cast<double>(figures.bytes) - wanted) > kRateTolerance * wanted + kRateSlackBytes)
        return broken(number(figures.kbps) + " kbit/s", number(goal.xma.kbps) + " within 3 %");
    return Ok{};
}

/// An exact sound may be smaller than the rate asks for, never larger.
Status check_exact_size(const PackFigures& figures, const PackGoal& goal)
{
    if (goal.codec == EaacCodec::ea_xma && goal.xma.kind == xma::EncodeGoal::Kind::rate && figures.exact &&
        figures.kbps > goal.xma.kbps * (1.0 + kRateTolerance) + kRateSlackBytes * 0.008 / figures.seconds)
        return broken(number(figures.kbps) + " kbit/s", number(goal.xma.kbps) + " at most");
    return Ok{};
}

std::optional<std::string> first_error(const Findings& findings, const std::string& file)
{
    for (const Finding& finding : findings.list()) {
        if (finding.severity == Finding::Severity::error)
            return finding.text(file);
    }
    return std::nullopt;
}

/// An archive without errors.
Result<Archive> open_sound(Bytes archive)
{
    Result<Archive> back = Archive::open(archive, "archive");
    if (!back)
        return broken(back.error().text(), "an archive that can be read");
    if (const auto error = first_error(back->table().findings, "archive"))
        return broken(*error, "nothing to complain about");
    return back;
}

Status finish(PackedSound& packed, const EaacStream& stream, const Findings& findings, const Pcm16& sound,
              const PackGoal& goal)
{
    if (const auto error = first_error(findings, "result"))
        return broken(*error, "nothing to complain about");
    if (const Status status = compare(packed, stream, sound); !status)
        return status;
    if (const Status status = check_exact_size(packed.figures, goal); !status)
        return status;
    return keep_promise(packed.figures, goal);
}

} // namespace

Status verify_grain(PackedSound& packed, const Pcm16& sound, const PackGoal& goal)
{
    const Result<GrainFile> grain = GrainFile::open(packed.head, "grain");
    if (!grain)
        return broken(grain.error().text(), "a recording that can be read");
    return finish(packed, grain->stream, grain->findings, sound, goal);
}

Status verify_stream(PackedSound& packed, const Pcm16& sound, const PackGoal& goal)
{
    std::optional<EaacSource> chain;
    if (!packed.chain.empty())
        chain = EaacSource{packed.chain, "sns"};
    const Result<EaacStream> stream = EaacStream::open({packed.head, "snr"}, chain);
    if (!stream)
        return broken(stream.error().text(), "a stream that can be read");
    return finish(packed, *stream, stream->findings(), sound, goal);
}

Status verify_replaced(Bytes archive, const Archive& original,
                       std::span<const ArchiveReplacement> replacements)
{
    const Result<Archive> back = open_sound(archive);
    if (!back)
        return back.error();
    if (back->members().size() != original.members().size())
        return broken(std::to_string(back->members().size()) + " members",
                      std::to_string(original.members().size()));
    for (std::size_t i = 0; i < back->members().size(); ++i) {
        const ArchiveMember& now = back->members()[i];
        const ArchiveMember& then = original.members()[i];
        const auto replaced = std::find_if(replacements.begin(), replacements.end(),
                                           [&](const auto& r) { return r.member == &then; });
        const Bytes wanted = replaced != replacements.end() ? replaced->bytes : original.stored(then);
        const Bytes found = back->stored(now);
        if (now.path() != then.path() || now.hash != then.hash ||
            !std::equal(found.begin(), found.end(), wanted.begin(), wanted.end()))
            return broken("another member in place of `" + then.path() + "`", "the same");
    }
    return Ok{};
}

Status verify_archive(Bytes archive, std::span<const ArchiveInput> members)
{
    const Result<Archive> back = open_sound(archive);
    if (!back)
        return back.error();
    if (back->members().size() != members.size())
        return broken(std::to_string(back->members().size()) + " members", std::to_string(members.size()));
    for (const ArchiveInput& member : members) {
        const std::string path = ArchiveMember{member.directory, member.name}.path();
        const ArchiveMember* found = back->find(path);
        const Result<std::vector<std::uint8_t>> bytes =
            found == nullptr ? Error{Error::Code::io, {}, "none"} : back->extract(*found);
        if (!bytes || !std::equal(bytes->begin(), bytes->end(), member.bytes.begin(), member.bytes.end()))
            return broken("other bytes in `" + path + "`", "those that were packed");
    }
    return Ok{};
}

} // namespace quern::formats
