// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "explain.hpp"
#include "json_text.hpp"
#include "meter.hpp"
#include "quern/core/units.hpp"
#include "quern/engine/bed.hpp"
#include "quern/engine/offline_render.hpp"
#include "render_setup.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

/// A little of everything that a switch may touch: pushes, seams, two surfaces at once, air, a manual, a hill
/// fast enough for graph 3, the level ramp and the wobbles, a change of surface there, and the way back.
constexpr std::string_view kStandardRide = R"(
name = "standard"
surface = "concrete_rough"
speed_kmh = 18
[[act]]
do = "push"
count = 2
cadence_s = 0.8
[[act]]
do = "seam"
pattern = 1
[[act]]
do = "turn"
amount = 0.5
seconds = 1.0
[[act]]
do = "surface"
name = "wood_ramp"
[[act]]
do = "coast"
seconds = 1.0
[[act]]
do = "ollie"
air_s = 0.6
[[act]]
do = "manual"
seconds = 1.2
[[act]]
do = "surface"
name = "asphalt_rough"
[[act]]
do = "slope"
percent = -8
[[act]]
do = "accelerate"
to_kmh = 72
seconds = 3.0
[[act]]
do = "surface"
name = "concrete_smooth"
[[act]]
do = "coast"
seconds = 1.0
drag = false
[[act]]
do = "surface"
name = "asphalt_smooth"
[[act]]
do = "coast"
seconds = 1.0
drag = false
[[act]]
do = "accelerate"
to_kmh = 30
seconds = 2.0
[[act]]
do = "coast"
seconds = 1.0
)";

constexpr std::size_t kTraceQueue = 4096;
constexpr double kFaintDb = -60.0; ///< below this a difference drowns in the bed itself

/// A rendered ride: its first two channels, and which grains were chosen.
struct Take {
    std::vector<float> sound;
    std::vector<float> starts;
};

struct Difference {
    bool same = true;
    bool same_grains = true;
    double db = 0.0;       ///< RMS of the difference against that of the signal
    double level_db = 0.0; ///< how much louder the other value makes it
    double first_s = 0.0;  ///< where the first sample differs
};

struct SwitchRow {
    const bed::FidelitySwitch* entry;
    int now;
    Difference own;   ///< on the player's own board
    Difference other; ///< on another skater's
};

Result<Take> render(const formats::Ride& ride, const RenderSetup& setup, const bed::Fidelity& fidelity)
{
    OfflinePlan plan;
    plan.frames = ride.motions().frames();
    plan.lock_step = fidelity.shared_generator != 0;
    BedConfig config;
    config.fidelity = fidelity;
    config.motion_queue = motion_queue_for(plan, ride.rate_hz);
    config.trace_queue = kTraceQueue;
    Result<Bed> bed = Bed::create(config);
    if (!bed)
        return bed.error();
    Status status = bed->set_tuning(setup.tuning);
    if (status)
        status = bed->set_bank(setup.bank);
    Take take;
    if (status)
        status = render_offline(*bed, ride.motions(), plan, [&](std::span<const float> part) -> Status {
            take.sound.insert(take.sound.end(), part.begin(), part.end());
            for (TraceEvent event; bed->next_trace(event);) {
                if (event.kind == TraceEvent::Kind::start)
                    take.starts.push_back(event.start);
            }
            return Ok{};
        });
    if (!status)
        return status.error();
    return take;
}

Difference compare(const Take& base_take, const Take& changed_take)
{
    const std::vector<float>& base = base_take.sound;
    const std::vector<float>& changed = changed_take.sound;
    Difference out;
    out.same_grains = base_take.starts == changed_take.starts;
    double signal = 0.0, difference = 0.0, level = 0.0;
    for (std::size_t i = 0; i < base.size(); ++i) {
        const auto a = static_cast<double>(base[i]), b = static_cast<double>(changed[i]);
        if (out.same && base[i] != changed[i]) {
            out.same = false;
            out.first_s = static_cast<double>(i / 2) / kSampleRate;
        }
        signal += a * a;
        level += b * b;
        difference += (a - b) * (a - b);
    }
    out.db = 0.5 * to_db(difference / signal);
    out.level_db = 0.5 * to_db(level / signal);
    return out;
}

