// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/clip.hpp"

#include "quern/dsp/kernels.hpp"

namespace quern::dsp {

void clip(std::span<float> io, float level) noexcept QUERN_RT
{
    if (level < 100.0f)
        kernels().clip(io.data(), level, io.size());
}

} // namespace quern::dsp
