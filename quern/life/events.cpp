// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/events.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string>

#include "quern/life/event_kernels.hpp"
#include "quern/life/player_words.hpp"
#include "quern/life/splitmix.hpp"

namespace quern::life {
namespace {

#include "quern/life/event_scan.inl"

constexpr std::uint32_t kMostEvents = 65536;

EventPlane plane_of(const Delta& delta, EventType type) noexcept
{
    return {delta.changed.data(), delta.alive.data(), type == EventType::birth ? 0 : ~std::uint64_t{0},
            static_cast<std::uint32_t>(delta.size.row_words()), type};
}

/// Takes every event it meets.
struct TakeAll {
    const EventKernels& kernels;

    Event* words(const EventPlane& plane, std::size_t begin, std::size_t end, Event* out) noexcept
    {
        return kernels.list(plane, begin, end, out);
    }
    std::uint64_t bits(std::uint64_t word) noexcept { return word; }
};

/// Takes the events whose ranks are chosen, in the order in which it meets them.
struct TakeChosen {
    const EventKernels& kernels;
    RankCursor cursor;

    Event* words(const EventPlane& plane, std::size_t begin, std::size_t end, Event* out) noexcept
    {
        return kernels.choose(plane, begin, end, cursor, out);
    }
    std::uint64_t bits(std::uint64_t word) noexcept
    {
        const std::uint64_t chosen = deposit_bits(ranks_from(cursor.chosen, cursor.rank), word);
        cursor.rank += count_bits(word);
        return chosen;
    }
};

/// Deaths of a word that the player's region reaches into.
Event* put_deaths(std::uint64_t deaths, const EventPlane& plane, const PlayerWord& at, Event* out) noexcept
{
    const std::uint32_t base = WordPlace(plane, at.index).base();
    constexpr std::uint32_t kToPlayer =
        Event::make(0, 0, EventType::player_death).word - Event::make(0, 0, EventType::death).word;
    for (; deaths != 0; deaths &= deaths - 1) {
        const auto column = static_cast<std::uint32_t>(std::countr_zero(deaths));
        (out++)->word = base + column + ((at.mask >> column & 1u) != 0 ? kToPlayer : 0);
    }
    return out;
}

/// Births, and then deaths: those of the player's region all, the others as `take` has it.
template <class Take>
Event* put_events(const Delta& delta, const PlayerWords& player, Take take, Event* out) noexcept
{
    const std::size_t end = delta.size.words();
    out = take.words(plane_of(delta, EventType::birth), 0, end, out);
    const EventPlane deaths = plane_of(delta, EventType::death);
    std::size_t done = 0;
    for (const PlayerWord& at : player.words()) {
        if (done < at.index)
            out = take.words(deaths, done, at.index, out);
        const std::uint64_t word = deaths.word(at.index);
        out = put_deaths(take.bits(word & ~at.mask) | (word & at.mask), deaths, at, out);
        done = at.index + 1;
    }
    return take.words(deaths, done, end, out);
}

/// Chosen deaths of the player's region.
Event* put_player_deaths(const Delta& delta, const PlayerWords& player, TakeChosen take, Event* out) noexcept
{
    const EventPlane deaths = plane_of(delta, EventType::death);
    for (const PlayerWord& at : player.words())
        out = put_deaths(take.bits(deaths.word(at.index) & at.mask), deaths, at, out);
    return out;
}

/// Chooses `count` of `range` ranks, each set of that many equally likely (docs/spec/life.md §5).
void draw_ranks(SplitMix generator, std::uint32_t range, std::uint32_t count, std::uint64_t* ranks) noexcept
{
    std::fill_n(ranks, range / 64 + 2, std::uint64_t{0});
    for (std::uint32_t last = range - count; last < range; ++last) {
        const std::uint32_t drawn = generator.below(last + 1);
        const bool is_taken = (ranks[drawn / 64] >> drawn % 64 & 1u) != 0;
        const std::uint32_t rank = is_taken ? last : drawn;
        ranks[rank / 64] |= std::uint64_t{1} << rank % 64;
    }
    ranks[range / 64] |= std::uint64_t{1} << range % 64; // no event's
}

} // namespace

Result<EventReader> EventReader::create(const EventReaderConfig& config)
{
    if (!config.size.is_valid())
        return Error{
            Error::Code::usage, "size",
            "found " + std::to_string(config.size.width) + "x" + std::to_string(config.size.height) +
                ", expected a width of 64 to 4096 that is a multiple of 64, and a height of 1 to 1024"};
    if (config.max_events < 1 || config.max_events > kMostEvents)
        return Error{Error::Code::usage, "max_events",
                     "found " + std::to_string(config.max_events) + ", expected 1 to " +
                         std::to_string(kMostEvents)};
    return EventReader(config);
}

EventReader::EventReader(const EventReaderConfig& config)
    : config_(config), events_(config.max_events + kEventSlack), ranks_(config.size.words() + 2)
{
}

EventBatch EventReader::read(const Delta& delta, const std::optional<Roi>& roi) noexcept
{
    assert(delta.size == config_.size);
    const EventKernels& kernels = event_kernels();
    const EventCounts counts = kernels.count(delta.changed.data(), delta.alive.data(), delta.size.words());
    const PlayerWords player(delta.size, roi);
    EventBatch batch;
    batch.generation = delta.generation;
    batch.total = counts.total;
    batch.births = counts.births;
    batch.deaths = counts.total - counts.births;
    batch.player_deaths = player.deaths(delta);

    const std::uint32_t most = config_.max_events;
    const auto generator = SplitMix::of_generation(config_.seed, delta.generation);
    Event* const first = events_.data();
    Event* end = first;
    if (batch.total != 0 && batch.total <= most) {
        end = put_events(delta, player, TakeAll{kernels}, first);
    } else if (batch.player_deaths >= most) {
        draw_ranks(generator, batch.player_deaths, most, ranks_.data());
        end = put_player_deaths(delta, player, TakeChosen{kernels, {ranks_.data(), 0}}, first);
    } else if (batch.total > most) {
        draw_ranks(generator, batch.total - batch.player_deaths, most - batch.player_deaths, ranks_.data());
        end = put_events(delta, player, TakeChosen{kernels, {ranks_.data(), 0}}, first);
    }
    batch.kept = static_cast<std::uint32_t>(end - first);
    batch.dropped = batch.total - batch.kept;
    batch.events = {first, end};
    return batch;
}

void EventReader::read_all(const Delta& delta, const std::optional<Roi>& roi,
                           std::vector<Event>& events) const
{
    const EventKernels& kernels = event_kernels();
    const EventCounts counts = kernels.count(delta.changed.data(), delta.alive.data(), delta.size.words());
    events.resize(counts.total + kEventSlack);
    if (counts.total != 0)
        put_events(delta, PlayerWords(delta.size, roi), TakeAll{kernels}, events.data());
    events.resize(counts.total);
}

} // namespace quern::life
