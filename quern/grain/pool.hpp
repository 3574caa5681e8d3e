// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "quern/core/result.hpp"
#include "quern/core/rt.hpp"
#include "quern/grain/pool_form.hpp"

namespace quern::grain {

inline constexpr std::int32_t kPoolGrains = 128; ///< slots of a pool, unless asked for otherwise
inline constexpr std::int32_t kMaxPoolGrains = 65536;
inline constexpr std::int32_t kBridgeFrames = 16; ///< in which a bridged cut fades

/// Which grain makes room when every slot is taken. Ties: the earliest start, then the lowest slot.
enum class StealPolicy : std::uint8_t {
    oldest,     ///< the earliest start
    quietest,   ///< the least of window times greater gain, at the moment of the new grain's start
    same_owner, ///< the oldest of the new grain's owner; a start is refused where that owner has none
    refuse,     ///< none: a start is refused, and no grain is cut
};

/// How a grain ends that is cut before its window has ended.
enum class CutForm : std::uint8_t {
    hard,    ///< its next frame is silent: the step is as large as its last value
    bridged, ///< its last value fades into its owner over 16 frames, in steps of a seventeenth of that value
};

/// What a pool is made for. All of its memory is allocated by `Pool::create`.
struct PoolConfig {
    std::int32_t owners = 1;             ///< at least 1: accumulators per side
    std::int32_t capacity = kPoolGrains; ///< slots, 1 ... 65,536
    StealPolicy steal = StealPolicy::oldest;
    CutForm cut = CutForm::hard; ///< of stolen grains
    /// Windows kept rendered, by shape and length, and the longest that is kept, in frames. 0 keeps none.
    /// Results do not depend on it, only time does (docs/spec/pool.md §6). Needs 4 bytes per window and
    /// frame.
    std::int32_t cached_windows = 8;
    std::int32_t cached_frames = 9600;
    /// Places for grains that sound on after their slot has been given away: until a start with an offset
    /// follows, and through their bridge. 0: as many as slots and at least 256. As many as slots, and starts
    /// in a block and the 16 frames before it, are always enough.
    std::int32_t tails = 0;
};

/// The source of all grains of one call, borrowed for that call. Channel c is
/// table[base + c * distance + position] for positions in [0, frames).
struct GrainSource {
    std::span<const float> table; ///< finite samples
    std::int64_t base = 0;
    std::int64_t frames = 0;   ///< at least 1
    std::int32_t channels = 1; ///< at least 1
    std::int64_t distance = 0; ///< from channel to channel; at least `frames` where there are several

    /// A whole table as one channel.
    [[nodiscard]] static GrainSource mono(std::span<const float> table) noexcept QUERN_RT
    {
        return {table, 0, static_cast<std::int64_t>(table.size()), 1, 0};
    }
};

/// Accumulators that the caller owns, and clears before a call: each grain is added to those of its owner.
/// Frame k of owner o is left[o * stride + k], and right[o * stride + k].
struct OwnerBuses {
    std::span<float> left;
    std::span<float> right;
    std::int64_t stride = 1; ///< from owner to owner; at least the frames of the call
};

/// One grain to be started. The numbers are as a script would give them; `Pool::start` says what is refused.
struct GrainStart {
    std::int32_t owner = 0; ///< [0, owners)
    double start = 0.0;     ///< source frame read first; floored; a signed 32-bit number, may be negative
    double step = 1.0;      ///< source frames per frame, kept as single; negative reads backwards
    double length = 0.0;    ///< frames; floored; a signed 32-bit number of at least 1
    double shape = 0.0;     ///< index of `WindowShape`, floored; outside [0, 5) and NaN: 0
    double gain_left = 1.0; ///< kept as single
    double gain_right = 1.0;
    std::int32_t offset = 0; ///< first frame, counted from the one rendered next; at least 0
    GrainForm form{};        ///< all that the plain grain does without
};

/// Counted since the last reset.
struct PoolStats {
    std::int64_t started = 0;
    std::int64_t stolen = 0;    ///< of all owners
    std::int64_t refused = 0;   ///< valid starts for which the policy found no slot
    std::int64_t unbridged = 0; ///< bridged cuts that were hard, because all tails were in use
    std::int64_t early = 0;     ///< cuts for a later frame, made at the call, because all tails were in use
    std::int32_t live = 0;      ///< slots taken now
    std::int32_t peak_live = 0;
};

/// Grains with owners (docs/spec/pool.md). Something else decides where, at what rate and for how long a
/// grain plays; the pool plays it: a stretch of the source at a constant rate, under a window, into a pair of
/// gains, added to the accumulators of its owner. Render and starts may be called on the audio thread; one
/// thread at a time. Rendering by frames and by blocks, with every instruction set, gives the same bits.
class Pool {
public:
    /// Allocates everything and renders the five windows. An error names the number that is out of range.
    [[nodiscard]] static Result<Pool> create(const PoolConfig& config);
    Pool(Pool&&) noexcept;
    Pool& operator=(Pool&&) noexcept;
    ~Pool();

