// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cmath>

#include "apps/cli/vectors/bed_cells.hpp"
#include "apps/cli/vectors/grain_cells.hpp"
#include "quern/bed/chain_state.hpp"
#include "quern/core/units.hpp"

namespace quern::vectors {
namespace {

void write_row(Table& table, std::size_t row, const bed::ChainState& chain, const Generator& generator)
{
    table.set(row, "send", hex(chain.send()));
    table.set(row, "level", hex(chain.level()));
    for (std::size_t player = 0; player < bed::kPlayersPerTruck; ++player) {
        const std::string name = player == 0 ? "A" : "B";
        const bed::Envelope& envelope = chain.wobble(player).envelope();
        table.set(row, "target" + name, hex(envelope.target()));
        table.set(row, "dur" + name, hex(envelope.duration()));
        table.set(row, "done" + name, envelope.done() ? "1" : "0");
        table.set(row, "e" + name, hex(envelope.value()));
        for (std::size_t truck = 0; truck < bed::kTrucks; ++truck) {
            const std::string where = "t" + std::to_string(truck) + name;
            table.set(row, where + "_g1", hex(chain.gains(truck, player).graph1));
            table.set(row, where + "_g3", hex(chain.gains(truck, player).graph3));
        }
    }
    table.set(row, "rng_after", words_text(generator.words()));
}

Status recompute_chain(Table& table)
{
    const bed::Fidelity fidelity;
    bed::ChainState chain;
    Generator generator;
    std::string script;
    long last_frame = -1;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        Cells in(table, row);
        const int frame = in.whole("frame", 0, 10'000'000);
        const float speed = in.bits("speed");
        const std::array<bool, bed::kTrucks> bound{in.flag("bound0"), in.flag("bound1")};
        if (in.error())
            return *in.error();
        if (in.text("script") != script || frame <= last_frame) {
            script = in.text("script");
            chain.reset();
            generator = Generator{};
        }
        last_frame = frame;
        const float dt = script.ends_with("30fps") ? 1.0f / 30.0f : 1.0f / 60.0f;
        for (std::size_t truck = 0; truck < bed::kTrucks; ++truck) {
            if (in.text("rebuilt").find(static_cast<char>('0' + truck)) != std::string::npos)
                chain.rebuilt(truck, fidelity);
        }
        chain.step(speed, dt, bound, bed::default_tuning().owner, generator, fidelity);
        write_row(table, row, chain, generator);
    }
    return Ok{};
}

/// 30 km/h for 2 s, up to 90, held, down to 30, up to 60, then 20.
float profile_kmh(float t)
{
    if (t < 2.0f)
        return 30.0f;
    if (t < 8.0f)
        return 30.0f + (t - 2.0f) * 10.0f;
    if (t < 10.0f)
        return 90.0f;
    if (t < 14.0f)
        return 90.0f - (t - 10.0f) * 15.0f;
    if (t < 17.0f)
        return 30.0f + (t - 14.0f) * 10.0f;
    return 20.0f;
}

const std::vector<std::string> kColumns{
    "script", "frame",  "speed",  "bound0",  "bound1", "rebuilt", "send",     "level",  "targetA",
    "durA",   "doneA",  "eA",     "targetB", "durB",   "doneB",   "eB",       "t0A_g1", "t0A_g3",
    "t0B_g1", "t0B_g3", "t1A_g1", "t1A_g3",  "t1B_g1", "t1B_g3",  "rng_after"};
constexpr std::size_t kInputs = 6;

void add_script(Table& table, const std::string& script, int frames, int stride, int first_bound0,
                int first_bound1)
{
    for (int frame = 0; frame < frames; ++frame) {
        const float speed = mps_of_kmh(profile_kmh(static_cast<float>(frame * stride) / 60.0f));
        std::string rebuilt;
        if (frame == first_bound0)
            rebuilt = "0";
        if (frame == first_bound1)
            rebuilt += rebuilt.empty() ? "1" : ",1";
        std::vector<std::string> cells{script,
                                       std::to_string(frame),
                                       hex(speed),
                                       frame >= first_bound0 ? "1" : "0",
                                       frame >= first_bound1 ? "1" : "0",
                                       rebuilt.empty() ? "-" : rebuilt};
        cells.resize(kColumns.size());
        table.rows.push_back(std::move(cells));
    }
}

Table make_chain()
{
    constexpr int kNever = 1 << 30;
    Table table{"chain", {}, kColumns, {}};
    add_script(table, "profile", 1200, 1, 0, kNever);
    add_script(table, "profile_30fps", 600, 2, 0, kNever);
    add_script(table, "profile_both", 1200, 1, 0, 300);
    add_script(table, "unbound_first", 200, 1, 100, kNever);
    return table;
}

} // namespace

std::vector<Kind> bed_chain_kinds()
{
    return {{"chain", {kColumns.begin() + kInputs, kColumns.end()}, {}, recompute_chain, make_chain}};
}

} // namespace quern::vectors
