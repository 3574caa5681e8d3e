// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/bed/mix_provider.hpp"
#include "quern/bed/rolloff.hpp"
#include "quern/bed/tuning.hpp"

namespace quern::bed {

/// 1 on the ground, 0 in the air: falls linearly in 83 ms, rises along a four-point table in 59 ms. A change
/// of direction goes on from the amplitude reached (docs/spec/control.md §5).
class ContactGate {
public:
    void reset() noexcept { amplitude_ = 0.0; }
    void step(bool touching, float dt, const CurveTuning& curves) noexcept;
    [[nodiscard]] double amplitude() const noexcept { return amplitude_; }

private:
    double amplitude_ = 0.0;
};

/// The mix without any file of the game: contact gate, distance, start of rolling, levels, pitch with
/// Doppler, filters, sends and pause, from the numbers of CurveTuning (docs/spec/control.md §5).
class DefaultCurves final : public MixProvider {
public:
    explicit DefaultCurves(const CurveTuning& curves) noexcept : curves_(curves) {}
    /// Numbers in force from the next tick.
    void set_curves(const CurveTuning& curves) noexcept { curves_ = curves; }

    void reset() noexcept override;
    void set_input(std::uint32_t controller, int id, std::int32_t value) noexcept override;
    void tick(const RiderState& rider) noexcept override;
    [[nodiscard]] int level(std::uint32_t controller, int id) const noexcept override;
    [[nodiscard]] int pitch(std::uint32_t controller, int id) const noexcept override;
    [[nodiscard]] int raw(std::uint32_t controller, int id) const noexcept override;
    [[nodiscard]] int filter(std::uint32_t controller, int id) const noexcept override;

private:
    [[nodiscard]] int board_level(int id) const noexcept;
    [[nodiscard]] int speed_level(int id) const noexcept;
    void fade_pause(bool paused, float dt) noexcept;

    CurveTuning curves_;
    ContactGate gate_;
    ListenerView listener_;
    double pause_ = 1.0; // 1 = playing
    double speed_kmh_ = 0.0;
    double com_kmh_ = 0.0;
    double start_ = 0.0; // start of rolling, 0 at rest
    int pitch_ = 4096;
    bool local_ = true;
};

} // namespace quern::bed
