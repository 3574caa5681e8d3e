// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/automaton.hpp"

#include <utility>

#include "quern/life/plane_moves.hpp"
#include "quern/life/planes.hpp"

namespace quern::life {
namespace {

class Cpu final : public Automaton {
public:
    Cpu(GridSize size, Rule rule) : rule_(PlaneRule::of(rule)), planes_(size), moves_(size) {}

    std::string_view name() const noexcept override { return "cpu"; }
    GridSize size() const noexcept override { return planes_.size(); }

    Status load(const Field& field) override
    {
        if (Status status = check(field, size()); !status)
            return status;
        planes_.load(field);
        generation_ = 0;
        counters_ = {};
        has_delta_ = false;
        integrity_.reset();
        return Ok{};
    }

    Status advance(const Actions& actions) override
    {
        if (Status status = check(actions); !status)
            return status;
        ++generation_;
        if (!actions.moves.empty())
            moves_.begin(planes_, actions.moves);
        planes_.step(rule_, generation_);
        if (!actions.moves.empty())
            moves_.apply(planes_, actions.moves);
        for (const Stamp& stamp : actions.stamps)
            planes_.apply(stamp, generation_);

        ++counters_.advanced;
        counters_.skipped += has_delta_ ? 1 : 0; // nobody asked for the last one
        has_delta_ = true;
        return Ok{};
    }

    std::optional<Delta> poll() override
    {
        if (!has_delta_)
            return std::nullopt;
        has_delta_ = false;
        ++counters_.delivered;
        const PlaneSet& set = planes_.set();
        return Delta{generation_, size(), {set.changed, size().words()}, {set.alive, size().words()}};
    }

    Status settle() override { return Ok{}; }
    Result<Field> read() override { return planes_.read(generation_); }
    std::uint32_t generation() const noexcept override { return generation_; }
    DeltaCounters counters() const noexcept override { return counters_; }

    bool probe(const IntegrityProbe& probe) override
    {
        if (integrity_)
            return false;
        integrity_ = compare(planes_.cells_of(probe.roi), probe.reference, generation_);
        return true;
    }
    std::optional<Integrity> poll_probe() override { return std::exchange(integrity_, std::nullopt); }

private:
    PlaneRule rule_;
    Planes planes_;
    PlaneMoves moves_;
    bool has_delta_ = false; // not yet handed out
    std::uint32_t generation_ = 0;
    DeltaCounters counters_;
    std::optional<Integrity> integrity_;
};

} // namespace

Result<std::unique_ptr<Automaton>> make_cpu(GridSize size, Rule rule)
{
    if (Status status = check(size); !status)
        return status.error();
    return std::unique_ptr<Automaton>(std::make_unique<Cpu>(size, rule));
}

} // namespace quern::life
