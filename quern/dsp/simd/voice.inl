// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// One block of a voice in one pass: resampled, faded, sent. Part of kernels.cc.
#if defined(QUERN_DSP_SIMD_VOICE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_DSP_SIMD_VOICE_INL
#undef QUERN_DSP_SIMD_VOICE_INL
#else
#define QUERN_DSP_SIMD_VOICE_INL
#endif

#include "quern/dsp/simd/fade.inl"
#include "quern/dsp/simd/resample.inl"
#include "quern/dsp/simd/vector.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::dsp::HWY_NAMESPACE {
namespace {

constexpr float kSendStep = 0x1.f81f82p-7f; // 1/65
constexpr std::size_t kRampFrames = 64;     // a multiple of every width

static_assert(2 * kWidth <= kReadAhead);

// How far apart the frames are that a vector of the output reads: which of the ways in resample.inl it takes.
struct Narrow {
    static HWY_INLINE Neighbours at(const float* from, W index) { return narrow(Inside{}, from, index); }
};
struct Wide {
    static HWY_INLINE Neighbours at(const float* from, W index) { return wide(Inside{}, from, index); }
};
struct Scattered {
    static HWY_INLINE Neighbours at(const float* from, W index) { return scattered(from, index); }
};

// Reads the source of a block, a vector at a time.
#if QUERN_WIDE_AVX512
// Every lane keeps its own fraction, at the top of its word where carries fall off: one has happened where
// the sum is below what was added to the first lane's.
template <class Spacing> class Reader {
public:
    HWY_INLINE Reader(const float* source, std::uint32_t fraction, std::uint32_t step)
        : source_(source), phase_(fraction), advance_(step * static_cast<std::uint32_t>(kWidth))
    {
        const W apart = hn::Mul(hn::Iota(kWords, 0), hn::Set(kWords, static_cast<std::int32_t>(step)));
        whole_ = hn::ShiftRight<16>(apart);
        part_ = hn::BitCast(kBits, hn::ShiftLeft<16>(apart));
        fraction_ = hn::Add(part_, hn::Set(kBits, fraction << 16));
    }
    HWY_INLINE V next()
    {
        const W index{_mm512_mask_add_epi32(whole_.raw, hn::Lt(fraction_, part_).raw, whole_.raw,
                                            hn::Set(kWords, 1).raw)};
        const Neighbours n = Spacing::at(source_ + (phase_ >> 16), index);
        const V weight = hn::Mul(V{_mm512_cvtepu32_ps(fraction_.raw)}, all(kResampleWeight * 0x1p-16f));
        phase_ += advance_;
        fraction_ = hn::Add(fraction_, hn::Set(kBits, advance_ << 16));
        return fused(hn::Sub(n.far, n.near), weight, n.near);
    }

private:
    using Bits = hn::RebindToUnsigned<Singles>;
    static constexpr Bits kBits{};

    const float* source_;
    std::uint32_t phase_, advance_;
    W whole_;
    hn::Vec<Bits> part_, fraction_;
};
#else
template <class Spacing> class Reader {
public:
    HWY_INLINE Reader(const float* source, std::uint32_t fraction, std::uint32_t step)
        : source_(source),
          phase_(fraction),
          advance_(step * static_cast<std::uint32_t>(kWidth)),
          apart_(hn::Mul(hn::Iota(kWords, 0), hn::Set(kWords, static_cast<std::int32_t>(step))))
    {
    }
    HWY_INLINE V next()
    {
        const W offset = hn::Add(hn::Set(kWords, static_cast<std::int32_t>(phase_ & 0xFFFF)), apart_);
        const Neighbours n = Spacing::at(source_ + (phase_ >> 16), hn::ShiftRight<16>(offset));
        phase_ += advance_;
        return interpolated(n, offset);
    }

private:
    const float* source_;
    std::uint32_t phase_, advance_;
    W apart_;
};
#endif

// Gains of a block's fade: one that is over, one that lasts for the whole block, or any.
struct Held {
    V gain;
    HWY_INLINE explicit Held(const FadePiece& p) : gain(all(p.to)) {}
    HWY_INLINE V at(std::size_t) const { return gain; }
};
template <Roots kRoots> struct Moving : ConsoleFade {
    HWY_INLINE explicit Moving(const FadePiece& p) : ConsoleFade(p, kBlockFrames) {}
    HWY_INLINE V at(std::size_t k) const { return ConsoleFade::at<kRoots>(k); }
};
struct EndingFade : ConsoleFade {
    V held;
    HWY_INLINE explicit EndingFade(const FadePiece& p) : ConsoleFade(p, kBlockFrames), held(all(p.to)) {}
    HWY_INLINE V at(std::size_t k) const
    {
        if (k >= moving)
            return held;
        const W left = hn::Set(kWords, static_cast<std::int32_t>(moving - k));
        const auto moves = hn::RebindMask(kSingles, hn::Lt(hn::Iota(kWords, 0), left));
        const V gain = with_roots(roots, [&](auto form) HWY_ATTR { return ConsoleFade::at<form.roots>(k); });
        return hn::IfThenElse(moves, gain, held);
    }
};

template <class Spacing, class Fade, bool kBlank> float voice_with(const VoicePiece& p, float* bus)
{
    const Fade fade(p.fade);
    Reader<Spacing> reader(p.source, p.fraction, p.step);
    V value = hn::Zero(kSingles);
    const auto send = [&](std::size_t k, V level) HWY_ATTR __attribute__((always_inline))
    {
        value = hn::Mul(reader.next(), fade.at(k));
        const V stood = kBlank ? hn::Zero(kSingles) : hn::LoadU(kSingles, bus + k);
        hn::StoreU(hn::Add(stood, hn::Mul(value, level)), kSingles, bus + k);
    };
    // A level that stands still takes steps of -0, which change nothing.
    const bool moves = p.level_from != p.level_to;
    const float step = moves ? (p.level_to - p.level_from) * (p.short_end ? kSendStep : 0x1p-6f) : -0.0f;
    V frame = hn::ConvertTo(kSingles, hn::Iota(kWords, 0));
    for (std::size_t k = 0; k < kRampFrames; k += kWidth) {
        send(k, hn::Add(all(p.level_from), hn::Mul(frame, all(step))));
        frame = hn::Add(frame, all(static_cast<float>(kWidth)));
    }
    const V reached = all(moves && p.short_end ? p.level_from + 64.0f * step : p.level_to);
    for (std::size_t k = kRampFrames; k < kBlockFrames; k += kWidth)
        send(k, reached);
    HWY_ALIGN float lanes[kWidth];
    hn::Store(value, kSingles, lanes);
    return lanes[kWidth - 1];
}

template <class Spacing, class Fade> HWY_INLINE float voice_faded(const VoicePiece& p, float* bus)
{
    return p.blank ? voice_with<Spacing, Fade, true>(p, bus) : voice_with<Spacing, Fade, false>(p, bus);
}
template <class Spacing> HWY_INLINE float voice_spaced(const VoicePiece& p, float* bus)
{
    const FadePiece& fade = p.fade;
    if (fade.index >= fade.length)
        return voice_faded<Spacing, Held>(p, bus);
    if (fade.length - fade.index < static_cast<std::int32_t>(kBlockFrames) ||
        fade.length > FadeRoots::kLongest)
        return voice_faded<Spacing, EndingFade>(p, bus);
    return fade.to < fade.from ? voice_faded<Spacing, Moving<Roots::falling>>(p, bus)
                               : voice_faded<Spacing, Moving<Roots::rising>>(p, bus);
}

float voice(const VoicePiece& p, float* bus) noexcept QUERN_RT
{
    if (kNarrowStep != 0 && p.step <= kNarrowStep)
        return voice_spaced<Narrow>(p, bus);
    if (kNarrowStep != 0 && p.step <= 2 * kNarrowStep)
        return voice_spaced<Wide>(p, bus);
    return voice_spaced<Scattered>(p, bus);
}

} // namespace
} // namespace quern::dsp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
