// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Everything of two chains that is no filter, on rows of 8 frames of two lanes: ramps, the shifter's
// oscillator, its mix, clip and gains. Part of pair_chain.inl.
#if defined(QUERN_MIX_SIMD_PAIR_MIX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_MIX_SIMD_PAIR_MIX_INL
#undef QUERN_MIX_SIMD_PAIR_MIX_INL
#else
#define QUERN_MIX_SIMD_PAIR_MIX_INL
#endif

#include "quern/mix/simd/row.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::mix::HWY_NAMESPACE {
namespace {

constexpr std::size_t kGroup = 8;
constexpr std::size_t kGroups = kBlockFrames / kGroup;
constexpr std::size_t kRampGroups = 64 / kGroup;

constexpr std::size_t offset(Stage stage)
{
    return static_cast<std::size_t>(stage) * 2;
}

/// Two values of two lanes over 8 frames, frame by frame.
struct Pieces {
    Row first;
    Row second;
};

// Takes four neighbouring places out of 8 rows.
HWY_INLINE Pieces pieces(const float* rows)
{
    Pieces out;
#if QUERN_FOUR_LANES
    for (std::size_t p = 0; p < kParts; ++p) {
        const V even = hn::Load(kSingles, rows + 2 * p * kRow);
        const V odd = hn::Load(kSingles, rows + (2 * p + 1) * kRow);
        out.first.part[p] = hn::ConcatLowerLower(kSingles, odd, even);
        out.second.part[p] = hn::ConcatUpperUpper(kSingles, odd, even);
    }
#else
    const auto four = [&](std::size_t row) HWY_ATTR { return _mm_load_ps(rows + row * kRow); };
#if HWY_TARGET == HWY_AVX3
    const auto every_second = [&](std::size_t row) HWY_ATTR {
        __m512 v = _mm512_castps128_ps512(four(row));
        v = _mm512_insertf32x4(v, four(row + 2), 1);
        v = _mm512_insertf32x4(v, four(row + 4), 2);
        return _mm512_castps_pd(_mm512_insertf32x4(v, four(row + 6), 3));
    };
    const __m512d even = every_second(0);
    const __m512d odd = every_second(1);
    out.first.part[0] = V{_mm512_castpd_ps(_mm512_unpacklo_pd(even, odd))};
    out.second.part[0] = V{_mm512_castpd_ps(_mm512_unpackhi_pd(even, odd))};
#else
    for (std::size_t p = 0; p < kParts; ++p) {
        const __m256d even = _mm256_castps_pd(_mm256_set_m128(four(4 * p + 2), four(4 * p)));
        const __m256d odd = _mm256_castps_pd(_mm256_set_m128(four(4 * p + 3), four(4 * p + 1)));
        out.first.part[p] = V{_mm256_castpd_ps(_mm256_unpacklo_pd(even, odd))};
        out.second.part[p] = V{_mm256_castpd_ps(_mm256_unpackhi_pd(even, odd))};
    }
#endif
#endif
    return out;
}

// Frames within a group, each twice.
HWY_ALIGN constexpr float kFrame[kRow] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7};

/// A gain of two lanes, frame by frame.
struct PairRamp {
    Row from, step, reached;

    HWY_INLINE PairRamp(const BlockRamp& a, const BlockRamp& b)
        : from(alternating(a.from, b.from)),
          step(alternating(a.step, b.step)),
          reached(alternating(a.reached, b.reached))
    {
    }
    HWY_INLINE Row stair(std::size_t group) const
    {
        if (group >= kRampGroups)
            return reached;
        const Row base = add(from, mul(all_row(static_cast<float>(group * kGroup)), step));
        return add(base, mul(load(kFrame), step));
    }
    HWY_INLINE Row send(std::size_t group) const
    {
        if (group >= kRampGroups)
            return reached;
        return add(from, mul(add(load(kFrame), all_row(static_cast<float>(group * kGroup))), step));
    }
};

// Four phases that each advance by four steps, addition by addition; the second four are one ahead.
HWY_ALIGN constexpr float kAhead[kRow] = {0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3};
HWY_ALIGN constexpr float kSecond[kRow] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};

/// How much of the oscillator's polynomials is computed.
template <std::size_t kCount, bool kCut> struct Extent {
    static constexpr std::size_t kTerms = kCount;
    static constexpr bool kCuts = kCut;
};

struct NoExtent {};

/// What the oscillator gives for two lanes over 8 frames.
struct Waves {
    Row sine, cosine;
};

/// The shifter's oscillator for two lanes over 8 frames.
struct PairOscillator {
    Row angle, four_steps;
    SineCosine part[kParts];

