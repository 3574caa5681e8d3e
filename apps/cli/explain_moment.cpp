// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "explain.hpp"
#include "json_text.hpp"
#include "meter.hpp"
#include "quern/bed/surfaces.hpp"
#include "quern/core/units.hpp"
#include "render_setup.hpp"
#include "ride_watch.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

/// One factor of a gain, for a table: its name and its linear value.
struct Factor {
    std::string name;
    double linear;
};

const bed::SurfaceTuning& numbers_of(const bed::Router::Truck& truck, const bed::Tuning& tuning)
{
    const auto member = static_cast<std::size_t>(truck.member);
    return truck.fallback_tuning || member >= bed::kSurfaceMembers ? tuning.fallback : tuning.surface[member];
}

std::vector<Factor> factors_of_a(const Snapshot& s, const bed::SurfaceTuning& numbers)
{
    std::vector<Factor> factors{{"level of the mix (speed, contact, distance)",
                                 static_cast<double>(s.level_a) * static_cast<double>(kPerLevelWord)}};
    factors.push_back({s.brake > s.turn ? "braking" : "turning, B takes over",
                       1.0 - static_cast<double>(std::max(s.turn, s.brake))});
    if (s.manual || s.trick)
        factors.push_back({"manual or air trick (special_gain)", static_cast<double>(numbers.special_gain)});
    if (s.seam_gain != 1.0f)
        factors.push_back({"seam in the ground", static_cast<double>(s.seam_gain)});
    if (numbers.level_db != 0.0f)
        factors.push_back({"trim (level_db)", from_db(static_cast<double>(numbers.level_db))});
    return factors;
}

/// The downhill term is a sum, all else are factors; it is what `gain` has beyond them
/// (docs/spec/control.md).
std::vector<Factor> factors_of_b(const Snapshot& s, const bed::SurfaceTuning& numbers, float gain)
{
    std::vector<Factor> factors{
        {"level of the mix", static_cast<double>(s.level_b) * static_cast<double>(kPerLevelWord)},
        {"turning", static_cast<double>(s.turn)}};
    if (s.seam_gain != 1.0f)
        factors.push_back({"seam in the ground", static_cast<double>(s.seam_gain)});
    const double trim = from_db(static_cast<double>(numbers.level_db));
    if (s.slope_down > 0.0f) {
        double before = 1.0;
        for (const Factor& factor : factors)
            before *= factor.linear;
        factors.push_back({"downhill, a part of A (slope_gain): added",
                           std::max(0.0, static_cast<double>(gain) / trim - before)});
    }
    if (numbers.level_db != 0.0f)
        factors.push_back({"trim (level_db)", trim});
    return factors;
}

nlohmann::ordered_json json_of(const std::vector<Factor>& factors)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Factor& factor : factors)
        list.push_back({{"factor", factor.name},
                        {"linear", rounded(factor.linear, 5)},
                        {"db", rounded(to_db(factor.linear), 2)}});
    return list;
}

std::string doing(const bed::RiderState& rider, const Snapshot& s)
{
    std::string text;
    const auto add = [&text](bool on, std::string_view word) {
        if (on)
            text += ", " + std::string(word);
    };
    add(rider.grinding, "grinding");
    add(!rider.grinding && (rider.airborne || rider.wheel_count == 0), "in the air");
    add(s.manual, "in a manual");
    add(s.trick, "air trick");
    add(rider.push_planted || rider.push_trigger, "pushing");
    add(rider.brake, "braking");
    add(rider.turn != 0.0f, fmt::format("turning {:.2f}", rider.turn));
    add(rider.slope != 0.0f, fmt::format("slope {:.1f}", rider.slope));
    return text + (rider.soft_wheels ? ", soft wheels" : ", hard wheels");
}

std::string windows_text(const NextPick& pick)
{
    if (pick.candidates.empty())
        return fmt::format("the bag is empty or the region too short: it would start over at {:.3f} s",
                           pick.region_from_s);
    if (pick.candidates.size() == 1)
        return fmt::format("{:.3f} s, the only one left", pick.candidates.front().start);
    std::string text = fmt::format("one of {}, each {:.1f} %:", pick.candidates.size(),
                                   100.0 / static_cast<double>(pick.candidates.size()));
    for (const grain::Window& window : pick.candidates)
        text += fmt::format(" {:.3f} s", window.start);
    return text;
}

std::string played_text(const NextPick& pick)
{
    std::string text;
    for (const grain::Window& window : pick.recent) {
        if (window.start >= 0.0f)
            text += fmt::format("{}{:.3f} s", text.empty() ? "" : ", ", window.start);
    }
    return text.empty() ? "nothing yet" : text;
}

