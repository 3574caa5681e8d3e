// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/automaton.hpp"
#include "quern/life/step.hpp"

#include <utility>

namespace quern::life {
namespace {

class Oracle final : public Automaton {
public:
    Oracle(GridSize size, Rule rule)
        : rule_(rule), now_(size), before_(size), changed_(size.words()), alive_(size.words())
    {
    }

    std::string_view name() const noexcept override { return "oracle"; }
    GridSize size() const noexcept override { return now_.size; }

    Status load(const Field& field) override
    {
        if (Status status = check(field, now_.size); !status)
            return status;
        now_ = field;
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
        std::swap(now_, before_);
        step(before_, now_, rule_);
        for (const Move& move : actions.moves) {
            apply(now_, move);
            apply(before_, move); // so that what moves neither dies nor is born
        }
        for (const Stamp& stamp : actions.stamps)
            apply(now_, stamp);
        take_changes();

        ++generation_;
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
        return Delta{generation_, now_.size, changed_, alive_};
    }

    Status settle() override { return Ok{}; }
    Result<Field> read() override { return now_; }
    std::uint32_t generation() const noexcept override { return generation_; }
    DeltaCounters counters() const noexcept override { return counters_; }

    bool probe(const IntegrityProbe& probe) override
    {
        if (integrity_)
            return false;
        integrity_ = compare(cells_of(now_, probe.roi), probe.reference, generation_);
        return true;
    }
    std::optional<Integrity> poll_probe() override { return std::exchange(integrity_, std::nullopt); }

private:
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
    bool has_delta_ = false; // not yet handed out
    std::uint32_t generation_ = 0;
    DeltaCounters counters_;
    std::optional<Integrity> integrity_;
};

} // namespace

Result<std::unique_ptr<Automaton>> make_oracle(GridSize size, Rule rule)
{
    if (Status status = check(size); !status)
        return status.error();
    return std::unique_ptr<Automaton>(std::make_unique<Oracle>(size, rule));
}

} // namespace quern::life
