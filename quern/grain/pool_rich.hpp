// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/core/rt.hpp"
#include "quern/grain/pool_form.hpp"
#include "quern/grain/pool_grain.hpp"
#include "quern/grain/pool_memory.hpp"

/// What grains can be beyond plain ones (docs/spec/pool.md §7), apart from the fast path.
namespace quern::grain {

/// The weights of 16 neighbours for 256 fractions, under a Kaiser window; those between are interpolated.
class SincTable {
public:
    static constexpr std::size_t kTaps = 16;
    static constexpr std::size_t kFractions = 256;

    /// The one of the process. Its first call renders it: not on the audio thread.
    [[nodiscard]] static const SincTable& shared();
    /// Around `frame` + `fraction`; neighbours outside [0, frames) count as 0.
    [[nodiscard]] float read(const float* source, std::int64_t frames, std::int64_t frame,
                             float fraction) const noexcept QUERN_RT;
    [[nodiscard]] bool overlaps(MemorySpan span) const noexcept QUERN_RT
    {
        return span.overlaps_any(weights_);
    }

private:
    SincTable();
    std::vector<std::array<float, kTaps>> weights_; // one row more than fractions
};

/// A state variable filter in trapezoidal form.
class GrainFilterState {
public:
    void prepare(const GrainFilter& filter) noexcept QUERN_RT;
    [[nodiscard]] float process(float in) noexcept QUERN_RT;
    void process(std::span<float> samples) noexcept QUERN_RT; ///< in place

private:
    float a1_ = 1.0f;
    float a2_ = 0.0f;
    float a3_ = 0.0f;
    float damping_ = 1.0f;
    float first_ = 0.0f;
    float second_ = 0.0f;
    GrainFilter::Kind kind_ = GrainFilter::Kind::off;
};

/// The rest of a grain that is not plain.
struct RichGrain {
    GrainForm form{};
    std::int64_t turn = 0;                  ///< frame from which a ping-pong grain goes back
    std::array<GrainFilterState, 2> filter; ///< of left and right
    PanGains last{};                        ///< filtered samples of the frame read last
};

/// Sample at a head, by the form's interpolation; 0 where the head is outside [0, frames).
[[nodiscard]] float read_rich(Interpolation interpolation, const SincTable& sinc, const float* source,
                              std::int64_t frames, std::int64_t frame, float fraction) noexcept QUERN_RT;
/// The same at several heads.
void read_rich(Interpolation interpolation, const SincTable& sinc, const float* source, std::int64_t frames,
               std::span<const Head> heads, float* out) noexcept QUERN_RT;

} // namespace quern::grain
