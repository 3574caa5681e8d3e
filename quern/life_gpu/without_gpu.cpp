// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life_gpu/gpu.hpp"

namespace quern::life {
namespace {

Error not_built()
{
    return {Error::Code::unsupported, "gpu", "this build has no GPU back end: it needs libepoxy (QUERN_GPU)"};
}

} // namespace

Result<std::unique_ptr<Automaton>> make_gpu(GridSize, Rule, const GpuConfig&)
{
    return not_built();
}

Result<std::string> describe_gpu(const GpuConfig&)
{
    return not_built();
}

} // namespace quern::life
