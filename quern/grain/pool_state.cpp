// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/pool_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quern::grain {
namespace {

constexpr std::size_t kLeastTails = 256;

std::size_t tails_of(const PoolConfig& config)
{
    const auto tails = static_cast<std::size_t>(config.tails);
    return tails != 0 ? tails : std::max(static_cast<std::size_t>(config.capacity), kLeastTails);
}

std::int64_t size_of(std::span<const float> view) noexcept QUERN_RT
{
    return static_cast<std::int64_t>(view.size());
}

} // namespace

Pool::State::State(const PoolConfig& wanted)
    : config(wanted),
      cache(wanted.cached_windows, wanted.cached_frames),
      capacity(static_cast<std::size_t>(wanted.capacity)),
      taken(capacity),
      tailed(capacity),
      ends(capacity),
      births(capacity),
      grains(capacity + tails_of(wanted)),
      riches(grains.size()),
      lasts(grains.size() - capacity),
      next(grains.size(), kNone),
      steals(static_cast<std::size_t>(wanted.owners), 0)
{
    clear();
}

void Pool::State::clear() noexcept QUERN_RT
{
    now = 0;
    taken.clear();
    tailed.clear();
    ends.clear();
    births.clear();
    cache.release_all();
    std::fill(next.begin(), next.end(), kNone);
    free_tails = kNone;
    for (std::size_t place = grains.size(); place-- > capacity;) {
        next[place] = free_tails;
        free_tails = static_cast<Place>(place);
    }
    std::fill(steals.begin(), steals.end(), 0);
    stats = {};
}

bool Pool::State::is_live(std::int32_t slot) const noexcept QUERN_RT
{
    return slot >= 0 && slot < config.capacity && taken.contains(static_cast<std::size_t>(slot));
}

inline void Pool::State::free_slot(std::size_t slot) noexcept QUERN_RT
{
    cache.give_back(grains[slot].window);
    taken.erase(slot);
    births.erase(slot);
    --stats.live;
}

void Pool::State::settle(std::int64_t frame) noexcept QUERN_RT
{
    while (!ends.empty()) {
        const SlotQueue::Entry first = ends.first();
        if (first.time > frame)
            return;
        if (first.time > now && !move_to_tail(first.slot, first.time, CutForm::hard))
            return; // no room for its rest: it keeps the slot until its end
        ends.erase_first();
        free_slot(first.slot);
    }
}

void Pool::State::give_form(std::size_t slot, const GrainForm& form) noexcept QUERN_RT
{
    Grain& grain = grains[slot];
    RichGrain& rich = riches[slot];
    rich.form = form;
    rich.last = {0.0f, 0.0f};
    for (GrainFilterState& filter : rich.filter)
        filter.prepare(form.filter);
    rich.turn = grain.birth + (std::int64_t{grain.length} + 1) / 2;
    grain.set(Grain::rich, !form.is_plain());
    grain.set(Grain::turns, form.direction == Direction::ping_pong);
    if (form.direction == Direction::backward) {
        grain.step = grain.step_before = -grain.step;
        grain.set(Grain::reversed, true);
    }
}

void Pool::State::cut(std::size_t slot, std::int64_t frame, CutForm form) noexcept QUERN_RT
{
    const Grain& grain = grains[slot];
    const bool has_sounded = grain.birth < frame;
    const bool sounds_on = has_sounded && (frame > now || form == CutForm::bridged);
    if (sounds_on && !move_to_tail(slot, frame, form)) {
        stats.unbridged += form == CutForm::bridged ? 1 : 0;
        stats.early += frame > now ? 1 : 0;
    }
    ends.erase(slot);
    free_slot(slot);
}

std::size_t Pool::State::victim(std::int64_t frame, std::int32_t owner) const noexcept QUERN_RT
{
    std::size_t found = capacity;
    switch (config.steal) {
    case StealPolicy::oldest:
        found = births.first().slot;
        break;
    case StealPolicy::quietest: {
        float least = std::numeric_limits<float>::infinity();
        for (std::size_t slot = 0; slot < capacity; ++slot) {
            const float level = loudness(slot, frame);
            if (found == capacity || level < least ||
                (level == least && grains[slot].birth < grains[found].birth)) {
                found = slot;
                least = level;
            }
        }
        break;
    }
    case StealPolicy::same_owner:
        for (std::size_t slot = 0; slot < capacity; ++slot) {
            if (grains[slot].owner == owner &&
                (found == capacity || grains[slot].birth < grains[found].birth))
                found = slot;
        }
        break;
    case StealPolicy::refuse:
        break;
    }
    return found;
}

