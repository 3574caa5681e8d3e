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

#include "quern/mix/simd/pair_mix.inl"
#include "quern/mix/simd/spread.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::mix::HWY_NAMESPACE {
namespace {

constexpr float kBias = 0x1.2725dep-60f; // 1e-18
constexpr std::size_t kMixFrame = 4;     // late enough for what the step before stored last

// What the filters get in a frame, from what they gave in the frame 8 before: `y`. Shelf and high-pass take
// theirs from outside, two singles each. `shifted`: the filter that feeds the shifter.
HWY_INLINE Row inputs(const float* y, std::size_t shifted, const float* outer)
{
    Row x;
#if HWY_TARGET == HWY_AVX3
    const __m512i from = shifted == offset(Stage::low_pass) ? _mm512_setr_epi64(2, 3, 6, 6, 0, 0, 5, 0)
                                                            : _mm512_setr_epi64(2, 3, 5, 5, 0, 0, 5, 0);
    const __m512d pairs = _mm512_maskz_permutexvar_pd(0x4F, from, _mm512_load_pd(y));
    const __m128d two = _mm_castps_pd(_mm_load_ps(outer));
    x.part[0] = V{_mm512_castpd_ps(_mm512_mask_broadcast_f64x2(pairs, 0x30, two))};
#elif HWY_TARGET == HWY_AVX2
    const __m128 second = _mm_load_ps(y + offset(Stage::in_phase1));
    const __m128 first = two_pairs(y + shifted, y + shifted).raw;
    const __m128 low_pass = one_pair(y + offset(Stage::high_pass)).raw;
    x.part[0] = V{_mm256_set_m128(first, second)};
    x.part[1] = V{_mm256_set_m128(low_pass, _mm_load_ps(outer))};
#else
    x.part[0] = hn::Load(kSingles, y + offset(Stage::in_phase1));
    x.part[1] = two_pairs(y + shifted, y + shifted);
    x.part[2] = hn::Load(kSingles, outer);
    x.part[3] = one_pair(y + offset(Stage::high_pass));
#endif
    return x;
}

/// What the filters get from outside over 8 frames: four singles each, for shelf and high-pass.
struct Outer {
    HWY_ALIGN float singles[kGroup * 4];

