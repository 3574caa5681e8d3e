// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/life/automaton.hpp"

namespace quern::life {

/// A back end without a device: a generation's changes and a comparison are ready as soon as they are asked
/// for. This keeps what was handed out and the counts; a back end brings the cells. Private to this room.
class PromptAutomaton : public Automaton {
public:
    Status load(const Field& field) final;
    Status advance(const Actions& actions) final;
    std::optional<Delta> poll() final;
    Status settle() final { return Ok{}; }
    Result<Field> read() final { return cells(); }
    std::uint32_t generation() const noexcept final { return generation_; }
    DeltaCounters counters() const noexcept final { return counters_; }
    bool probe(const IntegrityProbe& probe) final;
    std::optional<Integrity> poll_probe() final;

protected:
    /// `field` is valid, and of the right size.
    virtual void take(const Field& field) = 0;
    /// On to generation `generation()`, with valid actions.
    virtual void go_on(const Actions& actions) = 0;
    /// Those of the last `go_on`.
    [[nodiscard]] virtual Delta changes() const = 0;
    [[nodiscard]] virtual Field cells() const = 0;
    [[nodiscard]] virtual RoiCells cells_of(const Roi& roi) const = 0;

private:
    bool has_delta_ = false; // not yet handed out
    std::uint32_t generation_ = 0;
    DeltaCounters counters_;
    std::optional<Integrity> integrity_;
};

} // namespace quern::life
