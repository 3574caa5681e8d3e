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
    static constexpr bool kIsDeep = false;
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
using InnerLanes = Word;
constexpr std::size_t kStepRows = 64;
constexpr std::size_t kFullRows = 16;

#include "quern/life/plane_kernels.inl"

/// Conway with an operation less for processors that have no and-not.
struct WordConway {
    template <class L>
    QUERN_INLINE std::uint64_t next(const Counts<L>& up, const Counts<L>& mid, const Counts<L>& down) const
    {
        const std::uint64_t ones = Parity{}(up.one, down.one, mid.side_one);
        const std::uint64_t carry = Majority{}(up.one, down.one, mid.side_one);
        // One of four: their number is odd, and one of the two pairs is empty.
        const std::uint64_t few =
            ((up.two ^ down.two) ^ (carry ^ mid.side_two)) & ((up.two | down.two) ^ (carry | mid.side_two));
        return few & (ones | mid.cell);
    }
};

/// A row's counts, word by word.
struct RowCounts {
    std::array<std::uint64_t, kMaxRowWords> one;
    std::array<std::uint64_t, kMaxRowWords> two;
    std::array<std::uint64_t, kMaxRowWords> side_one;
    std::array<std::uint64_t, kMaxRowWords> side_two;

    [[nodiscard]] Counts<Word> at(std::size_t x, std::uint64_t cell) const noexcept QUERN_RT
    {
        return {one[x], two[x], side_one[x], side_two[x], cell};
    }
};

void count(const std::uint64_t* row, std::size_t words, RowCounts& counts) noexcept QUERN_RT
{
    const auto put = [&](std::size_t x, std::uint64_t before, std::uint64_t cell,
                         std::uint64_t after) QUERN_LAMBDA_INLINE {
        const Sides<Word> sides{cell, (before >> 63) + 2 * cell, cell >> 1 | after << 63};
        const Counts<Word> word = count_of(sides);
        counts.one[x] = word.one;
        counts.two[x] = word.two;
        counts.side_one[x] = word.side_one;
        counts.side_two[x] = word.side_two;
    };
    std::uint64_t before = row[words - 1];
    std::uint64_t cell = row[0];
    const std::uint64_t first = cell;
#pragma GCC unroll 4
    for (std::size_t x = 0; x + 1 < words; ++x) {
        const std::uint64_t after = row[x + 1];
        put(x, before, cell, after);
        before = cell;
        cell = after;
    }
    put(words - 1, before, cell, first);
}

/// Row by row. In place: the next row is counted before this one is overwritten.
template <Also kAlso, class R> void step_rows(const PlaneSet& planes, const R& rule) noexcept QUERN_RT
{
    const std::size_t words = planes.row_words;
    std::array<RowCounts, 4> counts;
    RowCounts* above = &counts[0];
    RowCounts* here = &counts[1];
    RowCounts* below = &counts[2];
    count(planes.alive + (planes.rows - 1) * words, words, *above);
    count(planes.alive, words, *here);
    counts[3] = *here;
    for (std::size_t y = 0; y < planes.rows; ++y) {
        std::uint64_t* const row = planes.alive + y * words;
        const Changes changes = changes_at<kAlso>(planes, y * words);
        if (y + 1 < planes.rows)
            count(row + words, words, *below);
        else
            below = &counts[3];
#pragma GCC unroll 2
        for (std::size_t x = 0; x < words; ++x)
            put<Word, kAlso>(rule.template next<Word>(above->at(x, 0), here->at(x, row[x]), below->at(x, 0)),
                             row[x], row, changes, x);
        RowCounts* const free = above;
        above = here;
        here = below;
        below = free;
    }
}

template <Also kAlso> void step_words(const PlaneSet& planes, const PlaneRule& rule) noexcept QUERN_RT
{
    if (rule.is_conway)
        step_rows<kAlso>(planes, WordConway{});
    else
        step_rows<kAlso>(planes, AnyRule{rule});
}

void step_all(const PlaneSet& planes, const PlaneRule& rule) noexcept QUERN_RT
{
    step_words<Also::changed>(planes, rule);
    inherit(planes);
}

} // namespace
} // namespace scalar

constinit const PlaneKernels kScalarPlaneKernels{
    scalar::step_words<scalar::Also::nothing>, scalar::step_words<scalar::Also::changed>,
    scalar::step_words<scalar::Also::masks>, scalar::inherit, scalar::step_all};

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
