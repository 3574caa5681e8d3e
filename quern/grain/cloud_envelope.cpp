// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/cloud_envelope.hpp"

#include <algorithm>
#include <cmath>

#include "quern/core/units.hpp"

namespace quern::grain {
namespace {

double per_frame(double seconds) noexcept QUERN_RT
{
    return 1.0 / std::max(seconds * kSampleRate, 1.0);
}

} // namespace

void CloudEnvelope::begin() noexcept QUERN_RT
{
    stage_ = Stage::attack;
    level_ = 0.0;
    hurry_s_ = 0.0;
}

void CloudEnvelope::let_go() noexcept QUERN_RT
{
    if (released())
        return;
    stage_ = Stage::release;
    from_ = level_;
}

void CloudEnvelope::let_go_in(double seconds) noexcept QUERN_RT
{
    if (idle())
        return;
    stage_ = Stage::release;
    from_ = level_;
    hurry_s_ = seconds;
}

void CloudEnvelope::render(std::span<float> gains, const CloudEnvelopeTimes& times) noexcept QUERN_RT
{
    const double held = std::sqrt(times.sustain);
    if (stage_ == Stage::sustain && level_ == held) {
        std::fill(gains.begin(), gains.end(), static_cast<float>(held * held));
        return;
    }
    const double up = per_frame(times.attack_s);
    const double down = (1.0 - held) * per_frame(times.decay_s);
    const double away = from_ * per_frame(hurry_s_ > 0.0 ? hurry_s_ : times.release_s);
    // A sustain level that moves is followed no faster than the decay falls.
    const double follow = per_frame(times.decay_s);
    for (float& gain : gains) {
        switch (stage_) {
        case Stage::attack:
            level_ += up;
            if (level_ >= 1.0) {
                level_ = 1.0;
                stage_ = Stage::decay;
            }
            break;
        case Stage::decay:
            level_ -= down;
            if (level_ <= held || down <= 0.0)
                stage_ = Stage::sustain;
            break;
        case Stage::sustain:
            level_ += std::clamp(held - level_, -follow, follow);
            break;
        case Stage::release:
            level_ -= away;
            if (level_ <= 0.0 || away <= 0.0) {
                level_ = 0.0;
                stage_ = Stage::idle;
            }
            break;
        case Stage::idle:
            break;
        }
        gain = static_cast<float>(level_ * level_);
    }
}

} // namespace quern::grain
