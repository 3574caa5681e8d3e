// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Checks of what is heard.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "apps/cli/gate/gate.hpp"
#include "apps/cli/gate/reference_run.hpp"
#include "quern/core/units.hpp"
#include "quern/life/world.hpp"

namespace quern::cli::gate {
namespace {

using life::EventBatch;
using life::Sound;

constexpr std::uint32_t kTickFrames = kSampleRate / 60;
// -1 dBFS, and the limiter's own ceiling just below it.
constexpr float kMostPeak = 0.8912509f;

/// A field that is heard, offline and tick by tick.
class Listening {
public:
    /// Empty where one of the parts cannot be made.
    static std::optional<Listening> begin(const BackEnd& back_end, const life::Field& start,
                                          const life::WorldConfig& config)
    {
        auto automaton = back_end.make(start.size, {});
        if (!automaton)
            return std::nullopt;
        auto world = life::World::create(std::move(*automaton), config);
        if (!world || !world->load(start))
            return std::nullopt;
        return Listening(std::move(*world));
    }

    /// One generation, and the tick that it sounds in. False where something was refused or nothing came.
    bool tick()
    {
        const std::uint64_t delivered = world.stats().generations.delivered;
        if (!world.tick(world.sound().clock()) || !world.settle() ||
            world.stats().generations.delivered != delivered + 1)
            return false;
        render(kTickFrames);
        return true;
    }
    void render(std::size_t frames)
    {
        const std::size_t before = samples.size();
        samples.resize(before + 2 * frames);
        world.process(samples.data() + before, frames);
    }

