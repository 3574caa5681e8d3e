// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/gate/back_ends.hpp"

#include "quern/life_gpu/gpu.hpp"

namespace quern::cli::gate {

BackEnd oracle()
{
    return {"oracle", Family::oracle, dsp::SimdTarget::scalar, life::make_oracle};
}

BackEnds back_ends()
{
    BackEnds all;
    all.found.push_back(oracle());
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (target != dsp::SimdTarget::emulated && dsp::is_available(target))
            all.found.push_back(
                {"cpu " + std::string(dsp::name_of(target)), Family::cpu, target, life::make_cpu});
    }
    const Result<std::string> gpu = life::describe_gpu();
    if (gpu)
        all.found.push_back(
            {"gpu", Family::gpu, dsp::best_target(), [](life::GridSize size, life::Rule rule) {
                 return life::make_gpu(size, rule, {.wait = true});
             }});
    all.gpu = gpu ? *gpu : gpu.error().message;
    return all;
}

} // namespace quern::cli::gate