float Pool::State::loudness(std::size_t slot, std::int64_t frame) const noexcept QUERN_RT
{
    const Grain& grain = grains[slot];
    const std::int64_t age = std::clamp<std::int64_t>(frame - grain.birth, 0, grain.length - 1);
    return window_at(curves[grain.shape].data(), static_cast<std::int32_t>(age), grain.length) *
           std::max(std::abs(grain.gain_left), std::abs(grain.gain_right));
}

inline bool Pool::State::move_to_tail(std::size_t slot, std::int64_t end, CutForm form) noexcept QUERN_RT
{
    if (free_tails == kNone)
        return false;
    const Place tail = free_tails;
    free_tails = next[tail];
    grains[tail] = grains[slot];
    grains[slot].window = Grain::kNoWindow; // the tail goes on using it
    if (grains[tail].is(Grain::rich) || grains[tail].is(Grain::turns))
        riches[tail] = riches[slot];
    grains[tail].end = end;
    grains[tail].set(Grain::fades, form == CutForm::bridged);
    next[tail] = kNone;
    std::size_t last = slot;
    while (next[last] != kNone)
        last = next[last];
    next[last] = tail;
    tailed.insert(slot);
    return true;
}

void Pool::State::cut_tail(Place tail, CutForm form) noexcept QUERN_RT
{
    Grain& grain = grains[tail];
    if (grain.end > now) {
        grain.set(Grain::fades, form == CutForm::bridged && grain.birth < now);
        grain.end = now;
    } else if (form == CutForm::hard) {
        grain.set(Grain::fades, false);
    }
}

void Pool::State::drop_finished_tails() noexcept QUERN_RT
{
    SlotSet::visit_union(tailed, tailed, [&](std::size_t slot) {
        std::size_t before = slot;
        for (Place tail = next[slot]; tail != kNone; tail = next[before]) {
            const Grain& grain = grains[tail];
            if (grain.end + (grain.is(Grain::fades) ? kBridgeFrames : 0) > now) {
                before = tail;
                continue;
            }
            cache.give_back(grain.window);
            next[before] = next[tail];
            next[tail] = free_tails;
            free_tails = tail;
        }
        if (next[slot] == kNone)
            tailed.erase(slot);
    });
}

void Pool::State::finish(std::int32_t frames) noexcept QUERN_RT
{
    now += frames;
    settle(now);
    drop_finished_tails();
}

bool Pool::State::is_source(const GrainSource& source) noexcept QUERN_RT
{
    const std::int64_t size = size_of(source.table);
    if (source.base < 0 || source.frames < 1 || source.channels < 1 || source.base > size ||
        source.frames > size - source.base)
        return false;
    return source.channels == 1 ||
           (source.distance >= source.frames &&
            (size - source.base - source.frames) / source.distance >= source.channels - 1);
}

bool Pool::State::is_valid(const GrainSource& source, const OwnerBuses& buses,
                           std::int32_t frames) const noexcept QUERN_RT
{
    if (!is_source(source) || frames < 1 || buses.stride < frames)
        return false;
    for (const std::int64_t size : {size_of(buses.left), size_of(buses.right)}) {
        if (size < frames || (size - frames) / buses.stride < config.owners - 1)
            return false;
    }
    const MemorySpan left = MemorySpan::of(buses.left);
    return !left.overlaps_any(source.table, buses.right) &&
           !MemorySpan::of(buses.right).overlaps_any(source.table);
}

bool Pool::State::is_apart(std::span<const float> view) const noexcept QUERN_RT
{
    const MemorySpan asked = MemorySpan::of(view);
    return !asked.overlaps(MemorySpan::of(std::span(this, 1))) && !cache.overlaps(asked) &&
           !sinc.overlaps(asked) && !taken.overlaps(asked) && !tailed.overlaps(asked) &&
           !ends.overlaps(asked) && !births.overlaps(asked) &&
           !asked.overlaps_any(grains, riches, lasts, next, steals);
}

} // namespace quern::grain