    HWY_INLINE explicit PairOscillator(const ChainBlock* two)
    {
        const Row step = alternating(two[0].phase_step, two[1].phase_step);
        four_steps = mul(all_row(4.0f), step);
        angle = fused(step, load(kAhead), alternating(two[0].phase, two[1].phase));
        angle = select(marked(load(kSecond)), add(angle, four_steps), angle);
    }
    HWY_INLINE void reduce()
    {
        for (std::size_t p = 0; p < kParts; ++p)
            part[p].reduce(angle.part[p]);
    }
    // What stands beside one frame of the filters: an even share of the work, so that the frames take equally
    // long. Part after part, for registers are few where parts are many; but one part's chain of emulated
    // steps alone would be waited for.
    template <class E, std::size_t kFrame> HWY_INLINE void beside()
    {
        constexpr std::size_t kTogether = QUERN_EMULATED_FUSE ? kParts : 1;
        constexpr std::size_t kFrames = kGroup * kTogether / kParts; // for each part
        constexpr std::size_t kWork = E::kTerms + 2;                 // to begin is as long as two terms
        constexpr std::size_t kAt = kFrame % kFrames;
        constexpr std::size_t kFrom = kAt == 0 ? 2 : std::max<std::size_t>(kWork * kAt / kFrames, 2);
        constexpr std::size_t kTo = std::max<std::size_t>(kWork * (kAt + 1) / kFrames, 2);
        for (std::size_t p = kFrame / kFrames * kTogether; p < (kFrame / kFrames + 1) * kTogether; ++p) {
            if constexpr (kAt == 0)
                part[p].template begin<E::kCuts>();
            part[p].template terms<kFrom - 2, kTo - 2>();
        }
    }
    // Whether all angles of the next group are, once reduced.
    HWY_INLINE bool within(float limit) const
    {
        Mask all_parts = part[0].below(limit);
        if constexpr (kParts > 1)
            all_parts = hn::And(all_parts, part[1].below(limit));
        if constexpr (kParts > 2)
            all_parts = hn::And(all_parts, hn::And(part[2].below(limit), part[3].below(limit)));
        return hn::AllTrue(kSingles, all_parts);
    }
    static HWY_INLINE void next_phases(ChainBlock* two)
    {
        const V start = alternating(two[0].phase, two[1].phase).part[0];
        const V step = alternating(two[0].phase_step, two[1].phase_step).part[0];
        const V end = fused(step, all(static_cast<float>(kBlockFrames)), start);
        const V turns =
            hn::ConvertTo(kSingles, hn::ConvertTo(dsp::HWY_NAMESPACE::kWords, hn::Mul(end, all(kPerTwoPi))));
        HWY_ALIGN float phase[kWidth];
        hn::Store(fused_negative(turns, all(kTwoPi), end), kSingles, phase);
        two[0].phase = phase[0];
        two[1].phase = phase[1];
    }
    HWY_INLINE void advance() { angle = add(add(angle, four_steps), four_steps); }
    [[nodiscard]] HWY_INLINE Waves waves() const
    {
        return {each([&](std::size_t p) HWY_ATTR { return part[p].sine; }),
                each([&](std::size_t p) HWY_ATTR { return part[p].cosine; })};
    }
};

/// Between shifter and shelf, and after the shelf: everything that is no filter, on rows of 8 frames of two
/// lanes.
struct PairMixer {
    PairRamp copy_send, gain, copy_gain;
    Row high, low;
    RowMask copied;

    HWY_INLINE explicit PairMixer(const ChainBlock* two)
        : copy_send(two[0].copy_send, two[1].copy_send),
          gain(two[0].gain, two[1].gain),
          copy_gain(two[0].copy_gain, two[1].copy_gain),
          high(alternating(two[0].clip, two[1].clip)),
          low(alternating(-two[0].clip, -two[1].clip))
    {
        copied = marked(alternating(two[0].copied ? 1.0f : 0.0f, two[1].copied ? 1.0f : 0.0f));
    }
    // What the shifter's sections gave for `group`: its dry part to `dry`. Returns the copy, for the shelf.
    HWY_INLINE Row mix(std::size_t group, const float* rows, const Waves& waves, float* dry) const
    {
        const Pieces shifter = pieces(rows);
        const Row mixed = sub(mul(shifter.first, waves.cosine), mul(shifter.second, waves.sine));
        store(mul(mixed, gain.stair(group)), dry);
        const Row copy = clamped(mul(mixed, copy_send.send(group)), low, high);
        return mul(copy, copy_gain.stair(group));
    }
    HWY_INLINE void add_copy(const float* rows, float* out) const
    {
        const Row dry = load(out);
        store(select(copied, add(dry, pieces(rows + offset(Stage::shelf)).first), dry), out);
    }
};

} // namespace
} // namespace quern::mix::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
