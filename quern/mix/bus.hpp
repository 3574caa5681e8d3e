// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "quern/core/rt.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/kernels.hpp"
#include "quern/dsp/release_fold.hpp"

namespace quern::mix {

/// One block of a mono signal.
struct alignas(64) Plane {
    std::array<float, kBlockFrames> sample{};
};

inline constexpr Plane kSilentPlane{};

/// Accumulator of one block, `Channels` planes. A sender that is torn down leaves its last value behind; the
/// next block starts with that value fading out over 16 frames, and live senders add to it
/// (docs/spec/signal.md §4.6). Real-time safe.
template <std::size_t Channels> class Bus {
public:
    static constexpr std::size_t kChannels = Channels;

    /// Opens a block: the folds left since the last one, silence elsewhere. Before any sender of the block.
    void begin_block() noexcept QUERN_RT
    {
        for (std::size_t c = 0; c < Channels; ++c) {
            stale_[c] |= written_[c];
            written_[c] = false;
            if (folds_[c] == 0.0f)
                continue;
            auto plane = channel(c);
            for (std::size_t k = 0; k < dsp::kFoldTaps.size(); ++k)
                plane[k] = folds_[c] * dsp::kFoldTaps[k];
            folds_[c] = 0.0f;
        }
    }
    /// Leaves the last value of a sender that goes away; folds of one block sum in call order.
    void fold(std::size_t channel, float last) noexcept QUERN_RT { folds_[channel] += last; }

    [[nodiscard]] std::span<float, kBlockFrames> channel(std::size_t c) noexcept QUERN_RT
    {
        if (stale_[c])
            dsp::kernels().clear(planes_[c].sample.data(), kBlockFrames);
        stale_[c] = false;
        written_[c] = true;
        return planes_[c].sample;
    }
    [[nodiscard]] std::span<const float, kBlockFrames> channel(std::size_t c) const noexcept QUERN_RT
    {
        return stale_[c] ? kSilentPlane.sample : planes_[c].sample;
    }
    /// For the first sender of a block, who need not add to silence: true if what stands in the channel is
    /// old and every frame of it has to be written. False from the second call on.
    [[nodiscard]] bool take_stale(std::size_t c) noexcept QUERN_RT
    {
        const bool stale = stale_[c];
        stale_[c] = false;
        return stale;
    }
    void reset() noexcept QUERN_RT { *this = Bus{}; }

private:
    std::array<Plane, Channels> planes_{};
    std::array<float, Channels> folds_{};
    std::array<bool, Channels> stale_{};   // planes that hold an earlier block
    std::array<bool, Channels> written_{}; // planes that may hold anything but silence
};

using MonoBus = Bus<1>;
/// L C R Ls Rs LFE (dsp::Channel).
using SixBus = Bus<6>;

} // namespace quern::mix
