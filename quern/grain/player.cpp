// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/player.hpp"

#include <cmath>

#include "quern/dsp/fused.hpp"
#include "quern/dsp/kernels.hpp"
#include "quern/dsp/release_fold.hpp"

namespace quern::grain {

namespace {

constexpr float kMaxSeconds = 3600.0f;
constexpr float kMaxDuration = 1e9f; // seconds; at any rate its frames still count in 64 bits

float seconds_or(float value, float fallback) noexcept QUERN_RT
{
    return value >= 0.0f && value <= kMaxSeconds ? value : fallback;
}

PlayerParams sane(const PlayerParams& params) noexcept QUERN_RT
{
    constexpr PlayerParams kDefaults{};
    return {seconds_or(params.attack, kDefaults.attack), seconds_or(params.sustain, kDefaults.sustain),
            seconds_or(params.release, kDefaults.release), seconds_or(params.window, kDefaults.window),
            seconds_or(params.drift, kDefaults.drift)};
}

RecordingView sane(RecordingView recording) noexcept QUERN_RT
{
    if (!recording || recording.rate == 0)
        return {};
    if (!(recording.duration > 0.0f && recording.duration <= kMaxDuration))
        recording.duration = static_cast<float>(recording.frames) / static_cast<float>(recording.rate);
    return recording;
}

// Also turns a NaN into 0.
float clamp_start(float start, float duration) noexcept QUERN_RT
{
    if (!(start > 0.0f))
        return 0.0f;
    return start < duration ? start : duration;
}

bool take(float& field, float value, float low, float high) noexcept QUERN_RT
{
    const bool accepted = value >= low && value <= high;
    if (accepted)
        field = value;
    return accepted;
}

} // namespace

float Player::bind(const RecordingView& recording, const PlayerParams& params, const VoiceOptions& options,
                   const PlayerRecord& record, Generator& generator) noexcept QUERN_RT
{
    const RecordingView view = sane(recording);
    if (!view)
        return stop();
    set_record(record);
    tell(PlayerEvent::Kind::bind, 0);
    const float left = stop();
    recording_ = view;
    params_ = sane(params);
    options_ = options;
    picker_.reset();
    pick_into(0, generator);
    return left;
}

float Player::stop() noexcept QUERN_RT
{
    for (std::size_t i = 0; i < kSlots; ++i) {
        if (slots_[i].state != State::none)
            stop(i);
    }
    recording_ = {};
    const float left = pending_fold_;
    pending_fold_ = 0.0f;
    return left;
}

bool Player::set_record(const PlayerRecord& record) noexcept QUERN_RT
{
    const bool gain = take(record_.gain, record.gain, -kMaxGain, kMaxGain);
    const bool pitch = take(record_.pitch, record.pitch, 0.0f, kMaxPitch);
    const bool position = take(record_.position, record.position, -kMaxPosition, kMaxPosition);
    record_is_new_ = true;
    return gain && pitch && position;
}

void Player::tick(Generator& generator) noexcept QUERN_RT
{
    if (!bound())
        return;
    drift(generator);
    // Slot 0 first: what it starts in slot 1 ages in this block already, but not the other way.
    for (std::size_t i = 0; i < kSlots; ++i) {
        if (slots_[i].state != State::none)
            advance(i, generator);
    }
    record_is_new_ = false;
}

void Player::render(std::span<float, kBlockFrames> bus, bool blank) noexcept QUERN_RT
{
    if (pending_fold_ != 0.0f) {
        if (blank)
            dsp::kernels().clear(bus.data(), bus.size());
        blank = false;
        dsp::add_release_fold(bus, pending_fold_);
        pending_fold_ = 0.0f;
    }
    for (std::size_t i = 0; i < kSlots; ++i) {
        if (slots_[i].state == State::none)
            continue;
        voices_[i].render(bus, blank);
        blank = false;
    }
}

void Player::drift(Generator& generator) noexcept QUERN_RT
{
    const std::size_t other = 1 - active_;
    if (slots_[active_].state == State::none)
        return;
    if (!(std::fabs(slots_[active_].pick_position - record_.position) > params_.drift))
        return;
    if (slots_[other].state != State::none) {
        release(other);
        return;
    }
    release(active_);
    pick_into(other, generator);
}

void Player::advance(std::size_t index, Generator& generator) noexcept QUERN_RT
{
    Slot& slot = slots_[index];
    if (record_is_new_) // a voice that starts now has taken it up already
        voices_[index].follow(record_.gain, record_.pitch);
    if (slot.state == State::sustain)
        slot.timer = dsp::fused(-kBlockSeconds, record_.pitch, slot.timer);
    else
        slot.timer -= kBlockSeconds;
    if (!(slot.timer < 0.0f))
        return;
    switch (slot.state) {
    case State::attack:
        slot.state = State::sustain;
        slot.timer = params_.sustain;
        break;
    case State::sustain: {
        const std::size_t other = 1 - index;
        release(index);
        if (slots_[other].state != State::none)
            stop(other);
        pick_into(other, generator);
        break;
    }
    default:
        stop(index);
        break;
    }
}

void Player::release(std::size_t index) noexcept QUERN_RT
{
    Slot& slot = slots_[index];
    if (slot.state == State::release)
        return;
    slot.state = State::release;
    slot.timer = params_.release;
    voices_[index].release(params_.release);
    tell(PlayerEvent::Kind::release, index);
}

void Player::stop(std::size_t index) noexcept QUERN_RT
{
    slots_[index].state = State::none; // its other fields stay as they are
    pending_fold_ += voices_[index].last();
    tell(PlayerEvent::Kind::stop, index);
}

void Player::pick_into(std::size_t index, Generator& generator) noexcept QUERN_RT
{
    const Generator before = generator;
    const Pick pick = picker_.pick(params_, recording_.duration, record_.position, generator);
    if (observer_.notify != nullptr)
        observer_.notify(observer_.context, {PlayerEvent::Kind::pick, static_cast<std::uint8_t>(index),
                                             pick.candidates, pick.start, record_, &before});
    slots_[index] = {State::attack, params_.attack, clamp_start(pick.start, recording_.duration),
                     record_.position};
    voices_[index].start(recording_, slots_[index].start, params_.attack, record_.gain, record_.pitch,
                         options_);
    active_ = index;
    tell(PlayerEvent::Kind::start, index);
}

void Player::tell(PlayerEvent::Kind kind, std::size_t index) const noexcept QUERN_RT
{
    if (observer_.notify != nullptr)
        observer_.notify(observer_.context,
                         {kind, static_cast<std::uint8_t>(index), 0, slots_[index].start, record_, nullptr});
}

} // namespace quern::grain
