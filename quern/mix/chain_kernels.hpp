// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/core/rt.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/mix/bus.hpp"
#include "quern/mix/pair_filters.hpp"

namespace quern::mix {

/// A gain over one block: `from` + frames * `step` for 64 frames, `reached` afterwards. `step` is -0 for a
/// gain that stands still: adding it changes nothing, the sign of a zero included.
struct BlockRamp {
    static constexpr std::size_t kFrames = 64;
    float from;
    float step;
    float reached;

    [[nodiscard]] bool moves() const noexcept QUERN_RT { return step != 0.0f; }
    /// As dsp::GainRamp and as dsp::LevelRamp climb; they differ in where they get to.
    [[nodiscard]] static BlockRamp gain(float from, float to) noexcept QUERN_RT
    {
        if (from == to)
            return {to, -0.0f, to};
        const float step = (to - from) * 0x1p-6f;
        return {from, step, from + 64.0f * step};
    }
    [[nodiscard]] static BlockRamp send(float from, float to, bool short_end) noexcept QUERN_RT
    {
        if (from == to)
            return {to, -0.0f, to};
        const float step = (to - from) * (short_end ? kSendStep : 0x1p-6f);
        return {from, step, short_end ? from + 64.0f * step : to};
    }

private:
    static constexpr float kSendStep = 0x1.f81f82p-7f; // 1/65
};

/// One block of a chain up to its taps and panner, apart from the filters' numbers.
struct ChainBlock {
    const float* input;               ///< a block
    BlockRamp copy_send;              ///< of the copy that is clipped
    BlockRamp gain;                   ///< of what is not copied
    BlockRamp copy_gain;              ///< after clipping
    float clip;                       ///< infinity: nothing is clipped
    float phase;                      ///< of the shifter's oscillator; moves on by a block
    float phase_step;                 ///< radians a frame
    bool copied;                      ///< whether the copy is added
    std::array<bool, kStages> passes; ///< filters that hand on what they get; their numbers are zero
    float* out;                       ///< a block of the lane alone, or null
    float last;                       ///< what comes out in the last frame
};

/// What two lanes put on one bus over a block: the first one's part is added before the second one's.
struct PairSend {
    float* bus;
    bool first; ///< on the bus in this block: it holds an earlier one
    std::array<BlockRamp, 2> gain;
    std::array<bool, 2> from; ///< whether the lane sends here at all
    bool stairs;              ///< gains climb as those of dsp::GainRamp, else as those of dsp::LevelRamp

    /// Before each of the lanes; the frames must be written before anyone else uses the channel.
    template <std::size_t Channels> void aim(Bus<Channels>& buses, std::size_t channel) noexcept QUERN_RT
    {
        first |= buses.take_stale(channel);
        bus = buses.channel(channel).data();
    }
};

/// Chains in vectors, for one SimdTarget.
struct ChainKernels {
    /// The two lanes of `filters` side by side, all their filters in one vector, and added to the buses.
    void (*pair)(PairFilters& filters, ChainBlock* two, const PairSend* sends,
                 std::size_t count) noexcept QUERN_RT;
};

/// Those of the selected target; null for targets that take one value at a time.
[[nodiscard]] const ChainKernels* chain_kernels() noexcept QUERN_RT;

#if QUERN_SIMD
/// Those of any vector target of this processor family; null for other targets.
const ChainKernels* vector_chain_kernels(dsp::SimdTarget target) noexcept QUERN_RT;
#endif

} // namespace quern::mix
