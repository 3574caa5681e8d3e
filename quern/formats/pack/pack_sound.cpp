// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/pack/pack_sound.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "quern/formats/codec/pcm16be.hpp"
#include "quern/formats/codec/xas1.hpp"
#include "quern/formats/codec/xma_framing.hpp"
#include "quern/formats/pack/verify.hpp"
#include "quern/formats/stream/eaac_writer.hpp"
#include "quern/formats/stream/grain_file.hpp"

namespace quern::formats {
namespace {

constexpr std::uint32_t kStartDelay = 384;    // samples that the first block lacks (docs/formats/eaac.md)
constexpr std::uint32_t kFramesPerBlock = 10; // of a STREAM: what the game's streams have
constexpr double kAimTolerance = 0.01;        // of a rate; the encoder itself comes closer
constexpr int kAims = 4;

Error refused(const std::string& found, const std::string& expected)
{
    return {Error::Code::usage, {}, "found " + found + ", expected " + expected};
}

Status check_sound(const Pcm16& sound, const PackGoal& goal)
{
    if (sound.channels < 1 || sound.samples.empty() ||
        sound.samples.size() % static_cast<std::size_t>(sound.channels) != 0)
        return refused("no sound", "one of at least one sample");
    if (sound.frames() > kMostEaacSamples)
        return refused(std::to_string(sound.frames()) + " samples",
                       "at most " + std::to_string(kMostEaacSamples));
    if (goal.codec != EaacCodec::ea_xma && goal.codec != EaacCodec::pcm16be && goal.codec != EaacCodec::xas1)
        return refused(std::string(eaac_codec_name(goal.codec)), "EA-XMA, PCM16BE or XAS1");
    if (goal.codec == EaacCodec::ea_xma && sound.channels != 1)
        return refused(std::to_string(sound.channels) + " channels", "one: our XMA encoder is mono");
    return Ok{};
}

EaacHeader header_of(const Pcm16& sound, EaacCodec codec, const StreamForm& form)
{
    EaacHeader header;
    header.codec = codec;
    header.channels = sound.channels;
    header.rate = sound.rate;
    header.type = form.type;
    header.samples = static_cast<std::uint32_t>(sound.frames());
    header.loop_start = form.loop_start;
    return header;
}

EaacPayload payload_of(const xma::EncodedChunk& chunk)
{
    EaacPayload payload{chunk.samples, {}};
    put_xma_chunk(payload.bytes, chunk.data);
    return payload;
}

/// Where the blocks of an EA-XMA sound are cut: a loop starts with one.
Result<xma::Chunking> plan_blocks(const StreamForm& form)
{
    xma::Chunking blocks;
    blocks.frames = form.type == EaacType::stream ? kFramesPerBlock : 0;
    const std::uint32_t start = form.loop_start.value_or(0);
    if (start == 0)
        return blocks;
    if ((start + kStartDelay) % kXmaFrameSamples != 0) {
        const std::uint32_t before = (start + kStartDelay) / kXmaFrameSamples * kXmaFrameSamples;
        return refused("a loop from sample " + std::to_string(start) + " in EA-XMA",
                       (before < kXmaFrameSamples ? "0" : std::to_string(before - kStartDelay)) + " or " +
                           std::to_string(before + kXmaFrameSamples - kStartDelay) +
                           ", where a block can begin");
    }
    blocks.cut = (start + kStartDelay) / kXmaFrameSamples;
    return blocks;
}

Result<std::vector<EaacPayload>> encode_xma_blocks(const Pcm16& sound, const xma::EncodeGoal& goal,
                                                   const xma::Chunking& blocks)
{
    auto encoded = xma::encode(sound.samples, sound.rate, goal, blocks);
    if (!encoded)
        return encoded.error();
    std::vector<EaacPayload> payloads;
    for (const xma::EncodedChunk& chunk : encoded->chunks)
        payloads.push_back(payload_of(chunk));
    return payloads;
}

/// Encodes EA-XMA blocks and frames them with `frame`, which makes a PackedSound of them. A rate is that of
/// all bytes: what the framing adds is taken off before the encoder is asked.
template <class Frame>
Result<PackedSound> aim(const Pcm16& sound, const xma::EncodeGoal& goal, const xma::Chunking& blocks,
                        double overhead_bytes, Frame&& frame)
{
    const double bytes_per_kbps = 125.0 * static_cast<double>(sound.frames()) / sound.rate;
    const double wanted = goal.kbps * bytes_per_kbps;
    xma::EncodeGoal inner = goal;
    inner.kbps = std::max(goal.kbps - overhead_bytes / bytes_per_kbps, 0.01 * goal.kbps);
    for (int round = 1;; ++round) {
        const auto payloads = encode_xma_blocks(sound, inner, blocks);
        if (!payloads)
            return payloads.error();
        Result<PackedSound> packed = frame(*payloads);
        if (!packed || goal.kind != xma::EncodeGoal::Kind::rate)
            return packed;
        const double got = static_cast<double>(packed->head.size() + packed->chain.size());
        // Too small may be all there is: lossless.
        if (round == kAims || std::abs(got - wanted) <= kAimTolerance * wanted)
            return packed;
        inner.kbps = std::max(inner.kbps + (wanted - got) / bytes_per_kbps, 0.01 * goal.kbps);
    }
}

EaacPayload encode_plain(const Pcm16& sound, EaacCodec codec)
{
    return {static_cast<std::uint32_t>(sound.frames()), codec == EaacCodec::xas1
                                                            ? encode_xas1(sound.samples, sound.channels)
                                                            : encode_pcm16be(sound.samples)};
}

Result<PackedSound> as_packed(Result<std::vector<std::uint8_t>> bytes)
{
    if (!bytes)
        return bytes.error();
    return PackedSound{std::move(*bytes), {}, {}};
}

Result<PackedSound> as_packed(Result<EaacFiles> files)
{
    if (!files)
        return files.error();
    return PackedSound{std::move(files->head), std::move(files->chain), {}};
}

} // namespace

Result<PackedSound> pack_grain(const Pcm16& sound, const PackGoal& goal, std::optional<float> duration)
{
    if (const Status status = check_sound(sound, goal); !status)
        return status.error();
    if (sound.channels != 1)
        return refused(std::to_string(sound.channels) + " channels", "one in a recording of the game");
    if (std::find(std::begin(kGrainRates), std::end(kGrainRates), sound.rate) == std::end(kGrainRates))
        return refused("a rate of " + std::to_string(sound.rate) + " Hz",
                       "44100 or 48000, those of the game's recordings");
    const EaacHeader header = header_of(sound, goal.codec, {});
    const auto frame = [&](const std::vector<EaacPayload>& blocks) {
        return as_packed(write_grain(header, blocks.front(), duration));
    };
    // 52 bytes of headers and row, 4 of the side data, and of these one for each packet.
    const double packets = goal.xma.kbps * 125.0 * static_cast<double>(sound.frames()) / sound.rate / 2048.0;
    Result<PackedSound> packed = goal.codec == EaacCodec::ea_xma
                                     ? aim(sound, goal.xma, {}, 64.0 + packets, frame)
                                     : frame({encode_plain(sound, goal.codec)});
    if (!packed)
        return packed.error();
    if (const Status status = verify_grain(*packed, sound, goal); !status)
        return status.error();
    return packed;
}

Result<PackedSound> pack_stream(const Pcm16& sound, const PackGoal& goal, const StreamForm& form)
{
    if (const Status status = check_sound(sound, goal); !status)
        return status.error();
    if (sound.rate < kLowestStreamRate || sound.rate > kHighestStreamRate)
        return refused("a rate of " + std::to_string(sound.rate) + " Hz",
                       std::to_string(kLowestStreamRate) + " to " + std::to_string(kHighestStreamRate) +
                           ", which the game's hardware plays");
    if (form.loop_start && *form.loop_start >= sound.frames())
        return refused("a loop from sample " + std::to_string(*form.loop_start),
                       "less than " + std::to_string(sound.frames()));
    Result<PackedSound> packed = PackedSound{};
    if (goal.codec == EaacCodec::ea_xma) {
        const auto blocks = plan_blocks(form);
        if (!blocks)
            return blocks.error();
        const EaacHeader header = header_of(sound, goal.codec, form);
        // A block has its header and the field of its chunk.
        const double count =
            blocks->frames == 0
                ? 1.0
                : std::ceil(static_cast<double>(sound.frames()) / kXmaFrameSamples / blocks->frames);
        packed = aim(sound, goal.xma, *blocks, 8.0 + 12.0 * count,
                     [&](const std::vector<EaacPayload>& b) { return as_packed(write_eaac(header, b)); });
    } else {
        EaacEncoding encoding{goal.codec, form.type, 4096, form.loop_start};
        packed = as_packed(encode_eaac(sound, encoding));
    }
    if (!packed)
        return packed.error();
    if (const Status status = verify_stream(*packed, sound, goal); !status)
        return status.error();
    return packed;
}

} // namespace quern::formats
