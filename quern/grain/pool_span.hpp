// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/grain/pool_grain.hpp"
#include "quern/grain/pool_kernels.hpp"

namespace quern::grain {

/// Beyond these a span is rendered value by value. Ages are exact as singles, their quotients by a length are
/// known to be what two operations make of them, offsets fit into 32 bits with room to spare, and rounding
/// moves the offset of a step up to 2 by less than half a frame.
inline constexpr std::int32_t kMostSpanFrames = 1 << 21;
inline constexpr float kMostSpanStep = 512.0f;

[[nodiscard]] inline bool is_moderate(const PoolSpan& span) noexcept QUERN_RT
{
    return span.step <= kMostSpanStep && span.step >= -kMostSpanStep &&
           span.run + span.count <= kMostSpanFrames && span.age + span.count <= kMostSpanFrames &&
           span.length <= kMostSpanFrames;
}

/// The frames of a moderate span whose reads, from `behind` frames before the head to `ahead` - 1 after it,
/// all fall into the source. They hang together, because heads go one way.
struct Inside {
    std::int32_t begin;
    std::int32_t end;

    [[nodiscard]] static Inside of(const PoolSpan& span, std::int64_t behind,
                                   std::int64_t ahead) noexcept QUERN_RT
    {
        const auto after_start = [&](std::int32_t k) { return head(span, k) >= behind; };
        const auto before_end = [&](std::int32_t k) { return head(span, k) + ahead <= span.frames; };
        const bool forward = span.step >= 0.0f;
        const std::int32_t last = span.count - 1;
        if (after_start(forward ? 0 : last) && before_end(forward ? last : 0))
            return {0, span.count};
        if (forward)
            return {first(span, after_start), first(span, [&](std::int32_t k) { return !before_end(k); })};
        return {first(span, before_end), first(span, [&](std::int32_t k) { return !after_start(k); })};
    }

private:
    [[nodiscard]] static std::int64_t head(const PoolSpan& span, std::int32_t k) noexcept QUERN_RT
    {
        return span.anchor + split(span.origin + span.step * static_cast<float>(span.run + k)).frame;
    }
    /// The first frame of the span for which a test is true, from which on it stays so.
    template <class Test>
    [[nodiscard]] static std::int32_t first(const PoolSpan& span, Test test) noexcept QUERN_RT
    {
        std::int32_t low = 0;
        for (std::int32_t high = span.count; low < high;) {
            const std::int32_t middle = (low + high) / 2;
            if (test(middle))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }
};

} // namespace quern::grain
