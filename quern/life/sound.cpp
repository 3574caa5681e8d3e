// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Sound of docs/spec/life.md §6: what waits, what begins when, and the way out.
#include "quern/life/sound.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>

#include "quern/core/split_mix.hpp"
#include "quern/core/spsc_ring.hpp"
#include "quern/core/units.hpp"
#include "quern/life/sound_limiter.hpp"
#include "quern/life/sound_ring.hpp"
#include "quern/life/sound_tables.hpp"

namespace quern::life {
namespace {

constexpr double kSlowest = 1.0; // ticks a second
constexpr double kFastest = 1000.0;
constexpr std::size_t kLongestTick = kSampleRate;
constexpr double kNaturalFloor = 16.0; // grains, below which the natural law gets no louder
constexpr double kHighestLevel = 4.0;
constexpr std::uint32_t kMostEvents = 65536;
constexpr std::size_t kChunk = 256; // frames on their way out

bool is_rate(double rate) noexcept QUERN_RT
{
    return rate >= kSlowest && rate <= kFastest; // false for NaN
}
std::uint32_t frames_of_tick(double rate) noexcept QUERN_RT
{
    return static_cast<std::uint32_t>(static_cast<double>(kSampleRate) / rate);
}

/// Of one grain out of `count`.
float gain_of(GainLaw law, double level, std::size_t count) noexcept QUERN_RT
{
    const double least = law == GainLaw::natural ? kNaturalFloor : 1.0;
    return static_cast<float>(level / std::sqrt(std::max(static_cast<double>(count), least)));
}

/// A batch that waits, but for its events.
struct Waiting {
    std::uint64_t start;
    std::uint32_t generation;
    std::uint32_t count;
    std::uint32_t tick_frames;
    float gain;
    const BirthTables* births;
};
struct Action {
    std::uint64_t start;
    std::uint32_t column;
};

/// Pings in use, or that batches still in the queue were posted with.
struct Births {
    std::unique_ptr<BirthTables> tables;
    std::uint64_t posts = 0; ///< batches posted when it was replaced
};

Error refusal(const char* where, const std::string& found, const char* expected)
{
    return {Error::Code::usage, where, "found " + found + ", expected " + expected};
}

Status check(const SoundConfig& config)
{
    if (const Status status = check(config.size); !status)
        return status;
    if (!is_rate(config.tick_rate))
        return refusal("tick rate", std::to_string(config.tick_rate), "1 to 1000 a second");
    if (!(config.level >= 0.0 && config.level <= kHighestLevel))
        return refusal("level", std::to_string(config.level), "0 to 4");
    if (config.max_events < 1 || config.max_events > kMostEvents)
        return refusal("events of a batch", std::to_string(config.max_events), "1 to 65536");
    if (config.batches < 2 || config.batches > 64)
        return refusal("batches", std::to_string(config.batches), "2 to 64");
    return Ok{};
}

} // namespace

struct Sound::State {
    State(const SoundConfig& c, const Scale& scale)
        : config(c),
          fixed(c.size),
          queue(c.batches),
          actions(kMaxActions),
          events(queue.capacity() * c.max_events),
          tick_frames(frames_of_tick(c.tick_rate)),
          births_ring(kLongestTick + kPlayerDeathFrames),
          actions_ring(kChirpFrames)
    {
        births.push_back({std::make_unique<BirthTables>(scale, c.base_hz, c.size.height)});
    }

    const SoundConfig config;
    const FixedTables fixed;

    // Between the threads.
    SpscRing<Waiting> queue;
    SpscRing<Action> actions;
    std::vector<Event> events; // room for one batch in each place of the queue

    // Of the control thread.
    std::vector<Births> births; // the last is in use
    std::uint64_t posts = 0;
    std::uint32_t tick_frames;
    std::atomic<std::uint64_t> refused_batches{0}; // read by the audio thread
    std::atomic<std::uint64_t> refused_events{0};

