// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Several tracks at a time, each of which begins and ends where it likes. Part of pool_kernels.cc.
#if defined(QUERN_GRAIN_SIMD_POOL_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_GRAIN_SIMD_POOL_BATCH_INL
#undef QUERN_GRAIN_SIMD_POOL_BATCH_INL
#else
#define QUERN_GRAIN_SIMD_POOL_BATCH_INL
#endif

#include "quern/grain/simd/pool_track.inl"

#if QUERN_VECTOR_TARGET && !QUERN_FOUR_LANES
HWY_BEFORE_NAMESPACE();
namespace quern::grain::HWY_NAMESPACE {
namespace {

constexpr std::size_t kBatch = 8; // grains whose order within a frame is kept together

using BatchWords = hn::CappedTag<std::int32_t, kBatch>;
using BatchSingles = hn::RebindToFloat<BatchWords>;
constexpr BatchWords kBatchWords{};
constexpr BatchSingles kBatchSingles{};
using BW = hn::Vec<BatchWords>;
using BV = hn::Vec<BatchSingles>;

HWY_INLINE BW batch_words(std::int32_t value)
{
    return hn::Set(kBatchWords, value);
}
HWY_INLINE BW batch_truncated(BV values)
{
    return BW{_mm256_cvttps_epi32(values.raw)};
}
/// A bit for each grain.
HWY_INLINE unsigned bits_of(hn::Mask<BatchWords> grains)
{
    std::uint8_t bits[8];
    hn::StoreMaskBits(kBatchWords, grains, bits);
    return bits[0];
}

/// Grains of one owner, one way to get their windows, in the order in which they are added. What a vector
/// needs to know of them is found for all at once.
struct Batch {
    static constexpr std::int32_t kNever = std::int32_t{1} << 30;

    const PoolSpan* spans[kBatch];
    Reach reaches[kBatch];
    HWY_ALIGN std::int32_t begins[kBatch]; // frames of the block; kNever where there is no grain
    HWY_ALIGN std::int32_t ends[kBatch];
    HWY_ALIGN std::int32_t runs[kBatch]; // at the first frame of the block
    HWY_ALIGN float steps[kBatch];
    HWY_ALIGN std::int32_t lengths[kBatch];
    const float* left; // at the first frame of the block
    std::size_t count;
    From from;
    Anchor anchor; // `moved` if that of any grain is

