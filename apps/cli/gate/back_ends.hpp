// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/automaton.hpp"

namespace quern::cli::gate {

enum class Family { oracle, cpu, gpu };

/// One way to run the automaton on this machine: the CPU's counts once for each of its instruction sets.
struct BackEnd {
    std::string name; ///< "oracle", "cpu avx2", "gpu"
    Family family = Family::oracle;
    dsp::SimdTarget target = dsp::SimdTarget::scalar; ///< that is to be selected while it runs
    std::function<Result<std::unique_ptr<life::Automaton>>(life::GridSize, life::Rule)> make;
};

struct BackEnds {
    std::vector<BackEnd> found;
    std::string gpu; ///< its renderer, or why there is none
};
[[nodiscard]] BackEnds back_ends();
[[nodiscard]] BackEnd oracle();

/// Selects an instruction set for the length of a block.
class Selected {
public:
    explicit Selected(dsp::SimdTarget target) : before_(dsp::selected_target())
    {
        dsp::select_target(target);
    }
    ~Selected() { dsp::select_target(before_); }
    Selected(const Selected&) = delete;
    Selected& operator=(const Selected&) = delete;

private:
    dsp::SimdTarget before_;
};

} // namespace quern::cli::gate
