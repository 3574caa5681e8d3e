// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/grain/pool.hpp"
#include "quern/grain/pool_grain.hpp"
#include "quern/grain/pool_kernels.hpp"
#include "quern/grain/pool_memory.hpp"
#include "quern/grain/pool_rich.hpp"
#include "quern/grain/pool_slots.hpp"
#include "quern/grain/pool_windows.hpp"

namespace quern::grain {

/// What a pool holds. Grains stand in places: one per slot, and behind those the tails, where a grain goes
/// that still sounds while its slot has been given away: until its end, when a start with an offset follows
/// in the same slot, and through its bridge.
struct Pool::State {
    explicit State(const PoolConfig& config);

    using Place = std::uint32_t;
    static constexpr Place kNone = ~Place{0};

    // Slots. A slot is taken from a start until its grain's end is known to have come.
    void free_slot(std::size_t slot) noexcept QUERN_RT;
    /// Frees the slots of grains that end at `frame` or before; those that end later than now sound on as
    /// tails.
    void settle(std::int64_t frame) noexcept QUERN_RT;
    /// The rest of a grain that has been started and is not plain, or does not go forward.
    void give_form(std::size_t slot, const GrainForm& form) noexcept QUERN_RT;
    /// Ends the grain of a taken slot at `frame`, now or later, and frees the slot.
    void cut(std::size_t slot, std::int64_t frame, CutForm form) noexcept QUERN_RT;
    /// The slot that the policy gives up at `frame` for a grain of `owner`; `capacity` for none.
    [[nodiscard]] std::size_t victim(std::int64_t frame, std::int32_t owner) const noexcept QUERN_RT;
    [[nodiscard]] float loudness(std::size_t slot, std::int64_t frame) const noexcept QUERN_RT;
    [[nodiscard]] bool is_live(std::int32_t slot) const noexcept QUERN_RT;

    // Tails, chained behind their slot in the order of their ends.
    /// Ends a tail now, if it ends later.
    void cut_tail(Place tail, CutForm form) noexcept QUERN_RT;
    /// False where none is free.
    bool move_to_tail(std::size_t slot, std::int64_t end, CutForm form) noexcept QUERN_RT;
    void drop_finished_tails() noexcept QUERN_RT;
    void clear() noexcept QUERN_RT;

    // Memory.
    [[nodiscard]] static bool is_source(const GrainSource& source) noexcept QUERN_RT;
    [[nodiscard]] bool is_apart(std::span<const float> view) const noexcept QUERN_RT;
    [[nodiscard]] bool is_valid(const GrainSource& source, const OwnerBuses& buses,
                                std::int32_t frames) const noexcept QUERN_RT;

    // Rendering.
    std::int32_t render_frame(const GrainSource& source, const OwnerBuses& buses) noexcept QUERN_RT;
    std::int32_t render_block(const GrainSource& source, const OwnerBuses& buses,
                              std::int32_t frames) noexcept QUERN_RT;
    void render_place(Place place, const GrainSource& source, const OwnerBuses& buses,
                      std::int32_t frames) noexcept QUERN_RT;
    /// Frames from `from` to `to` of a block that ends at `stop`.
    void render_piece(Place place, const GrainSource& source, const OwnerBuses& buses, std::int64_t from,
                      std::int64_t to, std::int64_t stop) noexcept QUERN_RT;
    /// The same, for some frames of a rich grain.
    void add_rich(Place place, const GrainSource& source, const OwnerBuses& buses, std::int64_t from,
                  std::int32_t count) noexcept QUERN_RT;
    /// The same, for a plain grain: as a span, which is added with others later.
    void add_span(const Grain& grain, const GrainSource& source, const OwnerBuses& buses, std::int64_t from,
                  std::int64_t to, std::int64_t stop) noexcept QUERN_RT;
    /// One frame of a grain, by the reference. Filters move on.
    [[nodiscard]] PanGains value(Place place, const GrainSource& source,
                                 std::int64_t frame) noexcept QUERN_RT;
    /// What a cut grain sounded like in its last frame.
    void read_last(Place place, const GrainSource& source) noexcept QUERN_RT;
    void add_bridge(Place place, const OwnerBuses& buses, std::int64_t from,
                    std::int64_t to) noexcept QUERN_RT;
    void flush_spans() noexcept QUERN_RT;
    /// Moves the anchor to the head at `frame`, from where `step` holds.
    void anchor(Place place, std::int64_t frame, float step) noexcept QUERN_RT;
    /// The next frame before `to` at which a grain turns or its anchor moves by itself; else `to`.
    [[nodiscard]] std::int64_t next_change(Place place, std::int64_t to) const noexcept QUERN_RT;
    /// Makes what `next_change` found at `frame`.
    void change(Place place, std::int64_t frame) noexcept QUERN_RT;
    void finish(std::int32_t frames) noexcept QUERN_RT; ///< after a render of so many

    PoolConfig config;
    WindowCurves curves;
    WindowCache cache;
    const SincTable& sinc = SincTable::shared();
    std::int64_t now = 0;
    std::size_t capacity;

    SlotSet taken;
    SlotSet tailed;                   // slots with tails
    SlotQueue ends;                   // of taken slots
    SlotQueue births;                 // of taken slots
    std::vector<Grain> grains;        // by place
    std::vector<RichGrain> riches;    // by place
    std::vector<PanGains> lasts;      // by tail: the last value of a grain that fades
    std::vector<Place> next;          // by place: the next tail of the slot
    Place free_tails = kNone;         // chained by `next`
    std::vector<std::int64_t> steals; // by owner
    PoolStats stats;

    std::array<PoolSpan, 64> spans{}; // of this block, in the order of slots
    std::size_t spans_used = 0;
};

} // namespace quern::grain
