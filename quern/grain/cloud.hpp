// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "quern/core/result.hpp"
#include "quern/core/rt.hpp"
#include "quern/grain/cloud_params.hpp"
#include "quern/grain/recording.hpp"

namespace quern::grain {

/// Frames of an internal block. Parameters move once a block; grains and notes start on any frame.
inline constexpr std::size_t kCloudBlock = 128;
/// In which a note that has to give way falls silent.
inline constexpr double kCloudGiveWaySeconds = 0.005;

struct CloudConfig {
    std::size_t grains = 1024; ///< slots, 1..65,536: the most grains that sound at once
    std::size_t notes = 16;    ///< 1..256: the most notes that sound at once; as many more may fade out
    std::size_t events = 4096; ///< events that may wait, 1..2^20
    std::uint32_t seed = 0;    ///< another seed, other chances
    float root = 60.0f;        ///< key at which the source sounds as recorded; 60 is middle C (C4)
};

/// Something that happens to a cloud at a frame of its output. Frames in the past mean now.
struct CloudEvent {
    enum class Kind : std::uint8_t { set, note_on, note_off, all_off };
    Kind kind = Kind::set;
    CloudParam param = CloudParam::density; ///< set
    float value = 0.0f;     ///< set: the value; note_on: the key, 60 = middle C, fractions too
    float velocity = 1.0f;  ///< note_on: level, 0..1
    std::uint32_t note = 0; ///< note_on and note_off: which one, as the sender counts
    std::uint64_t frame = 0;
};

/// Counters since creation.
struct CloudStats {
    std::uint64_t grains_started = 0;
    std::uint64_t grains_stolen = 0;    ///< cut short by a newer one at the ceiling; each faded by the bridge
    std::uint64_t steals_unbridged = 0; ///< of these, cut hard: none, there are bridges for every density
    std::uint64_t grains_refused = 0;   ///< the pool took them not
    std::uint64_t grains_shortened =
        0;                            ///< longer than the source at their pitch: shortened, then slowed down
    std::uint64_t grains_clamped = 0; ///< their step was not within 1/256 to 64: taken as the nearest end
    std::uint64_t notes_started = 0;
    std::uint64_t notes_given_way = 0; ///< faded out early, or dropped before they sounded, for a newer note
    std::uint64_t notes_refused = 0;   ///< key or velocity made no sense
    std::uint64_t values_clamped = 0;  ///< out of range, taken as the nearest end
    std::uint64_t values_refused = 0;  ///< not finite: nothing changed
    std::uint64_t events_refused = 0;  ///< lost because the queue was full
    std::uint32_t grains_live = 0;
    std::uint32_t grains_peak = 0;
};

/// A granular instrument: streams of grains of one source, one stream a note, each with its own envelope.
/// A grain's step is 2^(semitones/12) × the source's rate / 48000 source frames a frame, of the pitch, the
/// note above the root and the chance together, and 1/256 to 64: six octaves up and eight down at 48 kHz.
///
/// Time runs in internal blocks of `kCloudBlock` frames at 48 kHz, whatever blocks the host asks for: the
/// same events at the same frames give the same bytes for every host block, every instruction set and every
/// platform. An event for a frame that has been rendered already takes effect with the next internal block.
/// Events due at frame 0 set the starting values without a glide.
///
/// When more notes begin than may sound, the one let go longest ago, else the oldest, gives way: it fades
/// out, or is dropped when no grain of it has begun. The newest begins on its frame, or, while as many notes
/// fade out as may sound, up to 8 ms later.
///
/// One thread posts events, one thread calls `process`; neither waits for the other. Nothing is allocated
/// after `create`.
class Cloud {
public:
    /// `source` is borrowed: its owner keeps it alive and unchanged. Refused: fewer than 256 frames, rates
    /// outside 8 to 192 kHz, samples that are not finite or beyond ±64, numbers of the config out of range.
    static Result<Cloud> create(const CloudConfig& config, const RecordingView& source);
    ~Cloud();
    Cloud(Cloud&&) noexcept;
    Cloud& operator=(Cloud&&) noexcept;

    /// [control] Events are taken in the order in which they were posted: one for a later frame holds back
    /// all that follow, `set` too, until it is due. So post what lies ahead only shortly before it is due, in
    /// the order of its frames. False, and counted, when the queue is full.
    bool post(const CloudEvent& event) noexcept QUERN_RT;
    /// [control] `post` of the parameter for a frame in the past: it takes effect with the next internal
    /// block, or, if events posted before it are due later, with them.
    bool set(CloudParam param, float value) noexcept QUERN_RT;

    /// [audio] Renders `frames` interleaved stereo frames, any number. Not limited to full scale.
    void process(float* out, std::size_t frames) noexcept QUERN_RT;

    /// [audio, or any while nobody calls `process`]
    [[nodiscard]] CloudStats stats() const noexcept QUERN_RT;
    /// [as above] A note that sounds, or fades out.
    [[nodiscard]] bool sounding() const noexcept QUERN_RT;

private:
    struct State;
    explicit Cloud(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

} // namespace quern::grain
