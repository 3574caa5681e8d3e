// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/plan.hpp"

#include <algorithm>
#include <cmath>

#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/quantise.hpp"
#include "quern/formats/xma/synthesis.hpp"

namespace quern::formats::xma {
namespace {

constexpr std::size_t kSize = kBlockSize;
constexpr double kSamplesPerCoefficient = 1.0 / 64.0; // squared, by the scale of the transform

// Noise of a sample after rounding to integers, when the error before has variance `variance`: the rounding
// adds 1/12 to a large error and swallows a small one.
double rounded_noise(double variance) noexcept
{
    if (variance > 1.0)
        return variance + 1.0 / 12.0;
    if (variance < 1e-3)
        return 0.0;
    const double scale = 1.0 / std::sqrt(2.0 * variance);
    double noise = 0.0;
    for (int n = 1; n <= 6; ++n) // n^2 - (n-1)^2 for every error beyond n - 0.5, on both sides
        noise += (2.0 * n - 1.0) * std::erfc((n - 0.5) * scale);
    return noise;
}

// Calls visit(index of the sample, decoded value before rounding) in order.
template <class Visit> void reconstruct(const Signal& signal, const Plan& plan, Visit&& visit)
{
    Synthesis synthesis;
    std::array<float, kSize> out;
    std::size_t position = 0; // of the decoder, which starts early
    for (const FrameBlocks& frame : plan.frames)
        for (const Block& block : frame) {
            Coefficients decoded{};
            if (block.coded) {
                const auto step = static_cast<float>(quantiser_step(block.exponent));
                for (std::size_t k = 0; k < kSize; ++k)
                    decoded[k] = static_cast<float>(block.level[k]) * step;
            }
            synthesis.add(decoded, out);
            for (std::size_t i = 0; i < kSize; ++i, ++position)
                if (position >= kStartDelay && position - kStartDelay < signal.samples().size())
                    visit(position - kStartDelay, out[i]);
        }
}

} // namespace

Signal::Signal(std::span<const std::int16_t> samples, std::uint32_t rate, std::size_t frames_per_chunk,
               std::size_t cut)
    : samples_(samples), rate_(rate), frames_per_chunk_(frames_per_chunk), cut_(cut)
{
    const std::size_t blocks_needed = (samples.size() + kStartDelay - kSize + kSize - 1) / kSize + 1;
    const std::size_t frames = (blocks_needed + kBlocksPerFrame - 1) / kBlocksPerFrame;
    std::vector<double> padded(frames * kFrameSize + kSize, 0.0);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        padded[kStartDelay + i] = samples[i];
        energy_ += static_cast<double>(samples[i]) * samples[i];
    }
    spectra_.reserve(frames * kBlocksPerFrame);
    for (std::size_t b = 0; b < frames * kBlocksPerFrame; ++b)
        spectra_.push_back(forward(std::span<const double, 2 * kSize>(padded.data() + b * kSize, 2 * kSize)));
}

std::size_t Signal::chunk_end(std::size_t first) const noexcept
{
    const std::size_t left = frames() - first;
    const std::size_t end = first + (frames_per_chunk_ == 0 ? left : std::min(left, frames_per_chunk_));
    return first < cut_ ? std::min(end, cut_) : end;
}

Trims Signal::trims(std::size_t frame) const noexcept
{
    Trims trims;
    if (frame == 0)
        trims.start = static_cast<std::uint32_t>(kFrameSize);
    if (frame + 1 == frames())
        trims.end = static_cast<std::uint32_t>(frames() * kFrameSize - kStartDelay - samples_.size());
    return trims;
}

Plan plan_at_price(const Signal& signal, double bit_price)
{
    Plan plan;
    plan.frames.resize(signal.frames());
    for (std::size_t f = 0; f < plan.frames.size(); ++f) {
        // A frame of one packet's length at most: only extreme signals at extreme quality ask for more.
        double noise = 0.0;
        double price = bit_price;
        do {
            noise = 0.0;
            for (std::size_t b = 0; b < kBlocksPerFrame; ++b) {
                const std::size_t index = f * kBlocksPerFrame + b;
                const ChosenBlock chosen =
                    choose_block(signal.spectra()[index], exponent_at(price, index), price);
                plan.frames[f][b] = chosen.block;
                const double heard = chosen.error * kSamplesPerCoefficient;
                noise += rounded_noise(heard / kBlockSize) * kBlockSize;
            }
            price *= 4.0;
        } while (frame_bits(plan.frames[f], signal.trims(f), signal.rate()) > kPayloadBits);
        plan.noise += noise;
    }
    return plan;
}

Plan plan_lossless(const Signal& signal)
{
    // Coarse enough that a few samples miss; the two blocks under each of those are then refined. Steps of 0
    // dB leave an error of 0.04 of a sample step (standard deviation).
    constexpr int kFirstExponent = 14;
    constexpr float kMargin = 0.45f; // for decoders in single precision
    std::vector<int> exponents(signal.spectra().size(), kFirstExponent);
    std::vector<bool> stale(exponents.size(), true);
    Plan plan;
    plan.frames.resize(signal.frames());
    for (bool exact = false; !exact;) {
        for (std::size_t b = 0; b < exponents.size(); ++b)
            if (stale[b])
                plan.frames[b / kBlocksPerFrame][b % kBlocksPerFrame] =
                    quantise_all(signal.spectra()[b], exponents[b]);
        stale.assign(stale.size(), false);
        exact = true;
        reconstruct(signal, plan, [&](std::size_t sample, float value) {
            if (std::abs(value - static_cast<float>(signal.samples()[sample])) <= kMargin)
                return;
            const std::size_t block = (sample + kStartDelay) / kSize;
            stale[block] = stale[block - 1] = true;
            exact = false;
        });
        for (std::size_t b = 0; b < exponents.size(); ++b)
            exponents[b] -= stale[b] ? 1 : 0;
    }
    return plan;
}

std::size_t plan_bytes(const Signal& signal, const Plan& plan)
{
    std::size_t bytes = 0;
    std::vector<std::size_t> lengths;
    for (std::size_t f = 0; f < plan.frames.size();) {
        const std::size_t end = signal.chunk_end(f);
        lengths.clear();
        for (; f < end; ++f)
            lengths.push_back(frame_bits(plan.frames[f], signal.trims(f), signal.rate()));
        bytes += chunk_bytes(place_frames(lengths));
    }
    return bytes;
}

double measured_noise(const Signal& signal, const Plan& plan)
{
    double noise = 0.0;
    reconstruct(signal, plan, [&](std::size_t sample, float value) {
        const double miss = to_sample(value) - signal.samples()[sample];
        noise += miss * miss;
    });
    return noise;
}

} // namespace quern::formats::xma
