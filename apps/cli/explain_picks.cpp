// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "explain.hpp"
#include "json_text.hpp"
#include "quern/bed/records.hpp"
#include "quern/bed/rocket.hpp"
#include "quern/core/units.hpp"
#include "quern/grain/window_picker.hpp"
#include "render_setup.hpp"
#include "text_table.hpp"

namespace quern::cli {
namespace {

constexpr std::size_t kDraws = 200000;
constexpr float kSameWindow = 0.001f; // seconds: windows tiled from different neighbours differ by rounding

struct Choice {
    float start = 0.0f;
    double after_bind = 0.0;         ///< exact: equal chances of what is offered
    std::uint64_t chosen = 0;        ///< of kDraws picks in a row
    std::vector<std::uint64_t> next; ///< by choice: what came after it
};

struct PlayerPicks {
    std::string name;
    grain::PlayerParams params;
    float position = 0.0f;
    float from = 0.0f; ///< region, seconds
    float to = 0.0f;
    std::vector<Choice> choices; ///< by start

    [[nodiscard]] double rolling(std::size_t i) const
    {
        return static_cast<double>(choices[i].chosen) / static_cast<double>(kDraws);
    }
    [[nodiscard]] double next(std::size_t i, std::size_t k) const
    {
        std::uint64_t sum = 0;
        for (const std::uint64_t count : choices[i].next)
            sum += count;
        return sum == 0 ? 0.0 : static_cast<double>(choices[i].next[k]) / static_cast<double>(sum);
    }
};

std::size_t place_of(std::vector<Choice>& choices, float start)
{
    const auto same = [start](const Choice& c) { return std::fabs(c.start - start) < kSameWindow; };
    const auto found = std::find_if(choices.begin(), choices.end(), same);
    if (found != choices.end())
        return static_cast<std::size_t>(found - choices.begin());
    choices.push_back({start, 0.0, 0, {}});
    return choices.size() - 1;
}

/// Plays the picker itself: once for what a bind offers, many times for what rolling on leads to.
PlayerPicks simulate(std::string name, const grain::PlayerParams& params, float position, float duration)
{
    PlayerPicks out{std::move(name), params, position, 0.0f, 0.0f, {}};
    const float window = std::min(params.window, duration);
    out.from = (duration - window) * position;
    out.to = out.from + window;

    Generator generator;
    grain::WindowPicker picker;
    const grain::Pick first = picker.pick(params, duration, position, generator);
    for (const grain::Window& offered : picker.candidates())
        out.choices[place_of(out.choices, offered.start)].after_bind =
            1.0 / static_cast<double>(picker.candidates().size());
    if (!first.drew())
        out.choices[place_of(out.choices, first.start)].after_bind = 1.0;

    std::vector<std::size_t> played;
    played.reserve(kDraws);
    for (std::size_t i = 0; i < kDraws; ++i) {
        const grain::Pick pick = picker.pick(params, duration, position, generator);
        played.push_back(place_of(out.choices, std::clamp(pick.start, 0.0f, duration)));
    }
    for (Choice& choice : out.choices)
        choice.next.assign(out.choices.size(), 0);
    for (std::size_t i = 0; i < played.size(); ++i) {
        ++out.choices[played[i]].chosen;
        if (i > 0)
            ++out.choices[played[i - 1]].next[played[i]];
    }
    // Into reading order, the counts of what came next along with them.
    std::vector<std::size_t> order(out.choices.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return out.choices[a].start < out.choices[b].start; });
    std::vector<Choice> sorted;
    for (const std::size_t i : order) {
        Choice choice = out.choices[i];
        for (std::size_t k = 0; k < order.size(); ++k)
            choice.next[k] = out.choices[i].next[order[k]];
        sorted.push_back(std::move(choice));
    }
    out.choices = std::move(sorted);
    return out;
}

std::vector<PlayerPicks> picks_of(bed::Member member, double kmh, const bed::Tuning& tuning, float duration)
{
    const float speed = static_cast<float>(kmh) / kKmhPerMps;
    const auto index = static_cast<std::size_t>(member);
    if (index >= bed::kSurfaceMembers) {
        const grain::PlayerRecord record = bed::rocket_record(speed, 0, 4096, tuning.owner);
        return {simulate("rocket", tuning.owner.rocket, record.position, duration)};
    }
    const bed::SurfaceTuning& numbers = tuning.surface[index];
    const float a = bed::position_a(bed::speed_fraction(speed, numbers.max_kmh), numbers.position);
    return {simulate("A", numbers.player_a, a, duration),
            simulate("B", numbers.player_b, bed::position_b(a, tuning.owner.b_behind_a), duration)};
}

std::string percent(double share)
{
    return fmt::format("{:.1f} %", 100.0 * share);
}

void print_player(const PlayerPicks& player, float duration)
{
    const grain::PlayerParams& p = player.params;
    fmt::print("\nplayer {}\n", player.name);
    fmt::print("  reads at   {:.1f} % of the recording\n", 100.0f * player.position);
    fmt::print("  region     {:.3f} s to {:.3f} s of {:.2f} s: {:g} s from the place on\n", player.from,
               player.to, duration, player.to - player.from);
    fmt::print("  a grain    {:.3f} s: fades in {:g} s, holds {:g} s, fades out {:g} s\n\n",
               grain::grain_length(p), p.attack, p.sustain, p.release);
    const bool matrix = player.choices.size() > 1 && player.choices.size() <= 8;
    TextTable table("rrrrr" + std::string(matrix ? player.choices.size() : 0, 'r'));
    std::vector<std::string> head{"window", "starts", "ends", "after a bind", "rolling on"};
    for (std::size_t k = 0; matrix && k < player.choices.size(); ++k)
        head.push_back(fmt::format("{}{}", k == 0 ? "then " : "", k + 1));
    table.row(head);
    for (std::size_t i = 0; i < player.choices.size(); ++i) {
        const Choice& choice = player.choices[i];
        std::vector<std::string> row{std::to_string(i + 1), fmt::format("{:.3f} s", choice.start),
                                     fmt::format("{:.3f} s", choice.start + grain::grain_length(p)),
                                     percent(choice.after_bind), percent(player.rolling(i))};
        for (std::size_t k = 0; matrix && k < player.choices.size(); ++k)
            row.push_back(k == i && choice.next[k] == 0 ? "never" : percent(player.next(i, k)));
        table.row(row);
    }
    fmt::print("{}", table.text());
}

void print_text(const PickQuestion& question, const std::vector<PlayerPicks>& players, float duration,
                const bed::Tuning& tuning)
{
    fmt::print("{} at {:g} km/h", question.member, question.speed_kmh);
    const auto index = static_cast<std::size_t>(*bed::member_named(question.member));
    if (index < bed::kSurfaceMembers)
        fmt::print(", whose fast end is reached at {:g} km/h; B reads {:g} % behind A\n",
                   tuning.surface[index].max_kmh, 100.0f * tuning.owner.b_behind_a);
    else
        fmt::print(", the rocket: starts at {:g} km/h, its end is reached at {:g} km/h\n",
                   tuning.owner.rocket_start_kmh, tuning.owner.rocket_top_kmh);
    for (const PlayerPicks& player : players)
        print_player(player, duration);
    fmt::print(
        "\nThe bag: every window is played once before any comes again, and the one just played is never "
        "next.\n\"after a bind\": the first grain, equal chances. \"rolling on\": share of {} grains in a "
        "row "
        "at this speed.\n\"then\": which window follows that of the row.\n",
        kDraws);
}

nlohmann::ordered_json json_of(const PlayerPicks& player)
{
    nlohmann::ordered_json windows = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < player.choices.size(); ++i) {
        nlohmann::ordered_json next = nlohmann::ordered_json::array();
        for (std::size_t k = 0; k < player.choices.size(); ++k)
            next.push_back(player.next(i, k));
        windows.push_back({{"start_s", player.choices[i].start},
                           {"after_bind", player.choices[i].after_bind},
                           {"rolling", player.rolling(i)},
                           {"next", std::move(next)}});
    }
    return {{"player", player.name},
            {"position", player.position},
            {"region_from_s", player.from},
            {"region_to_s", player.to},
            {"grain_s", grain::grain_length(player.params)},
            {"windows", std::move(windows)}};
}

} // namespace

int explain_picks(const RenderOptions& options, const PickQuestion& question, const Console& console)
{
    const std::optional<bed::Member> member = bed::member_named(question.member);
    if (!member)
        return console.fail({Error::Code::usage, "MEMBER",
                             "found \"" + question.member + "\", expected a member that `quern bank` lists"},
                            kUsage);
    const Result<RenderSetup> setup = set_up_world(options);
    if (!setup)
        return console.fail_input(setup.error());
    const float duration = setup->bank->get(*member)->duration;
    const std::vector<PlayerPicks> players = picks_of(*member, question.speed_kmh, setup->tuning, duration);
    if (!options.json) {
        print_text(question, players, duration, setup->tuning);
        return kOk;
    }
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const PlayerPicks& player : players)
        list.push_back(json_of(player));
    const nlohmann::ordered_json json{{"recording", question.member},
                                      {"speed_kmh", question.speed_kmh},
                                      {"seconds", duration},
                                      {"draws", kDraws},
                                      {"players", std::move(list)}};
    fmt::print("{}\n", json_text(json));
    return kOk;
}

} // namespace quern::cli
