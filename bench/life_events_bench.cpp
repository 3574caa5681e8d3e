// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/events.hpp"
#include "timing.hpp"

/// life/scan/<target>: every event of a generation into a list. Counters: ns an event for a 30 % soup of
/// 2048x512 cells in generation 100 (75,010 events), for the same with a player's region, in generation 1
/// (326,913) and in generation 5000 (10,408, from which a scan costs more than its events); us for a field in
/// which nothing happens. life/sample/<target>: us to choose 4096 of 250,000 events. Least times of many
/// short rounds, thread time.
namespace quern::life {
namespace {

using bench::thread_seconds;

constexpr GridSize kSize{2048, 512};

/// Changes of a field, made by hand.
struct Changes {
    std::vector<std::uint64_t> changed, alive;

    [[nodiscard]] Delta delta() const { return {1, kSize, changed, alive}; }
};

std::vector<std::uint64_t> living(const Field& field)
{
    std::vector<std::uint64_t> words(field.size.words());
    for (std::size_t i = 0; i < field.cells.size(); ++i)
        words[i / 64] |= static_cast<std::uint64_t>(field.cells[i].alive != 0) << i % 64;
    return words;
}

/// What that generation of Conway's rule changes in a soup.
Changes soup_changes(std::uint32_t generation)
{
    auto automaton = std::move(make_cpu(kSize, Rule{}).value());
    bool is_good = automaton->load(soup(kSize, 0.3, 1)).ok();
    std::optional<Delta> delta;
    while (is_good && automaton->generation() < generation) {
        is_good = automaton->advance({}).ok();
        delta = automaton->poll();
    }
    if (!is_good || !delta)
        return {};
    return {{delta->changed.begin(), delta->changed.end()}, {delta->alive.begin(), delta->alive.end()}};
}

/// Cells that change with this chance, half of them alive then.
Changes random_changes(double density)
{
    return {living(soup(kSize, density, 11)), living(soup(kSize, 0.5, 12))};
}

/// The least time of one call, over all rounds of a benchmark.
class Least {
public:
    template <class Work> void round(int calls, Work work)
    {
        const double begin = thread_seconds();
        for (int i = 0; i < calls; ++i)
            work();
        seconds_ = std::min(seconds_, (thread_seconds() - begin) / calls);
    }
    [[nodiscard]] double ns() const { return seconds_ * 1e9; }

private:
    double seconds_ = std::numeric_limits<double>::max();
};

void scan(benchmark::State& state, dsp::SimdTarget target)
{
    dsp::select_target(target);
    EventReader reader = std::move(EventReader::create({kSize}).value());
    std::vector<Event> events;
    const auto list = [&](const Changes& changes, const std::optional<Roi>& roi) {
        reader.read_all(changes.delta(), roi, events);
        benchmark::DoNotOptimize(events.data());
    };
    struct Run {
        const char* name;
        Changes changes;
        std::optional<Roi> roi{};
        Least least{};
        std::size_t events = 0;
    };
    std::vector<Run> runs;
    runs.push_back({"ns", soup_changes(100)});
    runs.push_back({"roi_ns", runs.front().changes, Roi{1000, 200}});
    runs.push_back({"first_ns", soup_changes(1)});
    runs.push_back({"ash_ns", soup_changes(5000)});
    runs.push_back({"empty_us", random_changes(0.0)});
    for (auto _ : state) {
        for (Run& run : runs) {
            list(run.changes, run.roi); // lets the list grow, untimed
            run.events = events.size();
            run.least.round(events.empty() ? 100 : 4, [&] { list(run.changes, run.roi); });
        }
    }
    for (const Run& run : runs)
        state.counters[run.name] =
            run.events == 0 ? run.least.ns() * 1e-3 : run.least.ns() / static_cast<double>(run.events);
    dsp::select_target(dsp::best_target());
}

void sample(benchmark::State& state, dsp::SimdTarget target)
{
    dsp::select_target(target);
    const Changes many = random_changes(250000.0 / static_cast<double>(kSize.cells()));
    EventReader reader = std::move(EventReader::create({kSize}).value());
    Delta delta = many.delta();
    Least plain, player;
    EventBatch batch;
    for (auto _ : state) {
        plain.round(1, [&] {
            ++delta.generation; // other ranks each time
            batch = reader.read(delta, {});
        });
        player.round(1, [&] {
            ++delta.generation;
            batch = reader.read(delta, Roi{1000, 200});
        });
    }
    state.counters["events"] = batch.total;
    state.counters["kept"] = batch.kept;
    state.counters["us"] = plain.ns() * 1e-3;
    state.counters["roi_us"] = player.ns() * 1e-3;
    dsp::select_target(dsp::best_target());
}

const bool registered = [] {
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (target == dsp::SimdTarget::emulated || !dsp::is_available(target))
            continue;
        const std::string name(dsp::name_of(target));
        benchmark::RegisterBenchmark(("life/scan/" + name).c_str(), scan, target)->Iterations(100);
        benchmark::RegisterBenchmark(("life/sample/" + name).c_str(), sample, target)->Iterations(100);
    }
    return true;
}();

} // namespace
} // namespace quern::life
