// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "explain.hpp"

#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "meter.hpp"
#include "option_checks.hpp"
#include "text_table.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

CLI::Option* add_speed(CLI::App& verb, double& kmh)
{
    return verb.add_option("--speed", kmh, "Speed in km/h")
        ->check(CLI::Validator(
            [](std::string& text) {
                double value = 0.0;
                if (!CLI::detail::lexical_cast(text, value) || !(value >= 0.0 && value <= 300.0))
                    return "found " + text + ", expected 0 to 300";
                return std::string{};
            },
            "KMH"))
        ->capture_default_str();
}

void add_ground_options(CLI::App& verb, GroundQuestion& question)
{
    verb.add_flag("--soft", question.soft, "Soft wheels");
    auto* manual = verb.add_flag("--manual", question.manual, "Balancing on the back wheels");
    auto* grind = verb.add_flag("--grind", question.grind, "On a rail");
    auto* air = verb.add_flag("--air", question.air, "No wheel on the ground");
    manual->excludes(grind)->excludes(air);
    grind->excludes(air);
    verb.add_flag("--other", question.other_skater, "Another skater's board, not the player's own");
    add_speed(verb, question.speed_kmh);
}

/// Where the answers come from: numbers, switches and recordings.
void add_world_options(CLI::App& verb, RenderOptions& o)
{
    verb.add_option("--tuning", o.tunings, "TOML file of tuning values, or a folder of them; may be repeated")
        ->allow_extra_args(false);
    verb.add_option("--fidelity", o.fidelity, "NAME=VALUE, may be repeated (see quern explain fidelity)")
        ->allow_extra_args(false);
    add_bank_input(verb, o.bank);
    verb.add_option("--silent-surfaces", o.silent_surfaces, "Surfaces without a recording: nearest or silent")
        ->check(one_of({"nearest", "silent"}))
        ->capture_default_str();
    verb.add_flag("--json", o.json, "Print one JSON object");
}

struct ExplainOptions {
    RenderOptions world;
    GroundQuestion ground;
    PickQuestion pick;
    std::string field;
};

constexpr const char* kFooter = "Examples:\n"
                                "  quern explain tags 57 --soft\n"
                                "  quern explain surface wood_ramp --manual\n"
                                "  quern explain picks concrete_rough_hard --speed 20\n"
                                "  quern explain fidelity\n"
                                "  quern explain tuning surface.wood_ramp_hard\n"
                                "One moment of a ride: quern render demo --explain 24";

} // namespace

std::string rules_text(const std::vector<Rule>& rules)
{
    TextTable table("rll");
    for (std::size_t i = 0; i < rules.size(); ++i)
        table.row({std::to_string(i + 1), rules[i].name, rules[i].because});
    return table.text();
}

nlohmann::ordered_json rules_json(const std::vector<Rule>& rules)
{
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const Rule& rule : rules)
        json.push_back({{"rule", rule.name}, {"because", rule.because}});
    return json;
}

std::string db_text(double linear)
{
    return linear > 0.0 ? fmt::format("{:.1f} dB", to_db(linear)) : "silent";
}

nlohmann::ordered_json rounded(double value, int decimals)
{
    if (!std::isfinite(value))
        return nullptr;
    const double scale = std::pow(10.0, decimals);
    return std::round(value * scale) / scale + 0.0; // no -0
}

void add_explain(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<ExplainOptions>();
    CLI::App* verb = app.add_subcommand("explain", "Tell why something sounds as it does");
    verb->require_subcommand(1);
    verb->footer(kFooter);
    const auto part = [&](const char* name, const char* about, auto run) {
        CLI::App* sub = verb->add_subcommand(name, about);
        add_world_options(*sub, options->world);
        sub->callback([&job, options, run] { job = [options, run] { return run(*options); }; });
        return sub;
    };
    CLI::App* tags =
        part("tags", "Which recording plays on ground with a collision tag, rule by rule",
             [&console](const ExplainOptions& o) { return explain_ground(o.world, o.ground, console); });
    tags->add_option("TAG", options->ground.tags,
                     "Collision tags, 0 to 143 (material plus one; 0 is nothing)")
        ->required()
        ->check(in_range(0.0, 143.0));
    add_ground_options(*tags, options->ground);

    CLI::App* surface =
        part("surface", "The same for a surface by name",
             [&console](const ExplainOptions& o) { return explain_ground(o.world, o.ground, console); });
    surface->add_option("NAME", options->ground.surface, "wood_ramp, wood_ramp_soft, surface:4, tag:57")
        ->required();
    add_ground_options(*surface, options->ground);

    CLI::App* picks =
        part("picks", "Which grains of a recording may be chosen at a speed, and how likely",
             [&console](const ExplainOptions& o) { return explain_picks(o.world, o.pick, console); });
    picks->add_option("MEMBER", options->pick.member, "A recording that quern bank lists")->required();
    add_speed(*picks, options->pick.speed_kmh);

    part("fidelity", "Every switch, what it changes and by how much, measured on a short ride",
         [&console](const ExplainOptions& o) { return explain_fidelity(o.world, console); });

    CLI::App* tuning =
        part("tuning", "Every number of the sound: value, range, unit, and which file set it",
             [&console](const ExplainOptions& o) { return explain_tuning(o.world, o.field, console); });
    tuning->add_option("FIELD", options->field, "owner, surface.wood_ramp_hard, max_kmh, ...: only these");
}

} // namespace quern::cli
