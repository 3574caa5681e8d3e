// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "quern/bed/frame.hpp"
#include "quern/core/result.hpp"
#include "quern/engine/control_observer.hpp"
#include "quern/engine/trace.hpp"
#include "quern/formats/staged_file.hpp"

namespace quern::cli {

/// Writes the event trace: one tab-separated line for each change, in the order in which it takes effect,
/// whatever the host's block size (docs/trace.md). The first four cells are tag, control frame, audio block
/// and the six words of the generator that drew; the rest is name=value.
class EventLog final : public ControlObserver {
public:
    static Result<EventLog> open(const std::string& path, double control_rate_hz);

    /// Control side: routing, records and chain values, as far as they changed.
    void on_frame(std::uint64_t number, const bed::Board& board, const bed::BedFrame& frame,
                  const Generator& generator) override;
    /// The same for the generic mode, which has no routing.
    void on_drive_frame(std::uint64_t number, const bed::BedFrame& frame) override;
    /// Audio side. Writes the control lines that came into force before it.
    Status add(const TraceEvent& event);
    /// Writes the rest and closes the file under its temporary name.
    Status settle();
    /// Publishes the settled file.
    Status commit() { return file_.commit(); }

private:
    EventLog(formats::StagedFile file, std::uint64_t frames_per_control);
    void describe(const bed::BedFrame& frame, const Generator& generator);
    void keep(const char* tag, const std::string& values, const Generator& generator);
    Status flush(std::uint64_t block);

    formats::StagedFile file_;
    std::uint64_t frames_per_control_;
    std::uint64_t frame_ = 0;       // control frame being described
    std::uint64_t frame_block_ = 0; // and the block in which it takes effect
    std::string last_route_;
    std::array<std::string, bed::kTrucks + 1> last_record_; // by truck, then the rocket
    std::array<std::string, bed::kTrucks> last_chain_;
    std::deque<std::pair<std::uint64_t, std::string>> waiting_; // control lines by block
};

} // namespace quern::cli
