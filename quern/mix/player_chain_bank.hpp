// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/core/rt.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/biquad.hpp"
#include "quern/dsp/frequency_shifter.hpp"
#include "quern/dsp/panner.hpp"
#include "quern/mix/bus.hpp"
#include "quern/mix/chain_kernels.hpp"
#include "quern/mix/pair_filters.hpp"

namespace quern::mix {

/// What a chain is built with.
struct ChainSetup {
    float clip_level = from_bits(0x3DB851EC); ///< 0.09; 100 and above: no clipping. Negative: refused
    float shelf_hz = 5000.0f;
    float shelf_gain = from_bits(0x3F266666); ///< 0.65, linear, above 0
    bool has_graph3 = true;                   ///< the local player's chains have the clipped copy
    bool extras = true;                       ///< false: the older chain, high-pass, low-pass and pan alone
    bool send_short = true;                   ///< send ramps end at 64/65 of the way; false: on target
};

/// What a chain follows; the defaults are those of its modules. Gains are linear.
struct ChainTargets {
    float high_pass_hz = 0.0f;    ///< up to 24: off
    float low_pass_hz = 96000.0f; ///< from 23976: open
    float shift_hz = 0.0f;        ///< within +-96000
    float azimuth_deg = 0.0f;     ///< positive = right
    float env_send = 0.0f;
    float flange_send = 0.0f;
    float graph3_send = 0.0f;
    float graph1_gain = 1.0f;
    float graph3_gain = 1.0f;
};

/// Where chains put their sound.
struct ChainBuses {
    SixBus& out;
    MonoBus& env;
    MonoBus& flange;
};

/// Copies of one lane's parts for listening; null parts are left out. The block is added to what stands
/// there, so several lanes may share a target. Clear the targets before the block.
struct ChainCapture {
    std::array<Plane, dsp::kChannels>* panned = nullptr; ///< as added to the default bus
    Plane* graph3 = nullptr; ///< what graph 3 added, mono, before gain to the buses
};

/// The bus chains of all grain players: filters, shifter, clipped copy, taps and panner, lane by lane
/// (docs/spec/signal.md §5). A lane is one player.
///
/// A block: `build`, `release`, `fold_input` and `set` in any order; the buses' and this bank's
/// `begin_block`; voices add into `input`; `process`. All on the audio thread, without allocation; lanes are
/// processed in ascending order.
class PlayerChainBank {
public:
    enum class LaneState : std::uint8_t { idle, bound, released };

    /// Largest magnitude of a gain or send that is taken.
    static constexpr float kLargestGain = 65536.0f;
    /// A released chain whose block stays below this on every bus has rung out.
    static constexpr float kSilence = 0x1p-24f;

    /// [off the audio thread] Room for `capacity` lanes, all idle. Allocates; anything sounding is dropped.
    void prepare(std::size_t capacity);
    [[nodiscard]] std::size_t capacity() const noexcept QUERN_RT { return capacity_; }

    /// Builds the lane's chain from module defaults; its first block moves nothing gradually. A chain that
    /// still sounded there leaves its last outputs and taps as folds in the buses; its pending input dies
    /// with it. Values of `setup` or `initial` that are not finite or out of range become defaults.
    void build(std::size_t lane, const ChainSetup& setup, const ChainTargets& initial,
               ChainBuses buses) noexcept QUERN_RT;
    /// No more voices: the chain rings until it is silent, then goes idle by itself.
    void release(std::size_t lane) noexcept QUERN_RT;
    /// New targets from the next block. Fields that are not finite or out of range keep their value.
    void set(std::size_t lane, const ChainTargets& targets) noexcept QUERN_RT;
    /// The last contribution of a voice that was stopped: fades out at the chain's input in the next block.
    void fold_input(std::size_t lane, float last) noexcept QUERN_RT;

    /// Opens a block: inputs hold their folds, or silence.
    void begin_block() noexcept QUERN_RT;
    /// The lane's graph-1 input; voices add to it between `begin_block` and `process`.
    [[nodiscard]] MonoBus& input(std::size_t lane) noexcept QUERN_RT;
    /// All chains that are not idle, into the buses. `capture` is empty or has one entry per lane.
    void process(ChainBuses buses, std::span<const ChainCapture> capture = {}) noexcept QUERN_RT;

    [[nodiscard]] LaneState state(std::size_t lane) const noexcept QUERN_RT { return lanes_[lane].state; }
    [[nodiscard]] std::size_t active_lanes() const noexcept QUERN_RT { return active_count_; }
    /// Targets in force, after refusals.
    [[nodiscard]] ChainTargets targets(std::size_t lane) const noexcept QUERN_RT;
    /// Blocks of input thrown away because a sample was not finite or absurdly large.
    [[nodiscard]] std::uint64_t refused_inputs() const noexcept QUERN_RT { return refused_inputs_; }

private:
    /// A value that a module approaches by a ramp: where its last block ended, and where it is going.
    struct Ramped {
        float current = 0.0f;
        float target = 0.0f;

