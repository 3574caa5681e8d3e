// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Plain grains that go forward and were never retuned, several in one pass over the accumulators, in the
// vectors of the block. Part of pool_kernels.cc.
#if defined(QUERN_GRAIN_SIMD_POOL_TRACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUERN_GRAIN_SIMD_POOL_TRACK_INL
#undef QUERN_GRAIN_SIMD_POOL_TRACK_INL
#else
#define QUERN_GRAIN_SIMD_POOL_TRACK_INL
#endif

#include "quern/grain/simd/pool_voice.inl"

#if QUERN_VECTOR_TARGET
HWY_BEFORE_NAMESPACE();
namespace quern::grain::HWY_NAMESPACE {
namespace {

constexpr std::int32_t kStretch = 256; // frames that a track goes at most

/// Where the vectors of a stretch begin to read. Found ahead: from a vector to an address it is a long way.
template <Reach kReach> class Starts {
public:
#if QUERN_FOUR_LANES
    template <class Point> HWY_INLINE void find(std::int32_t, std::int32_t, Point) {}
#else
    /// `point(frames)` of every vector's first frame. Frames before the grain's first count as 0.
    template <class Point> HWY_INLINE void find(std::int32_t first, std::int32_t vectors, Point point)
    {
        V frames = hn::MulAdd(hn::Iota(kSingles, 0.0f), all(static_cast<float>(kLanes)),
                              all(static_cast<float>(first)));
        if (vectors == 0)
            return;
        // Those behind the last vector cost less than a loop whose end cannot be foreseen.
        for (std::int32_t v = 0; v < kStretch / kLanes; v += kLanes) {
            const W at = hn::Max(truncated(point(frames)), hn::Zero(kWords));
            hn::Store(hn::Add(at, hn::Set(kWords, Reader<kReach>::kBias)), kWords, words_ + v);
            frames = hn::Add(frames, all(static_cast<float>(kLanes * kLanes)));
        }
    }
    HWY_INLINE const float* in(const float* table, std::int32_t v) const
    {
        return table + (words_[v] - Reader<kReach>::kBias);
    }
    HWY_INLINE W index(W point, std::int32_t v) const
    {
        return hn::Sub(point, hn::Set(kWords, words_[v]));
    }

private:
    HWY_ALIGN std::int32_t words_[kStretch / kLanes];
#endif
};

template <Reach kReach>
HWY_INLINE Neighbours neighbours(const Starts<kReach>& starts, const float* table, W point, std::int32_t v)
{
#if QUERN_FOUR_LANES
    (void)starts, (void)v;
    return Reader<kReach>::read(table, point);
#else
    return read_pairs<kReach>(starts.in(table, v), starts.index(point, v));
#endif
}

using Lanes = hn::Mask<dsp::HWY_NAMESPACE::Singles>;

/// The window of a track.
template <From kFrom> class TrackWindow {
    static constexpr Reach kReach = kFrom == From::near_curve ? Reach::one : Reach::two;

public:
    HWY_INLINE TrackWindow(const PoolSpan& span, std::int32_t behind, std::int32_t vectors) : curve_(span)
    {
        starts_.find(span.age + behind, vectors, [this](V age) HWY_ATTR { return curve_.point(age); });
    }
    HWY_INLINE V at(std::int32_t v, V age) const
    {
        const V t = curve_.point(age);
        const W point = truncated(t);
        const V rest = hn::Sub(t, hn::ConvertTo(kSingles, point));
#if QUERN_FOUR_LANES
        (void)v;
        return between(Reader<kReach>::read(curve_.values, point), rest);
#else
        const float* const near = starts_.in(curve_.values, v);
        const W index = starts_.index(point, v);
        const V slope = Reader<kReach>::pick(near + WindowCurves::kSlopes, index);
        return hn::Add(Reader<kReach>::pick(near, index), hn::Mul(slope, rest));
#endif
    }
    /// The only vector, for which no starts were found.
    HWY_INLINE V some(V age, Lanes) const
    {
        const V t = curve_.long_point(age); // for one vector, dividing is cheaper than what spares divisions
        const W point = truncated(t);
        const V rest = hn::Sub(t, hn::ConvertTo(kSingles, point));
        return between(neighbours<kReach>(curve_.values, point, hn::Max(point, hn::Zero(kWords)), 0), rest);
    }

private:
    Curve curve_;
    Starts<kReach> starts_;
};
template <> class TrackWindow<From::cache> {
public:
    HWY_INLINE TrackWindow(const PoolSpan& span, std::int32_t behind, std::int32_t)
        : values_(span.window + behind)
    {
    }
    HWY_INLINE V at(std::int32_t v, V) const { return hn::LoadU(kSingles, values_ + v * kLanes); }
    HWY_INLINE V some(V, Lanes lanes) const { return hn::MaskedLoad(lanes, kSingles, values_); }

private:
    const float* values_;
};

/// A grain over some vectors, the first of which begins `behind` frames after the span's first, or before it
/// by less than a vector. Its age is also its run, and its origin 0.
template <Reach kReach, From kFrom> class Track {
public:
    HWY_INLINE Track(const PoolSpan& span, std::int32_t behind, std::int32_t vectors)
        : source_(span.source + span.anchor),
          step_(all(span.step)),
          run_(frames_from(span.run + behind)),
          left_(all(span.gain_left)),
          right_(all(span.gain_right)),
          window_(span, behind, vectors)
    {
        starts_.find(span.run + behind, vectors, [this](V run) HWY_ATTR { return hn::Mul(step_, run); });
    }
    /// Vector v; they come in their order.
    HWY_INLINE void add(std::int32_t v, V& left, V& right)
    {
        const V value = hn::Mul(sample(v), window_.at(v, run_));
        left = hn::Add(left, hn::Mul(value, left_));
        right = hn::Add(right, hn::Mul(value, right_));
        run_ = hn::Add(run_, all(static_cast<float>(kLanes)));
    }
    /// The only vector, in some lanes; of a track of no vectors. Lanes before the grain's first frame read
    /// anything.
    HWY_INLINE void add_some(Lanes lanes, V& left, V& right) const
    {
        const V offset = hn::Mul(step_, run_);
        const W point = truncated(offset);
        const V rest = hn::Sub(offset, hn::ConvertTo(kSingles, point));
        const Neighbours n = neighbours<kReach>(source_, point, hn::Max(point, hn::Zero(kWords)), 0);
        const V value = hn::Mul(between(n, rest), window_.some(run_, lanes));
        left = hn::IfThenElse(lanes, hn::Add(left, hn::Mul(value, left_)), left);
        right = hn::IfThenElse(lanes, hn::Add(right, hn::Mul(value, right_)), right);
    }

private:
    HWY_INLINE V sample(std::int32_t v) const
    {
        const V offset = hn::Mul(step_, run_);
        const W point = truncated(offset);
        const V rest = hn::Sub(offset, hn::ConvertTo(kSingles, point));
        return between(neighbours(starts_, source_, point, v), rest);
    }
    const float* source_;
    V step_, run_, left_, right_;
    TrackWindow<kFrom> window_;
    Starts<kReach> starts_;
};

/// Vectors of several tracks, added in their order.
template <class... Tracks>
HWY_INLINE void add_tracks(float* left, float* right, std::int32_t vectors, Tracks&&... tracks)
{
    for (std::int32_t v = 0; v < vectors; ++v) {
        V l = hn::LoadU(kSingles, left + v * kLanes);
        V r = hn::LoadU(kSingles, right + v * kLanes);
        (tracks.add(v, l, r), ...);
        hn::StoreU(l, kSingles, left + v * kLanes);
        hn::StoreU(r, kSingles, right + v * kLanes);
    }
}

#if QUERN_FOUR_LANES

/// Sixteen registers hold one grain, and unaligned vectors of four cost nothing.
template <From kFrom> HWY_NOINLINE void add_track(const PoolSpan& span)
{
    const std::int32_t vectors = span.count / kLanes;
    Track<Reach::two, kFrom> track(span, 0, vectors);
    add_tracks(span.left, span.right, vectors, track);
    const std::int32_t first = vectors * kLanes;
    if (first < span.count) {
        V left = load_part(span.left + first, span.count - first);
        V right = load_part(span.right + first, span.count - first);
        track.add(vectors, left, right);
        store_part(left, span.left + first, span.count - first);
        store_part(right, span.right + first, span.count - first);
    }
}

#else

constexpr std::size_t kBatch = 8; // grains whose order within a frame is kept together

/// Grains of one owner, one way to get their windows, in the order in which they are added.
struct Batch {
    const PoolSpan* spans[kBatch];
    Reach reaches[kBatch];
    std::int32_t begins[kBatch]; // frames of the block
    std::int32_t ends[kBatch];
    std::size_t count = 0;
    From from = From::cache;

