// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "quern/core/generator.hpp"
#include "quern/core/result.hpp"
#include "quern/formats/codec/xma.hpp"
#include "quern/formats/xma/encoder.hpp"

namespace quern::formats::xma::test {

using Samples = std::vector<std::int16_t>;

struct Signal {
    std::string name;
    std::function<double(double)> at; ///< of the sample's index; rounded and limited to 16 bits

    [[nodiscard]] Samples make(std::size_t count) const
    {
        Samples samples(count);
        for (std::size_t i = 0; i < count; ++i)
            samples[i] = static_cast<std::int16_t>(
                std::clamp(std::floor(at(static_cast<double>(i)) + 0.5), -32768.0, 32767.0));
        return samples;
    }
};

/// Uniform integers from `low` to `high`.
inline std::function<double(double)> noise(int low, int high)
{
    return [generator = Generator{}, low, high](double) mutable {
        return low + static_cast<int>(generator.draw() % static_cast<std::uint32_t>(high - low + 1));
    };
}

inline std::vector<Signal> signals()
{
    constexpr double pi = 3.14159265358979;
    return {{"silence", [](double) { return 0.0; }},
            {"tone", [](double i) { return 20000.0 * std::sin(0.05 * i); }},
            {"quiet_tone", [](double i) { return 3.0 * std::sin(0.11 * i); }},
            {"sweep", [](double i) { return 32767.0 * std::sin(pi * i * i / 20000.0 / 2.0); }},
            {"impulses", [](double i) { return std::fmod(i, 1000.0) == 0.0 ? 32767.0 : 0.0; }},
            {"direct_current", [](double) { return -32768.0; }},
            {"half_rate", [](double i) { return std::fmod(i, 2.0) == 0.0 ? 32767.0 : -32768.0; }},
            {"noise", noise(-8000, 8000)},
            {"one_bit_noise", noise(-1, 1)},
            {"full_scale_noise", noise(-32768, 32767)},
            {"sign_noise",
             [draw = noise(0, 1)](double i) mutable { return draw(i) == 0.0 ? -32768.0 : 32767.0; }},
            {"step", [](double i) { return i < 5000.0 ? 0.0 : 32767.0; }}};
}

/// Decodes what encode() gave, through the entry that the framing uses.
inline Result<Samples> decode(const Encoded& encoded, std::uint32_t rate, std::size_t samples)
{
    std::vector<XmaChunk> chunks;
    std::uint64_t offset = 0;
    for (const EncodedChunk& chunk : encoded.chunks) {
        chunks.push_back({chunk.data, offset, chunk.samples});
        offset += chunk.data.size();
    }
    return decode_xma({chunks, 1, rate, static_cast<std::uint32_t>(samples)}, "test.snr");
}

inline double snr_db(std::span<const std::int16_t> wanted, std::span<const std::int16_t> found)
{
    double energy = 0.0;
    double miss = 0.0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const double difference = static_cast<double>(wanted[i]) - found[i];
        energy += static_cast<double>(wanted[i]) * wanted[i];
        miss += difference * difference;
    }
    return miss == 0.0 ? std::numeric_limits<double>::infinity() : 10.0 * std::log10(energy / miss);
}

inline double kbps(const Encoded& encoded, std::uint32_t rate, std::size_t samples)
{
    return static_cast<double>(encoded.bytes) * 8.0 / 1000.0 * rate / static_cast<double>(samples);
}

inline std::uint32_t fnv1a(std::span<const std::uint8_t> bytes, std::uint32_t hash = 2166136261u)
{
    for (const std::uint8_t byte : bytes)
        hash = (hash ^ byte) * 16777619u;
    return hash;
}

} // namespace quern::formats::xma::test