        void arrive() noexcept QUERN_RT { current = target; }
    };
    /// The lane's gains to the channels, as Ramped, and what its last frame put on each.
    struct Panner {
        std::array<float, dsp::kChannels> current{};
        std::array<float, dsp::kChannels> target{};
        std::array<float, dsp::kChannels> last{};
        float azimuth_deg = 0.0f; // what the targets were computed for
    };
    /// The lane's constant choices.
    struct Choices {
        bool has_graph3 = true;
        bool extras = true;
        bool send_short = true;
    };
    /// Filters that hand on what they get.
    using Passes = std::array<bool, kStages>;
    /// What the lane's filters were last made ready for.
    struct Armed {
        bool stale = true; // since a cutoff may have moved
        Passes passes{};
    };
    struct Lane {
        LaneState state = LaneState::idle;
        Choices choices;
        Armed armed;
        float high_pass_hz = 0.0f;
        float low_pass_hz = 0.0f;
        float shift_hz = 0.0f;
        float azimuth_deg = 0.0f;
        float clip_level = 0.0f;
        float shelf_hz = 0.0f;
        float shelf_gain = 0.0f;
        Ramped env, flange, graph3_send, graph1_gain, graph3_gain;
        Panner panner;
        float phase = 0.0f;    // of the shifter
        float last_env = 0.0f; // what the last frame put on the bus
        float last_flange = 0.0f;
    };
    using BuildFilter = dsp::BiquadCoefficients (*)(float angle, float gain) noexcept QUERN_RT;

    void set_targets(std::size_t lane, const ChainTargets& wanted,
                     const ChainTargets& kept) noexcept QUERN_RT;
    void activate(std::size_t lane) noexcept QUERN_RT;
    void drop_idle() noexcept QUERN_RT;
    void clear_chain(std::size_t lane) noexcept QUERN_RT;
    void fold_out(std::size_t lane, ChainBuses buses) noexcept QUERN_RT;
    void restart_ramps(std::size_t lane) noexcept QUERN_RT;
    void aim_panner(std::size_t lane) noexcept QUERN_RT;

    // One block of one lane, stage by stage.
    void process_lane(std::size_t lane, ChainBuses buses, const ChainCapture& capture) noexcept QUERN_RT;
    void run_filter(std::size_t lane, Stage stage, const float* in, Plane& out) noexcept QUERN_RT;
    void run_shifter(std::size_t lane, Plane& signal) noexcept QUERN_RT;
    void run_clipped_copy(std::size_t lane, Plane& signal, const ChainCapture& capture) noexcept QUERN_RT;
    void ramp(Ramped& gain, Plane& io) noexcept QUERN_RT;

    // One block of two neighbours, one of which may be idle.
    void process_pair(std::size_t pair, const ChainKernels& vectors, ChainBuses buses) noexcept QUERN_RT;
    void fill_block(std::size_t lane, ChainBlock& block) noexcept QUERN_RT;
    /// Sends of two lanes to the flange, environment and default buses, in that order.
    using PairSends = std::array<PairSend, 2 + dsp::kChannels>;
    void add_sends(std::size_t lane, PairSends& sends, ChainBuses buses) noexcept QUERN_RT;
    void add_tap(Ramped& send, std::size_t lane, PairSend& out, MonoBus& bus) noexcept QUERN_RT;
    /// What the lane's last frame put on each bus, for the fold of a chain that is torn down.
    void keep_last(std::size_t lane, const PairSends& sends, float last) noexcept QUERN_RT;

    /// The lane's input, or silence where it is not fit for the feedback paths.
    [[nodiscard]] const float* guarded_input(std::size_t lane) noexcept QUERN_RT;
    /// Coefficients for the block.
    const Passes& arm_filters(std::size_t lane) noexcept QUERN_RT;
    bool arm(std::size_t lane, Stage stage, const dsp::FilterDecision& decision, float gain,
             BuildFilter build_filter) noexcept QUERN_RT;
    void run_taps(std::size_t lane, const Plane& signal, ChainBuses buses) noexcept QUERN_RT;
    float tap(Ramped& send, std::size_t lane, const Plane& signal, MonoBus& bus) noexcept QUERN_RT;
    void run_panner(std::size_t lane, const Plane& signal, ChainBuses buses,
                    const ChainCapture& capture) noexcept QUERN_RT;
    void rest_if_silent(std::size_t lane, const Plane& signal) noexcept QUERN_RT;

    std::size_t capacity_ = 0;
    std::vector<Lane> lanes_;
    std::vector<std::size_t> active_; // lanes that are not idle, ascending; the first active_count_ entries
    std::size_t active_count_ = 0;
    std::uint64_t refused_inputs_ = 0;

    LaneFilters filters_;
    static constexpr std::array<Stage, dsp::FrequencyShifter::kSections> kShifterStages{
        Stage::in_phase1, Stage::quadrature1, Stage::in_phase2, Stage::quadrature2};
    std::vector<MonoBus> input_;
    std::array<Plane, 2> signal_; // scratch of the lanes at work
};

} // namespace quern::mix