    HWY_INLINE bool has_owner_of(const PoolSpan& span) const
    {
        return span.left - span.before == (*spans)->left - (*spans)->before;
    }
};

/// Whole vectors from block frame `from` to `to`.
template <From kFrom, Reach... kReach, std::size_t... kIndex>
HWY_NOINLINE void add_pass(const PoolSpan* const* spans, std::int32_t from, std::int32_t to,
                           std::index_sequence<kIndex...>)
{
    for (; from < to; from += kStretch) {
        const std::int32_t vectors = (to - from < kStretch ? to - from : kStretch) / kLanes;
        float* const left = (*spans)->left + (from - (*spans)->before);
        float* const right = (*spans)->right + (from - (*spans)->before);
        add_tracks(left, right, vectors,
                   Track<kReach, kFrom>(*spans[kIndex], from - spans[kIndex]->before, vectors)...);
    }
}
template <From kFrom, Reach... kReach>
HWY_INLINE void add_pass(const PoolSpan* const* spans, std::int32_t from, std::int32_t to)
{
    add_pass<kFrom, kReach...>(spans, from, to, std::make_index_sequence<sizeof...(kReach)>());
}

/// As many of a batch's grains as one pass takes; returns how many.
template <From kFrom>
HWY_INLINE std::size_t add_next(const Batch& some, std::size_t first, std::int32_t from, std::int32_t to)
{
    const PoolSpan* const* const spans = some.spans + first;
    const std::size_t count = some.count - first;
#if HWY_TARGET == HWY_AVX3
    constexpr Reach kTwo = Reach::two; // costs as much as Reach::one here
    switch (count) {
    case 1:
        add_pass<kFrom, kTwo>(spans, from, to);
        return 1;
    case 2:
        add_pass<kFrom, kTwo, kTwo>(spans, from, to);
        return 2;
    case 3:
        add_pass<kFrom, kTwo, kTwo, kTwo>(spans, from, to);
        return 3;
    default:
        add_pass<kFrom, kTwo, kTwo, kTwo, kTwo>(spans, from, to);
        return 4;
    }
#else
    constexpr Reach kOne = Reach::one;
    constexpr Reach kTwo = Reach::two;
    const Reach* const reaches = some.reaches + first;
    if (count == 1) {
        if (reaches[0] == kOne)
            add_pass<kFrom, kOne>(spans, from, to);
        else
            add_pass<kFrom, kTwo>(spans, from, to);
        return 1;
    }
    if (reaches[0] == kOne && reaches[1] == kOne)
        add_pass<kFrom, kOne, kOne>(spans, from, to);
    else if (reaches[0] == kOne)
        add_pass<kFrom, kOne, kTwo>(spans, from, to);
    else if (reaches[1] == kOne)
        add_pass<kFrom, kTwo, kOne>(spans, from, to);
    else
        add_pass<kFrom, kTwo, kTwo>(spans, from, to);
    return 2;
#endif
}

/// The vector at block frame `at`, of which some grains have some lanes only.
template <From kFrom> HWY_NOINLINE void add_edge(const Batch& some, std::int32_t at)
{
    const PoolSpan& any = **some.spans;
    float* const left = any.left + (at - any.before);
    float* const right = any.right + (at - any.before);
    const std::int32_t rest = any.before + any.count + any.after - at; // of the block
    const bool is_whole = rest >= kLanes;
    V l = is_whole ? hn::LoadU(kSingles, left) : load_part(left, rest);
    V r = is_whole ? hn::LoadU(kSingles, right) : load_part(right, rest);
    const W lane = hn::Iota(kWords, 0);
    for (std::size_t i = 0; i < some.count; ++i) {
        const PoolSpan& span = *some.spans[i];
        const W frame = hn::Add(lane, hn::Set(kWords, at - span.before));
        const auto inside =
            hn::AndNot(hn::Lt(frame, hn::Zero(kWords)), hn::Lt(frame, hn::Set(kWords, span.count)));
        Track<Reach::two, kFrom>(span, at - span.before, 0).add_some(hn::RebindMask(kSingles, inside), l, r);
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
template <From kFrom> HWY_INLINE void add_batch(const Batch& batch)
{
    std::int32_t at = batch.begins[0];
    std::int32_t stop = batch.ends[0];
    for (std::size_t i = 1; i < batch.count; ++i) {
        at = std::min(at, batch.begins[i]);
        stop = std::max(stop, batch.ends[i]);
    }
    Batch now;
    for (at &= -kLanes; at < stop;) {
        now.count = 0;
        std::int32_t until = stop;
        bool is_edge = false; // some grains fill the vector in part
        for (std::size_t i = 0; i < batch.count; ++i) {
            const std::int32_t begin = batch.begins[i];
            const std::int32_t end = batch.ends[i];
            if (begin >= at + kLanes) {
                until = std::min(until, begin & -kLanes);
            } else if (end > at) {
                now.spans[now.count] = batch.spans[i];
                now.reaches[now.count++] = batch.reaches[i];
                is_edge |= (begin > at) | (end < at + kLanes);
                until = std::min(until, end & -kLanes);
            }
        }
        if (is_edge) {
            add_edge<kFrom>(now, at);
            until = at + kLanes;
        } else {
            for (std::size_t i = 0; i < now.count;)
                i += add_next<kFrom>(now, i, at, until);
        }
        at = until;
    }
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

#endif

} // namespace
} // namespace quern::grain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