    /// Starts a grain in the lowest free slot, or in that of a grain stolen by the pool's policy, and returns
    /// the slot. With an offset, slots are judged, and a stolen grain is cut, at the grain's first frame:
    /// calls in the order of their frames have the same result as if each were made at its frame, unless all
    /// tails are in use: then a stolen grain is cut at the call, hard, and counted as early. Returns -1,
    /// and nothing changes, for an owner outside [0, owners); a start or length that is not finite or no
    /// signed 32-bit number once floored; a length below 1; a step or gain that is not finite as a single; a
    /// negative offset; a form that `is_valid` refuses; a start that the policy refuses.
    [[nodiscard]] std::int32_t start(const GrainStart& grain) noexcept QUERN_RT;
    std::int32_t start(std::int32_t owner, double start_frame, double step, double length, double shape,
                       double gain_left, double gain_right) noexcept QUERN_RT;

    /// Gives a live grain another rate from the next frame on; its read head stays where it is. False, and
    /// nothing changes, for a slot without a grain or a step that is not finite as a single.
    bool retune(std::int32_t slot, double step) noexcept QUERN_RT;

    /// Stops every grain of an owner before the next frame. False, and nothing changes, for an owner outside
    /// [0, owners).
    bool stop_owner(std::int32_t owner, CutForm form = CutForm::hard) noexcept QUERN_RT;

    /// Stops every grain, because the source that they read goes away: bridged, their last values are read
    /// now, and fade in the next 16 frames from whatever source. False where `source` is not valid.
    bool leave(const GrainSource& source, CutForm form = CutForm::bridged) noexcept QUERN_RT;

    /// Stops every grain at once, zeroes steals and statistics. Curves and cached windows stay.
    void reset() noexcept QUERN_RT;

    /// Adds one frame of every live grain, in the order of slots, to left[owner] and right[owner]. Returns
    /// how many grains sounded; -1, with no grain moved on and nothing written, where the source does not lie
    /// in its table, a span does not hold every owner, or buffers overlap. This is the reference.
    std::int32_t render_frame(const GrainSource& source, std::span<float> left,
                              std::span<float> right) noexcept QUERN_RT;

    /// As `frames` (at least 1) calls of `render_frame`, and the fast path. Returns how many grains sounded
    /// in the last frame, or -1 as above.
    std::int32_t render(const GrainSource& source, const OwnerBuses& buses,
                        std::int32_t frames) noexcept QUERN_RT;

    /// Whether a render call with these would be accepted, and none of them overlaps the pool's own memory.
    /// For preparation, and again whenever a view is replaced.
    [[nodiscard]] bool is_memory_valid(const GrainSource& source, const OwnerBuses& buses,
                                       std::int32_t frames) const noexcept QUERN_RT;

    /// Renders a window before it is needed; else the first grains that need it do, a block at a time. False
    /// where it is longer than the cache keeps, or all places are in use by live grains.
    bool prepare_window(double shape, std::int32_t length) noexcept QUERN_RT;

    /// Grains stolen from this owner, for the bridge of its output; 0 for an owner outside [0, owners).
    [[nodiscard]] std::int64_t steals(std::int32_t owner) const noexcept QUERN_RT;
    [[nodiscard]] bool is_live(std::int32_t slot) const noexcept QUERN_RT;
    [[nodiscard]] PoolStats stats() const noexcept QUERN_RT;
    [[nodiscard]] const PoolConfig& config() const noexcept QUERN_RT;
    /// Frames rendered since the last reset.
    [[nodiscard]] std::int64_t clock() const noexcept QUERN_RT;

private:
    struct State;
    explicit Pool(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

} // namespace quern::grain
