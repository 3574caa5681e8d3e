// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <set>

#include "apps/cli/vectors/vectors.hpp"
#include "quern/bed/chain_state.hpp"
#include "quern/bed/records.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/core/units.hpp"
#include "quern/engine/block_renderer.hpp"
#include "quern/grain/player.hpp"

/// Rendered audio: `dry` is the mono bus of each player before its chain, `render` the buses behind the
/// chains.
namespace quern::vectors {
namespace {

constexpr std::uint32_t kNoiseSeed = 12345;
constexpr int kLevelA = 7859;
constexpr int kLevelB = 16000;
const grain::VoiceOptions kPortVoice{0, true, true};

std::size_t frame_of(std::size_t block)
{
    return block * kBlockFrames / 800;
}

grain::Recording noise_recording(std::uint32_t rate, float duration)
{
    const double samples = std::ceil(static_cast<double>(rate) * static_cast<double>(duration));
    return {noise(kNoiseSeed, static_cast<std::size_t>(samples)), rate, duration};
}

std::array<grain::PlayerRecord, 2> records(bed::Member member, float speed, float turn, int pitch)
{
    bed::RecordInputs in;
    in.speed = speed;
    in.intensity = turn;
    in.level_a = kLevelA;
    in.level_b = kLevelB;
    in.pitch = pitch;
    const bed::SurfaceTuning& tuning = bed::default_tuning().surface[static_cast<std::size_t>(member)];
    return bed::make_records(in, tuning, tuning);
}

/// Rows of one case by block, so that a renderer that walks the blocks can fill them.
using Rows = std::map<std::size_t, std::vector<std::size_t>>;

Status rows_by_case(const Table& table, std::map<std::string, Rows>& cases)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const std::string& block = table.at(row, "block");
        const std::string& n = table.at(row, "n");
        char* end = nullptr;
        const unsigned long number = std::strtoul(block.c_str(), &end, 10);
        const bool block_fine = !block.empty() && *end == '\0' && number < 1000000;
        const unsigned long sample = std::strtoul(n.c_str(), &end, 10);
        if (!block_fine || n.empty() || *end != '\0' || sample >= kBlockFrames)
            return Error{Error::Code::bad_input, "row " + std::to_string(row + 1),
                         "found block '" + block + "', n '" + n +
                             "', expected a block and a frame of 0 to 255"};
        cases[table.at(row, "case")][number].push_back(row);
    }
    return Ok{};
}

std::size_t sample_of(const Table& table, std::size_t row)
{
    return static_cast<std::size_t>(std::strtoul(table.at(row, "n").c_str(), nullptr, 10));
}

Error unknown_case(const std::string& name)
{
    return Error{Error::Code::bad_input, "case " + name, "found an unknown case"};
}

// ---- dry

struct DryCase {
    bed::Member member;
    std::uint32_t rate;
    float duration;
    int pitch;
};

Result<DryCase> dry_case(const std::string& name)
{
    if (name == "crh_8")
        return DryCase{bed::Member::concrete_rough_hard, 44100, from_bits(0x41AEBC39), 4096};
    if (name == "cas_8_p3195")
        return DryCase{bed::Member::concrete_aggregate_soft, 48000, 934573.0f / 48000.0f, 3195};
    return unknown_case(name);
}

constexpr std::size_t kDryStopBlock = 190; // player A is torn down before it

void render_dry(const DryCase& what, const Rows& rows, Table& table)
{
    const grain::Recording recording = noise_recording(what.rate, what.duration);
    const bed::SurfaceTuning& tuning = bed::default_tuning().surface[static_cast<std::size_t>(what.member)];
    Generator generator;
    std::array<grain::Player, 2> players;
    const auto record_of = [&](std::size_t block) {
        const std::size_t frame = frame_of(block);
        return records(what.member, 8.0f, frame < 40 ? 0.25f : frame == 40 ? 0.5f : 0.31f, what.pitch);
    };
    const auto first = record_of(0);
    players[0].bind(recording.view(), tuning.player_a, kPortVoice, first[0], generator);
    players[1].bind(recording.view(), tuning.player_b, kPortVoice, first[1], generator);
    float fold = 0.0f;
    for (std::size_t block = 0; block <= rows.rbegin()->first; ++block) {
        const auto now = record_of(block);
        if (block == kDryStopBlock)
            fold = players[0].stop();
        std::array<mix::MonoBus, 2> bus;
        for (std::size_t ab = 0; ab < 2; ++ab) {
            players[ab].set_record(now[ab]);
            players[ab].tick(generator);
            if (ab == 0 && fold != 0.0f)
                bus[0].fold(0, std::exchange(fold, 0.0f));
            bus[ab].begin_block();
            players[ab].render(bus[ab].channel(0));
        }
        const auto wanted = rows.find(block);
        if (wanted == rows.end())
            continue;
        for (std::size_t row : wanted->second) {
            const std::size_t n = sample_of(table, row);
            table.set(row, "A", hex(bus[0].channel(0)[n]));
            table.set(row, "B", hex(bus[1].channel(0)[n]));
        }
    }
}

