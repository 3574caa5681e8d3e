// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The chains of two lanes with all their filters side by side in one row. A step takes every filter through a
// group of 8 frames, each one group behind the filter it gets its input from, so that no filter waits for
// another within a step. The shelf follows two steps behind the shifter, whose mix, clip and gains take up
// the step between. Part of chain_kernels.cc.
#if defined(QUERN_MIX_SIMD_PAIR_CHAIN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_MIX_SIMD_PAIR_CHAIN_INL
#undef QUERN_MIX_SIMD_PAIR_CHAIN_INL
#else
#define QUERN_MIX_SIMD_PAIR_CHAIN_INL
#endif

#include "quern/mix/simd/row.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::mix::HWY_NAMESPACE {
namespace {

constexpr float kBias = 0x1.2725dep-60f; // 1e-18
constexpr std::size_t kGroup = 8;
constexpr std::size_t kGroups = kBlockFrames / kGroup;
constexpr std::size_t kRampGroups = 64 / kGroup;

constexpr std::size_t offset(Stage stage)
{
    return static_cast<std::size_t>(stage) * 2;
}

// What the filters get in a frame, from what they gave in the frame 8 before: `y`. Shelf and high-pass take
// theirs from outside, two singles each. `shifted`: the filter that feeds the shifter.
HWY_INLINE Row inputs(const float* y, std::size_t shifted, const float* shelf, const float* voice)
{
    Row x;
#if HWY_TARGET == HWY_AVX3
    const __m512i from = shifted == offset(Stage::low_pass) ? _mm512_setr_epi64(2, 3, 6, 6, 0, 0, 5, 0)
                                                            : _mm512_setr_epi64(2, 3, 5, 5, 0, 0, 5, 0);
    const auto two = [](const float* at)
                         HWY_ATTR { return _mm_load_sd(reinterpret_cast<const double*>(at)); };
    __m512d pairs = _mm512_maskz_permutexvar_pd(0x4F, from, _mm512_load_pd(y));
    pairs = _mm512_mask_broadcastsd_pd(pairs, 0x10, two(shelf));
    pairs = _mm512_mask_broadcastsd_pd(pairs, 0x20, two(voice));
    x.part[0] = V{_mm512_castpd_ps(pairs)};
#elif HWY_TARGET == HWY_AVX2
    const auto two = [](const float* at)
                         HWY_ATTR { return _mm_load_sd(reinterpret_cast<const double*>(at)); };
    const __m128 second = _mm_load_ps(y + offset(Stage::in_phase1));
    const __m128 first = _mm_castpd_ps(_mm_loaddup_pd(reinterpret_cast<const double*>(y + shifted)));
    const __m128 outer = _mm_castpd_ps(_mm_loadh_pd(two(shelf), reinterpret_cast<const double*>(voice)));
    const __m128 low_pass = _mm_castpd_ps(two(y + offset(Stage::high_pass)));
    x.part[0] = V{_mm256_set_m128(first, second)};
    x.part[1] = V{_mm256_set_m128(low_pass, outer)};
#else
    x.part[0] = hn::Load(kSingles, y + offset(Stage::in_phase1));
    x.part[1] = two_pairs(y + shifted, y + shifted);
    x.part[2] = two_pairs(shelf, voice);
    x.part[3] = one_pair(y + offset(Stage::high_pass));
#endif
    return x;
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

struct Coefficients {
    Row a1, a2, b0, b1, b2;
};
struct Histories {
    Row x1, x2, y1, y2;
};

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
    template <std::size_t kSlice> HWY_INLINE void slice()
    {
        part[0].template slice<kSlice>(angle.part[0]);
        if constexpr (kParts > 1)
            part[1].template slice<kSlice>(angle.part[1]);
        if constexpr (kParts > 2) {
            part[2].template slice<kSlice>(angle.part[2]);
            part[3].template slice<kSlice>(angle.part[3]);
        }
    }
    // A block on, within one turn, the sign kept (dsp::FrequencyShifter::next_phase).
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
    HWY_INLINE Row sine() const
    {
        return each([&](std::size_t p) HWY_ATTR { return part[p].sine; });
    }
    HWY_INLINE Row cosine() const
    {
        return each([&](std::size_t p) HWY_ATTR { return part[p].cosine; });
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
    // What the shifter's sections gave for `group`: its dry part to `out`, the copy to the shelf.
    HWY_INLINE void mix(std::size_t group, const float* rows, const PairOscillator& oscillator, float* out,
                        float* shelf) const
    {
        const Pieces quadrature = pieces(rows);
        const Row mixed =
            sub(mul(quadrature.first, oscillator.cosine()), mul(quadrature.second, oscillator.sine()));
        store(mul(mixed, gain.stair(group)), out);
        const Row copy = clamped(mul(mixed, copy_send.send(group)), low, high);
        store(mul(copy, copy_gain.stair(group)), shelf);
    }
    HWY_INLINE void add_copy(const float* rows, float* out) const
    {
        const Row dry = load(out);
        store(select(copied, add(dry, pieces(rows + offset(Stage::shelf)).first), dry), out);
    }
};

template <std::size_t kUsed, bool kPasses, std::size_t kFrame>
HWY_INLINE void filter_frame(const Coefficients& c, Histories& h, const Row* x, const Row* t, float* y,
                             const RowMask& passes, PairOscillator& oscillator)
{
    const Row first = fused_negative<kUsed>(h.y1, c.a1, t[kFrame]);
    oscillator.slice<kFrame>();
    const Row now = fused_negative<kUsed>(h.y2, c.a2, first);
    h.y2 = h.y1;
    h.y1 = now;
    store(kPasses ? select(passes, x[kFrame], now) : now, y + kFrame * kRow);
}

// The filters over one group: 8 rows of outputs. `passes` marks lanes that hand on their input. Between the
// frames, which wait for each other, the oscillator gets ready for its next group.
template <std::size_t kUsed, bool kPasses>
HWY_INLINE void filter_group(const Coefficients& c, Histories& h, const Row* x, float* y,
                             const RowMask& passes, PairOscillator& oscillator)
{
    const Row bias = all_row(kBias);
    Row t[kGroup];
    // b2 of an all-pass is 1.
    t[0] = fused<kUsed>(h.x1, c.b1, fused_halfway<kUsed>(h.x2, c.b2, add(mul(x[0], c.b0), bias)));
    t[1] = fused_halfway<kUsed>(h.x1, c.b2, fused<kUsed>(x[0], c.b1, add(mul(x[1], c.b0), bias)));
    for (std::size_t k = 2; k < kGroup; ++k)
        t[k] = fused<kUsed>(x[k], c.b0, fused_halfway<kUsed>(x[k - 2], c.b2, add(mul(x[k - 1], c.b1), bias)));
    static_assert(kGroup == SineCosine::kSlices);
    filter_frame<kUsed, kPasses, 0>(c, h, x, t, y, passes, oscillator);
    filter_frame<kUsed, kPasses, 1>(c, h, x, t, y, passes, oscillator);
    filter_frame<kUsed, kPasses, 2>(c, h, x, t, y, passes, oscillator);
    filter_frame<kUsed, kPasses, 3>(c, h, x, t, y, passes, oscillator);
    filter_frame<kUsed, kPasses, 4>(c, h, x, t, y, passes, oscillator);
    filter_frame<kUsed, kPasses, 5>(c, h, x, t, y, passes, oscillator);
    filter_frame<kUsed, kPasses, 6>(c, h, x, t, y, passes, oscillator);
    filter_frame<kUsed, kPasses, 7>(c, h, x, t, y, passes, oscillator);
    h.x1 = x[kGroup - 1];
    h.x2 = x[kGroup - 2];
}

// Steps in which some filters have no group to work on: a few at the beginning, a few at the end. With a
// low-pass, which is a step of its own, `lag` is 1.
constexpr std::size_t edge_steps(std::size_t lag)
{
    return 4 + lag;
}
// Marks the places that work, by edge step.
struct EdgeMarks {
    alignas(64) float mark[2 * edge_steps(1)][kRow];
};
constexpr EdgeMarks edge_marks(std::size_t lag)
{
    const std::size_t behind[kRow / 2] = {2 + lag, 2 + lag, 1 + lag, 1 + lag, 4 + lag, 0, 1, 0};
    EdgeMarks marks{};
    for (std::size_t edge = 0; edge < 2 * edge_steps(lag); ++edge) {
        const std::size_t step = edge < edge_steps(lag) ? edge : kGroups + edge - edge_steps(lag);
        for (std::size_t k = 0; k < kRow; ++k)
            marks.mark[edge][k] = step >= behind[k / 2] && step - behind[k / 2] < kGroups ? 1.0f : 0.0f;
    }
    return marks;
}

template <std::size_t kLag> constexpr EdgeMarks kEdgeMarks = edge_marks(kLag);

struct PairBuffers {
    static constexpr std::size_t kSteps = kGroups + 5;
    HWY_ALIGN float voice[kSteps + 1][kRow]; // two lanes, frame by frame; silence at the end
    HWY_ALIGN float shelf[kSteps + 1][kRow]; // by the step that takes it; silence at the beginning
    HWY_ALIGN float out[kGroups][kRow];
    HWY_ALIGN float rows[2][kGroup][kRow]; // what all filters gave in this step and in the last one
};

HWY_INLINE void interleave(const ChainBlock* two, PairBuffers& b)
{
    const hn::CappedTag<float, 8> d;
    for (std::size_t n = 0; n < kBlockFrames; n += hn::Lanes(d))
        hn::StoreInterleaved2(hn::Load(d, two[0].input + n), hn::Load(d, two[1].input + n), d,
                              b.voice[2 * n / kRow] + 2 * n % kRow);
    for (std::size_t s = kGroups; s <= PairBuffers::kSteps; ++s)
        store(all_row(0.0f), b.voice[s]);
}
HWY_INLINE void separate(const PairBuffers& b, ChainBlock* two)
{
    for (std::size_t n = 0; n < kBlockFrames; n += kWidth) {
        V even;
        V odd;
        hn::LoadInterleaved2(kSingles, b.out[2 * n / kRow] + 2 * n % kRow, even, odd);
        hn::Store(even, kSingles, two[0].out + n);
        hn::Store(odd, kSingles, two[1].out + n);
    }
}

template <bool kLowPass, bool kPasses> void run_pair(PairFilters& filters, ChainBlock* two) noexcept QUERN_RT
{
    constexpr std::size_t kLag = kLowPass ? 1 : 0;
    // Narrow vectors leave out the low-pass and the idle places beside it.
    constexpr std::size_t kUsed = kLowPass || kParts < 4 ? kParts : kParts - 1;
    constexpr std::size_t kEdge = edge_steps(kLag);
    constexpr std::size_t kSteps = kGroups + kEdge;
    constexpr std::size_t kShifted = offset(kLowPass ? Stage::low_pass : Stage::high_pass);
    HWY_ALIGN float marks[kRow] = {};
    if (kPasses) {
        for (std::size_t k = 0; k < kStages * 2; ++k)
            marks[k] = two[k % 2].passes[k / 2] ? 1.0f : 0.0f;
    }
    const RowMask passes = marked(load(marks));
    const Coefficients c{load(filters.a1.data()), load(filters.a2.data()), load(filters.b0.data()),
                         load(filters.b1.data()), load(filters.b2.data())};
    Histories h{load(filters.x1.data()), load(filters.x2.data()), load(filters.y1.data()),
                load(filters.y2.data())};
    const PairMixer mixer(two);
    PairOscillator oscillator(two);
    PairBuffers b;
    interleave(two, b);
    for (std::size_t s = 0; s < kEdge; ++s)
        store(all_row(0.0f), b.shelf[s]);
    for (std::size_t k = 0; k < kGroup; ++k)
        store(all_row(0.0f), b.rows[1][k]);

    for (std::size_t s = 0; s < kSteps; ++s) {
        const float* last = b.rows[(s + 1) % 2][0];
        const std::size_t mixed = s - 3 - kLag;
        if (mixed < kGroups) {
            mixer.mix(mixed, last, oscillator, b.out[mixed], b.shelf[s + 1]);
            oscillator.advance();
        }
        const std::size_t done = s - 5 - kLag;
        if (done < kGroups)
            mixer.add_copy(last, b.out[done]);
        Row x[kGroup];
        for (std::size_t k = 0; k < kGroup; ++k)
            x[k] = inputs(last + k * kRow, kShifted, b.shelf[s] + 2 * k, b.voice[s] + 2 * k);
        const Histories before = h;
        filter_group<kUsed, kPasses>(c, h, x, b.rows[s % 2][0], passes, oscillator);
        if (s < kEdge || s >= kGroups) { // some filters have not begun, or are done
            const RowMask works = marked(load(kEdgeMarks<kLag>.mark[s < kEdge ? s : s - kGroups + kEdge]));
            h = {select(works, h.x1, before.x1), select(works, h.x2, before.x2),
                 select(works, h.y1, before.y1), select(works, h.y2, before.y2)};
        }
    }
    mixer.add_copy(b.rows[(kSteps + 1) % 2][0], b.out[kGroups - 1]);

    PairOscillator::next_phases(two);
    store(h.x1, filters.x1.data());
    store(h.x2, filters.x2.data());
    store(h.y1, filters.y1.data());
    store(h.y2, filters.y2.data());
    separate(b, two);
}

void pair(PairFilters& filters, ChainBlock* two) noexcept QUERN_RT
{
    const auto any = [&](Stage stage) {
        const auto at = static_cast<std::size_t>(stage);
        return two[0].passes[at] || two[1].passes[at];
    };
    const auto low = static_cast<std::size_t>(Stage::low_pass);
    const bool low_pass = !(two[0].passes[low] && two[1].passes[low]);
    const bool passes = any(Stage::high_pass) || any(Stage::shelf) || (low_pass && any(Stage::low_pass));
    if (low_pass)
        passes ? run_pair<true, true>(filters, two) : run_pair<true, false>(filters, two);
    else
        passes ? run_pair<false, true>(filters, two) : run_pair<false, false>(filters, two);
}

} // namespace
} // namespace quern::mix::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
