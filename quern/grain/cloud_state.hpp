// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/core/rt.hpp"
#include "quern/core/spsc_ring.hpp"
#include "quern/grain/cloud.hpp"
#include "quern/grain/cloud_envelope.hpp"
#include "quern/grain/cloud_grain.hpp"
#include "quern/grain/cloud_grid.hpp"
#include "quern/grain/cloud_stream.hpp"
#include "quern/grain/pool.hpp"

namespace quern::grain {

/// A note, which is an owner of the pool.
struct CloudNote {
    bool used = false;           ///< until the end of the block in which its envelope ends
    bool gives_way = false;      ///< fades out early for a newer note
    bool sounded = false;        ///< a grain has started in an earlier block
    std::uint32_t id = 0;        ///< as the sender calls it
    std::uint32_t order = 0;     ///< how many notes came before it
    std::uint64_t let_go_at = 0; ///< frame; of notes that are let go
    float velocity = 0.0f;
    double semitones = 0.0; ///< above the root
    double scan = 0.0;      ///< as in `CloudGround`: each note goes round in the room of its own grains
    double room = 0.0;
    CloudEnvelope envelope{};
    CloudStream stream{};
    bool stale = false;        ///< its accumulators hold what an earlier block left
    std::size_t enveloped = 0; ///< frames of the block whose gains are known
    std::size_t end = 0;       ///< frame of the block from which on it is silent
    std::array<float, kCloudBlock> gains{};
};

/// A note that came while every owner was in use: it begins when one falls silent.
struct CloudWaiting {
    CloudEvent event{};
    std::uint32_t order = 0;
};

/// What `Cloud` hides: a block is events, then parameters, then envelopes, then grains, then the pool.
struct Cloud::State {
    State(const CloudConfig& with, const RecordingView& from, Pool made);

    void render_block() noexcept QUERN_RT;

    const CloudConfig config;
    const RecordingView source;
    Pool pool;
    SpscRing<CloudEvent> events;
    CloudStats stats{};
    std::array<float, 2 * kCloudBlock> block{}; ///< interleaved
    std::size_t used = kCloudBlock;             ///< frames of `block` that the host has had
    std::vector<CloudNote> notes;

private:
    void take_events(std::uint64_t before) noexcept QUERN_RT;
    void take(const CloudEvent& event, std::size_t offset) noexcept QUERN_RT;
    void enter(CloudNote& note, std::size_t offset) noexcept QUERN_RT;
    void note_on(const CloudEvent& event, std::size_t offset) noexcept QUERN_RT;
    void note_off(const CloudEvent& event, std::size_t offset) noexcept QUERN_RT;
    void begin_waiting(std::size_t offset) noexcept QUERN_RT;
    void begin(CloudNote& note, const CloudWaiting& waiting, std::size_t offset) noexcept QUERN_RT;
    void let_go(CloudNote& note, std::size_t offset) noexcept QUERN_RT;
    void advance_envelope(CloudNote& note, std::size_t to) noexcept QUERN_RT;
    void make_room(std::size_t offset) noexcept QUERN_RT;
    void set_clock() noexcept QUERN_RT;
    void start_grains() noexcept QUERN_RT;
    void start_grain(std::size_t owner, std::size_t offset) noexcept QUERN_RT;
    void mix() noexcept QUERN_RT;
    void finish_block() noexcept QUERN_RT;

    CloudSmoother values_;
    CloudClock clock_{};
    CloudGrid grid_{};
    CloudGround ground_{};
    std::uint64_t frame_ = 0; ///< first of the block
    std::uint32_t note_number_ = 0;
    std::vector<CloudWaiting> waiting_; ///< oldest first; no more than notes may sound
    std::size_t waiting_count_ = 0;
    double scan_step_ = 0.0; ///< source frames by which the position moves in a frame
    float gain_ = 1.0f;      ///< at the end of the block before
    bool first_ = true;
    bool entered_ = false;    ///< streams have entered the block
    std::vector<float> left_; ///< owner after owner, one block each
    std::vector<float> right_;
};

} // namespace quern::grain
