// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "event_log.hpp"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "quern/bed/board.hpp"
#include "quern/bed/surfaces.hpp"
#include "quern/core/units.hpp"

namespace quern::cli {
namespace {

constexpr std::string_view kHeader = "# quern trace 1\n# tag\tframe\tblock\twords\tname=value ...\n";
constexpr std::array<std::string_view, 5> kTags{"GBIND", "GPICK", "GSTART", "GTICK", "GSTOP"};
constexpr std::array<std::string_view, 5> kPlayers{"0A", "0B", "1A", "1B", "rocket"};

std::string line(std::string_view tag, std::uint64_t frame, std::uint64_t block, const Generator::Words& w,
                 std::string_view values)
{
    return fmt::format("{}\t{}\t{}\t{:08X}.{:08X}.{:08X}.{:08X}.{:08X}.{:08X}\t{}\n", tag, frame, block, w[0],
                       w[1], w[2], w[3], w[4], w[5], values);
}

// Nine digits bring every single back exactly.
std::string record_text(const grain::PlayerRecord& record, std::string_view player)
{
    return fmt::format("\tgain{0}={1:.9g}\tpitch{0}={2:.9g}\tposition{0}={3:.9g}", player, record.gain,
                       record.pitch, record.position);
}

std::string chain_text(const bed::ChainValues& chain)
{
    return fmt::format(
        "high_pass={:.9g}\tlow_pass={:.9g}\tshiftA={:.9g}\tshiftB={:.9g}\tazimuth={:.9g}\tenv={:.9g}"
        "\tflangeA={:.9g}\tflangeB={:.9g}\tsend3={:.9g}\tg1A={:.9g}\tg1B={:.9g}\tg3A={:.9g}\tg3B={:.9g}",
        chain.high_pass_hz, chain.low_pass_hz, chain.shift_hz[0], chain.shift_hz[1], chain.azimuth_deg,
        chain.env_send, chain.flange_send[0], chain.flange_send[1], chain.graph3_send, chain.graph1_gain[0],
        chain.graph1_gain[1], chain.graph3_gain[0], chain.graph3_gain[1]);
}

} // namespace

EventLog::EventLog(formats::StagedFile file, std::uint64_t frames_per_control)
    : file_(std::move(file)), frames_per_control_(frames_per_control)
{
}

Result<EventLog> EventLog::open(const std::string& path, double control_rate_hz)
{
    Result<formats::StagedFile> file = formats::StagedFile::open(path);
    if (!file)
        return file.error();
    if (Status status = file->write(kHeader.data(), kHeader.size()); !status)
        return status.error();
    return EventLog(std::move(*file),
                    static_cast<std::uint64_t>(std::llround(kSampleRate / control_rate_hz)));
}

void EventLog::keep(const char* tag, const std::string& values, const Generator& generator)
{
    waiting_.emplace_back(frame_block_, line(tag, frame_, frame_block_, generator.words(), values));
}

void EventLog::on_frame(std::uint64_t number, const bed::Board& board, const bed::BedFrame& frame,
                        const Generator& generator)
{
    frame_ = number;
    frame_block_ = (number * frames_per_control_ + kBlockFrames - 1) / kBlockFrames;

    std::string route = fmt::format("primary={}\tmanual={:d}\ttrick={:d}", board.router().primary(),
                                    board.latches().manual(), board.latches().trick());
    for (std::size_t t = 0; t < bed::kTrucks; ++t) {
        const bed::Router::Truck& truck = board.router().truck(t);
        const std::string_view plays =
            !truck.live ? "nothing" : (truck.grain ? bed::name_of(truck.member) : "patch");
        route += fmt::format("\tsurface{0}={1}\tplays{0}={2}", t, bed::surface_name(truck.surface), plays);
    }
    if (route != last_route_)
        keep("GROUTE", last_route_ = route, generator);
    describe(frame, generator);
}

void EventLog::on_drive_frame(std::uint64_t number, const bed::BedFrame& frame)
{
    frame_ = number;
    frame_block_ = (number * frames_per_control_ + kBlockFrames - 1) / kBlockFrames;
    describe(frame, Generator{Generator::Words{}}); // a drive draws nothing
}

void EventLog::describe(const bed::BedFrame& frame, const Generator& generator)
{
    for (std::size_t t = 0; t < bed::kTrucks; ++t) {
        const bed::TruckFrame& truck = frame.truck[t];
        if (!truck.running)
            continue;
        std::string record = fmt::format("truck={}{}{}", t, record_text(truck.record[0], "A"),
                                         record_text(truck.record[1], "B"));
        if (record != last_record_[t])
            keep("GREC", last_record_[t] = std::move(record), generator);
        std::string chain = fmt::format("truck={}\t{}", t, chain_text(truck.chain));
        if (chain != last_chain_[t])
            keep("GCHAIN", last_chain_[t] = std::move(chain), generator);
    }
    if (!frame.rocket_running)
        return;
    std::string rocket = "truck=rocket" + record_text(frame.rocket, "");
    if (rocket != last_record_.back())
        keep("GREC", last_record_.back() = std::move(rocket), generator);
}

Status EventLog::flush(std::uint64_t block)
{
    for (; !waiting_.empty() && waiting_.front().first <= block; waiting_.pop_front()) {
        const std::string& text = waiting_.front().second;
        if (Status status = file_.write(text.data(), text.size()); !status)
            return status;
    }
    return Ok{};
}

Status EventLog::add(const TraceEvent& event)
{
    if (Status status = flush(event.block); !status)
        return status;
    std::string values =
        fmt::format("player={}\tmember={}", kPlayers[event.player], bed::name_of(event.member));
    if (event.kind != TraceEvent::Kind::bind)
        values += fmt::format("\tslot={}\tstart={:.9g}", event.slot, event.start);
    if (event.kind == TraceEvent::Kind::pick)
        values += fmt::format("\tcandidates={}", event.candidates);
    values += record_text(event.record, "");
    const std::uint64_t frame = event.block * kBlockFrames / frames_per_control_;
    const std::string text =
        line(kTags[static_cast<std::size_t>(event.kind)], frame, event.block, event.words, values);
    return file_.write(text.data(), text.size());
}

Status EventLog::settle()
{
    if (Status status = flush(~std::uint64_t{0}); !status)
        return status;
    return file_.settle();
}

} // namespace quern::cli
