// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/rolling_layers.hpp"

#include "quern/core/units.hpp"

namespace quern::bed {
namespace {

constexpr float kFullSpeedWord = 10000.0f;
constexpr int kGrindSurface = 13;
constexpr int kCrackSelector = 5;
constexpr int kCrackPattern = 1;

/// clamp01((v k / max) 3.6) * 10000; the sign of the speed counts, so that rolling backwards is silent.
int speed_word(const LayerContext& context, int selector, bool pushed) noexcept
{
    const float speed = context.state.ground_speed * (pushed ? context.push_scale : 1.0f);
    const float top = context.tuning.layers.patch_max_kmh[static_cast<std::size_t>(selector & 15)];
    return word_of((speed / top) * kKmhPerMps, kFullSpeedWord);
}

LayerEvent rolling_post(Layer layer, std::size_t index, int selector, int surface, int speed) noexcept
{
    LayerEvent event;
    event.layer = layer;
    event.index = static_cast<std::uint8_t>(index);
    event.selector = selector;
    event.surface = surface;
    event.speed = speed;
    return event;
}

/// The words that layers 0, 3 and 5 follow.
LayerEvent layer_now(LayerEvent event, int level_id, const LayerContext& context) noexcept
{
    const MixProvider& mix = context.mix;
    event.level = mix.level(kBoardController, level_id);
    event.pitch = mix.pitch(kBoardController, board_output::layer_pitch);
    event.send = mix.level(kBoardController, board_output::layer_send);
    event.low_pass_hz = mix.filter(kBoardController, board_output::layer_low_pass);
    event.high_pass_hz = mix.filter(kBoardController, board_output::layer_high_pass);
    return event;
}

} // namespace

void RollingLayers::step(const LayerContext& context) noexcept
{
    for (std::size_t truck = 0; truck < kTrucks; ++truck)
        patch(truck, context);
    if (context.state.local)
        held(context);
    spidercrack(context);
}

void RollingLayers::patch(std::size_t truck, const LayerContext& context) noexcept
{
    const Router::Truck& now = context.router.truck(truck);
    const int wanted = now.live && !now.grain ? now.surface : -1;
    int& posted = posted_surface_[truck];
    if (posted >= 0 && posted != wanted) {
        LayerEvent event = rolling_post(Layer::patch, truck, 0, posted, 0);
        event.kind = LayerEvent::Kind::release;
        context.emit(event);
    }
    if (wanted >= 0) {
        const int selector = context.tuning.surfaces[static_cast<std::size_t>(wanted)].selector;
        LayerEvent event =
            rolling_post(Layer::patch, truck, selector, wanted, speed_word(context, selector, true));
        if (posted != wanted)
            context.emit(event);
        const MixProvider& mix = context.mix;
        event.kind = LayerEvent::Kind::update;
        event.balance = context.state.balance || context.state.manual_brake;
        event.level = mix.level(kBoardController, board_output::level_a);
        event.pitch = mix.pitch(kBoardController, board_output::grain_pitch);
        event.send = selector == 1 ? 0 : mix.level(kBoardController, board_output::env_send);
        event.low_pass_hz = mix.filter(kBoardController, board_output::low_pass);
        event.high_pass_hz = mix.filter(kBoardController, board_output::high_pass);
        context.emit(event);
    }
    posted = wanted;
}

void RollingLayers::held(const LayerContext& context) noexcept
{
    const std::size_t primary = context.router.primary();
    const int mine = context.router.truck(primary).surface;
    const int others = context.router.truck(1 - primary).surface;
    if (mine != kNoContact)
        held_surface_ = mine;
    else if (others != kNoContact)
        held_surface_ = others;
    else if (context.state.grinding)
        held_surface_ = kGrindSurface;

    constexpr std::array<int, 2> kSelectors{0, 3};
    for (std::size_t i = 0; i < kSelectors.size(); ++i) {
        const LayerEvent post = rolling_post(i == 0 ? Layer::held0 : Layer::held3, 0, kSelectors[i],
                                             held_surface_, speed_word(context, kSelectors[i], false));
        hold(true, held_[i], post,
             layer_now(post, i == 0 ? board_output::layer0_level : board_output::layer3_level, context),
             context);
    }
}

void RollingLayers::spidercrack(const LayerContext& context) noexcept
{
    const RiderState& state = context.state;
    const bool nose_up = state.balance && !state.wheel_contact[0];
    const bool on_crack = state.local && state.seam_pattern[nose_up ? 3 : 0] == kCrackPattern;
    const LayerEvent post = rolling_post(Layer::spidercrack, 0, kCrackSelector, held_surface_,
                                         speed_word(context, kCrackSelector, true));
    hold(on_crack, crack_, post, layer_now(post, board_output::layer5_level, context), context);
}

} // namespace quern::bed
