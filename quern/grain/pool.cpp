// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/pool.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "quern/grain/pool_state.hpp"

namespace quern::grain {
namespace {

/// What a double is as a single; not finite for what no single is near to.
bool finite_single(double value) noexcept QUERN_RT
{
    return std::abs(value) < 0x1.ffffffp127; // false for NaN
}

/// Floored; false for what is no signed 32-bit number then.
bool floored(double value, std::int32_t& out) noexcept QUERN_RT
{
    if (!(value >= -2147483648.0 && value < 2147483648.0))
        return false;
    out = static_cast<std::int32_t>(value);
    if (static_cast<double>(out) > value)
        --out;
    return true;
}

Error out_of_range(const char* name, std::int64_t found, std::int64_t least, std::int64_t most)
{
    return {Error::Code::usage, "pool",
            std::string(name) + ": found " + std::to_string(found) + ", expected " + std::to_string(least) +
                " to " + std::to_string(most)};
}

} // namespace

Result<Pool> Pool::create(const PoolConfig& config)
{
    constexpr std::int32_t kMostOwners = 1 << 20;
    constexpr std::int32_t kMostWindows = 128;
    constexpr std::int32_t kMostFrames = 1 << 22;
    constexpr std::int32_t kMostTails = 1 << 20;
    if (config.owners < 1 || config.owners > kMostOwners)
        return out_of_range("owners", config.owners, 1, kMostOwners);
    if (config.capacity < 1 || config.capacity > kMaxPoolGrains)
        return out_of_range("capacity", config.capacity, 1, kMaxPoolGrains);
    if (config.cached_windows < 0 || config.cached_windows > kMostWindows)
        return out_of_range("cached_windows", config.cached_windows, 0, kMostWindows);
    if (config.cached_frames < 0 || config.cached_frames > kMostFrames)
        return out_of_range("cached_frames", config.cached_frames, 0, kMostFrames);
    if (config.tails < 0 || config.tails > kMostTails)
        return out_of_range("tails", config.tails, 0, kMostTails);
    return Pool(std::make_unique<State>(config));
}

Pool::Pool(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Pool::Pool(Pool&&) noexcept = default;
Pool& Pool::operator=(Pool&&) noexcept = default;
Pool::~Pool() = default;

std::int32_t Pool::start(std::int32_t owner, double start_frame, double step, double length, double shape,
                         double gain_left, double gain_right) noexcept QUERN_RT
{
    return start({owner, start_frame, step, length, shape, gain_left, gain_right, 0, {}});
}

std::int32_t Pool::start(const GrainStart& wanted) noexcept QUERN_RT
{
    State& s = *state_;
    std::int32_t start_frame = 0;
    std::int32_t length = 0;
    if (wanted.owner < 0 || wanted.owner >= s.config.owners || !floored(wanted.start, start_frame) ||
        !floored(wanted.length, length) || length < 1 || !finite_single(wanted.step) ||
        !finite_single(wanted.gain_left) || !finite_single(wanted.gain_right) || wanted.offset < 0)
        return -1;
    const bool plain = wanted.form.is_plain();
    if (!plain && !wanted.form.is_valid())
        return -1;

    const std::int64_t birth = s.now + wanted.offset;
    s.settle(birth);
    std::size_t slot = s.taken.lowest_absent();
    if (slot == s.capacity) {
        slot = s.victim(birth, wanted.owner);
        if (slot == s.capacity) {
            ++s.stats.refused;
            return -1;
        }
        ++s.stats.stolen;
        ++s.steals[static_cast<std::size_t>(s.grains[slot].owner)];
        s.cut(slot, birth, s.config.cut);
    }

    Grain& grain = s.grains[slot];
    grain.anchor = start_frame;
    grain.since = birth;
    grain.birth = birth;
    grain.end = birth + length;
    grain.step = static_cast<float>(wanted.step);
    grain.origin = 0.0f;
    grain.length = length;
    grain.owner = wanted.owner;
    grain.gain_left = static_cast<float>(wanted.gain_left);
    grain.gain_right = static_cast<float>(wanted.gain_right);
    grain.step_before = grain.step;
    grain.shape = static_cast<std::uint8_t>(window_index(wanted.shape));
    grain.channel = static_cast<std::uint8_t>(wanted.form.left_channel);
    grain.window = plain ? s.cache.take(grain.shape, length) : Grain::kNoWindow;
    grain.flags = 0;
    grain.set(Grain::anchors, wanted.form.offset == OffsetPrecision::anchored);
    grain.set(Grain::hermite, wanted.form.interpolation == Interpolation::hermite);
    if (!plain || wanted.form.direction != Direction::forward)
        s.give_form(slot, wanted.form);

    s.births.insert(slot, birth);
    s.taken.insert(slot);
    s.ends.insert(slot, grain.end);
    ++s.stats.started;
    ++s.stats.live;
    s.stats.peak_live = std::max(s.stats.peak_live, s.stats.live);
    return static_cast<std::int32_t>(slot);
}

bool Pool::retune(std::int32_t slot, double step) noexcept QUERN_RT
{
    State& s = *state_;
    if (!finite_single(step) || !s.is_live(slot))
        return false;
    const auto place = static_cast<std::size_t>(slot);
    Grain& grain = s.grains[place];
    const float given = static_cast<float>(step);
    s.anchor(static_cast<State::Place>(place), s.now, grain.is(Grain::reversed) ? -given : given);
    return true;
}

bool Pool::stop_owner(std::int32_t owner, CutForm form) noexcept QUERN_RT
{
    State& s = *state_;
    if (owner < 0 || owner >= s.config.owners)
        return false;
    SlotSet::visit_union(s.taken, s.tailed, [&](std::size_t slot) {
        for (State::Place tail = s.next[slot]; tail != State::kNone; tail = s.next[tail]) {
            if (s.grains[tail].owner == owner)
                s.cut_tail(tail, form);
        }
        if (s.taken.contains(slot) && s.grains[slot].owner == owner)
            s.cut(slot, s.now, form);
    });
    s.drop_finished_tails();
    return true;
}

bool Pool::leave(const GrainSource& source, CutForm form) noexcept QUERN_RT
{
    State& s = *state_;
    if (!State::is_source(source))
        return false;
    SlotSet::visit_union(s.taken, s.tailed, [&](std::size_t slot) {
        for (State::Place tail = s.next[slot]; tail != State::kNone; tail = s.next[tail])
            s.cut_tail(tail, form);
        if (s.taken.contains(slot))
            s.cut(slot, s.now, form);
        for (State::Place tail = s.next[slot]; tail != State::kNone; tail = s.next[tail]) {
            if (s.grains[tail].is(Grain::fades))
                s.read_last(tail, source);
        }
    });
    s.drop_finished_tails();
    return true;
}

void Pool::reset() noexcept QUERN_RT
{
    State& s = *state_;
    s.clear();
}

std::int32_t Pool::render_frame(const GrainSource& source, std::span<float> left,
                                std::span<float> right) noexcept QUERN_RT
{
    const OwnerBuses buses{left, right, 1};
    return state_->is_valid(source, buses, 1) ? state_->render_frame(source, buses) : -1;
}

std::int32_t Pool::render(const GrainSource& source, const OwnerBuses& buses,
                          std::int32_t frames) noexcept QUERN_RT
{
    return state_->is_valid(source, buses, frames) ? state_->render_block(source, buses, frames) : -1;
}

bool Pool::is_memory_valid(const GrainSource& source, const OwnerBuses& buses,
                           std::int32_t frames) const noexcept QUERN_RT
{
    return state_->is_valid(source, buses, frames) && state_->is_apart(source.table) &&
           state_->is_apart(buses.left) && state_->is_apart(buses.right);
}

bool Pool::prepare_window(double shape, std::int32_t length) noexcept QUERN_RT
{
    State& s = *state_;
    const std::size_t index = window_index(shape);
    const std::uint8_t place = s.cache.take_now(static_cast<std::uint8_t>(index), length);
    if (place == Grain::kNoWindow)
        return false;
    (void)s.cache.values(place, s.curves[index].data(), 0, length);
    s.cache.give_back(place);
    return true;
}

std::int64_t Pool::steals(std::int32_t owner) const noexcept QUERN_RT
{
    return owner >= 0 && owner < state_->config.owners ? state_->steals[static_cast<std::size_t>(owner)] : 0;
}

bool Pool::is_live(std::int32_t slot) const noexcept QUERN_RT
{
    return state_->is_live(slot);
}

PoolStats Pool::stats() const noexcept QUERN_RT
{
    return state_->stats;
}

const PoolConfig& Pool::config() const noexcept QUERN_RT
{
    return state_->config;
}

std::int64_t Pool::clock() const noexcept QUERN_RT
{
    return state_->now;
}

} // namespace quern::grain
