// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What two lanes put on the buses, one bus after the other. Part of chain_kernels.cc.
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

template <bool kStairs, bool kFirst, bool kSecond>
HWY_INLINE void spread_one(const PairSend& send, const float* first, const float* second)
{
    float* bus = send.bus;
    const auto add = [&](std::size_t n, V gain0, V gain1) HWY_ATTR {
        V sum = hn::Load(kSingles, bus + n);
        if constexpr (kFirst)
            sum = hn::Add(sum, hn::Mul(hn::Load(kSingles, first + n), gain0));
        if constexpr (kSecond)
            sum = hn::Add(sum, hn::Mul(hn::Load(kSingles, second + n), gain1));
        hn::Store(sum, kSingles, bus + n);
    };
    std::size_t n = 0;
    if ((kFirst && send.gain[0].moves()) || (kSecond && send.gain[1].moves())) {
        for (; n < BlockRamp::kFrames; n += kWidth)
            add(n, climbing<kStairs>(send.gain[0], n), climbing<kStairs>(send.gain[1], n));
    }
    const V reached0 = all(send.gain[0].reached);
    const V reached1 = all(send.gain[1].reached);
    for (; n < kBlockFrames; n += kWidth)
        add(n, reached0, reached1);
}

template <bool kStairs>
HWY_INLINE void spread_to(const PairSend& send, const float* first, const float* second)
{
    if (send.from[0] && send.from[1])
        spread_one<kStairs, true, true>(send, first, second);
    else if (send.from[0])
        spread_one<kStairs, true, false>(send, first, second);
    else if (send.from[1])
        spread_one<kStairs, false, true>(send, first, second);
}

void spread(const float* first, const float* second, const PairSend* sends,
            std::size_t count) noexcept QUERN_RT
{
    for (const PairSend* send = sends; send != sends + count; ++send)
        send->stairs ? spread_to<true>(*send, first, second) : spread_to<false>(*send, first, second);
}

} // namespace
} // namespace quern::mix::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
