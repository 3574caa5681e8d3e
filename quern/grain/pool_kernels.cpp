// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/pool_kernels.hpp"

#include <algorithm>

#include "quern/grain/pool_grain.hpp"
#include "quern/grain/pool_span.hpp"

namespace quern::grain {
namespace {

/// Frames `from` to `to`; read(span, run) gives the sample `run` frames after the anchor. The span is a copy,
/// which no store to an accumulator can be taken to change.
template <class Read>
void add(const PoolSpan span, std::int32_t from, std::int32_t to, Read read) noexcept QUERN_RT
{
    const auto put = [&span](std::int32_t k, float value) {
        span.left[k] += value * span.gain_left;
        span.right[k] += value * span.gain_right;
    };
    auto run = static_cast<float>(span.run + from); // counted on as singles, whole numbers are exact
    if (span.window != nullptr) {
        for (std::int32_t k = from; k < to; ++k, run += 1.0f)
            put(k, read(span, run) * span.window[k]);
        return;
    }
    auto age = static_cast<float>(span.age + from);
    const auto length = static_cast<float>(span.length);
    for (std::int32_t k = from; k < to; ++k, run += 1.0f, age += 1.0f)
        put(k, read(span, run) * window_at(span.curve, age, length));
}

/// For any numbers of frames, beyond those that singles count.
template <Interpolation kInterpolation>
void add_tested(const PoolSpan& span, std::int32_t from, std::int32_t to) noexcept QUERN_RT
{
    for (std::int32_t k = from; k < to; ++k) {
        const float sample = read_plain(kInterpolation, span.source, span.frames, span.anchor, span.origin,
                                        span.step, span.run + k);
        const float window =
            span.window != nullptr ? span.window[k] : window_at(span.curve, span.age + k, span.length);
        const float value = sample * window;
        span.left[k] += value * span.gain_left;
        span.right[k] += value * span.gain_right;
    }
}

/// As `read_plain`, for frames whose neighbours are known to be in the source.
template <Interpolation kInterpolation>
void add_inside(const PoolSpan& span, std::int32_t from, std::int32_t to) noexcept QUERN_RT
{
    const auto linear = [](const float* at, float fraction) { return at[0] + (at[1] - at[0]) * fraction; };
    if constexpr (kInterpolation == Interpolation::hermite) {
        add(span, from, to, [](const PoolSpan& s, float run) {
            const Head head = split(s.origin + s.step * run);
            const float* const at = s.source + (s.anchor + head.frame);
            return hermite(at[-1], at[0], at[1], at[2], head.fraction);
        });
    } else if (span.step >= 0.0f) { // offsets are not negative: truncated is floored
        add(span, from, to, [linear](const PoolSpan& s, float run) {
            const float offset = s.origin + s.step * run;
            const auto frame = static_cast<std::int32_t>(offset);
            return linear(s.source + (s.anchor + frame), offset - static_cast<float>(frame));
        });
    } else {
        add(span, from, to, [linear](const PoolSpan& s, float run) {
            const Head head = split(s.origin + s.step * run);
            return linear(s.source + (s.anchor + head.frame), head.fraction);
        });
    }
}

template <Interpolation kInterpolation> void add_span(const PoolSpan& span) noexcept QUERN_RT
{
    if (!is_moderate(span))
        return add_tested<kInterpolation>(span, 0, span.count);
    constexpr std::int64_t kMore =
        kInterpolation == Interpolation::hermite ? 1 : 0; // neighbours on each side
    const Inside inside = Inside::of(span, kMore, 2 + kMore);
    if (inside.begin >= inside.end)
        return add_tested<kInterpolation>(span, 0, span.count);
    add_tested<kInterpolation>(span, 0, inside.begin);
    add_inside<kInterpolation>(span, inside.begin, inside.end);
    add_tested<kInterpolation>(span, inside.end, span.count);
}

void render(const PoolSpan* spans, std::size_t count) noexcept QUERN_RT
{
    std::for_each(spans, spans + count, add_span<Interpolation::linear>);
}

void window(const float* curve, std::int32_t age, std::int32_t length, float* out,
            std::int32_t count) noexcept QUERN_RT
{
    for (std::int32_t k = 0; k < count; ++k)
        out[k] = window_at(curve, age + k, length);
}

} // namespace

constinit const PoolKernels kScalarPoolKernels{render, add_span<Interpolation::hermite>, window};

const PoolKernels& pool_kernels() noexcept QUERN_RT
{
#if QUERN_SIMD
    if (const PoolKernels* vectors = vector_pool_kernels(dsp::selected_target()))
        return *vectors;
#endif
    return kScalarPoolKernels;
}

} // namespace quern::grain
