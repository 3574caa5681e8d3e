// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "quern/core/rt.hpp"
#include "quern/dsp/biquad.hpp"

namespace quern::mix {

/// The filters of a chain. The order is that of their places in a PairFilters row: what feeds a stage should
/// stand near it, and the shelf far from the sections it waits for.
enum class Stage : std::size_t { in_phase2, quadrature2, in_phase1, quadrature1, shelf, high_pass, low_pass };
inline constexpr std::size_t kStages = 7;

/// Coefficients and histories of all filters of two neighbouring lanes: a row holds one number of each, stage
/// by stage, the even lane's before the odd one's. The last two places are idle and stay zero.
struct alignas(64) PairFilters {
    static constexpr std::size_t kPlaces = 16;
    using Row = std::array<float, kPlaces>;
    Row a1{}, a2{}, b0{}, b1{}, b2{};
    Row x1{}, x2{}, y1{}, y2{};

    [[nodiscard]] static constexpr std::size_t place(std::size_t lane, Stage stage) noexcept QUERN_RT
    {
        return static_cast<std::size_t>(stage) * 2 + lane % 2;
    }
};

/// PairFilters of all lanes, with the angle and gain that coefficients were built for.
class LaneFilters {
public:
    /// Allocates: never on the audio thread. Everything is zero afterwards.
    void resize(std::size_t lanes)
    {
        pairs_.assign((lanes + 1) / 2, PairFilters{});
        made_for_.assign(lanes, {});
    }
    [[nodiscard]] PairFilters& pair(std::size_t index) noexcept QUERN_RT { return pairs()[index]; }

    [[nodiscard]] dsp::BiquadState history(std::size_t lane, Stage stage) const noexcept QUERN_RT
    {
        const PairFilters& f = pairs()[lane / 2];
        const std::size_t at = PairFilters::place(lane, stage);
        return {f.x1[at], f.x2[at], f.y1[at], f.y2[at]};
    }
    void set_history(std::size_t lane, Stage stage, const dsp::BiquadState& state) noexcept QUERN_RT
    {
        PairFilters& f = pairs()[lane / 2];
        const std::size_t at = PairFilters::place(lane, stage);
        f.x1[at] = state.x1;
        f.x2[at] = state.x2;
        f.y1[at] = state.y1;
        f.y2[at] = state.y2;
    }
    [[nodiscard]] dsp::BiquadCoefficients coefficients(std::size_t lane, Stage stage) const noexcept QUERN_RT
    {
        const PairFilters& f = pairs()[lane / 2];
        const std::size_t at = PairFilters::place(lane, stage);
        return {f.a1[at], f.a2[at], f.b0[at], f.b1[at], f.b2[at]};
    }
    void set_coefficients(std::size_t lane, Stage stage, const dsp::BiquadCoefficients& built, float angle,
                          float gain) noexcept QUERN_RT
    {
        PairFilters& f = pairs()[lane / 2];
        const std::size_t at = PairFilters::place(lane, stage);
        f.a1[at] = built.a1;
        f.a2[at] = built.a2;
        f.b0[at] = built.b0;
        f.b1[at] = built.b1;
        f.b2[at] = built.b2;
        made_for(lane, stage) = {angle, gain};
    }
    [[nodiscard]] bool built_for(std::size_t lane, Stage stage, float angle,
                                 float gain) const noexcept QUERN_RT
    {
        return made_for(lane, stage).angle == angle && made_for(lane, stage).gain == gain;
    }
    /// Zeroes the coefficients of a stage that does not filter. Vectors still run through its place.
    void rest(std::size_t lane, Stage stage) noexcept QUERN_RT
    {
        if (made_for(lane, stage).angle != kNone)
            clear(lane, stage);
    }
    /// Forgets what ran through a stage that rested: filters begin from silence.
    void wake(std::size_t lane, Stage stage) noexcept QUERN_RT
    {
        if (made_for(lane, stage).angle == kNone)
            set_history(lane, stage, {});
    }
    void clear(std::size_t lane, Stage stage) noexcept QUERN_RT
    {
        set_coefficients(lane, stage, {.b0 = 0.0f}, kNone, kNone);
        set_history(lane, stage, {});
    }

private:
    static constexpr float kNone = -1.0f; // no filter works at a negative angle
    /// What coefficients were built for.
    struct MadeFor {
        float angle = kNone;
        float gain = kNone;
    };
    [[nodiscard]] MadeFor& made_for(std::size_t lane, Stage stage) noexcept QUERN_RT
    {
        return made_for_[lane][static_cast<std::size_t>(stage)];
    }
    [[nodiscard]] const MadeFor& made_for(std::size_t lane, Stage stage) const noexcept QUERN_RT
    {
        return made_for_[lane][static_cast<std::size_t>(stage)];
    }
    [[nodiscard]] PairFilters* pairs() noexcept QUERN_RT { return pairs_.data(); }
    [[nodiscard]] const PairFilters* pairs() const noexcept QUERN_RT { return pairs_.data(); }

    std::vector<PairFilters> pairs_;
    std::vector<std::array<MadeFor, kStages>> made_for_;
};

} // namespace quern::mix