nlohmann::ordered_json json_of(const NextPick& pick)
{
    nlohmann::ordered_json windows = nlohmann::ordered_json::array();
    for (const grain::Window& window : pick.candidates)
        windows.push_back({{"start_s", window.start},
                           {"end_s", window.end},
                           {"probability", 1.0 / static_cast<double>(pick.candidates.size())}});
    return {{"recording", bed::name_of(pick.member)},
            {"position", rounded(static_cast<double>(pick.record.position), 4)},
            {"pitch", rounded(static_cast<double>(pick.record.pitch), 4)},
            {"gain_db", rounded(to_db(static_cast<double>(pick.record.gain)), 2)},
            {"region_from_s", pick.region_from_s},
            {"region_to_s", pick.region_to_s},
            {"picks_since_bind", pick.picks},
            {"next", std::move(windows)}};
}

class Moments {
public:
    Moments(const RideWatch& watch, double seconds) : watch_(watch), setup_(watch.setup()), seconds_(seconds)
    {
    }

    void print() const
    {
        if (setup_.ride.generic()) {
            fmt::print("{} at {:.2f} s\n", setup_.ride.name, seconds_);
            print_player(0, {});
            print_player(1, {});
            return;
        }
        const Snapshot& s = *watch_.snapshot();
        fmt::print("{} at {:.2f} s: {:.1f} km/h{}\n\n{}", setup_.ride.name, seconds_,
                   std::fabs(s.rider.ground_speed) * kKmhPerMps, doing(s.rider, s), rules_text(rules()));
        for (std::size_t t = 0; t < bed::kTrucks; ++t) {
            if (!s.frame.truck[t].running)
                continue;
            print_player(t * 2, factors_of_a(s, numbers_of(s.truck[t], setup_.tuning)));
            print_player(t * 2 + 1, factors_of_b(s, numbers_of(s.truck[t], setup_.tuning),
                                                 watch_.next_pick(t * 2 + 1).record.gain));
            print_chain(t, s.frame.truck[t].chain);
        }
        if (s.frame.rocket_running)
            print_player(TraceEvent::kRocket, {});
    }

    [[nodiscard]] nlohmann::ordered_json json() const
    {
        nlohmann::ordered_json players = nlohmann::ordered_json::array();
        for (std::size_t p = 0; p < kWatchedPlayers; ++p) {
            if (!runs(p))
                continue;
            nlohmann::ordered_json player = json_of(watch_.next_pick(p));
            player["player"] = kPlayerNames[p];
            if (const auto& s = watch_.snapshot(); s && p < TraceEvent::kRocket) {
                const bed::ChainValues& chain = s->frame.truck[p / 2].chain;
                const bed::SurfaceTuning& numbers = numbers_of(s->truck[p / 2], setup_.tuning);
                player["factors"] =
                    json_of(p % 2 == 0 ? factors_of_a(*s, numbers)
                                       : factors_of_b(*s, numbers, watch_.next_pick(p).record.gain));
                player["chain"] = chain_json(chain, p % 2);
            }
            players.push_back(std::move(player));
        }
        nlohmann::ordered_json out{{"ride", setup_.ride.name}, {"seconds", seconds_}};
        if (const auto& s = watch_.snapshot()) {
            out["speed_kmh"] = rounded(static_cast<double>(std::fabs(s->rider.ground_speed) * kKmhPerMps), 3);
            out["surface"] = bed::surface_name(bed::surface_of(s->rider.wheel_material[0], setup_.tuning));
            out["manual"] = s->manual;
            out["rules"] = rules_json(rules());
        }
        out["players"] = std::move(players);
        return out;
    }

private:
    [[nodiscard]] std::vector<Rule> rules() const
    {
        const Snapshot& s = *watch_.snapshot();
        const World world{setup_.tuning, setup_.own_tuning, setup_.fidelity, *setup_.bank};
        return routing_rules({s.rider, s.truck, s.manual}, world);
    }

    [[nodiscard]] bool runs(std::size_t player) const
    {
        const auto& s = watch_.snapshot();
        if (!s)
            return player < 2 && watch_.next_pick(player).bound;
        return player == TraceEvent::kRocket ? s->frame.rocket_running : s->frame.truck[player / 2].running;
    }

