// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The loops of `Kernels`, compiled once per way to fuse. The including file opens a namespace of its own
// inside quern::dsp that holds `float fused(float, float, float)`, and has included the standard headers
// beforehand: inside a region of another instruction set none may be seen for the first time.

constexpr float kBias = 0x1.2725dep-60f;           // 1e-18
constexpr float kResampleWeight = 0x1.fff938p-17f; // not 1/65536: the original's constant
constexpr float kSendStep = 0x1.f81f82p-7f;        // 1/65
constexpr std::size_t kRampFrames = 64;

inline void resample(const float* source, std::uint32_t fraction, std::uint32_t step, float* out,
                     std::size_t frames) noexcept QUERN_RT
{
    const int count = static_cast<int>(frames);
    const int first = static_cast<int>(fraction);
    const int advance = static_cast<int>(step);
    for (int j = 0; j < count; ++j) {
        const int phase = first + j * advance;
        const int index = phase >> 16;
        const float near = source[index];
        const float far = source[index + 1];
        const float weight = static_cast<float>(phase & 0xFFFF) * kResampleWeight;
        out[j] = fused(far - near, weight, near);
    }
}

inline float fade_gain_console(const FadePiece& p, std::int32_t n) noexcept QUERN_RT
{
    if (n >= p.length)
        return p.to;
    const float change = p.to - p.from;
    const float slope = change / __builtin_sqrtf(static_cast<float>(p.length));
    if (!(change < 0.0f))
        return fused(__builtin_sqrtf(static_cast<float>(n + 1)), slope, p.from);
    return fused(__builtin_sqrtf(static_cast<float>(p.length - (n + 1))), -slope, p.to);
}

inline float fade_gain_port(const FadePiece& p, std::int32_t n) noexcept QUERN_RT
{
    if (n >= p.length - 1)
        return p.to;
    const float part = static_cast<float>(n) / static_cast<float>(p.length);
    if (p.to >= p.from) {
        const float risen = (p.to - p.from) * __builtin_sqrtf(part);
        return p.from + risen;
    }
    const float left = (p.from - p.to) * __builtin_sqrtf(1.0f - part);
    return p.to + left;
}

inline void hold_gain(float gain, float* io, std::size_t begin, std::size_t frames) noexcept QUERN_RT
{
    if (gain == 1.0f)
        return;
    for (std::size_t k = begin; k < frames; ++k)
        io[k] *= gain;
}

inline void fade_console(const FadePiece& piece, float* io, std::size_t frames) noexcept QUERN_RT
{
    const FadePiece p = piece; // a copy: stores to io cannot change it
    const std::int32_t remaining = p.length > p.index ? p.length - p.index : 0;
    const std::size_t moving =
        frames < static_cast<std::size_t>(remaining) ? frames : static_cast<std::size_t>(remaining);
    const float change = p.to - p.from;
    const float slope = change / __builtin_sqrtf(static_cast<float>(p.length));
    const int count = static_cast<int>(moving);
    if (!(change < 0.0f)) {
        for (int k = 0; k < count; ++k)
            io[k] *= fused(__builtin_sqrtf(static_cast<float>(p.index + k + 1)), slope, p.from);
    } else {
        for (int k = 0; k < count; ++k)
            io[k] *= fused(__builtin_sqrtf(static_cast<float>(p.length - (p.index + k + 1))), -slope, p.to);
    }
    hold_gain(p.to, io, moving, frames);
}

inline void fade_port(const FadePiece& piece, float* io, std::size_t frames) noexcept QUERN_RT
{
    const FadePiece p = piece; // a copy: stores to io cannot change it
    const std::int32_t remaining = p.length - 1 > p.index ? p.length - 1 - p.index : 0;
    const std::size_t moving =
        frames < static_cast<std::size_t>(remaining) ? frames : static_cast<std::size_t>(remaining);
    const float length = static_cast<float>(p.length);
    const int count = static_cast<int>(moving);
    if (p.to >= p.from) {
        const float change = p.to - p.from;
        for (int k = 0; k < count; ++k) {
            const float risen = change * __builtin_sqrtf(static_cast<float>(p.index + k) / length);
            io[k] *= p.from + risen;
        }
    } else {
        const float change = p.from - p.to;
        for (int k = 0; k < count; ++k) {
            const float left = change * __builtin_sqrtf(1.0f - static_cast<float>(p.index + k) / length);
            io[k] *= p.to + left;
        }
    }
    hold_gain(p.to, io, moving, frames);
}