    // Where a frame stands: as vectors interleave.
    static constexpr std::size_t place(std::size_t k)
    {
        constexpr std::size_t kPairs = kWidth / 2;
        return k / kPairs * kPairs + k % 2 * (kPairs / 2) + k % kPairs / 2;
    }
    HWY_INLINE void set(const Row& shelf, const Row& voice)
    {
        const hn::Repartition<std::uint64_t, dsp::HWY_NAMESPACE::Singles> pairs;
        for (std::size_t p = 0; p < kParts; ++p) {
            const auto a = hn::BitCast(pairs, shelf.part[p]);
            const auto b = hn::BitCast(pairs, voice.part[p]);
            float* to = singles + 2 * p * kWidth;
            hn::Store(hn::BitCast(kSingles, hn::InterleaveLower(pairs, a, b)), kSingles, to);
            hn::Store(hn::BitCast(kSingles, hn::InterleaveUpper(pairs, a, b)), kSingles, to + kWidth);
        }
    }
};

struct Coefficients {
    Row a1, a2, b0, b1, b2;
};
struct Histories {
    Row x1, x2, y1, y2;
};

/// One group of inputs and outputs of all filters, row by row.
struct GroupRows {
    const float* last; // what the filters gave in the step before
    const Outer* outer;
    float* given;
};

// Narrow vectors leave out the low-pass and the idle places beside it.
constexpr std::size_t used(bool low_pass)
{
    return low_pass || kParts < 4 ? kParts : kParts - 1;
}

// What a frame of all filters takes, in `x`; returns the part of it that waits for no output.
template <bool kLowPass, std::size_t kFrame>
HWY_INLINE Row forward(const Coefficients& c, Histories& h, const GroupRows& rows, Row& x)
{
    constexpr std::size_t kUsed = used(kLowPass);
    constexpr std::size_t kShifted = offset(kLowPass ? Stage::low_pass : Stage::high_pass);
    const Row bias = all_row(kBias);
    x = inputs(rows.last + kFrame * kRow, kShifted, rows.outer->singles + 4 * Outer::place(kFrame));
    Row t; // b2 of an all-pass is 1
    if constexpr (kFrame == 0)
        t = fused<kUsed>(h.x1, c.b1, fused_halfway<kUsed>(h.x2, c.b2, add(mul(x, c.b0), bias)));
    else if constexpr (kFrame == 1)
        t = fused_halfway<kUsed>(h.x2, c.b2, fused<kUsed>(h.x1, c.b1, add(mul(x, c.b0), bias)));
    else
        t = fused<kUsed>(x, c.b0, fused_halfway<kUsed>(h.x2, c.b2, add(mul(h.x1, c.b1), bias)));
    h.x2 = h.x1;
    h.x1 = x;
    return t;
}

template <bool kLowPass, std::size_t kFrame = 0>
HWY_INLINE void forward_all(const Coefficients& c, Histories& h, const GroupRows& rows, Row* x, Row* t)
{
    if constexpr (kFrame < kGroup) {
        t[kFrame] = forward<kLowPass, kFrame>(c, h, rows, x[kFrame]);
        forward_all<kLowPass, kFrame + 1>(c, h, rows, x, t);
    }
}

// A frame after the other, which needs few registers; where steps are emulated, all that waits for nothing
// comes first. The feedback waits for the frame before. In between stands what does not: the oscillator,
// which gets ready for its next group, and once in a group `mix`, all that happens to groups that are through
// the shifter or the shelf. `passes` marks lanes that hand on their input.
template <bool kLowPass, bool kPasses, class E, std::size_t kFrame = 0, class Mix>
HWY_INLINE void frames(const Coefficients& c, Histories& h, const GroupRows& rows, Row* x, Row* t,
                       const RowMask& passes, PairOscillator& oscillator, const Mix& mix)
{
    if constexpr (kFrame < kGroup) {
        constexpr std::size_t kUsed = used(kLowPass);
        if constexpr (!QUERN_EMULATED_FUSE)
            t[kFrame] = forward<kLowPass, kFrame>(c, h, rows, x[kFrame]);
        const Row first = fused_negative<kUsed>(h.y1, c.a1, t[kFrame]);
        if constexpr (kFrame == kMixFrame)
            mix();
        if constexpr (!std::is_same_v<E, NoExtent>)
            oscillator.template beside<E, kFrame>();
        const Row now = fused_negative<kUsed>(h.y2, c.a2, first);
        h.y2 = h.y1;
        h.y1 = now;
        store(kPasses ? select(passes, x[kFrame], now) : now, rows.given + kFrame * kRow);
        frames<kLowPass, kPasses, E, kFrame + 1>(c, h, rows, x, t, passes, oscillator, mix);
    }
}
template <bool kLowPass, bool kPasses, class E, class Mix>
HWY_INLINE void filter_group(const Coefficients& c, Histories& h, const GroupRows& rows,
                             const RowMask& passes, PairOscillator& oscillator, const Mix& mix)
{
    Row x[kGroup];
    Row t[kGroup];
    if constexpr (QUERN_EMULATED_FUSE)
        forward_all<kLowPass>(c, h, rows, x, t);
    frames<kLowPass, kPasses, E>(c, h, rows, x, t, passes, oscillator, mix);
    oscillator.reduce();
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

// Small enough that no two places share their address within a page: processors take such for the same one.
struct PairBuffers {
    // What comes out of two lanes, frame by frame.
    HWY_ALIGN float signal[kGroups][kRow];
    // What goes into and comes out of the filters in even and odd steps.
    Outer outer[2];
    HWY_ALIGN float rows[2][kGroup][kRow];
};
static_assert(sizeof(PairBuffers) < 4096);

// What two lanes get in a group, frame by frame.
HWY_INLINE Row voices(const ChainBlock* two, std::size_t group)
{
    const float* first = two[0].input + group * kGroup;
    const float* second = two[1].input + group * kGroup;
    Row both;
#if HWY_TARGET == HWY_AVX3
    const __m512i by_turns = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    both.part[0] = V{_mm512_permutex2var_ps(_mm512_castps256_ps512(_mm256_load_ps(first)), by_turns,
                                            _mm512_castps256_ps512(_mm256_load_ps(second)))};
#else
    for (std::size_t p = 0; p < kParts / 2; ++p) {
        const V a = hn::Load(kSingles, first + p * kWidth);
        const V b = hn::Load(kSingles, second + p * kWidth);
        const V low = hn::InterleaveLower(kSingles, a, b);
        const V high = hn::InterleaveUpper(kSingles, a, b);
#if HWY_TARGET == HWY_AVX2 // which interleaves halves
        both.part[2 * p] = hn::ConcatLowerLower(kSingles, high, low);
        both.part[2 * p + 1] = hn::ConcatUpperUpper(kSingles, high, low);
#else
        both.part[2 * p] = low;
        both.part[2 * p + 1] = high;
#endif
    }
#endif
    return both;
}

// g++ grows tired of inlining lambdas before all is in one place; emulated steps are better left apart.
#if QUERN_EMULATED_FUSE
#define QUERN_WHOLE
#else
#define QUERN_WHOLE HWY_FLATTEN
#endif
template <bool kLowPass, bool kPasses>
QUERN_WHOLE void run_pair(PairFilters& filters, ChainBlock* two, const PairSend* sends,
                          std::size_t count) noexcept QUERN_RT
{
    constexpr std::size_t kLag = kLowPass ? 1 : 0;
    constexpr std::size_t kEdge = edge_steps(kLag);
    constexpr std::size_t kSteps = kGroups + kEdge;
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
    b.outer[0].set(all_row(0.0f), voices(two, 0));
    oscillator.reduce();
    Waves waves{all_row(0.0f), all_row(0.0f)};

    std::size_t s = 0;
    const auto step = [&](auto extent) HWY_ATTR {
        const std::size_t now = s % 2;
        // In the first step silence, from filters that have not begun.
        const float* last = s == 0 ? kSilentPlane.sample.data() : b.rows[now ^ 1][0];
        const auto mix = [&]() HWY_ATTR {
            Row shelf = all_row(0.0f);
            const std::size_t mixed = s - 3 - kLag;
            if (mixed < kGroups)
                shelf = mixer.mix(mixed, last, waves, b.signal[mixed]);
            b.outer[now ^ 1].set(shelf, s + 1 < kGroups ? voices(two, s + 1) : all_row(0.0f));
            const std::size_t done = s - 5 - kLag;
            if (done < kGroups)
                mixer.add_copy(last, b.signal[done]);
        };
        if (s >= 2 + kLag)
            oscillator.advance();
        const Histories before = h;
        filter_group<kLowPass, kPasses, decltype(extent)>(c, h, {last, &b.outer[now], b.rows[now][0]}, passes,
                                                          oscillator, mix);
        if constexpr (!std::is_same_v<decltype(extent), NoExtent>)
            waves = oscillator.waves();
        if (s < kEdge || s >= kGroups) { // some filters have not begun, or are done
            const RowMask works = marked(load(kEdgeMarks<kLag>.mark[s < kEdge ? s : s - kGroups + kEdge]));
            h = {select(works, h.x1, before.x1), select(works, h.x2, before.x2),
                 select(works, h.y1, before.y1), select(works, h.y2, before.y2)};
        }
        ++s;
    };
    // Steps with the same terms follow each other in a loop of their own, which keeps its values in
    // registers. Filters that hand on their input are rare, and emulated ones long: fewer copies of their
    // code.
    const auto short_enough = [&]() HWY_ATTR {
        return !kPasses && !QUERN_EMULATED_FUSE && oscillator.within(SineCosine::kShortLimit);
    };
    const auto middle_enough = [&]() HWY_ATTR {
        return !kPasses && oscillator.within(SineCosine::kMiddleLimit);
    };
    constexpr std::size_t kFirst = 2 + kLag; // before and after these steps there is nothing to mix
    constexpr std::size_t kEnd = kFirst + kGroups;
    while (s < kFirst)
        step(NoExtent{});
    while (s < kEnd) {
        while (s < kEnd && short_enough())
            step(Extent<SineCosine::kShort, false>{});
        while (s < kEnd && !short_enough() && middle_enough())
            step(Extent<SineCosine::kMiddle, false>{});
        while (s < kEnd && !middle_enough())
            step(Extent<SineCosine::kTerms, true>{});
    }
    while (s < kSteps)
        step(NoExtent{});
    mixer.add_copy(b.rows[(kSteps + 1) % 2][0], b.signal[kGroups - 1]);

    PairOscillator::next_phases(two);
    store(h.x1, filters.x1.data());
    store(h.x2, filters.x2.data());
    store(h.y1, filters.y1.data());
    store(h.y2, filters.y2.data());
    spread(b.signal[0], two, sends, count);
}

void pair(PairFilters& filters, ChainBlock* two, const PairSend* sends, std::size_t count) noexcept QUERN_RT
{
    const auto any = [&](Stage stage) {
        const auto at = static_cast<std::size_t>(stage);
        return two[0].passes[at] || two[1].passes[at];
    };
    const auto low = static_cast<std::size_t>(Stage::low_pass);
    const bool low_pass = !(two[0].passes[low] && two[1].passes[low]);
    const bool passes = any(Stage::high_pass) || any(Stage::shelf) || (low_pass && any(Stage::low_pass));
    if (low_pass)
        passes ? run_pair<true, true>(filters, two, sends, count)
               : run_pair<true, false>(filters, two, sends, count);
    else
        passes ? run_pair<false, true>(filters, two, sends, count)
               : run_pair<false, false>(filters, two, sends, count);
}

} // namespace
} // namespace quern::mix::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
