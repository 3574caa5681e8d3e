// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Gains of a console fade in vectors. Part of kernels.cc.
#if defined(QUERN_DSP_SIMD_FADE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_DSP_SIMD_FADE_INL
#undef QUERN_DSP_SIMD_FADE_INL
#else
#define QUERN_DSP_SIMD_FADE_INL
#endif

#include "quern/dsp/simd/vector.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::dsp::HWY_NAMESPACE {
namespace {

// Numbers k .. by an addition: g++ would write those of a run-time k to memory one by one.
HWY_INLINE W numbers_from(std::int32_t k)
{
    return hn::Add(hn::Iota(kWords, 0), hn::Set(kWords, k));
}

enum class Roots { computed, rising, falling }; // where a fade takes its roots from

// Gains of a console fade, vector by vector.
struct ConsoleFade {
    std::size_t moving; // frames before the target holds
    Roots roots;
    V factor, base;
    std::int32_t start; // the number whose root the first frame takes
    bool falls;

    HWY_INLINE ConsoleFade(const FadePiece& p, std::size_t frames)
        : moving(std::min(frames, static_cast<std::size_t>(std::max(p.length - p.index, 0))))
    {
        const float change = p.to - p.from;
        const float slope = change / __builtin_sqrtf(static_cast<float>(p.length));
        falls = change < 0.0f;
        factor = all(falls ? -slope : slope);
        base = all(falls ? p.to : p.from);
        start = falls ? p.length - (p.index + 1) : p.index + 1;
        roots = p.length > FadeRoots::kLongest ? Roots::computed : falls ? Roots::falling : Roots::rising;
    }
    // Lanes past the end are not used.
    template <Roots kRoots> HWY_INLINE V at(std::size_t k) const
    {
        const auto frame = static_cast<std::int32_t>(k);
        V root;
        if constexpr (kRoots == Roots::rising) {
            root = hn::LoadU(kSingles, kFadeRoots.at(start + frame));
        } else if constexpr (kRoots == Roots::falling) {
            const auto width = static_cast<std::int32_t>(kWidth);
            root = hn::Reverse(kSingles, hn::LoadU(kSingles, kFadeRoots.at(start - frame - (width - 1))));
        } else {
            const W n = falls ? hn::Sub(hn::Set(kWords, start - frame), hn::Iota(kWords, 0))
                              : numbers_from(start + frame);
            root = hn::Sqrt(hn::ConvertTo(kSingles, hn::Max(n, hn::Zero(kWords))));
        }
        return fused(root, factor, base);
    }
};

// Calls run(Form) with the fade's `roots` as a type.
template <Roots kRoots> struct Form {
    static constexpr Roots roots = kRoots;
};
template <class Run> HWY_INLINE auto with_roots(Roots roots, Run run)
{
    switch (roots) {
    case Roots::rising:
        return run(Form<Roots::rising>{});
    case Roots::falling:
        return run(Form<Roots::falling>{});
    default:
        return run(Form<Roots::computed>{});
    }
}

} // namespace
} // namespace quern::dsp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