    void print_player(std::size_t player, const std::vector<Factor>& factors) const
    {
        const NextPick pick = watch_.next_pick(player);
        if (!pick.bound)
            return;
        fmt::print("\n{}, {}\n", kPlayerNames[player], bed::name_of(pick.member));
        TextTable table("ll");
        for (const Factor& factor : factors)
            table.row({"", fmt::format("{:<46} {:>9}", factor.name, db_text(factor.linear))});
        table.row({"gain", db_text(static_cast<double>(pick.record.gain))});
        table.row({"place", fmt::format("{:.1f} % of the recording, played at {:.3f} of its speed",
                                        100.0f * pick.record.position, pick.record.pitch)});
        table.row({"region", fmt::format("{:.3f} s to {:.3f} s, grains of {:.2f} s", pick.region_from_s,
                                         pick.region_to_s, grain::grain_length(pick.params))});
        table.row({"sounding", sounding(player)});
        table.row({"played", played_text(pick) + ", not again before the others"});
        table.row({"next grain", windows_text(pick)});
        fmt::print("{}", table.text());
    }

    [[nodiscard]] std::string sounding(std::size_t player) const
    {
        std::string text;
        for (const GrainSpan& grain : watch_.grains()) {
            if (grain.player == player && grain.from_s <= seconds_ && grain.to_s > seconds_)
                text += fmt::format("{}the grain from {:.3f} s, since {:.2f} s{}", text.empty() ? "" : "; ",
                                    grain.read_from_s, grain.from_s,
                                    grain.release_s <= seconds_ ? " (fading out)" : "");
        }
        return text.empty() ? "no grain" : text;
    }

    static void print_chain(std::size_t truck, const bed::ChainValues& chain)
    {
        TextTable table("llrr");
        const auto pair = [&table](std::string_view name, std::string a, std::string b) {
            table.row({"", std::string(name), std::move(a), std::move(b)});
        };
        pair("what happens after the grains", "A", "B");
        pair("frequency shift", fmt::format("{:.1f} Hz", chain.shift_hz[0]),
             fmt::format("{:.1f} Hz", chain.shift_hz[1]));
        pair("high-pass", fmt::format("{:.0f} Hz", chain.high_pass_hz), "same");
        pair("low-pass", fmt::format("{:.0f} Hz", chain.low_pass_hz), "same");
        pair("direction", fmt::format("{:.1f} deg", chain.azimuth_deg), "same");
        pair("send to the environment", db_text(static_cast<double>(chain.env_send)), "same");
        pair("send to the flange", db_text(static_cast<double>(chain.flange_send[0])),
             db_text(static_cast<double>(chain.flange_send[1])));
        pair("send to graph 3 (clip, shelf)", db_text(static_cast<double>(chain.graph3_send)), "same");
        pair("gain of graph 1 (speed ramp, wobble)", db_text(static_cast<double>(chain.graph1_gain[0])),
             db_text(static_cast<double>(chain.graph1_gain[1])));
        pair("gain of graph 3 (wobble)", db_text(static_cast<double>(chain.graph3_gain[0])),
             db_text(static_cast<double>(chain.graph3_gain[1])));
        fmt::print("\ntruck {}, chains\n{}", truck, table.text());
    }

    static nlohmann::ordered_json chain_json(const bed::ChainValues& chain, std::size_t ab)
    {
        return {{"shift_hz", rounded(static_cast<double>(chain.shift_hz[ab]), 3)},
                {"high_pass_hz", chain.high_pass_hz},
                {"low_pass_hz", chain.low_pass_hz},
                {"azimuth_deg", rounded(static_cast<double>(chain.azimuth_deg), 3)},
                {"env_send", rounded(static_cast<double>(chain.env_send), 5)},
                {"flange_send", rounded(static_cast<double>(chain.flange_send[ab]), 5)},
                {"graph3_send", rounded(static_cast<double>(chain.graph3_send), 5)},
                {"graph1_gain", rounded(static_cast<double>(chain.graph1_gain[ab]), 5)},
                {"graph3_gain", rounded(static_cast<double>(chain.graph3_gain[ab]), 5)}};
    }

    const RideWatch& watch_;
    const RenderSetup& setup_;
    double seconds_;
};

} // namespace

int explain_moment(const RenderOptions& options, const Console& console)
{
    const double seconds = options.explain_s.value_or(0.0);
    const Result<RenderSetup> setup = set_up_render(options);
    if (!setup)
        return console.fail_input(setup.error());
    if (seconds >= setup->ride.seconds())
        return console.fail({Error::Code::usage, "--explain",
                             fmt::format("found {:g} s, expected less than the end at {:.3f} s", seconds,
                                         setup->ride.seconds())},
                            kUsage);
    RideWatch watch(options, *setup, {seconds, seconds});
    if (const Status status = watch.play(console); !status)
        return console.fail(status.error(), kFailed);
    const Moments moment(watch, seconds);
    if (options.json)
        fmt::print("{}\n", json_text(moment.json()));
    else
        moment.print();
    return kOk;
}

} // namespace quern::cli
