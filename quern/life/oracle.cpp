// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/prompt_automaton.hpp"
#include "quern/life/step.hpp"

#include <utility>

namespace quern::life {
namespace {

class Oracle final : public PromptAutomaton {
public:
    Oracle(GridSize size, Rule rule)
        : rule_(rule), now_(size), before_(size), changed_(size.words()), alive_(size.words())
    {
    }

    std::string_view name() const noexcept override { return "oracle"; }
    GridSize size() const noexcept override { return now_.size; }

private:
    void take(const Field& field) override { now_ = field; }
    void go_on(const Actions& actions) override
    {
        std::swap(now_, before_);
        step(before_, now_, rule_);
        for (const Move& move : actions.moves) {
            apply(now_, move);
            apply(before_, move); // so that what moves neither dies nor is born
        }
        for (const Stamp& stamp : actions.stamps)
            apply(now_, stamp);
        take_changes();
    }
    Delta changes() const override { return {generation(), now_.size, changed_, alive_}; }
    Field cells() const override { return now_; }
    RoiCells cells_of(const Roi& roi) const override { return life::cells_of(now_, roi); }
    void take_changes() noexcept
    {
        for (std::size_t word = 0; word < changed_.size(); ++word) {
            std::uint64_t changed = 0;
            std::uint64_t alive = 0;
            for (std::size_t bit = 0; bit < 64; ++bit) {
                const bool lived = before_.cells[64 * word + bit].alive != 0;
                const bool lives = now_.cells[64 * word + bit].alive != 0;
                changed |= std::uint64_t{lived != lives} << bit;
                alive |= std::uint64_t{lives} << bit;
            }
            changed_[word] = changed;
            alive_[word] = alive;
        }
    }

    Rule rule_;
    Field now_;
    Field before_; // the generation before, with the moves that led to `now_`
    std::vector<std::uint64_t> changed_;
    std::vector<std::uint64_t> alive_;
};

} // namespace

Result<std::unique_ptr<Automaton>> make_oracle(GridSize size, Rule rule)
{
    if (Status status = check(size); !status)
        return status.error();
    return std::unique_ptr<Automaton>(std::make_unique<Oracle>(size, rule));
}

} // namespace quern::life
