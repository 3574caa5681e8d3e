// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "apps/cli/vectors/grain_cells.hpp"
#include "apps/cli/vectors/schedule_scenario.hpp"

namespace quern::vectors {
namespace {

using State = grain::Player::State;

constexpr std::size_t kFirstBlocks = 70; // rows that the golden file always has
constexpr std::size_t kEveryBlock = 375;

std::string state_text(State state)
{
    return state == State::none ? "-" : std::to_string(static_cast<int>(state));
}

void write(Table& table, std::size_t row, const ScheduleRow& found)
{
    table.set(row, "events", found.events.empty() ? "." : found.events);
    table.set(row, "active", std::to_string(found.active));
    for (std::size_t i = 0; i < found.slots.size(); ++i) {
        const std::string slot = "slot" + std::to_string(i) + "_";
        table.set(row, slot + "state", state_text(found.slots[i].state));
        table.set(row, slot + "timer", hex(found.slots[i].timer));
        table.set(row, slot + "start", hex(found.slots[i].start));
        table.set(row, slot + "pickpos", hex(found.slots[i].pick_position));
    }
    table.set(row, "gain", hex(found.record.gain));
    table.set(row, "pitch", hex(found.record.pitch));
    table.set(row, "position", hex(found.record.position));
    table.set(row, "rng_after_player", words_text(found.words));
}

/// Calls `use(log, begin, end)` for each run of rows of one scenario, with the log of all blocks they ask
/// for.
template <class Use> Status for_each_scenario(const Table& table, Use use)
{
    for (std::size_t begin = 0, end = 0; begin < table.rows.size(); begin = end) {
        const std::string& name = table.at(begin, "scenario");
        const auto scenario = Scenario::named(name);
        if (!scenario)
            return in_row(scenario.error(), begin, "scenario");
        long last = 0;
        for (end = begin; end < table.rows.size() && table.at(end, "scenario") == name; ++end) {
            const auto block = whole_of(table.at(end, "block"), 0, 100'000);
            if (!block)
                return in_row(block.error(), end, "block");
            last = std::max(last, *block);
            const std::string& player = table.at(end, "player");
            if (player != "A" && player != "B")
                return in_row({Error::Code::bad_input, {}, "found '" + player + "', expected A or B"}, end,
                              "player");
        }
        if (Status used = use(run_schedule(*scenario, static_cast<std::size_t>(last) + 1), begin, end); !used)
            return used;
    }
    return Ok{};
}

std::pair<std::size_t, char> step_of(const Table& table, std::size_t row)
{
    return {static_cast<std::size_t>(*whole_of(table.at(row, "block"), 0)), table.at(row, "player").front()};
}

Error no_such_step(std::size_t row, std::string_view what)
{
    return in_row({Error::Code::bad_input,
                   {},
                   "found more rows of this block and player than there are " + std::string(what)},
                  row, "block");
}

/// A block that binds has two rows a player, the bind and then the tick; a lone row of such a block is its
/// tick.
Status recompute_schedule(Table& table)
{
    return for_each_scenario(
        table, [&table](const ScheduleLog& log, std::size_t begin, std::size_t end) -> Status {
            std::map<std::pair<std::size_t, char>, std::vector<const ScheduleRow*>> steps;
            for (const ScheduleRow& step : log.rows)
                steps[{step.block, step.player}].push_back(&step);
            std::map<std::pair<std::size_t, char>, std::vector<std::size_t>> asked;
            for (std::size_t row = begin; row < end; ++row)
                asked[step_of(table, row)].push_back(row);
            for (const auto& [key, rows] : asked) {
                const auto& found = steps.at(key);
                if (rows.size() > found.size())
                    return no_such_step(rows.back(), "binds and ticks");
                const std::size_t skip = found.size() - rows.size();
                for (std::size_t i = 0; i < rows.size(); ++i)
                    write(table, rows[i], *found[skip + i]);
            }
            return Ok{};
        });
}

Status recompute_schedule_picks(Table& table)
{
    return for_each_scenario(
        table, [&table](const ScheduleLog& log, std::size_t begin, std::size_t end) -> Status {
            std::map<std::pair<std::size_t, char>, std::vector<const SchedulePick*>> picks;
            for (const SchedulePick& pick : log.picks)
                picks[{pick.block, pick.player}].push_back(&pick);
            std::map<std::pair<std::size_t, char>, std::size_t> used;
            for (std::size_t row = begin; row < end; ++row) {
                const auto key = step_of(table, row);
                const std::size_t index = used[key]++;
                if (index >= picks[key].size()) {
                    // The file claims a pick where none happened: a mismatch in every column, not a damaged
                    // file.
                    for (std::string_view column : {"rng_before", "start_bits", "candidates"})
                        table.set(row, column, "none");
                    continue;
                }
                const SchedulePick& pick = *picks[key][index];
                table.set(row, "rng_before", words_text(pick.before));
                table.set(row, "start_bits", hex(pick.start));
                table.set(row, "candidates", std::to_string(pick.candidates));
            }
            return Ok{};
        });
}

std::vector<std::string> standard_scenarios()
{
    std::vector<std::string> names;
    for (std::size_t m = 0; m < bed::kSurfaceMembers; ++m) {
        const std::string member{bed::kMemberNames[m]};
        for (const char* speed : {"2", "4", "6", "8"})
            names.push_back("const_" + member + "_" + speed);
        for (const char* shape : {"ramp_", "jump_", "flip_", "wander_"})
            names.push_back(shape + member);
    }
    names.insert(names.end(), {"pitch_0.78", "pitch_1.2", "change_6"});
    return names;
}

bool changed(const ScheduleRow& before, const ScheduleRow& now)
{
    return !now.events.empty() || before.active != now.active ||
           before.slots[0].state != now.slots[0].state || before.slots[1].state != now.slots[1].state;
}

Table make_schedule()
{
    Table table{"schedule",
                {},
                {"scenario", "block", "player", "events", "active", "slot0_state", "slot0_timer",
                 "slot0_start", "slot0_pickpos", "slot1_state", "slot1_timer", "slot1_start", "slot1_pickpos",
                 "gain", "pitch", "position", "rng_after_player"},
                {}};
    for (const std::string& name : standard_scenarios()) {
        std::map<char, ScheduleRow> before;
        for (const ScheduleRow& step : run_schedule(*Scenario::named(name), kScheduleBlocks).rows) {
            if (step.block < kFirstBlocks || step.block % kEveryBlock == 0 ||
                changed(before[step.player], step)) {
                std::vector<std::string> row(table.columns.size());
                row[0] = name;
                row[1] = std::to_string(step.block);
                row[2] = step.player;
                table.rows.push_back(std::move(row));
            }
            before[step.player] = step;
        }
    }
    return table;
}

Table make_schedule_picks()
{
    Table table{
        "schedule_picks", {}, {"scenario", "block", "player", "rng_before", "start_bits", "candidates"}, {}};
    for (const std::string& name : standard_scenarios()) {
        for (const SchedulePick& pick : run_schedule(*Scenario::named(name), kScheduleBlocks).picks)
            table.rows.push_back({name, std::to_string(pick.block), std::string(1, pick.player), "", "", ""});
    }
    return table;
}

} // namespace

std::vector<Kind> schedule_kinds()
{
    return {
        {"schedule",
         {"events", "active", "slot0_state", "slot0_timer", "slot0_start", "slot0_pickpos", "slot1_state",
          "slot1_timer", "slot1_start", "slot1_pickpos", "gain", "pitch", "position", "rng_after_player"},
         {},
         recompute_schedule,
         make_schedule},
        {"schedule_picks",
         {"rng_before", "start_bits", "candidates"},
         {},
         recompute_schedule_picks,
         make_schedule_picks},
    };
}

} // namespace quern::vectors
