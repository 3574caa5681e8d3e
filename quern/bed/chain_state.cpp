// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/chain_state.hpp"

#include <cmath>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"

namespace quern::bed {

void Wobble::step(float dt, const WobbleTuning& tuning, Generator& generator) noexcept
{
    constexpr float kStep = 0.01f; // magnitudes are drawn in hundredths
    if (!envelope_.done()) {
        envelope_.advance(dt);
        return;
    }
    // Milliseconds first, then magnitude. An empty span draws nothing.
    const int ms_span = tuning.ms_high - tuning.ms_low;
    int ms = tuning.ms_low;
    if (ms_span > 0)
        ms += static_cast<int>(generator.draw() % static_cast<std::uint32_t>(ms_span));
    const auto steps = static_cast<std::int32_t>((tuning.high - tuning.low) * 100.0f);
    float target = tuning.low;
    if (steps > 0) {
        const std::uint32_t step = generator.draw() % static_cast<std::uint32_t>(steps);
        target = dsp::fused(static_cast<float>(step), kStep, tuning.low);
    }
    if (target_ >= 0.0f)
        target = -target;
    envelope_.reset();
    envelope_.add(target_, target, static_cast<float>(ms));
    target_ = target;
}

void ChainState::rebuilt(std::size_t truck, const Fidelity& fidelity) noexcept
{
    for (std::size_t player = 0; player < kPlayersPerTruck; ++player)
        gains_[truck][player] = fidelity.rebuild_unity_gain != 0 ? Gains{} : now_[player];
    posted_send_[truck] = send_;
    ++send_posts_;
}

void ChainState::ramp(float kmh, const OwnerTuning& tuning, const Fidelity& fidelity) noexcept
{
    if (kmh >= tuning.send_end_kmh)
        send_ = tuning.send_max;
    else if (kmh >= tuning.send_start_kmh)
        send_ =
            ((kmh - tuning.send_start_kmh) / (tuning.send_end_kmh - tuning.send_start_kmh)) * tuning.send_max;
    else
        send_ = 0.0f;

    if (kmh >= tuning.level_end_kmh)
        level_ = tuning.level_floor;
    else if (kmh >= tuning.level_start_kmh)
        level_ =
            dsp::fused(-((kmh - tuning.level_start_kmh) / (tuning.level_end_kmh - tuning.level_start_kmh)),
                       1.0f - tuning.level_floor, 1.0f);
    else if (fidelity.level_hold == 0)
        level_ = 1.0f;
}

void ChainState::post_send(const std::array<bool, kTrucks>& exists, bool changed,
                           const Fidelity& fidelity) noexcept
{
    if (!changed && fidelity.send_on_change != 0)
        return;
    for (std::size_t truck = 0; truck < kTrucks; ++truck) {
        if (exists[truck]) {
            posted_send_[truck] = send_;
            ++send_posts_;
        }
    }
}

void ChainState::post_gains(std::size_t player, Gains now, const std::array<bool, kTrucks>& exists,
                            const Fidelity& fidelity) noexcept
{
    for (std::size_t truck = 0; truck < kTrucks; ++truck) {
        // The original compares both trucks with one remembered value, so the second never differs from it.
        float& last = last_[fidelity.second_truck_wobble != 0 ? truck : 0][player];
        if (now.graph3 == last)
            continue;
        last = now.graph3; // remembered even where there is no chain to post to
        if (exists[truck])
            gains_[truck][player] = now;
    }
}

void ChainState::step(float speed, float dt, const std::array<bool, kTrucks>& exists,
                      const OwnerTuning& tuning, Generator& generator, const Fidelity& fidelity) noexcept
{
    const float kmh = speed * kKmhPerMps;
    const float send_before = send_;
    ramp(kmh, tuning, fidelity);
    post_send(exists, send_ != send_before, fidelity);

    float depth = 0.0f;
    if (kmh >= tuning.wobble_end_kmh)
        depth = 1.0f;
    else if (kmh >= tuning.wobble_start_kmh)
        depth = (kmh - tuning.wobble_start_kmh) / (tuning.wobble_end_kmh - tuning.wobble_start_kmh);

    for (std::size_t player = 0; player < kPlayersPerTruck; ++player) {
        wobble_[player].step(dt, player == 0 ? tuning.wobble_a : tuning.wobble_b, generator);
        now_[player].graph3 = dsp::fused(wobble_[player].value(), depth, 1.0f);
        now_[player].graph1 = now_[player].graph3 * level_;
    }
    for (std::size_t player = 0; player < kPlayersPerTruck; ++player)
        post_gains(player, now_[player], exists, fidelity);
}

} // namespace quern::bed
