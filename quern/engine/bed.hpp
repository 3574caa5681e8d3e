// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "quern/bed/drive_state.hpp"
#include "quern/bed/fidelity.hpp"
#include "quern/bed/rider_state.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/core/result.hpp"
#include "quern/core/rt.hpp"
#include "quern/engine/bank.hpp"
#include "quern/engine/trace.hpp"

namespace quern::bed {
class MixProvider;
class NeighbourLayers;
} // namespace quern::bed

namespace quern {

class ControlObserver;

struct BedConfig {
    std::uint32_t seed = 0;   ///< 0: the documented generator state
    int channels = 2;         ///< 2: L R; 6: FL FR FC LFE SL SR. Interleaved.
    bed::Fidelity fidelity{}; ///< shared_generator = 1 needs motion and `process` on one thread, taking turns
    bool rocket = true;       ///< the speed layer above 35 km/h
    std::size_t motion_queue = 64; ///< control frames that may wait for the audio thread
    std::size_t trace_queue = 0;   ///< > 0 turns the event trace on
    bool stems = false;            ///< keep the parts of every block for `stems()`
};

/// Counters since creation. Readable from the control thread at any time.
struct BedStats {
    std::uint64_t blocks = 0;
    std::uint64_t grain_starts = 0;
    std::uint64_t picks = 0;
    std::uint64_t binds = 0;
    std::uint64_t motions = 0;         ///< control frames taken
    std::uint64_t refused_motions = 0; ///< control frames lost because the queue was full
    std::uint64_t clamped_inputs = 0;  ///< non-finite or out-of-range fields that were replaced
    std::uint64_t refused_blocks = 0;  ///< blocks of one player dropped because a sample was not finite
    std::uint64_t lost_trace = 0;      ///< trace events lost because their queue was full
};

/// The latest block in parts, mono or six channels (L C R Ls Rs LFE), 256 frames each, until the next one:
/// its parts may stand elsewhere. [audio thread]
struct Stems {
    const float* player_a[6]; ///< both trucks' A chains after the panner
    const float* player_b[6];
    const float* graph3; ///< what graph 3 added, mono, part of A and B
    const float* rocket; ///< mono
    const float* env;    ///< environment tap, mono
    const float* flange; ///< flange tap, mono
};

/// A rolling bed in five calls: create, set_bank / set_tuning, set_motion, process, destroy. A moved-from bed
/// may only be destroyed or assigned to.
///
/// One control thread calls everything but `process`; one audio thread calls `process`. Motion crosses by a
/// bounded queue; nothing on the audio side allocates, locks or waits. Output does not depend on how the
/// caller cuts it into blocks, nor on the processor.
class Bed {
public:
    static Result<Bed> create(const BedConfig& config = {});
    ~Bed();
    Bed(Bed&&) noexcept;
    Bed& operator=(Bed&&) noexcept;

    /// [control] Recordings to play from now on. Sounding players are bound anew. A fresh bed plays the
    /// built-in bank.
    Status set_bank(std::shared_ptr<Bank> bank);
    /// [control] Numbers from now on; sounding players keep their grain times until their next bind.
    Status set_tuning(const bed::Tuning& tuning);
    /// [control] Another source of levels and filters than the default curves; null goes back to them.
    void set_mix_provider(std::unique_ptr<bed::MixProvider> provider);
    /// [control] Receives post and release events of the layers this engine does not sound yet. May be null.
    void set_neighbour_layers(bed::NeighbourLayers* layers);
    /// [control] Watches every control frame from now on. May be null.
    void set_control_observer(ControlObserver* observer);

    /// [control] The board moved. Takes effect at the next block. Call once per control frame (60 Hz).
    void set_motion(const bed::RiderState& state);
    /// [control] As above, but not before `due_frame` of the output: for offline rendering ahead of time.
    /// Frames are taken in order: one that is due far ahead holds back all that follow it.
    void set_motion_at(const bed::RiderState& state, std::uint64_t due_frame);
    /// [control] The generic mode: something on an axis of 0..1 moves one or two players over a recording.
    void set_drive(const bed::DriveState& state);
    void set_drive_at(const bed::DriveState& state, std::uint64_t due_frame);

    /// [audio] Renders `frames` interleaved frames into `out` (frames * channels floats, within [-1, 1]).
    /// Any count, 0 included.
    void process(float* out, std::size_t frames) noexcept QUERN_RT;

    /// [audio or the rendering thread] The parts of the block rendered last; needs `BedConfig::stems`.
    [[nodiscard]] Stems stems() const noexcept QUERN_RT;
    /// [control] Takes the oldest trace event.
    bool next_trace(TraceEvent& event);
    [[nodiscard]] BedStats stats() const noexcept;
    [[nodiscard]] int channels() const noexcept QUERN_RT;

private:
    struct State;
    explicit Bed(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

} // namespace quern
