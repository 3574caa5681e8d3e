// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "quern/bed/frame.hpp"
#include "quern/engine/bank.hpp"

namespace quern {

/// Fills the recordings into the binds of a frame and keeps each one alive until the audio side has moved on
/// from it. Control side only.
class RecordingKeeper {
public:
    void resolve(bed::BedFrame& frame, Bank& bank);
    /// Lets go of what no player can read any more; `applied` is the sequence the audio side took last.
    void collect(std::uint64_t applied);
    [[nodiscard]] std::size_t waiting() const noexcept { return retired_.size(); }

private:
    static constexpr std::size_t kTargets = 3; // truck 0, truck 1, rocket
    std::array<Bank::Handle, kTargets> held_{};
    std::vector<std::pair<std::uint64_t, Bank::Handle>> retired_; // readable until this sequence was taken
};

/// Commands of a frame that the full queue refused ride on with the next one: a lost bind would leave the two
/// sides with different ideas of what sounds.
class CommandCarrier {
public:
    /// Puts what was kept in front of the frame's own commands; a newer command for a target replaces the
    /// older.
    void merge_into(bed::BedFrame& frame) const noexcept;
    void keep(const bed::BedFrame& refused) noexcept;
    void clear() noexcept { count_ = 0; }

private:
    std::array<bed::Command, 8> commands_{};
    std::uint8_t count_ = 0;
};

} // namespace quern
