// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/world.hpp"

#include <string>
#include <utility>

namespace quern::life {
namespace {

std::string text_of(GridSize size)
{
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

} // namespace

World::World(std::unique_ptr<Automaton> automaton, const WorldConfig& config, EventReader reader, Sound sound)
    : automaton_(std::move(automaton)),
      reader_(std::move(reader)),
      sound_(std::move(sound)),
      first_roi_(config.roi),
      roi_(config.roi)
{
}

Result<World> World::create(std::unique_ptr<Automaton> automaton, const WorldConfig& config)
{
    const GridSize size = config.sound.size;
    if (automaton->size() != size)
        return Error{Error::Code::usage, "world",
                     "found a field of " + text_of(automaton->size()) + " and a sound of " + text_of(size) +
                         ", expected the same size"};
    Result<EventReader> reader = EventReader::create({size, config.sound.max_events, config.sound.seed});
    if (!reader)
        return reader.error();
    Result<Sound> sound = Sound::create(config.sound);
    if (!sound)
        return sound.error();
    return World(std::move(automaton), config, std::move(*reader), std::move(*sound));
}

Status World::load(const Field& field)
{
    if (Status status = automaton_->load(field); !status)
        return status;
    roi_ = first_roi_;
    stamps_.clear();
    moves_.clear();
    ticked_ = {};
    stats_ = {};
    return Ok{};
}

Status World::stamp(const Stamp& stamp)
{
    stamps_.push_back(stamp);
    Status status = check(Actions{{}, stamps_});
    if (!status)
        stamps_.pop_back();
    return status;
}

Status World::move(std::int32_t dx, std::int32_t dy)
{
    if (!roi_)
        return Error{Error::Code::usage, "move", "found no region of the player, expected one in the config"};
    const Move move{*roi_, dx, dy};
    if (Status status = check(Actions{{&move, 1}, {}}); !status)
        return status;
    moves_.push_back(move);
    const GridSize size = automaton_->size();
    roi_ = Roi{size.wrap_x(roi_->x + dx), size.wrap_y(roi_->y + dy)};
    return Ok{};
}

Status World::tick(std::uint64_t start)
{
    const Status advanced = automaton_->advance({moves_, stamps_});
    if (!advanced && !moves_.empty())
        roi_ = moves_.front().from;
    moves_.clear();
    stamps_.clear();
    if (!advanced)
        return advanced;
    const std::uint32_t generation = automaton_->generation();
    ticked_[generation % kUnderWay] = {generation, roi_, start};
    collect();
    return Ok{};
}

Status World::settle()
{
    Status status = automaton_->settle();
    collect();
    return status;
}

void World::collect()
{
    while (const std::optional<Delta> delta = automaton_->poll()) {
        const Ticked& known = ticked_[delta->generation % kUnderWay];
        const Ticked ticked = known.generation == delta->generation ? known : Ticked{};
        const EventBatch batch = reader_.read(*delta, ticked.roi);
        stats_.events += batch.total;
        stats_.births += batch.births;
        stats_.deaths += batch.deaths;
        stats_.player_deaths += batch.player_deaths;
        stats_.kept += batch.kept;
        stats_.dropped += batch.dropped;
        if (watcher_ != nullptr)
            watcher_->on_generation(*delta, batch, ticked.roi);
        sound_.post(batch, ticked.start);
    }
}

WorldStats World::stats() const noexcept
{
    WorldStats stats = stats_;
    stats.generations = automaton_->counters();
    return stats;
}

} // namespace quern::life