/// What the figures mean to an ear.
std::string verdict(const Difference& d)
{
    constexpr double kUnlikeDb = -1.0; // nothing of one waveform is left in the other
    if (d.same)
        return "inaudible: traffic only";
    if (d.db < kFaintDb)
        return fmt::format("{:.1f} dB, too faint to hear", d.db);
    std::string text = fmt::format("{:+.1f} dB", d.db);
    if (std::fabs(d.level_db) >= 0.05)
        text += fmt::format(", {:.1f} dB {}", std::fabs(d.level_db), d.level_db > 0.0 ? "louder" : "quieter");
    if (!d.same_grains)
        return text + ", other grains are drawn: another take";
    return text + (d.db >= kUnlikeDb ? ", the same grains with waveforms that no longer line up"
                                     : fmt::format(", from {:.1f} s on", d.first_s));
}

nlohmann::ordered_json json_of(const Difference& d)
{
    return {{"audible", !d.same && d.db >= kFaintDb},
            {"identical", d.same},
            {"same_grains", d.same_grains},
            {"difference_db", d.same ? nlohmann::ordered_json() : rounded(d.db, 2)},
            {"level_change_db", rounded(d.level_db, 3)},
            {"first_difference_s", d.same ? nlohmann::ordered_json() : rounded(d.first_s, 4)}};
}

Result<std::vector<SwitchRow>> measure(const RenderSetup& setup, const formats::Ride& own,
                                       const Console& console)
{
    formats::Ride other = own;
    for (bed::RiderState& state : other.frames)
        state.local = false;
    Progress progress(console, "measuring", 2 * (bed::fidelity_switches().size() + 1));
    std::uint64_t done = 0;
    const auto next = [&](const formats::Ride& ride, const bed::Fidelity& fidelity) {
        progress.at(++done);
        return render(ride, setup, fidelity);
    };
    const Result<Take> own_base = next(own, setup.fidelity);
    const Result<Take> other_base = next(other, setup.fidelity);
    if (!own_base || !other_base)
        return own_base ? other_base.error() : own_base.error();
    std::vector<SwitchRow> rows;
    for (const bed::FidelitySwitch& entry : bed::fidelity_switches()) {
        bed::Fidelity changed = setup.fidelity;
        changed.*entry.field = 1 - changed.*entry.field;
        const Result<Take> own_changed = next(own, changed);
        const Result<Take> other_changed = next(other, changed);
        if (!own_changed || !other_changed)
            return own_changed ? other_changed.error() : own_changed.error();
        rows.push_back({&entry, setup.fidelity.*entry.field, compare(*own_base, *own_changed),
                        compare(*other_base, *other_changed)});
    }
    return rows;
}

} // namespace

int explain_fidelity(const RenderOptions& options, const Console& console)
{
    const Result<RenderSetup> setup = set_up_world(options);
    if (!setup)
        return console.fail_input(setup.error());
    formats::RideOptions ride_options;
    ride_options.tuning = &setup->own_tuning;
    const Result<formats::Ride> ride = formats::read_ride_text(kStandardRide, "standard.toml", ride_options);
    if (!ride)
        return console.fail_input(ride.error());
    const Result<std::vector<SwitchRow>> rows = measure(*setup, *ride, console);
    if (!rows)
        return console.fail(rows.error(), kFailed);
    if (options.json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const SwitchRow& row : *rows)
            list.push_back({{"switch", row.entry->name},
                            {"value", row.now},
                            {"changed_to", 1 - row.now},
                            {"effect", row.entry->effect},
                            {"own_board", json_of(row.own)},
                            {"other_skater", json_of(row.other)}});
        fmt::print("{}\n",
                   json_text(nlohmann::ordered_json{{"ride_seconds", ride->seconds()}, {"switches", list}}));
        return kOk;
    }
    fmt::print(
        "Each switch turned over on a ride of {:.0f} s: pushes, seams, two surfaces at once, air, a manual,\n"
        "72 km/h downhill and back. The figure is the RMS of what changes, against the RMS of the sound.\n",
        ride->seconds());
    for (const SwitchRow& row : *rows) {
        TextTable table("ll");
        table.row({"means", std::string(row.entry->effect)});
        table.row({"own board", verdict(row.own)});
        table.row({"other skater", verdict(row.other)});
        fmt::print("\n{} = {}, turned to {}\n{}", row.entry->name, row.now, 1 - row.now, table.text());
    }
    return kOk;
}

} // namespace quern::cli
