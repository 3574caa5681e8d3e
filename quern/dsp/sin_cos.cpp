// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/dsp/sin_cos.hpp"

#include "quern/dsp/kernels.hpp"

namespace quern::dsp {

void sin_cos(std::span<const float> angle, std::span<float> sine, std::span<float> cosine) noexcept QUERN_RT
{
    kernels().sin_cos(angle.data(), sine.data(), cosine.data(), angle.size());
}

} // namespace quern::dsp
