// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/bed/drive_state.hpp"
#include "quern/bed/frame.hpp"

namespace quern::bed {

/// The generic mode: a driver value on any axis moves one or two players of truck 0 over a recording, with
/// the same frame, chain and commands as a board. Control side; `step` does not allocate.
class Drive {
public:
    /// Binds anew at the next step (new recordings).
    void rebind() noexcept { rebind_ = true; }
    void reset() noexcept { *this = Drive{}; }
    /// One control frame: a bind on the first running frame and on a change of member, a stop when running
    /// ends. `due`, `sequence` and the recordings of the commands are the caller's to fill.
    BedFrame step(const DriveState& state) noexcept;
    /// Fields that were replaced since creation.
    [[nodiscard]] std::uint64_t clamped_inputs() const noexcept { return clamped_; }

private:
    DriveState previous_{};
    bool sounding_ = false;
    bool rebind_ = false;
    Member member_ = Member::x_jet_rolling;
    std::uint64_t clamped_ = 0;
};

} // namespace quern::bed
