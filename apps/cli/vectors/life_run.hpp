// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "quern/life/automaton.hpp"
#include "quern/life/rule.hpp"

namespace quern::vectors {

/// One life, taken from generation to generation, changes and all.
class LifeRun {
public:
    static Result<LifeRun> begin(const life::Field& start, life::Rule rule);

    /// One generation on. The changes hold until the next call.
    Result<life::Delta> step();
    [[nodiscard]] std::uint32_t generation() const { return automaton_->generation(); }
    Result<life::Field> state() { return automaton_->read(); }

private:
    explicit LifeRun(std::unique_ptr<life::Automaton> automaton) : automaton_(std::move(automaton)) {}

    std::unique_ptr<life::Automaton> automaton_;
};

struct LifeCounts {
    std::size_t births = 0;
    std::size_t deaths = 0;
};
LifeCounts counts_of(const life::Delta& delta);

} // namespace quern::vectors
