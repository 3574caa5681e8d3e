// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "apps/cli/vectors/bed_cells.hpp"
#include "apps/cli/vectors/grain_cells.hpp"
#include "quern/bed/router.hpp"

namespace quern::vectors {
namespace {

std::string digit(bool value)
{
    return value ? "1" : "0";
}

// routing
// -----------------------------------------------------------------------------------------------------------

bool is_patch(const bed::RouteEvent& event)
{
    return event.kind == bed::RouteEvent::Kind::post || event.kind == bed::RouteEvent::Kind::release;
}

std::string event_text(const bed::RouteEvent& event)
{
    const std::string truck = std::to_string(event.truck);
    const std::string surface = std::to_string(event.surface);
    switch (event.kind) {
    case bed::RouteEvent::Kind::bind:
        return "bind" + truck + "(" + surface + "," + std::string(bed::name_of(event.member)) +
               (event.fallback_tuning ? ",default" : "") + ")";
    case bed::RouteEvent::Kind::stop:
        return "stop" + truck;
    case bed::RouteEvent::Kind::post:
        return "post" + truck + "(" + surface + ",sel" + std::to_string(event.selector) + ")";
    case bed::RouteEvent::Kind::release:
        return "release" + truck;
    }
    return {};
}

/// The golden files list a frame's grain events before its patch events.
std::string events_text(std::span<const bed::RouteEvent> events)
{
    std::string text;
    for (bool patches : {false, true}) {
        for (const bed::RouteEvent& event : events) {
            if (is_patch(event) == patches)
                text += (text.empty() ? "" : ";") + event_text(event);
        }
    }
    return text.empty() ? "." : text;
}

void write_routing(Table& table, std::size_t row, const bed::Router& router, const bed::Latches& latches)
{
    for (std::size_t truck = 0; truck < bed::kTrucks; ++truck) {
        const bed::Router::Truck& state = router.truck(truck);
        const std::string number = std::to_string(truck);
        table.set(row, "surface" + number, std::to_string(state.surface));
        table.set(row, "grain" + number, digit(state.grain));
        table.set(row, "live" + number, digit(state.live));
        table.set(row, "playing" + number, digit(state.playing));
    }
    table.set(row, "primary", std::to_string(router.primary()));
    table.set(row, "manual", digit(latches.manual()));
    table.set(row, "landed0", digit(latches.landed(false)));
    table.set(row, "landed3", digit(latches.landed(true)));
    table.set(row, "pulse", digit(router.pulse()));
    table.set(row, "on_metal", digit(router.on_metal()));
    table.set(row, "events", events_text(router.events()));
}

Status recompute_routing(Table& table)
{
    bed::Router router;
    bed::Latches latches;
    std::string group;
    long last_frame = -1;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        Cells in(table, row);
        const int frame = in.whole("frame", 0, 10'000'000);
        bed::RouteInput route;
        route.local = in.flag("local");
        route.material0 = in.whole("mat0", 0, 143);
        route.material3 = in.whole("mat3", 0, 143);
        route.grinding = in.flag("grind");
        route.soft = in.flag("soft");
        bed::RiderState rider;
        rider.balance = in.flag("balance");
        rider.wheel_count = in.whole("wheels", 0, 4);
        rider.wheel_contact[0] = in.flag("contact0");
        rider.wheel_contact[3] = in.flag("contact3");
        if (in.error())
            return *in.error();
        if (const std::string name = in.text("script") + " " + in.text("local");
            name != group || frame <= last_frame) {
            group = name;
            router.reset();
            latches.reset();
        }
        last_frame = frame;
        latches.update(rider);
        router.step(route, latches, bed::default_tuning());
        write_routing(table, row, router, latches);
    }
    return Ok{};
}

const std::vector<std::string> kRoutingColumns{
    "script",   "local",   "frame",    "mat0",     "mat3",    "grind",  "balance",  "wheels", "contact0",
    "contact3", "soft",    "surface0", "surface1", "grain0",  "grain1", "live0",    "live1",  "playing0",
    "playing1", "primary", "manual",   "landed0",  "landed3", "pulse",  "on_metal", "events"};
constexpr std::size_t kRoutingInputs = 11;

struct RouteRow {
    int mat0 = 3;
    int mat3 = 3;
    bool grind = false;
    bool balance = false;
    int wheels = 4;
    bool contact0 = true;
    bool contact3 = true;
    bool soft = false;
};
using Script = RouteRow (*)(int frame);

RouteRow crossing(int frame)
{
    return {.mat0 = frame < 5 ? 3 : 4, .mat3 = frame < 9 ? 3 : 4};
}
RouteRow straddle(int frame)
{
    return {.mat0 = frame / 6 % 2 == 0 ? 3 : 1, .mat3 = frame / 9 % 2 == 0 ? 3 : 1};
}
RouteRow patches(int frame)
{
    constexpr int kMaterials[]{9, 7, 66, 67, 36, 3};
    const int material = kMaterials[frame / 10 % 6];
    return {.mat0 = material, .mat3 = material};
}
RouteRow grind(int frame)
{
    return {.mat3 = frame < 8 ? 3 : 4, .grind = frame >= 12 && frame < 25};
}
RouteRow manual(int frame)
{
    const bool up = frame >= 10 && frame < 40;
    return {.balance = up, .wheels = up ? 2 : 4, .contact0 = !up};
}
RouteRow manual_after_air(int frame)
{
    if (frame >= 10 && frame < 24)
        return {.mat0 = 143, .mat3 = 143, .wheels = 0, .contact0 = false, .contact3 = false};
    const bool up = frame >= 30 && frame < 60;
    return {.balance = up, .wheels = up ? 2 : 4, .contact0 = !up};
}
RouteRow metal(int frame)
{
    return {.mat0 = frame < 5 ? 3 : 8, .mat3 = frame < 9 ? 3 : 8};
}
RouteRow soft_wheels(int frame)
{
    return {.mat0 = frame % 20, .mat3 = frame % 20, .soft = true};
}

Table make_routing()
{
    Table table{"routing", {}, kRoutingColumns, {}};
    const std::pair<const char*, Script> scripts[]{
        {"crossing", crossing}, {"straddle", straddle},      {"patches", patches},
        {"grind", grind},       {"manual", manual},          {"manual_after_air", manual_after_air},
        {"metal", metal},       {"soft_wheels", soft_wheels}};
    for (const auto& [name, script] : scripts) {
        for (bool local : {true, false}) {
            for (int frame = 0; frame < 80; ++frame) {
                const RouteRow in = script(frame);
                std::vector<std::string> cells{name,
                                               digit(local),
                                               std::to_string(frame),
                                               std::to_string(in.mat0),
                                               std::to_string(in.mat3),
                                               digit(in.grind),
                                               digit(in.balance),
                                               std::to_string(in.wheels),
                                               digit(in.contact0),
                                               digit(in.contact3),
                                               digit(in.soft)};
                cells.resize(kRoutingColumns.size());
                table.rows.push_back(std::move(cells));
            }
        }
    }
    return table;
}

// routing_map
// -------------------------------------------------------------------------------------------------------

std::string slots_text(const std::array<int, 2>& slots)
{
    return std::to_string(slots[0]) + "," + std::to_string(slots[1]);
}

Status recompute_map(Table& table)
{
    const bed::Tuning& tuning = bed::default_tuning();
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        Cells in(table, row);
        const int material = in.whole("material", 0, 143);
        if (in.error())
            return *in.error();
        const int surface = bed::surface_of(material, tuning);
        const bed::SurfaceRow& map = tuning.surfaces[static_cast<std::size_t>(surface)];
        table.set(row, "tag", std::to_string(material == bed::kNoMaterial ? 0 : material + 1));
        table.set(row, "surface", std::to_string(surface));
        table.set(row, "grain", digit(map.grain));
        table.set(row, "selector", std::to_string(map.grain ? -1 : map.selector));
        table.set(row, "soft_member", map.grain ? std::string(bed::name_of(map.soft)) : "-");
        table.set(row, "hard_member", map.grain ? std::string(bed::name_of(map.hard)) : "-");
        table.set(row, "slots_soft", slots_text(map.slots_soft));
        table.set(row, "slots_hard", slots_text(map.slots_hard));
    }
    return Ok{};
}

const std::vector<std::string> kMapColumns{"material",    "tag",        "surface",
                                           "grain",       "selector",   "soft_member",
                                           "hard_member", "slots_soft", "slots_hard"};

Table make_map()
{
    Table table{"routing_map", {}, kMapColumns, {}};
    for (int material = 0; material <= bed::kNoMaterial; ++material) {
        table.rows.emplace_back(kMapColumns.size());
        table.rows.back().front() = std::to_string(material);
    }
    return table;
}

} // namespace

std::vector<Kind> bed_routing_kinds()
{
    return {{"routing",
             {kRoutingColumns.begin() + kRoutingInputs, kRoutingColumns.end()},
             {},
             recompute_routing,
             make_routing},
            {"routing_map", {kMapColumns.begin() + 1, kMapColumns.end()}, {}, recompute_map, make_map}};
}

} // namespace quern::vectors
