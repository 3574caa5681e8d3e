// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/life_run.hpp"

#include <bit>
#include <utility>

namespace quern::vectors {

Result<LifeRun> LifeRun::begin(const life::Field& start, life::Rule rule)
{
    Result<std::unique_ptr<life::Automaton>> automaton = life::make_cpu(start.size, rule);
    if (!automaton)
        return automaton.error();
    if (Status status = (*automaton)->load(start); !status)
        return status.error();
    return LifeRun(std::move(*automaton));
}

Result<life::Delta> LifeRun::step()
{
    if (Status status = automaton_->advance({}); !status)
        return status.error();
    if (Status status = automaton_->settle(); !status)
        return status.error();
    const std::optional<life::Delta> delta = automaton_->poll();
    if (!delta)
        return Error{Error::Code::unsupported, {}, "found no changes after a generation"};
    return *delta;
}

LifeCounts counts_of(const life::Delta& delta)
{
    LifeCounts counts;
    for (std::size_t i = 0; i < delta.changed.size(); ++i) {
        counts.births += static_cast<std::size_t>(std::popcount(delta.changed[i] & delta.alive[i]));
        counts.deaths += static_cast<std::size_t>(std::popcount(delta.changed[i] & ~delta.alive[i]));
    }
    return counts;
}

} // namespace quern::vectors