Status recompute_dry(Table& table)
{
    std::map<std::string, Rows> cases;
    if (Status status = rows_by_case(table, cases); !status)
        return status;
    for (const auto& [name, rows] : cases) {
        const auto what = dry_case(name);
        if (!what)
            return what.error();
        render_dry(*what, rows, table);
    }
    return Ok{};
}

// ---- render

constexpr float kEnvLevel = 0.079f;

struct RenderCase {
    float kmh = 0.0f;
    float azimuth_deg = 0.0f;
    bool extras = true;
    std::size_t rebind_block = 0; ///< 0: never
    std::size_t stop_block = 0;
    /// First block whose rows the reference cut short or folded differently
    /// at a re-bind (docs/decisions/0002-fidelity-defaults.md).
    std::size_t excepted_from = static_cast<std::size_t>(-1);
};

Result<RenderCase> render_case(const std::string& name)
{
    const std::size_t underscore = name.find('_');
    if (underscore == std::string::npos)
        return unknown_case(name);
    const std::string form = name.substr(0, underscore);
    RenderCase what;
    what.kmh = single_of_decimal(name.substr(underscore + 1));
    if (!(what.kmh >= 0.0f && what.kmh < 1000.0f))
        return unknown_case(name);
    what.azimuth_deg = what.kmh >= 60.0f ? 20.0f : 0.0f;
    constexpr std::size_t kEvent = 188; // the first block of frame 60
    if (form == "old") {
        what.extras = false;
    } else if (form == "change") {
        what.rebind_block = kEvent;
        what.excepted_from = kEvent;
    } else if (form == "stop") {
        what.stop_block = kEvent;
        what.excepted_from = kEvent + 1;
    } else if (form != "full") {
        return unknown_case(name);
    }
    return what;
}

bed::Command command(bed::Command::Kind kind, std::uint8_t truck, const grain::Recording& recording)
{
    bed::Command out;
    out.kind = kind;
    out.target = truck == 0 ? bed::Command::Target::truck0 : bed::Command::Target::truck1;
    out.recording = recording.view();
    out.params = {bed::default_tuning().fallback.player_a, bed::default_tuning().fallback.player_b};
    return out;
}

/// The owner of one truck at constant speed: what crosses to the audio side before each block.
class SteadyOwner {
public:
    explicit SteadyOwner(const RenderCase& what) : what_(what), speed_(what.kmh / 3.6f) {}

    bed::BedFrame frame(std::size_t block)
    {
        const bed::OwnerTuning& owner = bed::default_tuning().owner;
        const bed::Fidelity fidelity;
        if (block == 0 || frame_of(block) != frame_of(block - 1))
            chain_.step(speed_, 1.0f / 60.0f, {true, false}, owner, wobble_, fidelity);
        bed::BedFrame out;
        out.truck[0].running = true;
        out.truck[0].record = records(bed::Member::concrete_rough_hard, speed_, 0.25f, 4096);
        bed::ChainValues& chain = out.truck[0].chain;
        chain.high_pass_hz = 77.0f;
        chain.low_pass_hz = 24971.0f;
        chain.azimuth_deg = what_.azimuth_deg;
        if (!what_.extras)
            return out;
        chain.shift_hz = {0.0f, -10.0f};
        chain.env_send = kEnvLevel;
        chain.graph3_send = chain_.send();
        for (std::size_t ab = 0; ab < 2; ++ab) {
            chain.graph1_gain[ab] = chain_.gains(0, ab).graph1;
            chain.graph3_gain[ab] = chain_.gains(0, ab).graph3;
        }
        return out;
    }
    void rebuilt() { chain_.rebuilt(0, bed::Fidelity{}); }

private:
    RenderCase what_;
    float speed_;
    bed::ChainState chain_;
    Generator wobble_{Generator::Words{1, 2, 3, 4, 5, 6}};
};

void add(bed::BedFrame& frame, const bed::Command& what)
{
    frame.command[frame.commands++] = what;
}

