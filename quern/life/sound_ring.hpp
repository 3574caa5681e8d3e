// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/core/rt.hpp"
#include "quern/grain/grain_mix.hpp"

namespace quern::life {

/// The sound of the next frames, left and right apart, into which whole grains are added. [audio]
class SoundRing {
public:
    /// `ahead`: frames from now within which every grain must end. Allocates.
    explicit SoundRing(std::size_t ahead)
        : strips_(ahead / grain::kMixStrip + 2), left_(strips_), right_(strips_)
    {
    }

    /// Adds a grain that begins `ahead` frames from now, at the latest with the next `flush`.
    void add(const float* table, std::size_t frames, std::uint64_t ahead, float gain_left,
             float gain_right) noexcept QUERN_RT
    {
        std::size_t at = head_ + static_cast<std::size_t>(ahead);
        if (at >= size())
            at -= size();
        const std::size_t shift = at % grain::kMixBlock;
        const std::size_t first = at - shift;
        const std::size_t count = (shift + frames + grain::kMixBlock - 1) / grain::kMixBlock;
        const std::size_t before_end = std::min(count, (size() - first) / grain::kMixBlock);
        const float* const from = table - shift;
        push({from, &left_[0][0] + first, &right_[0][0] + first, static_cast<std::uint32_t>(before_end),
              gain_left, gain_right});
        if (before_end < count)
            push({from + before_end * grain::kMixBlock, &left_[0][0], &right_[0][0],
                  static_cast<std::uint32_t>(count - before_end), gain_left, gain_right});
        busy_ = std::max(busy_, ahead + frames);
    }
    void flush() noexcept QUERN_RT
    {
        grain::mix_kernels().add(pending_.data(), waiting_);
        waiting_ = 0;
    }

    /// Frames from now on that may be other than 0.
    [[nodiscard]] std::uint64_t busy() const noexcept QUERN_RT { return busy_; }
    /// Frames that lie in one piece from now on.
    [[nodiscard]] std::size_t in_one_piece() const noexcept QUERN_RT { return size() - head_; }
    [[nodiscard]] const float* left() const noexcept QUERN_RT { return &left_[0][0] + head_; }
    [[nodiscard]] const float* right() const noexcept QUERN_RT { return &right_[0][0] + head_; }

    /// Time goes on: frames in one piece, which come back as zeros at the far end.
    void advance(std::size_t frames) noexcept QUERN_RT
    {
        if (busy_ > 0) {
            std::fill_n(&left_[0][0] + head_, frames, 0.0f);
            std::fill_n(&right_[0][0] + head_, frames, 0.0f);
        }
        busy_ -= std::min<std::uint64_t>(busy_, frames);
        head_ += frames;
        if (head_ == size())
            head_ = 0;
    }

private:
    struct alignas(4 * grain::kMixStrip) Strip : std::array<float, grain::kMixStrip> {};
    static constexpr std::size_t kPending = 256;

    [[nodiscard]] std::size_t size() const noexcept QUERN_RT { return strips_ * grain::kMixStrip; }
    void push(const grain::MixSpan& span) noexcept QUERN_RT
    {
        pending_[waiting_++] = span;
        if (waiting_ == kPending)
            flush();
    }

    std::size_t strips_;
    std::size_t head_ = 0; // the present
    std::uint64_t busy_ = 0;
    std::size_t waiting_ = 0;
    std::vector<Strip> left_;
    std::vector<Strip> right_;
    std::array<grain::MixSpan, kPending> pending_;
};

} // namespace quern::life
