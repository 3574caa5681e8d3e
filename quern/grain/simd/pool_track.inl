// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Plain grains that go forward, several in one pass over the accumulators, in the vectors of the block. Part
// of pool_kernels.cc.
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

/// The window of a track.
template <From kFrom> class TrackWindow {
    static constexpr Reach kReach = kFrom == From::wide_curve ? Reach::two : Reach::one;

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

private:
    const float* values_;
};

/// Where a track's anchor is: at its first frame, so that its age is also its run and its origin 0, or moved.
enum class Anchor : bool { first, moved };
/// How a track is rendered.
struct TrackKind {
    From from;
    Reach reach;
    Anchor anchor;
};

/// A grain over some vectors, the first of which begins `behind` frames after the span's first, or before it
/// by less than a vector.
template <Reach kReach, From kFrom, Anchor kAnchor> class Track {
public:
    HWY_INLINE Track(const PoolSpan& span, std::int32_t behind, std::int32_t vectors)
        : source_(span.source + span.anchor),
          step_(all(span.step)),
          origin_(all(span.origin)),
          run_(frames_from(span.run + behind)),
          age_(frames_from(span.age + behind)),
          left_(all(span.gain_left)),
          right_(all(span.gain_right)),
          window_(span, behind, vectors)
    {
        starts_.find(span.run + behind, vectors, [this](V run) HWY_ATTR { return offset_at(run); });
    }
    /// Vector v; they come in their order.
    HWY_INLINE void add(std::int32_t v, V& left, V& right)
    {
        const V frames = all(static_cast<float>(kLanes));
        const V value = hn::Mul(sample(v), window_.at(v, kAnchor == Anchor::moved ? age_ : run_));
        left = hn::Add(left, hn::Mul(value, left_));
        right = hn::Add(right, hn::Mul(value, right_));
        run_ = hn::Add(run_, frames);
        if constexpr (kAnchor == Anchor::moved)
            age_ = hn::Add(age_, frames);
    }

private:
    HWY_INLINE V offset_at(V run) const
    {
        const V offset = hn::Mul(step_, run);
        return kAnchor == Anchor::moved ? hn::Add(origin_, offset) : offset;
    }
    HWY_INLINE V sample(std::int32_t v) const
    {
        const V offset = offset_at(run_);
        const W point = truncated(offset);
        const V rest = hn::Sub(offset, hn::ConvertTo(kSingles, point));
        return between(neighbours(starts_, source_, point, v), rest);
    }
    const float* source_;
    V step_, origin_, run_, age_, left_, right_;
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
template <From kFrom, Anchor kAnchor> HWY_NOINLINE void add_track(const PoolSpan& span)
{
    const std::int32_t vectors = span.count / kLanes;
    Track<Reach::two, kFrom, kAnchor> track(span, 0, vectors);
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

#endif

} // namespace
} // namespace quern::grain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
