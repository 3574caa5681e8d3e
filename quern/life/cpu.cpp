// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/plane_moves.hpp"
#include "quern/life/planes.hpp"
#include "quern/life/prompt_automaton.hpp"

namespace quern::life {
namespace {

class Cpu final : public PromptAutomaton {
public:
    Cpu(GridSize size, Rule rule) : rule_(PlaneRule::of(rule)), planes_(size), moves_(size) {}

    std::string_view name() const noexcept override { return "cpu"; }
    GridSize size() const noexcept override { return planes_.size(); }

private:
    void take(const Field& field) override { planes_.load(field); }
    void go_on(const Actions& actions) override
    {
        if (!actions.moves.empty())
            moves_.begin(planes_, actions.moves);
        planes_.step(rule_, generation());
        if (!actions.moves.empty())
            moves_.apply(planes_, actions.moves);
        for (const Stamp& stamp : actions.stamps)
            planes_.apply(stamp, generation());
    }
    Delta changes() const override
    {
        const PlaneSet& set = planes_.set();
        return {generation(), size(), {set.changed, size().words()}, {set.alive, size().words()}};
    }
    Field cells() const override { return planes_.read(generation()); }
    RoiCells cells_of(const Roi& roi) const override { return planes_.cells_of(roi); }

    PlaneRule rule_;
    Planes planes_;
    PlaneMoves moves_;
};

} // namespace

Result<std::unique_ptr<Automaton>> make_cpu(GridSize size, Rule rule)
{
    if (Status status = check(size); !status)
        return status.error();
    return std::unique_ptr<Automaton>(std::make_unique<Cpu>(size, rule));
}

} // namespace quern::life
