// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "explain.hpp"
#include "quern/bed/surfaces.hpp"
#include "quern/grain/window_picker.hpp"

namespace quern::cli {
namespace {

bool in_air(const bed::RiderState& rider)
{
    return !rider.grinding && (rider.airborne || rider.wheel_count == 0);
}

std::string material_text(int material)
{
    return material >= bed::kNoMaterial || material < 0
               ? "no material (tag 0)"
               : fmt::format("tag {}, which is material {} (tag less one)", material + 1, material);
}

std::string map_text(int material, int surface)
{
    const std::string_view name = bed::surface_name(surface);
    if (material >= bed::kNoMaterial || material < 0)
        return fmt::format("no material rolls on surface {}, {}", surface, name);
    const int entry = std::min(material, bed::kMaterialMap - 1);
    return fmt::format("map.surface_of_material[{}] is {}: {}{}", entry, surface, name,
                       entry == material ? "" : " (materials from 94 on share the last entry)");
}

class RuleMaker {
public:
    RuleMaker(const Routing& routing, const World& world) : routing_(routing), world_(world) {}

    std::vector<Rule> make()
    {
        ground();
        contact();
        wheels();
        trucks();
        return std::move(rules_);
    }

private:
    void add(std::string name, std::string because)
    {
        rules_.push_back({std::move(name), std::move(because)});
    }

    /// From what is under the wheels to a rolling surface.
    void ground()
    {
        const bed::RiderState& rider = routing_.rider;
        const int front = rider.wheel_material[0], back = rider.wheel_material[3];
        add("ground", front == back ? "under the wheels lies " + material_text(front)
                                    : fmt::format("under the front wheels lies {}; under the back wheels {}",
                                                  material_text(front), material_text(back)));
        if (in_air(rider)) {
            if (world_.fidelity.hold_material_in_air == 0) {
                add("air", "no wheel touches, so the ground counts as no material (switch "
                           "hold_material_in_air = 0)");
                add("surface", map_text(bed::kNoMaterial, surface(bed::kNoMaterial)));
                surfaces_ = {surface(bed::kNoMaterial)};
                return;
            }
            add("air",
                "no wheel touches, but each keeps its last material (switch hold_material_in_air = 1)");
        }
        surfaces_ = {surface(front)};
        add("surface", map_text(front, surface(front)));
        if (surface(back) != surface(front)) {
            surfaces_.push_back(surface(back));
            add("surface", "back wheels: " + map_text(back, surface(back)));
        }
    }

    /// Grinds and manuals take the ground away from a truck.
    void contact()
    {
        const bed::RiderState& rider = routing_.rider;
        if (rider.grinding)
            add("grind", "on a rail both trucks roll on nothing. A board of one's own hands its last sound "
                         "over instead of stopping it; it goes on unheard, because no wheel touches");
        else if (routing_.manual && rider.local)
            add("manual", "the manual latch is set: a truck whose wheel has not landed rolls on nothing. The "
                          "sound is handed over and goes on, with the special gain and shift");
        else if (in_air(rider))
            add("contact",
                "no wheel touches: the level closes within a tenth of a second, whatever is bound");
        else
            add("contact", "wheels touch, no grind, no manual: the trucks roll on the ground under them");
    }

    void wheels()
    {
        for (const int number : surfaces_) {
            const bed::SurfaceRow& row = world_.tuning.surfaces[static_cast<std::size_t>(number)];
            const bed::SurfaceRow& own = world_.own.surfaces[static_cast<std::size_t>(number)];
            const std::string_view name = bed::surface_name(number);
            if (!row.grain) {
                add("grains", fmt::format("surface {} plays no grains but patch {}, which is silent here",
                                          number, row.selector));
                continue;
            }
            add("grains",
                own.grain ? fmt::format("surface {} ({}) plays grains of a recording", number, name)
                          : fmt::format("surface {} ({}) has no recording of its own; it is lent that of the "
                                        "nearest one (--silent-surfaces nearest)",
                                        number, name));
            choose(number, row);
        }
    }

    void choose(int number, const bed::SurfaceRow& row)
    {
        const bed::RiderState& rider = routing_.rider;
        const bool inverted = !rider.local && world_.fidelity.inverted_soft != 0;
        const bool soft = rider.soft_wheels != inverted;
        const bed::Member member = soft ? row.soft : row.hard;
        std::string because =
            fmt::format("{} wheels: map.surface.{}.{} is {}", rider.soft_wheels ? "soft" : "hard", number,
                        soft ? "soft" : "hard", bed::name_of(member));
        if (inverted)
            because = fmt::format(
                "{} wheels, but another skater's flag is inverted (switch inverted_soft = 1): "
                "map.surface.{}.{} is {}",
                rider.soft_wheels ? "soft" : "hard", number, soft ? "soft" : "hard", bed::name_of(member));
        if (row.soft == row.hard)
            because += ", for both kinds of wheel";
        add("wheels", because);
        const std::string table =
            row.fallback_tuning ? "surface.default" : fmt::format("surface.{}", bed::name_of(member));
        const auto index = static_cast<std::size_t>(member);
        const bed::SurfaceTuning& numbers = row.fallback_tuning || index >= bed::kSurfaceMembers
                                                ? world_.tuning.fallback
                                                : world_.tuning.surface[index];
        add("numbers", fmt::format("[{}] says how it answers: fast end at {:g} km/h, grains of A {:g} s long "
                                   "(quern explain tuning {})",
                                   table, numbers.max_kmh, grain::grain_length(numbers.player_a), table));
        add("recording", fmt::format("{} is {}, {:.2f} s long", bed::name_of(member),
                                     world_.bank.replaced(member) ? "a file of the bank" : "built in",
                                     world_.bank.get(member)->duration));
    }

    void trucks()
    {
        for (std::size_t t = 0; t < bed::kTrucks; ++t) {
            const bed::Router::Truck& truck = routing_.truck[t];
            const bed::Router::Truck& other = routing_.truck[1 - t];
            const std::string on = truck.surface == bed::kNoContact
                                       ? "rolls on nothing"
                                       : fmt::format("rolls on {}", bed::surface_name(truck.surface));
            std::string does = "is silent";
            if (truck.live && truck.grain)
                does = fmt::format("plays {}", bed::name_of(truck.member));
            else if (truck.live)
                does = "has a patch, silent here";
            else if (truck.surface != bed::kNoContact && truck.surface == other.surface)
                does = "is silent: one truck sounds per surface";
            add(fmt::format("truck {}", t), on + " and " + does);
        }
    }

    [[nodiscard]] int surface(int material) const { return bed::surface_of(material, world_.tuning); }

    const Routing& routing_;
    const World& world_;
    std::vector<Rule> rules_;
    std::vector<int> surfaces_;
};

} // namespace

std::vector<Rule> routing_rules(const Routing& routing, const World& world)
{
    return RuleMaker(routing, world).make();
}

} // namespace quern::cli
