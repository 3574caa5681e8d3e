// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What two lanes put on the buses, a stretch of frames after the other. Part of pair_chain.inl.
#if defined(QUERN_MIX_SIMD_SPREAD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_MIX_SIMD_SPREAD_INL
#undef QUERN_MIX_SIMD_SPREAD_INL
#else
#define QUERN_MIX_SIMD_SPREAD_INL
#endif

#include "quern/mix/simd/row.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::mix::HWY_NAMESPACE {
namespace {

// The frames of a ramp, in eights and what is left, and together.
struct RampFrames {
    HWY_ALIGN float eights[BlockRamp::kFrames];
    HWY_ALIGN float ones[BlockRamp::kFrames];
    HWY_ALIGN float all[BlockRamp::kFrames];
};
constexpr RampFrames kRampFrames = [] {
    RampFrames frames{};
    for (std::size_t n = 0; n < BlockRamp::kFrames; ++n) {
        frames.eights[n] = static_cast<float>(n / 8 * 8);
        frames.ones[n] = static_cast<float>(n % 8);
        frames.all[n] = static_cast<float>(n);
    }
    return frames;
}();

// The gain of frames n .. within a ramp.
template <bool kStairs> HWY_INLINE V climbing(const BlockRamp& ramp, std::size_t n)
{
    const auto part = [&](const float* frames)
                          HWY_ATTR { return hn::Mul(hn::Load(kSingles, frames + n), all(ramp.step)); };
    if constexpr (kStairs)
        return hn::Add(hn::Add(all(ramp.from), part(kRampFrames.eights)), part(kRampFrames.ones));
    return hn::Add(all(ramp.from), part(kRampFrames.all));
}

/// Some frames of a signal, as many as a few vectors hold.
struct Stretch {
    static constexpr std::size_t kVectors = 4;
    static constexpr std::size_t kFrames = kVectors * kWidth;
    V part[kVectors];
};
static_assert(BlockRamp::kFrames % Stretch::kFrames == 0);

template <bool kStairs, bool kMoves, bool kFirst, bool kSecond>
HWY_INLINE void add_parts(const PairSend& send, std::size_t n, const Stretch& first, const Stretch& second)
{
    const float* from = send.first ? kSilentPlane.sample.data() : send.bus;
    const auto gain = [&](std::size_t side, std::size_t at) HWY_ATTR {
        return kMoves ? climbing<kStairs>(send.gain[side], at) : all(send.gain[side].reached);
    };
    const auto add = [&](std::size_t p) HWY_ATTR {
        const std::size_t at = n + p * kWidth;
        V sum = hn::Load(kSingles, from + at);
        if constexpr (kFirst)
            sum = hn::Add(sum, hn::Mul(first.part[p], gain(0, at)));
        if constexpr (kSecond)
            sum = hn::Add(sum, hn::Mul(second.part[p], gain(1, at)));
        hn::Store(sum, kSingles, send.bus + at);
    };
    add(0);
    add(1);
    add(2);
    add(3);
}

template <bool kStairs, bool kMoves>
HWY_INLINE void add_to(const PairSend& send, std::size_t n, const Stretch& first, const Stretch& second)
{
    if (send.from[0] && send.from[1])
        add_parts<kStairs, kMoves, true, true>(send, n, first, second);
    else if (send.from[0])
        add_parts<kStairs, kMoves, true, false>(send, n, first, second);
    else if (send.from[1])
        add_parts<kStairs, kMoves, false, true>(send, n, first, second);
}

// `signal` holds two lanes, frame by frame.
HWY_NOINLINE HWY_FLATTEN void spread(const float* signal, ChainBlock* two, const PairSend* sends,
                                     std::size_t count)
{
    for (std::size_t n = 0; n < kBlockFrames; n += Stretch::kFrames) {
        Stretch first;
        Stretch second;
        for (std::size_t p = 0; p < Stretch::kVectors; ++p)
            hn::LoadInterleaved2(kSingles, signal + 2 * (n + p * kWidth), first.part[p], second.part[p]);
        for (std::size_t side = 0; side < 2; ++side) {
            for (std::size_t p = 0; two[side].out != nullptr && p < Stretch::kVectors; ++p)
                hn::Store(side == 0 ? first.part[p] : second.part[p], kSingles,
                          two[side].out + n + p * kWidth);
        }
        for (const PairSend* send = sends; send != sends + count; ++send) {
            if (n >= BlockRamp::kFrames || !(send->gain[0].moves() || send->gain[1].moves()))
                add_to<false, false>(*send, n, first, second);
            else if (send->stairs)
                add_to<true, true>(*send, n, first, second);
            else
                add_to<false, true>(*send, n, first, second);
        }
    }
    for (std::size_t side = 0; side < 2; ++side)
        two[side].last = signal[2 * (kBlockFrames - 1) + side];
}

} // namespace
} // namespace quern::mix::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