    life::World world;
    std::vector<float> samples;

private:
    explicit Listening(life::World made) : world(std::move(made)) {}
};

/// Events = sounded + dropped, where `actions` were heard besides. Nothing where that holds.
std::string open_account(life::World& world, std::uint64_t actions = 0)
{
    const life::WorldStats stats = world.stats();
    const life::SoundStats sound = world.sound().stats();
    if (stats.events == sound.sounded - actions + stats.dropped &&
        stats.kept + stats.dropped == stats.events && stats.births + stats.deaths == stats.events &&
        sound.refused_batches == 0 && sound.refused_events == 0)
        return {};
    return fmt::format("{} events, {} sounded, {} dropped, {} refused", stats.events, sound.sounded,
                       stats.dropped, sound.refused_events);
}

struct Heard {
    std::uint32_t samples = 0; // their checksum
    std::uint64_t events = 0;
    std::string trouble;
};

/// A soup over which a player goes, from near one seam over the other.
Heard listen_to_small_soup(const BackEnd& back_end)
{
    const Selected selected(back_end.target);
    const life::Field start = start_of("soup30_256x128_seed7");
    auto listening = Listening::begin(back_end, start,
                                      {.sound = {.size = start.size, .seed = 5}, .roi = life::Roi{240, 100}});
    if (!listening)
        return {.trouble = "cannot be made"};
    for (int i = 0; i < 64; ++i) {
        if (!listening->world.move(i % 2, 1) || !listening->tick())
            return {.trouble = "no changes came"};
    }
    listening->render(kTickFrames * 2);
    const life::WorldStats stats = listening->world.stats();
    if (stats.player_deaths == 0 || stats.dropped == 0)
        return {.trouble = "no player deaths, or nothing to drop"};
    return {checksum(listening->samples), stats.events, open_account(listening->world)};
}

bool is_zero(float sample)
{
    return sample == 0.0f;
}

} // namespace

Outcome keeps_still_and_silent(const BackEnd& back_end)
{
    constexpr std::uint32_t kGenerations = 100;
    const Selected selected(back_end.target);
    const std::vector<ReferenceRow> rows = rows_of("still_life");
    const life::Field start = start_of("still_life");
    auto listening = Listening::begin(back_end, start, {.sound = {.size = start.size}});
    if (!listening || rows.size() <= kGenerations)
        return Outcome::fail("cannot be made");
    // A shot, so that there is something to fall silent.
    listening->world.act(1000, 100, 0);
    for (std::uint32_t generation = 1; generation <= kGenerations; ++generation) {
        if (!listening->tick())
            return Outcome::fail("no changes came");
        if (const std::uint64_t events = listening->world.stats().events; events != 0)
            return Outcome::fail(fmt::format("generation {}: {} events", generation, events));
        if (generation % 25 != 0)
            continue;
        const Result<life::Field> field = listening->world.automaton().read();
        if (!field || checksum(*field) != rows[generation].state)
            return Outcome::fail(fmt::format("generation {}: another state", generation));
    }
    const auto second = listening->samples.begin() + 2 * kSampleRate;
    if (std::all_of(listening->samples.begin(), second, is_zero))
        return Outcome::fail("the shot is not heard");
    const auto noise = std::count_if(second, listening->samples.end(), [](float s) { return !is_zero(s); });
    if (noise != 0)
        return Outcome::fail(fmt::format("{} samples after 1 s are not zero", noise));
    if (const std::string open = open_account(listening->world, 1); !open.empty())
        return Outcome::fail(open);
    return Outcome::pass(fmt::format("{} generations without a change, zeros after 1 s", kGenerations));
}

Outcome sounds_as_oracle(const BackEnd& back_end)
{
    static const Heard expected = listen_to_small_soup(oracle());
    const Heard heard = listen_to_small_soup(back_end);
    if (!heard.trouble.empty() || !expected.trouble.empty())
        return Outcome::fail(heard.trouble.empty() ? expected.trouble : heard.trouble);
    if (heard.samples != expected.samples)
        return Outcome::fail("other samples than the oracle's");
    return Outcome::pass(fmt::format("64 ticks, {} events = sounded + dropped", heard.events));
}

Outcome stays_below_the_limit(const BackEnd& back_end, double level, life::GainLaw law, double most_before)
{
    const Selected selected(back_end.target);
    const life::Field start = start_of("soup30_seed1");
    auto listening =
        Listening::begin(back_end, start, {.sound = {.size = start.size, .law = law, .level = level}});
    if (!listening)
        return Outcome::fail("cannot be made");
    for (int i = 0; i < 120; ++i)
        if (!listening->tick())
            return Outcome::fail("no changes came");
    float peak = 0.0f;
    for (const float sample : listening->samples) {
        if (!std::isfinite(sample))
            return Outcome::fail("a sample is no number");
        peak = std::max(peak, std::fabs(sample));
    }
    if (const std::string open = open_account(listening->world); !open.empty())
        return Outcome::fail(open);
    const auto before = static_cast<double>(listening->world.sound().stats().peak);
    const std::string figure = fmt::format("peak {:.2f} dBFS, {:.3f} before the limiter",
                                           20.0 * std::log10(static_cast<double>(peak)), before);
    return peak > 0.01f && peak <= kMostPeak && before <= most_before ? Outcome::pass(figure)
                                                                      : Outcome::fail(figure);
}

Outcome sums_single_events(dsp::SimdTarget target)
{
    constexpr std::size_t kEvents = 500;
    constexpr std::size_t kFrames = 3 * kTickFrames; // a tick, and the 960 frames of the longest grain
    const Selected selected(target);
    const life::Field start = start_of("soup30_256x128_seed7");
    auto automaton = life::make_oracle(start.size, {});
    auto reader = life::EventReader::create({.size = start.size, .max_events = kEvents});
    const double level = 0.5 / std::sqrt(static_cast<double>(kEvents));
    life::SoundConfig config{
        .size = start.size, .law = life::GainLaw::strict, .level = 0.5, .limited = false};
    auto together = Sound::create(config);
    config.level = level; // what each of so many has
    auto alone = Sound::create(config);
    if (!automaton || !reader || !together || !alone || !(*automaton)->load(start) ||
        !(*automaton)->advance({}))
        return Outcome::fail("cannot be made");
    EventBatch batch = reader->read(*(*automaton)->poll(), life::Roi{60, 40});
    if (batch.kept != kEvents)
        return Outcome::fail(fmt::format("{} events, expected {}", batch.kept, kEvents));

    std::vector<float> expected(2 * kFrames), found(2 * kFrames), one(2 * kFrames);
    together->post(batch, 0);
    together->process(expected.data(), kFrames);
    const std::span<const life::Event> events = batch.events;
    for (std::size_t i = 0; i < kEvents; ++i) {
        batch.events = events.subspan(i, 1);
        alone->post(batch, alone->clock());
        alone->process(one.data(), kFrames);
        std::transform(found.begin(), found.end(), one.begin(), found.begin(), std::plus<>());
    }
    if (alone->stats().sounded != kEvents || together->stats().sounded != kEvents)
        return Outcome::fail(
            fmt::format("{} and {} sounded", alone->stats().sounded, together->stats().sounded));
    double difference = 0.0, peak = 0.0;
    for (std::size_t k = 0; k < found.size(); ++k) {
        difference =
            std::max(difference, std::fabs(static_cast<double>(found[k]) - static_cast<double>(expected[k])));
        peak = std::max(peak, std::fabs(static_cast<double>(expected[k])));
    }
    const std::string figure = fmt::format("{} grains, largest difference {}", kEvents, difference);
    return difference == 0.0 && peak > 0.01 ? Outcome::pass(figure) : Outcome::fail(figure);
}

} // namespace quern::cli::gate
