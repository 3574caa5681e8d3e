// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/core/generator.hpp"

namespace quern::bed {
class Board;
struct BedFrame;
} // namespace quern::bed

namespace quern {

/// Watches the control side: called on the control thread after every control frame, before it crosses to the
/// audio thread. For traces, plots and explanations.
class ControlObserver {
public:
    virtual ~ControlObserver() = default;
    /// `number` counts control frames from 0. `generator` as it stands after the frame.
    virtual void on_frame(std::uint64_t number, const bed::Board& board, const bed::BedFrame& frame,
                          const Generator& generator) = 0;
    /// A frame of the generic mode, which has no board.
    virtual void on_drive_frame(std::uint64_t /*number*/, const bed::BedFrame& /*frame*/) {}
};

} // namespace quern