// One section's registers while it runs. Feed-forward order by position in a group of 8, feedback alike for
// all.
struct Section {
    float a1, a2, b0, b1, b2;
    float x1, x2, y1, y2;

    Section(const BiquadCoefficients& c, const BiquadState& s) noexcept QUERN_RT : a1(c.a1),
                                                                                   a2(c.a2),
                                                                                   b0(c.b0),
                                                                                   b1(c.b1),
                                                                                   b2(c.b2),
                                                                                   x1(s.x1),
                                                                                   x2(s.x2),
                                                                                   y1(s.y1),
                                                                                   y2(s.y2)
    {
    }
    BiquadState state() const noexcept QUERN_RT { return {x1, x2, y1, y2}; }

    float feed_back(float t) noexcept QUERN_RT
    {
        const float u = fused(-y1, a1, t);
        const float y = fused(-y2, a2, u);
        y2 = y1;
        y1 = y;
        return y;
    }
    float feed_forward(std::size_t position, float x) noexcept QUERN_RT
    {
        const float lead = position == 0 ? x * b0 : position == 1 ? x * b0 : x1 * b1;
        const float biased = lead + kBias;
        float t;
        if (position == 0)
            t = fused(x1, b1, fused(x2, b2, biased));
        else if (position == 1)
            t = fused(x2, b2, fused(x1, b1, biased));
        else
            t = fused(x, b0, fused(x2, b2, biased));
        x2 = x1;
        x1 = x;
        return t;
    }
    // `positions` is 8 for whole groups, so that the loop unrolls and the tests above vanish.
    void group(const float* in, float* out, std::size_t positions) noexcept QUERN_RT
    {
        float t[8];
        for (std::size_t k = 0; k < positions; ++k)
            t[k] = feed_forward(k, in[k]);
        for (std::size_t k = 0; k < positions; ++k)
            out[k] = feed_back(t[k]);
    }
};

inline void biquad(const BiquadCoefficients& coefficients, BiquadState& state, const float* in, float* out,
                   std::size_t frames) noexcept QUERN_RT
{
    Section section(coefficients, state);
    std::size_t n = 0;
    for (; n + 8 <= frames; n += 8)
        section.group(in + n, out + n, 8);
    section.group(in + n, out + n, frames - n);
    state = section.state();
}

inline void biquad_pair(const BiquadCoefficients* coefficients, BiquadState* state, const float* in0,
                        const float* in1, float* out0, float* out1, std::size_t frames) noexcept QUERN_RT
{
    Section first(coefficients[0], state[0]);
    Section second(coefficients[1], state[1]);
    std::size_t n = 0;
    for (; n + 8 <= frames; n += 8) {
        float t0[8];
        float t1[8];
        for (std::size_t k = 0; k < 8; ++k) {
            t0[k] = first.feed_forward(k, in0[n + k]);
            t1[k] = second.feed_forward(k, in1[n + k]);
        }
        for (std::size_t k = 0; k < 8; ++k) {
            out0[n + k] = first.feed_back(t0[k]);
            out1[n + k] = second.feed_back(t1[k]);
        }
    }
    first.group(in0 + n, out0 + n, frames - n);
    second.group(in1 + n, out1 + n, frames - n);
    state[0] = first.state();
    state[1] = second.state();
}

inline float magnitude(float x) noexcept QUERN_RT
{
    return from_bits(to_bits(x) & 0x7FFFFFFFu);
}

// To the nearest integer, halves to even, the sign of zero kept. Adding 2^23 leaves no room for a fraction.
inline float round_to_even(float x) noexcept QUERN_RT
{
    const float size = magnitude(x);
    const float rounded = (size + 0x1p23f) - 0x1p23f;
    return from_bits(to_bits(size < 0x1p23f ? rounded : size) | (to_bits(x) & 0x80000000u));
}

struct SineCosine {
    float sine;
    float cosine;
};