/// The older chain's reference ran all four chains of both trucks from the start and dropped the idle ones
/// after the first block, so its first block holds four high-passes' bias.
void add_idle_truck(BlockRenderer& renderer, Generator& unused, const bed::BedFrame& frame)
{
    bed::BedFrame idle = frame;
    idle.truck[1] = idle.truck[0];
    for (grain::PlayerRecord& record : idle.truck[1].record)
        record.gain = 0.0f;
    static const grain::Recording silence{std::vector<float>(48000 * 22, 0.0f), 48000, 22.0f};
    idle.commands = 0;
    add(idle, command(bed::Command::Kind::bind, 1, silence));
    renderer.apply(0, idle, unused);
}

void render_bed(const RenderCase& what, const Rows& rows, Table& table)
{
    const grain::Recording recording = noise_recording(44100, from_bits(0x41AEBC39));
    grain::Recording other;
    if (what.rebind_block != 0)
        other = noise_recording(48000, 1049760.0f / 48000.0f);
    BlockRenderer renderer({1, kPortVoice, what.extras, false});
    SteadyOwner owner(what);
    Generator generator;
    Generator unused;
    for (std::size_t block = 0; block <= rows.rbegin()->first; ++block) {
        if (what.rebind_block != 0 && block == what.rebind_block)
            owner.rebuilt();
        bed::BedFrame frame = owner.frame(block);
        if (block == 0)
            add(frame, command(bed::Command::Kind::bind, 0, recording));
        if (what.rebind_block != 0 && block == what.rebind_block)
            add(frame, command(bed::Command::Kind::bind, 0, other));
        if (what.stop_block != 0 && block == what.stop_block)
            add(frame, command(bed::Command::Kind::stop, 0, recording));
        renderer.apply(0, frame, generator);
        if (!what.extras && block == 0)
            add_idle_truck(renderer, unused, frame);
        if (!what.extras && block == 1) {
            bed::BedFrame stop;
            add(stop, command(bed::Command::Kind::stop, 1, recording));
            renderer.apply(0, stop, unused);
        }
        renderer.render(generator);
        const auto wanted = rows.find(block);
        if (wanted == rows.end())
            continue;
        for (std::size_t row : wanted->second) {
            const std::size_t n = sample_of(table, row);
            const bool excepted = block >= what.excepted_from;
            const auto set = [&](const char* column, float value) {
                table.set(row, column, excepted ? std::string(kExcepted) : hex(value));
            };
            set("L", renderer.main().channel(dsp::kLeft)[n]);
            set("C", renderer.main().channel(dsp::kCentre)[n]);
            set("R", renderer.main().channel(dsp::kRight)[n]);
            set("env", renderer.env().channel(0)[n]);
        }
    }
}

Status recompute_render(Table& table)
{
    std::map<std::string, Rows> cases;
    if (Status status = rows_by_case(table, cases); !status)
        return status;
    for (const auto& [name, rows] : cases) {
        const auto what = render_case(name);
        if (!what)
            return what.error();
        render_bed(*what, rows, table);
    }
    return Ok{};
}

// ---- make

Table blocks_of(std::string kind, std::vector<std::string> results,
                const std::vector<std::pair<std::string, std::vector<std::size_t>>>& cases)
{
    Table table;
    table.kind = std::move(kind);
    table.columns = {"case", "block", "n"};
    table.columns.insert(table.columns.end(), results.begin(), results.end());
    for (const auto& [name, blocks] : cases) {
        for (std::size_t block : blocks) {
            for (std::size_t n = 0; n < kBlockFrames; ++n) {
                std::vector<std::string> row{name, std::to_string(block), std::to_string(n)};
                row.resize(table.columns.size());
                table.rows.push_back(std::move(row));
            }
        }
    }
    return table;
}

Table make_dry()
{
    Table table =
        blocks_of("dry", {"A", "B"}, {{"crh_8", {0, 1, 55, 56, 189, 190, 191}}, {"cas_8_p3195", {0, 1, 55}}});
    table.header = {
        "Mono bus of players A and B before the chain, single-precision bits (docs/spec/signal.md §5)."};
    return table;
}

Table make_render()
{
    Table table = blocks_of("render", {"L", "C", "R", "env"},
                            {{"full_28.8", {0, 1, 2, 56, 57}},
                             {"full_64", {0, 1, 2, 56, 57}},
                             {"old_28.8", {0, 1, 56}},
                             {"change_28.8", {186, 187}},
                             {"stop_28.8", {186, 187, 188}}});
    table.header = {
        "Buses of one truck on concrete_rough_hard, single-precision bits (docs/spec/signal.md §5)."};
    return table;
}

} // namespace

std::vector<Kind> render_kinds()
{
    return {{"dry", {"A", "B"}, {}, &recompute_dry, &make_dry},
            {"render", {"L", "C", "R", "env"}, {}, &recompute_render, &make_render}};
}

} // namespace quern::vectors
