// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life/plane_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "quern/life/plane_walk.hpp"

namespace quern::life {
namespace scalar {
namespace {

template <class V> constexpr V without(V a, V b)
{
    return a & ~b;
}

struct Word {
    using V = std::uint64_t;
    static constexpr std::size_t kWords = 1;
    static V load(const std::uint64_t* at) { return *at; }
    static void store(V value, std::uint64_t* at) { *at = value; }
    static V all(std::uint64_t word) { return word; }
    static V west(V cells, const std::uint64_t*, const std::uint64_t* beside)
    {
        return cells << 1 | *beside >> 63;
    }
    static V east(V cells, const std::uint64_t*, const std::uint64_t* beside)
    {
        return cells >> 1 | *beside << 63;
    }
    template <class F> static V logic(V a, V b, V c) { return F{}(a, b, c); }
};
using Lanes = Word;
constexpr std::size_t kStepRows = 64;
constexpr std::size_t kFullRows = 16;

#include "quern/life/plane_kernels.inl"

} // namespace
} // namespace scalar

constinit const PlaneKernels kScalarPlaneKernels{
    scalar::step<scalar::Also::nothing>, scalar::step<scalar::Also::changed>,
    scalar::step<scalar::Also::masks>, scalar::inherit, scalar::step_full};

PlaneRule PlaneRule::of(Rule rule) noexcept
{
    PlaneRule planes{};
    for (int n = 0; n <= 8; ++n) {
        const auto at = static_cast<std::size_t>(n);
        const std::uint64_t survives = rule.survives(n) ? ~std::uint64_t{0} : 0;
        planes.birth[at] = rule.gives_birth(n) ? ~std::uint64_t{0} : 0;
        planes.differs[at] = planes.birth[at] ^ survives;
    }
    planes.is_conway = rule == Rule{};
    planes.has_odd_births = (rule.birth & 0x1FF & ~(1 << 3)) != 0;
    return planes;
}

const PlaneKernels& plane_kernels() noexcept QUERN_RT
{
#if QUERN_SIMD
    if (const PlaneKernels* vectors = vector_plane_kernels(dsp::selected_target()))
        return *vectors;
#endif
    return kScalarPlaneKernels;
}

} // namespace quern::life
