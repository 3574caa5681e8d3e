// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/side_layers.hpp"

#include <cmath>

#include "quern/core/units.hpp"

namespace quern::bed {
namespace {

constexpr float kFullSpeedWord = 10000.0f;
constexpr float kFullIntensity = 1000.0f;

float share_between(float value, float low, float high) noexcept
{
    return high > low ? (value - low) / (high - low) : (value >= high ? 1.0f : 0.0f);
}

float com_kmh(const RiderState& state) noexcept
{
    const Vec3& v = state.com_velocity;
    return std::hypot(v.x, v.y, v.z) * kKmhPerMps;
}

/// 1..5 for the hard recordings that have a rattle of their own.
int rattle_code(Member member) noexcept
{
    switch (member) {
    case Member::asphalt_smooth_hard:
        return 1;
    case Member::concrete_rough_hard:
        return 2;
    case Member::concrete_smooth_hard:
        return 3;
    case Member::wood_ramp_hard:
        return 4;
    case Member::concrete_aggregate_hard:
        return 5;
    default:
        return 0;
    }
}

} // namespace

void SideLayers::step(const LayerContext& context) noexcept
{
    const RiderState& state = context.state;
    rattle(context);
    wheel_spin(0, state.airborne, context);
    wheel_spin(1, state.balance && !state.airborne, context);
    speed(context);
    scrape(context);
    slide(context);
}

void SideLayers::rattle(const LayerContext& context) noexcept
{
    if (!context.state.push_trigger)
        return;
    LayerEvent event;
    event.layer = Layer::rattle;
    if (rattle_) {
        event.kind = LayerEvent::Kind::release;
        context.emit(event);
    }
    const Router::Truck& truck = context.router.primary_truck();
    rattle_ = truck.grain && truck.surface != kNoContact;
    if (!rattle_)
        return;
    const MixProvider& mix = context.mix;
    const LayerTuning& layers = context.tuning.layers;
    event.kind = LayerEvent::Kind::post;
    event.speed = word_of((context.speed() - layers.rattle_start_mps) * kKmhPerMps / layers.rattle_ramp_kmh,
                          kFullSpeedWord);
    event.code = rattle_code(truck.member);
    event.surface = truck.surface;
    event.level = mix.level(kBoardController, board_output::rattle_level);
    event.pitch = mix.pitch(kBoardController, board_output::grain_pitch);
    event.send = mix.level(kBoardController, board_output::rattle_send);
    event.low_pass_hz = mix.filter(kBoardController, board_output::rattle_low_pass);
    event.high_pass_hz = mix.filter(kBoardController, board_output::rattle_high_pass);
    context.emit(event);
}

void SideLayers::wheel_spin(std::size_t index, bool wanted, const LayerContext& context) noexcept
{
    if (wanted == spin_[index])
        return;
    LayerEvent event;
    event.layer = Layer::wheel_spin;
    event.index = static_cast<std::uint8_t>(index);
    if (wanted) {
        const LayerTuning& layers = context.tuning.layers;
        const float share = share_between(context.speed() * kKmhPerMps, 0.0f, layers.spin_top_kmh);
        event.code = next_recording_;
        next_recording_ = 1 - next_recording_;
        event.start_s = layers.spin_length_s * (1.0f - (share > 1.0f ? 1.0f : share));
        event.gain = index == 0 ? layers.spin_gain : layers.spin_balance_gain;
    } else {
        event.kind = LayerEvent::Kind::release;
    }
    context.emit(event);
    spin_[index] = wanted;
}

void SideLayers::speed(const LayerContext& context) noexcept
{
    const LayerTuning& layers = context.tuning.layers;
    const MixProvider& mix = context.mix;
    const RiderState& state = context.state;

    const float ground_kmh = context.speed() * kKmhPerMps;
    LayerEvent rattle;
    rattle.layer = Layer::speed_rattle;
    rattle.speed =
        word_of(share_between(ground_kmh, layers.speed_rattle_start_kmh, layers.speed_rattle_top_kmh),
                kFullIntensity);
    rattle.level = mix.level(kSpeedController, speed_output::rattle_level);
    rattle.pitch = mix.pitch(kSpeedController, speed_output::rattle_pitch);
    hold(state.local && ground_kmh >= layers.speed_rattle_start_kmh, speed_rattle_, rattle, rattle, context);

    const float low = state.bail ? layers.wind_bail_start_kmh : layers.wind_start_kmh;
    const float high = state.bail ? layers.wind_bail_top_kmh : layers.wind_top_kmh;
    const float air_kmh = com_kmh(state);
    LayerEvent wind;
    wind.layer = Layer::wind;
    wind.speed = word_of(share_between(air_kmh, low, high), kFullIntensity);
    wind.level = mix.level(kSpeedController, speed_output::wind_level);
    wind.pitch = mix.pitch(kSpeedController, speed_output::rocket_pitch);
    hold(state.local && air_kmh >= low, wind_, wind, wind, context);
}

void SideLayers::scrape(const LayerContext& context) noexcept
{
    const RiderState& state = context.state;
    const MixProvider& mix = context.mix;
    const bool rolls = state.wheel_count > 0 && !state.grinding;
    LayerEvent event;
    event.pitch = mix.pitch(kBoardController, board_output::grain_pitch);
    event.low_pass_hz = mix.filter(kBoardController, board_output::low_pass);
    event.high_pass_hz = mix.filter(kBoardController, board_output::high_pass);
    event.surface = surface_of(state.wheel_material[0], context.tuning);

    LayerEvent skid = event;
    skid.layer = Layer::skid;
    skid.speed = word_of(state.slip, kFullSpeedWord);
    skid.level = mix.level(kBoardController, board_output::skid_level);
    skid.send = mix.level(kBoardController, board_output::env_send);
    hold(state.skid && rolls, skid_, skid, skid, context);

    LayerEvent squeak = event;
    squeak.layer = Layer::squeak;
    squeak.speed = word_of(std::abs(state.deck_tilt), kFullSpeedWord);
    squeak.level = mix.level(kBoardController, board_output::squeak_level);
    hold(rolls && std::abs(state.deck_tilt) > context.tuning.layers.squeak_tilt_rad, squeak_, squeak, squeak,
         context);
}

void SideLayers::slide(const LayerContext& context) noexcept
{
    const LayerTuning& layers = context.tuning.layers;
    const MixProvider& mix = context.mix;
    LayerEvent post;
    post.layer = Layer::board_slide;
    post.code = context.state.loose_board;
    post.speed = word_of((context.speed() - layers.slide_start_mps) * kKmhPerMps / layers.slide_ramp_kmh,
                         kFullSpeedWord);
    post.level = static_cast<int>(layers.slide_level_word);
    LayerEvent now = post;
    now.level = mix.level(kBoardController, board_output::slide_level);
    now.pitch = mix.pitch(kBoardController, board_output::slide_pitch);
    now.send = mix.level(kBoardController, board_output::slide_send);
    now.low_pass_hz = mix.filter(kBoardController, board_output::slide_low_pass);
    now.high_pass_hz = mix.filter(kBoardController, board_output::slide_high_pass);
    hold(context.state.loose_board != 0, slide_, post, now, context);
}

} // namespace quern::bed
