// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>

#include "quern/formats/ride_script.hpp"
#include "quern/formats/ride_toml.hpp"

namespace quern::formats {
namespace {

constexpr double kTopKmh = 200.0;
constexpr double kLongestAct = 3600.0; // s

double mps(double kmh)
{
    return kmh / 3.6;
}

struct ActReader {
    TomlFields& fields;
    const RideContext& context;
    const ScriptConstants& constants;

    double seconds() { return fields.required_number("seconds", 0.02, kLongestAct); }
};

SurfaceChoice read_surface(TomlFields& fields, std::string_view key, const std::string& name,
                           const RideContext& context)
{
    const auto choice = surface_named(name, context.tuning);
    if (!choice)
        fields.refuse(key, "found surface '" + name + "', expected " + surface_names(context.tuning));
    return choice.value_or(SurfaceChoice{});
}

Act accelerate(ActReader& act)
{
    Accelerate what;
    what.to_mps = mps(act.fields.required_number("to_kmh", 0.0, kTopKmh));
    what.seconds = act.seconds();
    return {what};
}

Act push(ActReader& act)
{
    Push what;
    what.count = act.fields.integer("count", 1, 1000).value_or(1);
    const double shortest = act.constants.push_s;
    what.cadence_s = act.fields.number("cadence_s", shortest, 60.0)
                         .value_or(std::max(act.constants.push_cadence_s, shortest));
    what.gain_mps = mps(act.fields.number("gain_kmh", 0.0, 50.0).value_or(act.constants.push_gain_kmh));
    return {what};
}

Act coast(ActReader& act)
{
    return {Coast{act.seconds(), act.fields.flag("drag").value_or(true)}};
}

Act turn(ActReader& act)
{
    const double amount = act.fields.required_number("amount", -1.0, 1.0);
    return {Coast{act.seconds(), act.fields.flag("drag").value_or(true)}, amount};
}

Act brake(ActReader& act)
{
    Brake what;
    what.to_mps = mps(act.fields.number("to_kmh", 0.0, kTopKmh).value_or(0.0));
    what.mps2 = act.fields.number("mps2", 0.1, 50.0).value_or(act.constants.brake_mps2);
    return {what};
}

Act ollie(ActReader& act)
{
    return {Ollie{act.fields.required_number("air_s", 0.05, 5.0)}};
}

Act manual(ActReader& act)
{
    return {Manual{act.seconds(), act.fields.flag("nose").value_or(false)}};
}

Act grind(ActReader& act)
{
    return {Grind{act.seconds()}};
}

Act surface(ActReader& act)
{
    const std::string name = act.fields.required_text("name");
    return {Ground{read_surface(act.fields, "name", name, act.context)}};
}

Act seam(ActReader& act)
{
    return {Seam{act.fields.required_integer("pattern", 0, 15)}};
}

Act slope(ActReader& act)
{
    return {Slope{act.fields.required_number("percent", -40.0, 40.0)}};
}

Act pass_by(ActReader& act)
{
    PassBy what;
    what.seconds = act.seconds();
    what.distance_m = act.fields.required_number("distance_m", 0.5, 100.0);
    const std::string side = act.fields.text("side").value_or("right");
    if (side != "right" && side != "left")
        act.fields.refuse("side", "act pass_by: 'side': found '" + side + "', expected right or left");
    what.right = side == "right";
    return {what};
}

struct ActKind {
    std::string_view name;
    Act (*read)(ActReader&);
    bool steers; ///< takes `turn`
};

constexpr ActKind kKinds[] = {
    {"accelerate", accelerate, true},
    {"push", push, true},
    {"coast", coast, true},
    {"turn", turn, false},
    {"brake", brake, true},
    {"ollie", ollie, false},
    {"manual", manual, true},
    {"grind", grind, false},
    {"surface", surface, false},
    {"seam", seam, false},
    {"slope", slope, false},
    {"pass_by", pass_by, false},
    {"wait", coast, true},
};

std::string kind_names()
{
    std::string names;
    for (const ActKind& kind : kKinds)
        names += (names.empty() ? "" : ", ") + std::string(kind.name);
    return names;
}

Act read_act(const toml::table& table, const RideContext& context, std::optional<Error>& fault)
{
    const toml::node* name = table.get("do");
    const auto* text = name != nullptr ? name->as_string() : nullptr;
    const std::string wanted = text != nullptr ? text->get() : "";
    TomlFields fields(table, "act " + wanted, context.name, fault);
    fields.required_text("do");
    const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const ActKind& known) { return known.name == wanted; });
    if (kind == std::end(kKinds)) {
        fields.refuse("do", "found act '" + wanted + "', expected one of " + kind_names());
        return {};
    }
    ActReader reader{fields, context, context.options.constants.script};
    Act act = kind->read(reader);
    if (kind->steers)
        act.turn = fields.number("turn", -1.0, 1.0).value_or(0.0);
    fields.refuse_unknown();
    return act;
}

} // namespace

Result<Script> parse_script(std::string_view text, const RideContext& context)
{
    auto parsed = parse_ride_toml(text, context.name);
    if (!parsed)
        return parsed.error();
    std::optional<Error> fault;
    TomlFields fields(*parsed, "ride", context.name, fault);
    Script script;
    script.name = fields.text("name").value_or("");
    script.speed_mps = mps(fields.number("speed_kmh", 0.0, kTopKmh).value_or(0.0));
    const std::string surface_name = fields.text("surface").value_or("asphalt_smooth");
    script.surface = read_surface(fields, "surface", surface_name, context);
    script.soft = fields.flag("soft").value_or(script.surface.soft.value_or(false));
    for (const toml::table* table : fields.tables("act"))
        script.acts.push_back(read_act(*table, context, fault));
    fields.tables("expect"); // read by read_ride_expectations
    fields.refuse_unknown();
    if (script.acts.empty())
        fields.refuse("act", "found no acts, expected at least one [[act]]");
    if (fault)
        return *fault;
    return script;
}

} // namespace quern::formats