    // Of the audio thread.
    SoundRing births_ring;
    SoundRing actions_ring;
    std::uint64_t clock = 0;
    SoundStats stats;

    [[nodiscard]] Event* room_of(std::uint64_t post) noexcept QUERN_RT
    {
        return events.data() + post % queue.capacity() * config.max_events;
    }
    [[nodiscard]] bool is_heard(Event event) const noexcept QUERN_RT
    {
        return event.x() < config.size.width && event.y() < config.size.height &&
               event.type() != EventType::player_action && event.word >> 24 == 0;
    }

    /// Everything whose time has come. Frames until more is due.
    std::uint64_t begin_what_is_due() noexcept QUERN_RT
    {
        std::uint64_t due = kChunk;
        while (const Waiting* batch = queue.front()) {
            if (batch->start > clock) {
                due = std::min(due, batch->start - clock);
                break;
            }
            begin(*batch, room_of(stats.batches));
            queue.pop();
        }
        while (const Action* action = actions.front()) {
            if (action->start > clock) {
                due = std::min(due, action->start - clock);
                break;
            }
            begin(*action);
            actions.pop();
        }
        return due;
    }

    void begin(const Waiting& batch, const Event* list) noexcept QUERN_RT
    {
        const std::uint64_t chance =
            split_mix(config.seed + (batch.generation + std::uint64_t{1}) * kSplitMixStep);
        std::array<std::uint32_t, 4> count{};
        for (std::uint32_t i = 0; i < batch.count; ++i) {
            const Event event = list[i];
            const auto row = static_cast<std::size_t>(event.y());
            const auto column = static_cast<std::size_t>(event.x());
            const float* table = batch.births->pings[batch.births->degree_of_row[row]];
            std::size_t frames = kBirthFrames;
            if (event.type() == EventType::death) {
                table = fixed.deaths[row];
                frames = kDeathFrames;
            } else if (event.type() == EventType::player_death) {
                table = fixed.player_deaths[row];
                frames = kPlayerDeathFrames;
            }
            const std::uint64_t u = split_mix(chance + (event.word + std::uint64_t{1}) * kSplitMixStep) >> 40;
            births_ring.add(table, frames, u * batch.tick_frames >> 24, batch.gain * fixed.left[column],
                            batch.gain * fixed.right[column]);
            ++count[static_cast<std::size_t>(event.type())];
        }
        births_ring.flush();
        for (std::size_t type = 0; type < count.size(); ++type) {
            stats.by_type[type] += count[type];
            stats.sounded += count[type];
        }
        ++stats.batches;
        stats.late += batch.start < clock ? 1 : 0;
    }
    void begin(const Action& action) noexcept QUERN_RT
    {
        const auto gain = static_cast<float>(config.level * 0.5);
        actions_ring.add(fixed.chirp[0], kChirpFrames, 0, gain * fixed.left[action.column],
                         gain * fixed.right[action.column]);
        actions_ring.flush();
        ++stats.by_type[static_cast<std::size_t>(EventType::player_action)];
        ++stats.sounded;
    }

