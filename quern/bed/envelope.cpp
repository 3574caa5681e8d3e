// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/envelope.hpp"

#include <cmath>

#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"

namespace quern::bed {
namespace {

constexpr float kShortestSeconds = from_bits(0x3C23D70A); // 10 ms, in place of a length that is not positive

} // namespace

bool Envelope::add(float start, float end, float ms) noexcept
{
    if (count_ == kMaxSegments)
        return false;
    const float seconds = ms * kSecondsPerMs;
    if (count_ == 0)
        value_ = start;
    segments_[count_++] = {start, end, seconds > 0.0f ? seconds : kShortestSeconds};
    return true;
}

bool Envelope::append(float end, float ms) noexcept
{
    return add(count_ == 0 ? value_ : segments_[count_ - 1].end, end, ms);
}

void Envelope::advance(float dt) noexcept
{
    if (done())
        return;
    elapsed_ += dt;
    const Segment& now = segments_[current_];
    if (elapsed_ > now.seconds) {
        value_ = now.end;
        elapsed_ -= now.seconds; // the rest counts for the next segment, but is not looked at in this call
        ++current_;
        return;
    }
    value_ = dsp::fused(now.end - now.start, elapsed_ / now.seconds, now.start);
}

const Envelope::Segment& Envelope::shown() const noexcept
{
    return segments_[current_ < count_ ? current_ : (count_ == 0 ? 0 : count_ - 1)];
}

float Envelope::target() const noexcept
{
    return shown().end;
}

float Envelope::duration() const noexcept
{
    return shown().seconds;
}

} // namespace quern::bed
