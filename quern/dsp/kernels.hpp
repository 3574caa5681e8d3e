// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/dsp/biquad.hpp"

namespace quern::dsp {

/// A piece of a fade: gains of frames `index` .. of a fade over `length` frames.
struct FadePiece {
    float from;
    float to;
    std::int32_t index;
    std::int32_t length;
};

/// Frames beyond the last one needed that `Kernels::voice` may read, and drops.
inline constexpr std::size_t kReadAhead = 32;

/// One block of a voice: what it reads, how it fades (console form) and at which level it is sent.
struct VoicePiece {
    const float* source; ///< as for `resample`, over a whole block and `kReadAhead` frames beyond
    std::uint32_t fraction;
    std::uint32_t step;
    FadePiece fade;
    float level_from;
    float level_to;
    bool short_end;
    bool blank; ///< what stands in the bus is not sound: taken for silence
};

/// The per-sample loops of this room, in builds with equal bits, one for each SimdTarget. Pointers may be
/// equal where in and out are named; they do not overlap otherwise.
struct Kernels {
    /// Reads source[0 .. ((fraction + (frames-1)*step) >> 16) + 1]; frames * step must stay below 2^31.
    void (*resample)(const float* source, std::uint32_t fraction, std::uint32_t step, float* out,
                     std::size_t frames) noexcept QUERN_RT;
    void (*fade_console)(const FadePiece& piece, float* io, std::size_t frames) noexcept QUERN_RT;
    void (*fade_port)(const FadePiece& piece, float* io, std::size_t frames) noexcept QUERN_RT;
    void (*biquad)(const BiquadCoefficients& coefficients, BiquadState& state, const float* in, float* out,
                   std::size_t frames) noexcept QUERN_RT;
    /// Two independent sections side by side, so that their recurrences overlap in the processor.
    void (*biquad_pair)(const BiquadCoefficients* coefficients, BiquadState* state, const float* in0,
                        const float* in1, float* out0, float* out1, std::size_t frames) noexcept QUERN_RT;
    /// out = i*cos - q*sin over phases that start at `phase`; `frames` is a multiple of 4.
    void (*shift)(const float* i, const float* q, float* out, float phase, float step,
                  std::size_t frames) noexcept QUERN_RT;
    void (*sin_cos)(const float* angle, float* sine, float* cosine, std::size_t frames) noexcept QUERN_RT;
    void (*gain)(float* io, float from, float to, std::size_t frames) noexcept QUERN_RT;
    void (*gain_add)(const float* in, float* bus, float from, float to, std::size_t frames) noexcept QUERN_RT;
    /// out = level * in; `short_end` as LevelRamp::End::short_of_target.
    void (*level)(const float* in, float* out, float from, float to, bool short_end,
                  std::size_t frames) noexcept QUERN_RT;
    void (*level_add)(const float* in, float* bus, float from, float to, bool short_end,
                      std::size_t frames) noexcept QUERN_RT;
    void (*clip)(float* io, float level, std::size_t frames) noexcept QUERN_RT;
    void (*add)(const float* in, float* bus, std::size_t frames) noexcept QUERN_RT;
    void (*clear)(float* out, std::size_t frames) noexcept QUERN_RT;
    /// Largest magnitude; NaN counts as larger than everything and is returned as infinity or NaN.
    float (*peak)(const float* in, std::size_t frames) noexcept QUERN_RT;
    /// Gain of frame `n` of a fade that starts and ends as the piece says.
    float (*fade_gain_console)(const FadePiece& piece, std::int32_t n) noexcept QUERN_RT;
    float (*fade_gain_port)(const FadePiece& piece, std::int32_t n) noexcept QUERN_RT;
    /// `resample`, `fade_console` and `level_add` in one pass over a block; the last sample before the level.
    float (*voice)(const VoicePiece& piece, float* bus) noexcept QUERN_RT;
};

/// The build for the selected target.
[[nodiscard]] const Kernels& kernels() noexcept QUERN_RT;

} // namespace quern::dsp
