// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/encoder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/plan.hpp"

namespace quern::formats::xma {
namespace {

// Prices of a bit between which all of 16-bit audio lies, as powers of two: below, every coefficient is kept
// at the finest quantiser; above, none.
constexpr double kCheapest = -8.0;
constexpr double kDearest = 44.0;

// An interval of prices, as powers of two, and what distance() has at its ends.
struct Bracket {
    double from = kCheapest;
    double to = kDearest;
    double at_from = 0.0;
    double at_to = 0.0;
};

// Looks for the price where `distance(plan)`, which rises with it, lies in [low, high]. The plan found, else
// the one that came closest. `probe` is the first price to try.
template <class Distance>
Plan search(const Signal& signal, double low, double high, Bracket bracket, double probe, Distance&& distance)
{
    Plan best;
    double best_miss = HUGE_VAL;
    const double middle = 0.5 * (low + high);
    for (int round = 0; round < 24; ++round) {
        Plan plan = plan_at_price(signal, std::exp2(probe));
        const double found = distance(plan);
        if (std::abs(found - middle) < best_miss) {
            best_miss = std::abs(found - middle);
            best = std::move(plan);
        }
        if (found >= low && found <= high)
            break;
        (found < low ? bracket.from : bracket.to) = probe;
        (found < low ? bracket.at_from : bracket.at_to) = found;
        // False position where it promises something, halving else: the curve is straight only in its middle.
        double part = (middle - bracket.at_from) / (bracket.at_to - bracket.at_from);
        if (round % 3 == 2 || !(part > 0.02 && part < 0.98))
            part = 0.5;
        probe = bracket.from + part * (bracket.to - bracket.from);
    }
    return best;
}

double decibels(double ratio)
{
    return 10.0 * std::log10(std::max(ratio, 1e-30));
}

Plan plan_for_snr(const Signal& signal, double snr_db)
{
    // One sample in fifty off by one: so little noise is saved no faster by searching than by having none.
    constexpr double kLeastNoise = 0.02;
    const auto snr = [&signal](double noise) { return decibels(signal.energy() / std::max(noise, 1e-12)); };
    const double noise =
        signal.energy() / std::pow(10.0, snr_db / 10.0) / static_cast<double>(signal.samples().size());
    if (noise < kLeastNoise)
        return plan_lossless(signal);
    // A coefficient is dropped when keeping it, some 20 bits, costs more than its energy: the noise of a
    // coefficient, 64 times that of a sample, is at most about 20 prices.
    const double least_price = std::log2(64.0 * noise) - 6.0;
    double wanted = snr_db; // as predicted; corrected by what is measured
    for (int round = 0; round < 4; ++round) {
        const Bracket bracket{least_price, kDearest, -wanted - 12.0, 0.0};
        Plan plan = search(signal, -wanted - 0.4, -wanted, bracket, least_price + 4.0,
                           [&](const Plan& p) { return -snr(p.noise); });
        const double measured = snr(measured_noise(signal, plan));
        if (measured >= snr_db && measured <= snr_db + 0.9)
            return plan;
        wanted += snr_db + 0.2 - measured;
    }
    return plan_lossless(signal);
}

Result<Plan> plan_for_rate(const Signal& signal, double kbps)
{
    const double seconds = static_cast<double>(signal.samples().size()) / signal.rate();
    const double wanted = kbps * 1000.0 / 8.0 * seconds;
    const auto saved = [&](const Plan& plan) {
        return 1.0 - static_cast<double>(plan_bytes(signal, plan)) / wanted;
    };
    const double at_dearest = saved(plan_at_price(signal, std::exp2(kDearest)));
    if (at_dearest < -0.03) {
        char text[120];
        std::snprintf(text, sizeof text,
                      "found a rate of %g kbit/s, expected at least %.3g: silent frames need it", kbps,
                      kbps * (1.0 - at_dearest));
        return Error{Error::Code::usage, {}, text};
    }
    const double at_cheapest = saved(plan_at_price(signal, std::exp2(kCheapest)));
    if (at_cheapest > 0.0)
        return plan_lossless(signal);
    const Bracket bracket{kCheapest, kDearest, at_cheapest, at_dearest};
    Plan plan = search(signal, -0.002, 0.008, bracket, 0.5 * (kCheapest + kDearest), saved);
    // With so little noise left, having none may be no larger.
    constexpr double kLittleNoise = 0.5;
    if (plan.noise < kLittleNoise * static_cast<double>(signal.samples().size()))
        if (Plan exact = plan_lossless(signal); saved(exact) > -0.02)
            return exact;
    return plan;
}

EncodedChunk write_chunk(const Signal& signal, const Plan& plan, std::size_t first, std::size_t end)
{
    std::vector<BitWriter> bodies;
    bodies.reserve(end - first);
    for (std::size_t f = first; f < end; ++f)
        bodies.push_back(frame_body(plan.frames[f], signal.trims(f), signal.rate()));
    Packets packets = write_packets(bodies);
    EncodedChunk chunk;
    chunk.data = std::move(packets.data);
    chunk.frame_starts = std::move(packets.frame_starts);
    chunk.frames = static_cast<std::uint32_t>(end - first);
    const auto samples_before = [&](std::size_t frame) {
        const std::size_t reach = frame * kFrameSize;
        return std::min(signal.samples().size(), reach < kStartDelay ? 0 : reach - kStartDelay);
    };
    chunk.samples = static_cast<std::uint32_t>(samples_before(end) - samples_before(first));
    return chunk;
}

Result<Plan> plan_for(const Signal& signal, const EncodeGoal& goal)
{
    switch (goal.kind) {
    case EncodeGoal::Kind::snr:
        return plan_for_snr(signal, goal.snr_db);
    case EncodeGoal::Kind::rate:
        return plan_for_rate(signal, goal.kbps);
    case EncodeGoal::Kind::lossless:
        break;
    }
    return plan_lossless(signal);
}

Status check(std::span<const std::int16_t> samples, std::uint32_t rate, const EncodeGoal& goal)
{
    const auto usage = [](const char* message) { return Error{Error::Code::usage, {}, message}; };
    if (samples.empty())
        return usage("found no samples, expected at least one");
    if (samples.size() >= 1u << 29)
        return usage("found more than 2^29 samples, expected a sound that a stream header can count");
    if (rate == 0)
        return usage("found a sample rate of 0 Hz, expected one above");
    if (goal.kind == EncodeGoal::Kind::snr && !(goal.snr_db > 0.0 && goal.snr_db <= 120.0))
        return usage("found a signal-to-noise goal out of range, expected one above 0 and at most 120 dB");
    if (goal.kind == EncodeGoal::Kind::rate && !(goal.kbps > 0.0 && goal.kbps < 1e6))
        return usage("found a rate out of range, expected one above 0 and below 1000000 kbit/s");
    return Ok{};
}

} // namespace

Result<Encoded> encode(std::span<const std::int16_t> samples, std::uint32_t rate, const EncodeGoal& goal,
                       const Chunking& chunking)
{
    if (const Status status = check(samples, rate, goal); !status)
        return status.error();
    const Signal signal(samples, rate, chunking.frames, chunking.cut);
    const Result<Plan> plan = plan_for(signal, goal);
    if (!plan)
        return plan.error();
    Encoded encoded;
    for (std::size_t f = 0; f < signal.frames();) {
        const std::size_t end = signal.chunk_end(f);
        encoded.chunks.push_back(write_chunk(signal, *plan, f, end));
        encoded.bytes += encoded.chunks.back().data.size();
        f = end;
    }
    return encoded;
}

} // namespace quern::formats::xma
