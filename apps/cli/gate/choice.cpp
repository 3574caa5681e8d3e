// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Checks of the choice among more events than may sound.
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "apps/cli/gate/gate.hpp"
#include "apps/cli/gate/reference_run.hpp"

namespace quern::cli::gate {
namespace {

using life::Event;

/// The first generation of the full soup, and all its events in their order.
struct Crowd {
    std::unique_ptr<life::Automaton> automaton; // whose planes the changes are
    life::Delta delta;
    std::vector<Event> all;
};

std::optional<Crowd> make_crowd(const std::optional<life::Roi>& roi)
{
    const life::Field start = start_of("soup30_seed1");
    auto automaton = life::make_oracle(start.size, {});
    auto reader = life::EventReader::create({.size = start.size});
    if (!automaton || !reader || !(*automaton)->load(start) || !(*automaton)->advance({}))
        return std::nullopt;
    Crowd crowd{std::move(*automaton), {}, {}};
    crowd.delta = *crowd.automaton->poll();
    reader->read_all(crowd.delta, roi, crowd.all);
    return crowd;
}

/// Places in `all` of the events in `some`, which must be in the same order. Fewer than `some` where one is
/// not there, or twice.
std::vector<std::size_t> places_of(std::span<const Event> some, std::span<const Event> all)
{
    std::vector<std::size_t> places;
    std::size_t at = 0;
    for (const Event event : some) {
        while (at < all.size() && !(all[at] == event))
            ++at;
        if (at == all.size())
            break;
        places.push_back(at++);
    }
    return places;
}

} // namespace

Outcome keeps_exactly_the_most(dsp::SimdTarget target)
{
    const Selected selected(target);
    const life::Roi roi{2030, 490};
    const std::optional<Crowd> crowd = make_crowd(roi);
    auto reader = life::EventReader::create({.size = {}, .seed = 17});
    if (!crowd || !reader)
        return Outcome::fail("cannot be made");
    const life::EventBatch batch = reader->read(crowd->delta, roi);
    const std::vector<std::size_t> places = places_of(batch.events, crowd->all);
    const auto is_players = [](Event event) { return event.type() == life::EventType::player_death; };
    const auto players = std::count_if(crowd->all.begin(), crowd->all.end(), is_players);
    const std::string figure =
        fmt::format("{} of {} true events, all {} player deaths", places.size(), crowd->all.size(), players);
    const bool exact = batch.kept == life::kMaxEvents && places.size() == life::kMaxEvents &&
                       batch.events.size() == life::kMaxEvents && batch.total == crowd->all.size() &&
                       batch.total == batch.kept + batch.dropped;
    const bool first = players > 0 && batch.player_deaths == players &&
                       std::count_if(batch.events.begin(), batch.events.end(), is_players) == players;
    return exact && first ? Outcome::pass(figure) : Outcome::fail(figure);
}

Outcome chooses_evenly()
{
    constexpr std::size_t kBuckets = 64;
    constexpr std::uint64_t kSeeds = 200;
    // Chi-squared of 63 degrees of freedom: five standard deviations to either side of its mean. Too even is
    // no chance either.
    constexpr double kLeast = 10.0, kMost = 119.0;
    const std::optional<Crowd> crowd = make_crowd(std::nullopt);
    if (!crowd)
        return Outcome::fail("cannot be made");
    std::array<double, kBuckets> hits{};
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        auto reader = life::EventReader::create({.size = {}, .seed = seed});
        if (!reader)
            return Outcome::fail("cannot be made");
        const life::EventBatch batch = reader->read(crowd->delta, std::nullopt);
        const std::vector<std::size_t> places = places_of(batch.events, crowd->all);
        if (places.size() != life::kMaxEvents)
            return Outcome::fail(fmt::format("seed {}: {} true events", seed, places.size()));
        for (const std::size_t place : places)
            ++hits[place * kBuckets / crowd->all.size()];
    }
    const double expected = static_cast<double>(kSeeds * life::kMaxEvents) / kBuckets;
    double chi = 0.0;
    for (const double hit : hits)
        chi += (hit - expected) * (hit - expected) / expected;
    const std::string figure = fmt::format("chi-squared {:.1f} of 63 degrees, {} seeds", chi, kSeeds);
    return chi >= kLeast && chi <= kMost ? Outcome::pass(figure) : Outcome::fail(figure);
}

} // namespace quern::cli::gate