// Eleven Taylor terms each. Powers that cannot change the result are cut to zero, which keeps subnormals out:
// below kSmallSquare the third term is less than half an ulp of what is summed before it, below kTinySquare
// the second one. Any way of flushing subnormal powers to zero gives these same bits, and so does none.
inline SineCosine sine_cosine(float x) noexcept QUERN_RT
{
    constexpr float kSmallSquare = 6.0e-4f;
    constexpr float kTinySquare = 0x1p-40f;
    const float turns = round_to_even(x * kPerTwoPi);
    const float reduced = fused(-kTwoPi, turns, x);
    const float v = magnitude(reduced) < 0x1p-126f ? 0.0f : reduced;
    const float raw_square = v * v;
    const float v2 = raw_square < kTinySquare ? 0.0f : raw_square;
    const float next = v2 < kSmallSquare ? 0.0f : v2; // factor towards the third term

    float power = v2 * v;
    float sine = fused(from_bits(0xBE2AAAAB), power, v);
    power *= next;
    sine = fused(from_bits(0x3C088889), power, sine);
    power *= next;
    sine = fused(from_bits(0xB9500D01), power, sine);
    power *= next;
    sine = fused(from_bits(0x3638EF1D), power, sine);
    power *= next;
    sine = fused(from_bits(0xB2D7322B), power, sine);
    power *= next;
    sine = fused(from_bits(0x2F309231), power, sine);
    power *= next;
    sine = fused(from_bits(0xAB573F9F), power, sine);
    power *= next;
    sine = fused(from_bits(0x274A963C), power, sine);
    power *= next;
    sine = fused(from_bits(0xA317A4DA), power, sine);
    power *= next;
    sine = fused(from_bits(0x1EB8DC78), power, sine);
    power *= next;
    sine = fused(from_bits(0x9A3B0DA1), power, sine);

    const float v4 = next * v2;
    const float v6 = v4 * v2;
    const float v8 = v4 * v4;
    const float v10 = v6 * v4;
    float cosine = fused(from_bits(0xBF000000), v2, 1.0f);
    cosine = fused(from_bits(0x3D2AAAAB), v4, cosine);
    cosine = fused(from_bits(0xBAB60B61), v6, cosine);
    cosine = fused(from_bits(0x37D00D01), v8, cosine);
    cosine = fused(from_bits(0xB493F27E), v10, cosine);
    cosine = fused(from_bits(0x310F76C8), v6 * v6, cosine);
    cosine = fused(from_bits(0xAD49CBA5), v8 * v6, cosine);
    cosine = fused(from_bits(0x29573F9F), v8 * v8, cosine);
    cosine = fused(from_bits(0xA53413C3), v10 * v8, cosine);
    cosine = fused(from_bits(0x20F2A15D), v10 * v10, cosine);
    cosine = fused(from_bits(0x9C8671CB), (v6 * v6) * v10, cosine);
    return {sine, cosine};
}

inline void sin_cos(const float* angle, float* sine, float* cosine, std::size_t frames) noexcept QUERN_RT
{
    for (std::size_t k = 0; k < frames; ++k) {
        const SineCosine both = sine_cosine(angle[k]);
        sine[k] = both.sine;
        cosine[k] = both.cosine;
    }
}

inline void shift(const float* i, const float* q, float* out, float phase, float step,
                  std::size_t frames) noexcept QUERN_RT
{
    // Four lanes that each add four steps: the phases of a piece first, so that the mix below is one plain
    // loop.
    constexpr std::size_t kPiece = 64;
    float lane[4] = {phase, phase + step, fused(step, 2.0f, phase), fused(step, 3.0f, phase)};
    const float four_steps = 4.0f * step;
    for (std::size_t n = 0; n < frames; n += kPiece) {
        const std::size_t count = frames - n < kPiece ? frames - n : kPiece;
        float phases[kPiece];
        for (std::size_t g = 0; g + 4 <= count; g += 4) {
            for (std::size_t k = 0; k < 4; ++k) {
                phases[g + k] = lane[k];
                lane[k] += four_steps;
            }
        }
        for (std::size_t k = 0; k < count; ++k) {
            const SineCosine both = sine_cosine(phases[k]);
            const float kept = i[n + k] * both.cosine;
            const float turned = q[n + k] * both.sine;
            out[n + k] = kept - turned;
        }
    }
}

inline float gain_at(std::size_t k, float from, float step) noexcept QUERN_RT
{
    const float stair = from + static_cast<float>(k & ~std::size_t{7}) * step;
    return stair + static_cast<float>(k & 7) * step;
}

