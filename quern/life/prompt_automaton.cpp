// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/prompt_automaton.hpp"

#include <utility>

namespace quern::life {

Status PromptAutomaton::load(const Field& field)
{
    if (Status status = check(field, size()); !status)
        return status;
    take(field);
    generation_ = 0;
    counters_ = {};
    has_delta_ = false;
    integrity_.reset();
    return Ok{};
}

Status PromptAutomaton::advance(const Actions& actions)
{
    if (Status status = check(actions); !status)
        return status;
    ++generation_;
    go_on(actions);
    ++counters_.advanced;
    counters_.skipped += has_delta_ ? 1 : 0; // nobody asked for the last one
    has_delta_ = true;
    return Ok{};
}

std::optional<Delta> PromptAutomaton::poll()
{
    if (!std::exchange(has_delta_, false))
        return std::nullopt;
    ++counters_.delivered;
    return changes();
}

bool PromptAutomaton::probe(const IntegrityProbe& probe)
{
    if (integrity_)
        return false;
    integrity_ = compare(cells_of(probe.roi), probe.reference, generation_);
    return true;
}

std::optional<Integrity> PromptAutomaton::poll_probe()
{
    return std::exchange(integrity_, std::nullopt);
}

} // namespace quern::life
