// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/mix/chain_kernels.hpp"

#include "quern/dsp/simd_target.hpp"

namespace quern::mix {

const ChainKernels* chain_kernels() noexcept QUERN_RT
{
#if QUERN_SIMD
    return vector_chain_kernels(dsp::selected_target());
#else
    return nullptr;
#endif
}

} // namespace quern::mix