inline void gain(float* io, float from, float to, std::size_t frames) noexcept QUERN_RT
{
    if (from == to) {
        hold_gain(to, io, 0, frames);
        return;
    }
    const float step = (to - from) * 0x1p-6f;
    const std::size_t moving = frames < kRampFrames ? frames : kRampFrames;
    for (std::size_t k = 0; k < moving; ++k)
        io[k] *= gain_at(k, from, step);
    const float reached = from + 64.0f * step;
    for (std::size_t k = moving; k < frames; ++k)
        io[k] *= reached;
}

inline void gain_add(const float* in, float* bus, float from, float to, std::size_t frames) noexcept QUERN_RT
{
    std::size_t moving = 0;
    float reached = to;
    if (from != to) {
        const float step = (to - from) * 0x1p-6f;
        moving = frames < kRampFrames ? frames : kRampFrames;
        for (std::size_t k = 0; k < moving; ++k) {
            const float part = in[k] * gain_at(k, from, step);
            bus[k] += part;
        }
        reached = from + 64.0f * step;
    }
    for (std::size_t k = moving; k < frames; ++k) {
        const float part = in[k] * reached;
        bus[k] += part;
    }
}

// What a send ramp does in one block.
struct SendRamp {
    float from;
    float step;
    float reached; // from frame 64 on
    std::size_t moving;

    SendRamp(float start, float to, bool short_end, std::size_t frames) noexcept QUERN_RT : from(start),
                                                                                            step(0.0f),
                                                                                            reached(to),
                                                                                            moving(0)
    {
        if (start == to)
            return;
        step = (to - start) * (short_end ? kSendStep : 0x1p-6f);
        if (short_end)
            reached = start + 64.0f * step;
        moving = frames < kRampFrames ? frames : kRampFrames;
    }
    float at(std::size_t k) const noexcept QUERN_RT { return from + static_cast<float>(k) * step; }
};

inline void level(const float* in, float* out, float from, float to, bool short_end,
                  std::size_t frames) noexcept QUERN_RT
{
    const SendRamp ramp(from, to, short_end, frames);
    for (std::size_t k = 0; k < ramp.moving; ++k)
        out[k] = in[k] * ramp.at(k);
    for (std::size_t k = ramp.moving; k < frames; ++k)
        out[k] = in[k] * ramp.reached;
}

inline void level_add(const float* in, float* bus, float from, float to, bool short_end,
                      std::size_t frames) noexcept QUERN_RT
{
    const SendRamp ramp(from, to, short_end, frames);
    for (std::size_t k = 0; k < ramp.moving; ++k) {
        const float part = in[k] * ramp.at(k);
        bus[k] += part;
    }
    for (std::size_t k = ramp.moving; k < frames; ++k) {
        const float part = in[k] * ramp.reached;
        bus[k] += part;
    }
}

inline void clip(float* io, float level, std::size_t frames) noexcept QUERN_RT
{
    for (std::size_t k = 0; k < frames; ++k) {
        const float above = io[k] < -level ? -level : io[k];
        io[k] = above > level ? level : above;
    }
}

inline void add(const float* in, float* bus, std::size_t frames) noexcept QUERN_RT
{
    for (std::size_t k = 0; k < frames; ++k)
        bus[k] += in[k];
}

inline void clear(float* out, std::size_t frames) noexcept QUERN_RT
{
    for (std::size_t k = 0; k < frames; ++k)
        out[k] = 0.0f;
}

inline float voice(const VoicePiece& p, float* bus) noexcept QUERN_RT
{
    float block[kBlockFrames];
    resample(p.source, p.fraction, p.step, block, kBlockFrames);
    fade_console(p.fade, block, kBlockFrames);
    if (p.blank)
        clear(bus, kBlockFrames);
    level_add(block, bus, p.level_from, p.level_to, p.short_end, kBlockFrames);
    return block[kBlockFrames - 1];
}

// By bits: magnitudes of singles order like integers, infinity and NaN on top.
inline float peak(const float* in, std::size_t frames) noexcept QUERN_RT
{
    std::int32_t most = 0;
    for (std::size_t k = 0; k < frames; ++k) {
        const auto size = static_cast<std::int32_t>(to_bits(in[k]) & 0x7FFFFFFFu);
        most = size > most ? size : most;
    }
    return from_bits(static_cast<std::uint32_t>(most));
}

constexpr Kernels kTable{resample, fade_console,      fade_port,      biquad,    biquad_pair, shift, sin_cos,
                         gain,     gain_add,          level,          level_add, clip,        add,   clear,
                         peak,     fade_gain_console, fade_gain_port, voice};
