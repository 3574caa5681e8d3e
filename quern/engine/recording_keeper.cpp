// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/engine/recording_keeper.hpp"

#include <algorithm>

namespace quern {

void RecordingKeeper::resolve(bed::BedFrame& frame, Bank& bank)
{
    for (std::size_t i = 0; i < frame.commands; ++i) {
        bed::Command& command = frame.command[i];
        if (command.kind != bed::Command::Kind::bind)
            continue;
        Bank::Handle& held = held_[static_cast<std::size_t>(command.target)];
        Bank::Handle next = bank.get(command.member);
        command.recording = next->view();
        // Frames in flight may still bind the old one, and the player reads it until this frame is taken.
        if (held && held != next)
            retired_.emplace_back(frame.sequence, std::move(held));
        held = std::move(next);
    }
}

void RecordingKeeper::collect(std::uint64_t applied)
{
    std::erase_if(retired_, [applied](const auto& entry) { return entry.first <= applied; });
}

void CommandCarrier::merge_into(bed::BedFrame& frame) const noexcept
{
    std::array<bed::Command, 8> merged{};
    std::size_t count = 0;
    const auto add = [&](const bed::Command& command) {
        // A bind stops first, so only the last command of a target matters.
        const auto end = merged.begin() + static_cast<std::ptrdiff_t>(count);
        const auto kept = std::remove_if(
            merged.begin(), end, [&](const bed::Command& older) { return older.target == command.target; });
        count = static_cast<std::size_t>(kept - merged.begin());
        merged[count++] = command;
    };
    if (count_ == 0)
        return;
    for (std::size_t i = 0; i < count_; ++i)
        add(commands_[i]);
    for (std::size_t i = 0; i < frame.commands; ++i)
        add(frame.command[i]);
    frame.command = merged;
    frame.commands = static_cast<std::uint8_t>(count);
}

void CommandCarrier::keep(const bed::BedFrame& refused) noexcept
{
    commands_ = refused.command;
    count_ = refused.commands;
}

} // namespace quern
