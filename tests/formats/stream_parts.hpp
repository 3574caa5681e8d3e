// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "quern/formats/codec/block.hpp"

/// What the tests of streams and codecs share.
namespace quern::formats::stream_parts {

using Buffer = std::vector<std::uint8_t>;

/// A file of tests/data/eaac.
inline Buffer data_file(const std::string& name)
{
    std::ifstream in(std::string(QUERN_TEST_DATA) + "/eaac/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A sine that climbs from 120 Hz to 6 kHz and gets louder, with noise below it; each channel other noise.
inline Pcm16 chirp(int channels, std::size_t frames, std::uint32_t rate = 44100)
{
    Pcm16 sound{channels, rate, {}};
    std::uint32_t noise = rate;
    double phase = 0.0;
    for (std::size_t i = 0; i < frames; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(frames);
        phase += 2.0 * 3.14159265358979 * 120.0 * std::pow(50.0, t) / rate;
        for (int c = 0; c < channels; ++c) {
            noise = noise * 1664525u + 1013904223u;
            const double hiss = 0.01 * (static_cast<double>(noise >> 8) / 8388608.0 - 1.0);
            const double value = (0.15 + 0.6 * t) * std::sin(phase + c) + hiss;
            sound.samples.push_back(static_cast<std::int16_t>(std::lround(32767.0 * value)));
        }
    }
    return sound;
}

/// FNV-1a over the samples as little-endian bytes.
inline std::uint64_t hash_of(std::span<const std::int16_t> samples)
{
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const std::int16_t sample : samples) {
        for (int shift = 0; shift < 16; shift += 8)
            hash = (hash ^ (static_cast<std::uint16_t>(sample) >> shift & 0xFF)) * 0x100000001B3u;
    }
    return hash;
}

inline double snr_db(std::span<const std::int16_t> wanted, std::span<const std::int16_t> found)
{
    double signal = 0.0, noise = 0.0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const double miss = wanted[i] - found[i];
        signal += static_cast<double>(wanted[i]) * wanted[i];
        noise += miss * miss;
    }
    return 10.0 * std::log10(signal / noise);
}

/// Packets that hold `frames[i]` frame starts each by their headers, and nothing else.
inline Buffer hollow_packets(std::span<const std::uint32_t> frames)
{
    Buffer packets;
    for (const std::uint32_t count : frames) {
        put_be(packets, count << 26 | 1u << 8);
        packets.resize(packets.size() + 2044, 0x55);
    }
    return packets;
}

} // namespace quern::formats::stream_parts
