// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <optional>

#include <fmt/format.h>

#include "explain.hpp"
#include "json_text.hpp"
#include "meter.hpp"
#include "quern/bed/board.hpp"
#include "quern/bed/surfaces.hpp"
#include "quern/core/units.hpp"
#include "quern/formats/ride_surface.hpp"
#include "render_setup.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

constexpr int kSettleFrames = 60; // one second: gates, turns and latches have come to rest

/// What a second of rolling and a second of the state asked for lead to.
struct Answer {
    Routing routing;
    bed::BedFrame frame;
    bool fallback_tuning = false;
};

bed::RiderState rolling(const GroundQuestion& question, int material)
{
    bed::RiderState state;
    state.ground_speed = static_cast<float>(question.speed_kmh) / kKmhPerMps;
    state.board_velocity.z = state.com_velocity.z = state.ground_speed;
    state.wheel_material.fill(material);
    state.soft_wheels = question.soft;
    state.local = !question.other_skater;
    return state;
}

bed::RiderState asked(const GroundQuestion& question, int material)
{
    bed::RiderState state = rolling(question, material);
    if (question.grind || question.air) {
        state.wheel_contact.fill(false);
        state.wheel_count = 0;
        state.grinding = question.grind;
        state.airborne = question.air;
    }
    if (question.manual) {
        state.balance = true;
        state.wheel_contact = {false, false, true, true};
        state.wheel_count = 2;
    }
    return state;
}

Answer answer(const GroundQuestion& question, int material, const RenderSetup& setup)
{
    Generator draws;
    bed::Board board(setup.fidelity, draws, setup.tuning);
    for (int i = 0; i < kSettleFrames; ++i)
        board.step(rolling(question, material));
    Answer out;
    out.routing.rider = asked(question, material);
    for (int i = 0; i < kSettleFrames; ++i)
        out.frame = board.step(out.routing.rider);
    for (std::size_t t = 0; t < bed::kTrucks; ++t)
        out.routing.truck[t] = board.router().truck(t);
    out.routing.manual = board.latches().manual();
    return out;
}

std::string headline(const GroundQuestion& question, int material)
{
    std::string text = question.surface.empty()
                           ? fmt::format("tag {}", material == bed::kNoMaterial ? 0 : material + 1)
                           : "surface " + question.surface;
    text += question.soft ? ", soft wheels" : ", hard wheels";
    text += question.grind    ? ", on a rail"
            : question.air    ? ", in the air"
            : question.manual ? ", in a manual"
                              : "";
    return text + (question.other_skater ? ", another skater" : "") +
           fmt::format(", {:g} km/h", question.speed_kmh);
}

struct Voice {
    std::size_t truck;
    std::size_t player;
    std::string_view member;
    grain::PlayerRecord record;
    double shift_hz;
};

std::vector<Voice> voices_of(const Answer& answer)
{
    std::vector<Voice> voices;
    for (std::size_t t = 0; t < bed::kTrucks; ++t) {
        const bed::TruckFrame& truck = answer.frame.truck[t];
        for (std::size_t p = 0; truck.running && p < bed::kPlayersPerTruck; ++p)
            voices.push_back({t, p, bed::name_of(answer.routing.truck[t].member), truck.record[p],
                              static_cast<double>(truck.chain.shift_hz[p])});
    }
    return voices;
}

void print_answer(const GroundQuestion& question, int material, const std::vector<Rule>& rules,
                  const std::vector<Voice>& voices)
{
    fmt::print("{}\n\n{}\n", headline(question, material), rules_text(rules));
    if (voices.empty()) {
        fmt::print("Nothing plays.\n");
        return;
    }
    TextTable table("lllrrr");
    table.row({"so plays", "player", "recording", "place", "gain", "shift"});
    for (const Voice& voice : voices)
        table.row({fmt::format("truck {}", voice.truck), voice.player == 0 ? "A" : "B",
                   std::string(voice.member), fmt::format("{:.1f} %", 100.0f * voice.record.position),
                   db_text(static_cast<double>(voice.record.gain)),
                   fmt::format("{:.0f} Hz", voice.shift_hz)});
    fmt::print("{}", table.text());
}

nlohmann::ordered_json json_of(const GroundQuestion& question, int material, const std::vector<Rule>& rules,
                               const std::vector<Voice>& voices, const World& world)
{
    nlohmann::ordered_json plays = nlohmann::ordered_json::array();
    for (const Voice& voice : voices)
        plays.push_back({{"truck", voice.truck},
                         {"player", voice.player == 0 ? "A" : "B"},
                         {"recording", voice.member},
                         {"position", rounded(static_cast<double>(voice.record.position), 4)},
                         {"gain_db", rounded(to_db(static_cast<double>(voice.record.gain)), 2)},
                         {"shift_hz", rounded(voice.shift_hz, 2)}});
    return {{"tag", material == bed::kNoMaterial ? 0 : material + 1},
            {"surface", bed::surface_name(bed::surface_of(material, world.tuning))},
            {"soft", question.soft},
            {"manual", question.manual},
            {"grind", question.grind},
            {"air", question.air},
            {"other_skater", question.other_skater},
            {"speed_kmh", question.speed_kmh},
            {"rules", rules_json(rules)},
            {"plays", std::move(plays)}};
}

} // namespace

int explain_ground(const RenderOptions& options, const GroundQuestion& wanted, const Console& console)
{
    const Result<RenderSetup> setup = set_up_world(options);
    if (!setup)
        return console.fail_input(setup.error());
    GroundQuestion question = wanted;
    std::vector<int> materials;
    for (const int tag : question.tags)
        materials.push_back(tag == 0 ? bed::kNoMaterial : tag - 1);
    if (!question.surface.empty()) {
        const std::optional<formats::SurfaceChoice> choice =
            formats::surface_named(question.surface, setup->tuning);
        if (!choice)
            return console.fail(
                {Error::Code::usage, "NAME",
                 "found \"" + question.surface + "\", expected " + formats::surface_names(setup->tuning)},
                kUsage);
        materials.push_back(choice->material);
        question.soft = choice->soft.value_or(question.soft);
    }
    const World world{setup->tuning, setup->own_tuning, setup->fidelity, *setup->bank};
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < materials.size(); ++i) {
        const Answer found = answer(question, materials[i], *setup);
        const std::vector<Rule> rules = routing_rules(found.routing, world);
        const std::vector<Voice> voices = voices_of(found);
        if (options.json) {
            all.push_back(json_of(question, materials[i], rules, voices, world));
            continue;
        }
        if (i > 0)
            fmt::print("\n");
        print_answer(question, materials[i], rules, voices);
    }
    if (options.json)
        fmt::print("{}\n", json_text(all.size() == 1 ? all.front() : all));
    return kOk;
}

} // namespace quern::cli
