// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/window_picker.hpp"

#include <algorithm>

namespace quern::grain {

namespace {

constexpr Window kSentinel{-2.0f, -1.0f};
constexpr float kPerTwoTo31 = 0x1p-31f;

} // namespace

std::size_t drawn_index(std::uint32_t draw, std::size_t count) noexcept QUERN_RT
{
    const float unit = (static_cast<float>(draw) * kPerTwoTo31) * 0.5f;
    return static_cast<std::size_t>(unit * static_cast<float>(count));
}

void WindowPicker::reset() noexcept QUERN_RT
{
    recent_[0] = last_ = kSentinel;
    recent_count_ = 1;
    inserted_ = 0;
    candidate_count_ = 0;
}

Pick WindowPicker::pick(const PlayerParams& params, float duration, float position,
                        Generator& generator) noexcept QUERN_RT
{
    const float length = grain_length(params);
    const float window = std::min(params.window, duration);
    const float low = (duration - window) * position;
    const float high = window + low;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        find_candidates(length, duration, low, high);
        if (candidate_count_ != 0 && inserted_ < kRecent - 1) {
            const std::size_t index = drawn_index(generator.draw(), candidate_count_);
            const Window chosen = index < candidate_count_ ? candidates_[index] : Window{};
            insert(chosen);
            return {chosen.start, static_cast<std::uint8_t>(candidate_count_)};
        }
        collapse();
        // A region of one window or less would offer nothing but the window just played. Also true of a NaN.
        if (!(window / length >= 2.0f))
            break;
    }
    candidate_count_ = 0;
    return {low, 0};
}

void WindowPicker::find_candidates(float length, float duration, float low, float high) noexcept QUERN_RT
{
    const std::span<Window> all{candidates_};
    candidate_count_ = 0;
    if (low < recent_[0].start)
        candidate_count_ = tile(low, recent_[0].start, length, low, high, all);
    for (std::size_t i = 0; i < recent_count_; ++i) {
        const float gap_end = i + 1 < recent_count_ ? recent_[i + 1].start : duration;
        candidate_count_ += tile(recent_[i].end, gap_end, length, low, high, all.subspan(candidate_count_));
    }
}

void WindowPicker::collapse() noexcept QUERN_RT
{
    recent_[0] = last_;
    recent_count_ = 1;
    inserted_ = 0;
}

void WindowPicker::insert(const Window& window) noexcept QUERN_RT
{
    std::size_t place = recent_count_;
    while (place > 0 && recent_[place - 1].start > window.start) {
        recent_[place] = recent_[place - 1];
        --place;
    }
    recent_[place] = last_ = window;
    ++recent_count_;
    ++inserted_;
}

} // namespace quern::grain
