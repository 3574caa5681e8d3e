// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life_gpu/readback_pool.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace quern::life {

ReadbackPool::ReadbackPool(const ReadbackPoolConfig& config, FenceSource& fences)
    : config_(config), fences_(&fences), states_(config.buffers, State::free)
{
    assert(config.buffers >= 1 && config.buffers <= config.most_buffers &&
           config.most_buffers <= kMostReadbackBuffers);
}

void ReadbackPool::lose(Entry& entry)
{
    ++counters_.lost;
    // One that failed will never signal: what is in the buffer is nobody's any more.
    if (entry.seen == FenceState::failed) {
        states_[entry.buffer] = State::free;
        return;
    }
    states_[entry.buffer] = State::lost;
    lost_.push_back(std::move(entry));
}

// Asks every fence once, and parts with those that are overdue.
void ReadbackPool::look(std::uint32_t now)
{
    std::erase_if(lost_, [this](Entry& entry) {
        if (entry.fence->poll() == FenceState::pending)
            return false;
        states_[entry.buffer] = State::free;
        return true;
    });
    for (Entry& entry : under_way_) {
        if (entry.seen == FenceState::pending)
            entry.seen = entry.fence->poll();
    }
    std::erase_if(under_way_, [this, now](Entry& entry) {
        const bool overdue = entry.seen == FenceState::pending && now - entry.generation > config_.lost_after;
        if (!overdue && entry.seen != FenceState::failed)
            return false;
        lose(entry);
        return true;
    });
}

std::optional<std::size_t> ReadbackPool::begin(std::uint32_t generation)
{
    ++counters_.advanced;
    look(generation);
    auto found = std::find(states_.begin(), states_.end(), State::free);
    if (found == states_.end() && states_.size() < config_.most_buffers)
        found = states_.insert(states_.end(), State::free);
    if (found == states_.end() || abandoned_) {
        ++counters_.skipped;
        return std::nullopt;
    }
    *found = State::writing;
    writing_ = generation;
    return static_cast<std::size_t>(found - states_.begin());
}

void ReadbackPool::end(std::size_t buffer)
{
    assert(states_[buffer] == State::writing);
    Entry entry{writing_, buffer, fences_->insert(writing_), FenceState::pending};
    if (!entry.fence) {
        entry.seen = FenceState::failed;
        lose(entry);
        return;
    }
    states_[buffer] = State::under_way;
    under_way_.push_back(std::move(entry));
}

std::optional<ReadbackPool::Ready> ReadbackPool::take(std::uint32_t now)
{
    look(now);
    if (under_way_.empty() || under_way_.front().seen != FenceState::signalled)
        return std::nullopt;
    const Ready ready{under_way_.front().generation, under_way_.front().buffer};
    under_way_.erase(under_way_.begin());
    states_[ready.buffer] = State::taken;
    ++counters_.delivered;
    return ready;
}

void ReadbackPool::give_back(std::size_t buffer) noexcept
{
    assert(states_[buffer] == State::taken);
    states_[buffer] = State::free;
}

void ReadbackPool::settle(std::chrono::nanoseconds most)
{
    for (Entry& entry : under_way_) {
        if (entry.seen == FenceState::pending)
            entry.seen = entry.fence->wait(most);
    }
    std::erase_if(under_way_, [this](Entry& entry) {
        if (entry.seen == FenceState::signalled)
            return false;
        lose(entry);
        return true;
    });
}

void ReadbackPool::abandon() noexcept
{
    counters_.lost += under_way_.size();
    // A generation that was begun and whose commands were refused.
    counters_.lost += static_cast<std::uint64_t>(std::count(states_.begin(), states_.end(), State::writing));
    std::replace(states_.begin(), states_.end(), State::writing, State::free);
    under_way_.clear();
    lost_.clear();
    abandoned_ = true;
}

} // namespace quern::life
