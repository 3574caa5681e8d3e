// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "quern/core/generator.hpp"
#include "quern/core/rt.hpp"
#include "quern/core/units.hpp"
#include "quern/grain/player_events.hpp"
#include "quern/grain/player_params.hpp"
#include "quern/grain/recording.hpp"
#include "quern/grain/voice.hpp"
#include "quern/grain/window_picker.hpp"

namespace quern::grain {

/// What a record may hold; anything else is refused by `Player::set_record` (docs/spec/grain.md §3).
inline constexpr float kMaxGain = 64.0f;     ///< magnitude
inline constexpr float kMaxPitch = 16.0f;    ///< from 0
inline constexpr float kMaxPosition = 16.0f; ///< magnitude

/// Plays grains of one recording around a moving read position: at most two voices, whose fades
/// overlap (docs/spec/grain.md §3). Everything belongs to the thread that drives the blocks. Per block:
/// commands, `set_record`, `tick`, `render`.
class Player {
public:
    static constexpr std::size_t kSlots = 2;

    enum class State : std::uint8_t { none = 0, attack = 1, sustain = 2, release = 3 };

    /// Of a slot without a voice the numbers are those of its last one: they survive stops and binds.
    struct Slot {
        State state = State::none;
        float timer = 0.0f;         ///< seconds left of the state
        float start = 0.0f;         ///< seconds into the recording, within [0, duration]
        float pick_position = 0.0f; ///< record position when it was picked
    };

    /// Takes up `recording`: stops what sounds, forgets the windows played, picks once and starts slot 0.
    /// Parameters that are negative, not finite or above an hour are replaced by their defaults, a stored
    /// duration that is not positive by frames/rate. An empty recording leaves the player unbound. Returns
    /// what the stopped voices leave for the release fold, as `stop()` does.
    float bind(const RecordingView& recording, const PlayerParams& params, const VoiceOptions& options,
               const PlayerRecord& record, Generator& generator) noexcept QUERN_RT;

    /// Tears both voices down without a fade and lets go of the recording. Returns the sum of their last sent
    /// samples: the caller folds it out on the bus they played into. 0 when nothing sounded.
    float stop() noexcept QUERN_RT;

    /// Replaces the values followed from the next tick on. A field that is not finite or out of range keeps
    /// its old value; false then.
    bool set_record(const PlayerRecord& record) noexcept QUERN_RT;

    /// One block of the scheduler: drift, timers, picks, voice starts. Nothing while unbound.
    void tick(Generator& generator) noexcept QUERN_RT;

    /// Adds one block to a mono bus: first the release folds of voices that ended in this block's tick, then
    /// slot 0, slot 1. `blank`: what stands in the bus is not sound, and what is heard replaces it; where
    /// nothing is `heard` it stays.
    void render(std::span<float, kBlockFrames> bus, bool blank = false) noexcept QUERN_RT;

    void set_observer(const PlayerObserver& observer) noexcept QUERN_RT { observer_ = observer; }

    [[nodiscard]] bool bound() const noexcept QUERN_RT { return static_cast<bool>(recording_); }
    [[nodiscard]] bool sounding() const noexcept QUERN_RT
    {
        return slots_[0].state != State::none || slots_[1].state != State::none;
    }
    /// Whether `render` has anything to add.
    [[nodiscard]] bool heard() const noexcept QUERN_RT { return sounding() || pending_fold_ != 0.0f; }
    [[nodiscard]] std::size_t active() const noexcept QUERN_RT { return active_; }
    [[nodiscard]] const Slot& slot(std::size_t index) const noexcept QUERN_RT { return slots_[index]; }
    [[nodiscard]] const PlayerRecord& record() const noexcept QUERN_RT { return record_; }
    [[nodiscard]] const PlayerParams& params() const noexcept QUERN_RT { return params_; }
    [[nodiscard]] const RecordingView& recording() const noexcept QUERN_RT { return recording_; }
    [[nodiscard]] const WindowPicker& picker() const noexcept QUERN_RT { return picker_; }

private:
    void drift(Generator& generator) noexcept QUERN_RT;
    void advance(std::size_t index, Generator& generator) noexcept QUERN_RT;
    void enter(std::size_t index, State state) noexcept QUERN_RT;
    void release(std::size_t index) noexcept QUERN_RT;
    void stop(std::size_t index) noexcept QUERN_RT;
    void pick_into(std::size_t index, Generator& generator) noexcept QUERN_RT;
    void tell(PlayerEvent::Kind kind, std::size_t index) const noexcept QUERN_RT;

    RecordingView recording_{};
    PlayerParams params_{};
    PlayerRecord record_{};
    bool record_is_new_ = false; // to the voices that sound
    VoiceOptions options_{};
    PlayerObserver observer_{};
    std::array<Slot, kSlots> slots_{};
    std::array<Voice, kSlots> voices_{};
    std::size_t active_ = 0;
    float pending_fold_ = 0.0f;
    WindowPicker picker_{};
};

} // namespace quern::grain