    HWY_INLINE Batch() { clear(); }
    HWY_INLINE void clear()
    {
        hn::Store(batch_words(kNever), kBatchWords, begins);
        hn::Store(batch_words(kNever), kBatchWords, ends);
        count = 0;
        anchor = Anchor::first;
    }
    HWY_INLINE void add(const PoolSpan& span, const TrackKind& kind)
    {
        from = kind.from;
        anchor = static_cast<Anchor>(static_cast<bool>(anchor) | static_cast<bool>(kind.anchor));
        left = span.left - span.before;
        spans[count] = &span;
        reaches[count] = kind.reach;
        begins[count] = span.before;
        ends[count] = span.before + span.count;
        runs[count] = span.run - span.before;
        steps[count] = span.step;
        lengths[count] = span.length;
        ++count;
        // The ends of what its first vector reads: they may come from far away while others are added.
        const float* const head =
            span.source + span.anchor + static_cast<std::int32_t>(span.step * static_cast<float>(span.run));
        __builtin_prefetch(head);
        __builtin_prefetch(head + 2 * kLanes - 1);
    }
    HWY_INLINE bool takes(const PoolSpan& span, const TrackKind& kind) const
    {
        return count != kBatch && kind.from == from && span.left - span.before == left;
    }
};

/// Whole vectors from block frame `from` to `to`.
template <From kFrom, Anchor kAnchor, Reach... kReach, std::size_t... kIndex>
HWY_NOINLINE void add_pass(const PoolSpan* const* spans, std::int32_t from, std::int32_t to,
                           std::index_sequence<kIndex...>)
{
    for (; from < to; from += kStretch) {
        const std::int32_t vectors = (to - from < kStretch ? to - from : kStretch) / kLanes;
        float* const left = (*spans)->left + (from - (*spans)->before);
        float* const right = (*spans)->right + (from - (*spans)->before);
        add_tracks(left, right, vectors,
                   Track<kReach, kFrom, kAnchor>(*spans[kIndex], from - spans[kIndex]->before, vectors)...);
    }
}
template <From kFrom, Anchor kAnchor, Reach... kReach>
HWY_INLINE void add_pass(const PoolSpan* const* spans, std::int32_t from, std::int32_t to)
{
    add_pass<kFrom, kAnchor, kReach...>(spans, from, to, std::make_index_sequence<sizeof...(kReach)>());
}

/// As many of some grains as one pass takes, whatever their reach; returns how many.
template <From kFrom, Anchor kAnchor>
HWY_INLINE std::size_t add_next(const PoolSpan* const* spans, std::size_t count, std::int32_t from,
                                std::int32_t to)
{
    constexpr Reach kTwo = Reach::two;
#if HWY_TARGET == HWY_AVX3
    if (count >= 4) {
        add_pass<kFrom, kAnchor, kTwo, kTwo, kTwo, kTwo>(spans, from, to);
        return 4;
    }
    if (count == 3) {
        add_pass<kFrom, kAnchor, kTwo, kTwo, kTwo>(spans, from, to);
        return 3;
    }
#endif
    if (count >= 2) {
        add_pass<kFrom, kAnchor, kTwo, kTwo>(spans, from, to);
        return 2;
    }
    add_pass<kFrom, kAnchor, kTwo>(spans, from, to);
    return 1;
}

/// The same, by their reach where that is worth it.
template <From kFrom, Anchor kAnchor>
HWY_INLINE std::size_t add_next(const PoolSpan* const* spans, const Reach* reaches, std::size_t count,
                                std::int32_t from, std::int32_t to)
{
#if HWY_TARGET == HWY_AVX3
    (void)reaches;
    return add_next<kFrom, kAnchor>(spans, count, from, to);
#else
    constexpr Reach kOne = Reach::one;
    constexpr Reach kTwo = Reach::two;
    if (count == 1) {
        if (reaches[0] == kOne)
            add_pass<kFrom, kAnchor, kOne>(spans, from, to);
        else
            add_pass<kFrom, kAnchor, kTwo>(spans, from, to);
        return 1;
    }
    if (reaches[0] == kOne && reaches[1] == kOne)
        add_pass<kFrom, kAnchor, kOne, kOne>(spans, from, to);
    else if (reaches[0] == kOne)
        add_pass<kFrom, kAnchor, kOne, kTwo>(spans, from, to);
    else if (reaches[1] == kOne)
        add_pass<kFrom, kAnchor, kTwo, kOne>(spans, from, to);
    else
        add_pass<kFrom, kAnchor, kTwo, kTwo>(spans, from, to);
    return 2;
#endif
}

/// Whole vectors of the grains whose bits are set.
template <From kFrom, Anchor kAnchor>
HWY_INLINE void add_whole(const Batch& batch, unsigned grains, std::int32_t from, std::int32_t to)
{
    if (grains == (1u << batch.count) - 1) {
        for (std::size_t i = 0; i < batch.count;)
            i += add_next<kFrom, kAnchor>(batch.spans + i, batch.reaches + i, batch.count - i, from, to);
        return;
    }
    // Some begin or end near by: a short way, on which a jump that was not foreseen costs more than reaches.
    const PoolSpan* spans[kBatch];
    std::size_t count = 0;
    for (; grains != 0; grains &= grains - 1)
        spans[count++] = batch.spans[__builtin_ctz(grains)];
    for (std::size_t i = 0; i < count;)
        i += add_next<kFrom, kAnchor>(spans + i, count - i, from, to);
}

/// The vector at block frame `at`, in which each grain has the lanes that `lanes` has bits for.
template <From kFrom, Anchor kAnchor>
HWY_NOINLINE void add_edge(const Batch& batch, std::int32_t at, BW lanes)
{
    using R = Reader<Reach::two>;
    const PoolSpan& any = **batch.spans;
    float* const left = any.left + (at - any.before);
    float* const right = any.right + (at - any.before);
    const std::int32_t rest = any.before + any.count + any.after - at; // of the block
    const bool is_whole = rest >= kLanes;
    V l = is_whole ? hn::LoadU(kSingles, left) : load_part(left, rest);
    V r = is_whole ? hn::LoadU(kSingles, right) : load_part(right, rest);

    // From where they read, the bias of the reader included. Before its first frame a grain reads there.
    const auto start_of = [](BV point) HWY_ATTR {
        return hn::Add(hn::Max(batch_truncated(point), hn::Zero(kBatchWords)), batch_words(R::kBias));
    };
    const V points = all(static_cast<float>(kWindowPoints - 1));
    HWY_ALIGN std::int32_t inside[kBatch];
    HWY_ALIGN std::int32_t heads[kBatch];
    HWY_ALIGN std::int32_t places[kBatch]; // in the curve
    HWY_ALIGN float runs[kBatch];
    HWY_ALIGN float ages[kBatch];
    HWY_ALIGN float origins[kBatch]; // and ages: used of moved anchors alone
    const BV run = hn::ConvertTo(kBatchSingles, hn::Add(hn::Load(kBatchWords, batch.runs), batch_words(at)));
    BV age = run;
    BV offset = hn::Mul(run, hn::Load(kBatchSingles, batch.steps));
    if constexpr (kAnchor == Anchor::moved) {
        hn::Store(run, kBatchSingles, ages);
        hn::Store(hn::Zero(kBatchSingles), kBatchSingles, origins);
        for (std::size_t i = 0; i < batch.count; ++i) {
            const PoolSpan& span = *batch.spans[i];
            ages[i] = static_cast<float>(span.age - span.before + at);
            origins[i] = span.origin;
        }
        age = hn::Load(kBatchSingles, ages);
        offset = hn::Add(hn::Load(kBatchSingles, origins), offset);
    }
    hn::Store(lanes, kBatchWords, inside);
    hn::Store(run, kBatchSingles, runs);
    hn::Store(start_of(offset), kBatchWords, heads);
    if constexpr (kFrom != From::cache) {
        const BV length = hn::ConvertTo(kBatchSingles, hn::Load(kBatchWords, batch.lengths));
        const BV part = hn::Div(age, length);
        hn::Store(start_of(hn::Mul(part, hn::Set(kBatchSingles, hn::GetLane(points)))), kBatchWords, places);
    }
    const auto read = [](const float* table, std::int32_t start, V point) HWY_ATTR {
        const W whole = truncated(point);
        const V part = hn::Sub(point, hn::ConvertTo(kSingles, whole));
        return between(
            read_pairs<Reach::two>(table + (start - R::kBias), hn::Sub(whole, hn::Set(kWords, start))), part);
    };
    for (unsigned some = bits_of(hn::Ne(lanes, hn::Zero(kBatchWords))); some != 0; some &= some - 1) {
        const int i = __builtin_ctz(some);
        const PoolSpan& span = *batch.spans[i];
        const auto mask = hn::LoadMaskBits(kSingles, reinterpret_cast<const std::uint8_t*>(inside + i));
        const V iota = hn::Iota(kSingles, 0.0f);
        V its = hn::Mul(all(batch.steps[i]), hn::Add(all(runs[i]), iota));
        if constexpr (kAnchor == Anchor::moved)
            its = hn::Add(all(origins[i]), its);
        const V sample = read(span.source + span.anchor, heads[i], its);
        V window;
        if constexpr (kFrom == From::cache)
            window = hn::MaskedLoad(mask, kSingles, span.window + (at - span.before));
        else
            window = read(span.curve, places[i],
                          hn::Mul(hn::Div(hn::Add(all(kAnchor == Anchor::moved ? ages[i] : runs[i]), iota),
                                          all(static_cast<float>(batch.lengths[i]))),
                                  points));
        const V value = hn::Mul(sample, window);
        l = hn::IfThenElse(mask, hn::Add(l, hn::Mul(value, all(span.gain_left))), l);
        r = hn::IfThenElse(mask, hn::Add(r, hn::Mul(value, all(span.gain_right))), r);
    }
    if (is_whole) {
        hn::StoreU(l, kSingles, left);
        hn::StoreU(r, kSingles, right);
    } else {
        store_part(l, left, rest);
        store_part(r, right, rest);
    }
}

/// The sum of a batch, from one vector where a grain begins or ends to the next.
template <From kFrom, Anchor kAnchor> HWY_INLINE void add_batch(const Batch& batch)
{
    const BW begins = hn::Load(kBatchWords, batch.begins);
    const BW ends = hn::Load(kBatchWords, batch.ends);
    const BW none = hn::Zero(kBatchWords);
    const BW never = batch_words(Batch::kNever);
    const BW ones = batch_words(-1);
    const auto least = [](BW words) HWY_ATTR { return hn::GetLane(hn::MinOfLanes(kBatchWords, words)); };
    const std::int32_t stop = -least(hn::IfThenZeroElse(hn::Eq(ends, never), hn::Neg(ends)));
    for (std::int32_t at = least(begins) & -kLanes; at < stop;) {
        const BW start = batch_words(at);
        const auto lanes_before = [&](BW frames) HWY_ATTR {
            return hn::Max(none, hn::Min(hn::Sub(frames, start), batch_words(kLanes)));
        };
        const BW lanes = hn::AndNot(hn::Shl(ones, lanes_before(ends)), hn::Shl(ones, lanes_before(begins)));
        const auto whole = hn::Eq(lanes, batch_words((1 << kLanes) - 1));
        if (hn::AllTrue(kBatchWords, hn::Or(whole, hn::Eq(lanes, none)))) {
            const BW next = hn::IfThenElse(hn::Gt(begins, start), begins,
                                           hn::IfThenElse(hn::Gt(ends, start), ends, never));
            const std::int32_t until = std::min(stop, least(next) & -kLanes);
            add_whole<kFrom, kAnchor>(batch, bits_of(whole), at, until);
            at = until;
        } else {
            add_edge<kFrom, kAnchor>(batch, at, lanes);
            at += kLanes;
        }
    }
}
template <From kFrom> HWY_INLINE void add_batch(const Batch& batch)
{
    if (batch.anchor == Anchor::first)
        add_batch<kFrom, Anchor::first>(batch);
    else
        add_batch<kFrom, Anchor::moved>(batch);
}
HWY_INLINE void add_batch(const Batch& batch)
{
    if (batch.from == From::cache)
        add_batch<From::cache>(batch);
    else if (batch.from == From::near_curve)
        add_batch<From::near_curve>(batch);
    else
        add_batch<From::wide_curve>(batch);
}

} // namespace
} // namespace quern::grain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