    void render(float* out, std::size_t frames) noexcept QUERN_RT
    {
        if (births_ring.busy() == 0 && actions_ring.busy() == 0)
            std::fill_n(out, 2 * frames, 0.0f);
        else {
            render_side(out, births_ring.left(), actions_ring.left(), frames);
            render_side(out + 1, births_ring.right(), actions_ring.right(), frames);
        }
        births_ring.advance(frames);
        actions_ring.advance(frames);
        clock += frames;
    }
    void render_side(float* out, const float* cells, const float* player,
                     std::size_t frames) noexcept QUERN_RT
    {
        std::array<float, kChunk> line;
        float peak = stats.peak;
        for (std::size_t k = 0; k < frames; ++k) {
            line[k] = cells[k] + player[k];
            peak = std::max(peak, std::fabs(line[k]));
        }
        stats.peak = peak;
        if (config.limited) {
            for (std::size_t k = 0; k < frames; ++k)
                line[k] = limited(line[k]);
        }
        for (std::size_t k = 0; k < frames; ++k)
            out[2 * k] = line[k];
    }
};

Sound::Sound(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Sound::Sound(Sound&&) noexcept = default;
Sound& Sound::operator=(Sound&&) noexcept = default;
Sound::~Sound() = default;

Result<Sound> Sound::create(const SoundConfig& config)
{
    if (const Status status = check(config); !status)
        return status.error();
    const Scale& scale = config.scale.cents.empty() ? scales().front() : config.scale;
    if (const Status status = check(scale, config.base_hz); !status)
        return status.error();
    return Sound(std::make_unique<State>(config, scale));
}

bool Sound::post(const EventBatch& batch, std::uint64_t start) noexcept QUERN_RT
{
    State& s = *state_;
    if (batch.events.size() > s.config.max_events || s.queue.size() >= s.config.batches) {
        s.refused_batches.fetch_add(1, std::memory_order_relaxed);
        s.refused_events.fetch_add(batch.events.size(), std::memory_order_relaxed);
        return false;
    }
    Event* const room = s.room_of(s.posts);
    std::uint32_t count = 0;
    for (const Event event : batch.events) {
        room[count] = event;
        count += s.is_heard(event) ? 1 : 0;
    }
    if (count != batch.events.size())
        s.refused_events.fetch_add(batch.events.size() - count, std::memory_order_relaxed);
    s.queue.try_push({start, batch.generation, count, s.tick_frames,
                      gain_of(s.config.law, s.config.level, count), s.births.back().tables.get()});
    ++s.posts;
    return true;
}

bool Sound::act(std::int32_t x, std::int32_t y, std::uint64_t start) noexcept QUERN_RT
{
    State& s = *state_;
    const GridSize size = s.config.size;
    const bool is_on_grid = x >= 0 && x < size.width && y >= 0 && y < size.height;
    if (is_on_grid && s.actions.try_push({start, static_cast<std::uint32_t>(x)}))
        return true;
    s.refused_events.fetch_add(1, std::memory_order_relaxed);
    return false;
}

Status Sound::set_scale(const Scale& scale, double base_hz)
{
    State& s = *state_;
    if (Status status = check(scale, base_hz); !status)
        return status;
    // A batch takes along the pings it was posted with, so none are freed that one in the queue still needs.
    const std::uint64_t begun = s.posts - s.queue.size();
    s.births.back().posts = s.posts;
    std::erase_if(s.births, [begun](const Births& old) { return old.posts <= begun; });
    s.births.push_back({std::make_unique<BirthTables>(scale, base_hz, s.config.size.height)});
    return Ok{};
}

bool Sound::set_tick_rate(double rate) noexcept QUERN_RT
{
    if (!is_rate(rate))
        return false;
    state_->tick_frames = frames_of_tick(rate);
    return true;
}

void Sound::process(float* out, std::size_t frames) noexcept QUERN_RT
{
    State& s = *state_;
    while (frames > 0) {
        const std::uint64_t due = s.begin_what_is_due();
        const std::size_t count = std::min({frames, static_cast<std::size_t>(due),
                                            s.births_ring.in_one_piece(), s.actions_ring.in_one_piece()});
        s.render(out, count);
        out += 2 * count;
        frames -= count;
    }
}

SoundStats Sound::stats() const noexcept QUERN_RT
{
    SoundStats stats = state_->stats;
    stats.refused_batches = state_->refused_batches.load(std::memory_order_relaxed);
    stats.refused_events = state_->refused_events.load(std::memory_order_relaxed);
    return stats;
}

std::uint64_t Sound::clock() const noexcept QUERN_RT
{
    return state_->clock;
}

} // namespace quern::life
