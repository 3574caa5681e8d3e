// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/gate/gate.hpp"

namespace quern::cli::gate {
namespace {

// Generations of the full soup: the oracle and a software driver take some 20 to 30 ms for each.
std::uint32_t soup_generations(Family family)
{
    switch (family) {
    case Family::oracle:
        return 100;
    case Family::gpu:
        return 60;
    case Family::cpu:
        break;
    }
    return 300;
}

class Run {
public:
    explicit Run(const std::function<void(const Finding&)>& report) : report_(report) {}

    void add(std::string check, std::string back_end, const Outcome& outcome)
    {
        findings_.push_back({std::move(check), std::move(back_end), outcome.passed, outcome.figure});
        report_(findings_.back());
    }
    std::vector<Finding> take() { return std::move(findings_); }

private:
    const std::function<void(const Finding&)>& report_;
    std::vector<Finding> findings_;
};

void check_cells(Run& run, const BackEnd& one)
{
    run.add("soup 2048x512", one.name, follows_reference(one, "soup30_seed1", soup_generations(one.family)));
    run.add("soup 256x128", one.name, follows_reference(one, "soup30_256x128_seed7", 64));
    run.add("glider over both seams", one.name, follows_reference(one, "glider_seam", 64));
    run.add("glider in one bucket", one.name, moves_a_glider(one));
    run.add("still life, silence", one.name, keeps_still_and_silent(one));
    if (one.family == Family::oracle)
        return;
    run.add("soup as the oracle's", one.name, follows_oracle(one));
    run.add("stamps and moves", one.name, takes_actions_as_oracle(one));
    run.add("sound as the oracle's", one.name, sounds_as_oracle(one));
}

} // namespace

std::vector<Finding> run(const BackEnds& back_ends, const std::function<void(const Finding&)>& report)
{
    Run run(report);
    const BackEnd* widest = nullptr;
    bool has_gpu = false;
    for (const BackEnd& one : back_ends.found) {
        check_cells(run, one);
        has_gpu = has_gpu || one.family == Family::gpu;
        if (one.family != Family::cpu)
            continue;
        widest = &one;
        run.add("most events exactly", one.name, keeps_exactly_the_most(one.target));
        run.add("single events sum", one.name, sums_single_events(one.target));
    }
    run.add("choice is even", "cpu", chooses_evenly());
    if (widest != nullptr) {
        run.add("soup at 60 Hz", widest->name,
                stays_below_the_limit(*widest, 0.5, life::GainLaw::natural, 0.5));
        run.add("soup at 60 Hz, level 4", widest->name,
                stays_below_the_limit(*widest, 4.0, life::GainLaw::strict, 100.0));
    }
    if (has_gpu)
        run.add("late fences", "gpu", delivers_within_two_generations());
    return run.take();
}

} // namespace quern::cli::gate
