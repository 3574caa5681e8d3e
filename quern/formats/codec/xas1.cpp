// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/codec/xas1.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace quern::formats {
namespace {

constexpr std::size_t kGroups = 4;
constexpr std::size_t kGroupSamples = 32;
constexpr std::size_t kCoded = kGroupSamples - 2; // the first two stand in the group's header
constexpr std::size_t kHeaderBytes = 16;
constexpr int kShifts = 13; // a larger shift would drop bits of the nibble

struct Filter {
    int newer = 0; // of the last sample, in 64ths
    int older = 0; // of the one before it
};
constexpr std::array<Filter, 4> kFilters{{{0, 0}, {60, 0}, {115, -52}, {98, -55}}};

using Group = std::array<std::int16_t, kGroupSamples>;

/// The next sample: a nibble's difference from what the last two predict.
std::int16_t next_sample(const Filter& filter, int shift, int nibble, int newer, int older)
{
    const int difference = (nibble * 4096) >> shift;
    // Division, not a shift: the format rounds toward zero.
    const int sample = (64 * difference + newer * filter.newer + older * filter.older) / 64;
    return static_cast<std::int16_t>(std::clamp(sample, -32768, 32767));
}

int signed_nibble(int bits)
{
    return bits < 8 ? bits : bits - 16;
}

std::int16_t high_bits(std::uint32_t word)
{
    return static_cast<std::int16_t>(word & 0xFFF0);
}

Group decode_group(Bytes frame, std::size_t group)
{
    const std::uint32_t header = read_le32(frame, 4 * group);
    const std::uint32_t number = header & 0x0F;
    const Filter filter = number < kFilters.size() ? kFilters[number] : Filter{};
    const int shift = static_cast<int>(header >> 16 & 0x0F);
    Group samples{high_bits(header), high_bits(header >> 16)};
    for (std::size_t i = 0; i < kCoded; ++i) {
        const int pair = frame[kHeaderBytes + 4 * (i / 2) + group];
        const int nibble = signed_nibble(i % 2 == 0 ? pair >> 4 : pair & 0x0F);
        samples[i + 2] = next_sample(filter, shift, nibble, samples[i + 1], samples[i]);
    }
    return samples;
}

/// One way to write a group, and by how much it misses.
struct Attempt {
    std::uint32_t filter = 0;
    int shift = 0;
    std::array<int, kCoded> nibbles{};
    std::int64_t error = std::numeric_limits<std::int64_t>::max();
};

/// Writes the group sample by sample, each from what the decoder will have. Gives up where `limit` is
/// reached.
Attempt attempt(const Group& wanted, std::uint32_t filter_number, int shift, int first, int second,
                std::int64_t limit)
{
    const Filter& filter = kFilters[filter_number];
    Attempt made{.filter = filter_number, .shift = shift, .error = 0};
    const int step = 64 * (4096 >> shift);
    int older = first, newer = second;
    for (std::size_t i = 0; i < kCoded && made.error < limit; ++i) {
        const int rest = 64 * wanted[i + 2] - newer * filter.newer - older * filter.older;
        const int rounded = (rest + (rest < 0 ? -step / 2 : step / 2)) / step;
        const int nibble = std::clamp(rounded, -8, 7);
        const int sample = next_sample(filter, shift, nibble, newer, older);
        const std::int64_t miss = wanted[i + 2] - sample;
        made.error += miss * miss;
        made.nibbles[i] = nibble;
        older = newer;
        newer = sample;
    }
    return made;
}

void encode_group(const Group& wanted, std::size_t group, std::span<std::uint8_t> frame)
{
    const auto coarse = [](int sample) {
        return std::clamp((sample + 32768 + 8) / 16 * 16 - 32768, -32768, 32752);
    };
    const int first = coarse(wanted[0]);
    const int second = coarse(wanted[1]);
    Attempt best;
    for (std::uint32_t filter = 0; filter < kFilters.size(); ++filter) {
        for (int shift = 0; shift < kShifts; ++shift) {
            const Attempt made = attempt(wanted, filter, shift, first, second, best.error);
            if (made.error < best.error)
                best = made;
        }
    }
    const auto low = static_cast<std::uint32_t>(first) & 0xFFF0;
    const auto high = static_cast<std::uint32_t>(second) & 0xFFF0;
    const std::uint32_t header = low | best.filter | (high | static_cast<std::uint32_t>(best.shift)) << 16;
    for (std::size_t i = 0; i < 4; ++i)
        frame[4 * group + i] = static_cast<std::uint8_t>(header >> (8 * i));
    for (std::size_t i = 0; i < kCoded; i += 2)
        frame[kHeaderBytes + 2 * i + group] =
            static_cast<std::uint8_t>((best.nibbles[i] & 0x0F) << 4 | (best.nibbles[i + 1] & 0x0F));
}

} // namespace

Status decode_xas1(const CodecBlock& block, std::vector<std::int16_t>& out)
{
    const auto channels = static_cast<std::size_t>(block.channels);
    const std::uint64_t frames = align_up(block.samples, kXas1FrameSamples) / kXas1FrameSamples;
    if (block.data.size() / kXas1FrameBytes / channels < frames)
        return mismatch_at(block.file, block.offset, std::to_string(block.data.size()) + " bytes",
                           std::to_string(frames * channels * kXas1FrameBytes) + " for " +
                               std::to_string(block.samples) + " samples");
    const std::size_t begin = out.size();
    out.resize(begin + block.samples * channels);
    for (std::size_t index = 0; index < frames * channels; ++index) {
        const std::size_t channel = index % channels;
        const std::size_t time = index / channels * kXas1FrameSamples;
        const Bytes frame = block.data.subspan(index * kXas1FrameBytes, kXas1FrameBytes);
        for (std::size_t group = 0; group < kGroups; ++group) {
            const Group samples = decode_group(frame, group);
            const std::size_t at = time + group * kGroupSamples;
            for (std::size_t i = 0; i < kGroupSamples && at + i < block.samples; ++i)
                out[begin + (at + i) * channels + channel] = samples[i];
        }
    }
    return Ok{};
}

std::vector<std::uint8_t> encode_xas1(std::span<const std::int16_t> interleaved, int channel_count)
{
    const auto channels = static_cast<std::size_t>(channel_count);
    const std::size_t samples = interleaved.size() / channels;
    const std::size_t frames = (samples + kXas1FrameSamples - 1) / kXas1FrameSamples;
    std::vector<std::uint8_t> bytes(frames * channels * kXas1FrameBytes);
    for (std::size_t index = 0; index < frames * channels; ++index) {
        const std::size_t channel = index % channels;
        const std::size_t time = index / channels * kXas1FrameSamples;
        const auto frame = std::span(bytes).subspan(index * kXas1FrameBytes, kXas1FrameBytes);
        for (std::size_t group = 0; group < kGroups; ++group) {
            Group wanted{};
            // Past the end the last sample goes on: silence there would cost the real samples their accuracy.
            for (std::size_t i = 0; i < kGroupSamples; ++i)
                wanted[i] =
                    interleaved[std::min(time + group * kGroupSamples + i, samples - 1) * channels + channel];
            encode_group(wanted, group, frame);
        }
    }
    return bytes;
}

} // namespace quern::formats
