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

/// Counts of a word of a row, without its cells.
struct WordCounts {
    std::uint64_t one;
    std::uint64_t two;
    std::uint64_t side_one;
    std::uint64_t side_two;
};
/// Of the row that is being stepped and of the row above it, in turn. Side by side, one pointer reaches both.
using CountsOfTwo = std::array<WordCounts, 2>;

/// Conway with an operation less for processors that have no and-not.
struct WordConway {
    QUERN_INLINE std::uint64_t next(const WordCounts& up, const WordCounts& mid, std::uint64_t cell,
                                    const WordCounts& down) const
    {
        // What the row below adds comes last: it was counted last.
        const std::uint64_t ones = Parity{}(up.one, mid.side_one, down.one);
        const std::uint64_t carry = Majority{}(up.one, mid.side_one, down.one);
        // One of four: their number is odd, and one of the two pairs is empty.
        const std::uint64_t few =
            ((up.two ^ down.two) ^ (carry ^ mid.side_two)) & ((up.two | down.two) ^ (carry | mid.side_two));
        return few & (ones | cell);
    }
};

struct WordRule {
    AnyRule rule;

    QUERN_INLINE std::uint64_t next(const WordCounts& up, const WordCounts& mid, std::uint64_t cell,
                                    const WordCounts& down) const
    {
        const auto with = [](const WordCounts& counts, std::uint64_t cells) {
            return Counts<Word>{counts.one, counts.two, counts.side_one, counts.side_two, cells};
        };
        return rule.next<Word>(with(up, 0), with(mid, cell), with(down, 0));
    }
};

QUERN_INLINE WordCounts count_word(std::uint64_t west, std::uint64_t cell, std::uint64_t east)
{
    const Counts<Word> counts = count_of(Sides<Word>{cell, west, east});
    return {counts.one, counts.two, counts.side_one, counts.side_two};
}

QUERN_INLINE void count_row(const std::uint64_t* row, std::size_t words, CountsOfTwo* counts,
                            std::size_t which) noexcept QUERN_RT
{
    for (std::size_t x = 0; x < words; ++x) {
        const std::uint64_t before = row[x == 0 ? words - 1 : x - 1];
        const std::uint64_t after = row[x + 1 == words ? 0 : x + 1];
        counts[x][which] = count_word(row[x] << 1 | before >> 63, row[x], row[x] >> 1 | after << 63);
    }
}

/// One row, whose counts are [kHere]. Counts the row below on the way, and leaves that in the place of the
/// one above.
template <Also kAlso, std::size_t kHere, class R>
QUERN_INLINE void step_row(const R& rule, std::uint64_t* row, Changes changes, const std::uint64_t* below,
                           std::size_t words, CountsOfTwo* counts) noexcept QUERN_RT
{
    const std::uint64_t first = below[0];
    std::uint64_t cell = first;
    std::uint64_t carry = below[words - 1] >> 63;
    WordCounts down{};
    const auto count = [&](std::size_t x, std::uint64_t after) QUERN_LAMBDA_INLINE {
        const std::uint64_t west = carry + 2 * cell;
        carry = cell >> 63;
        down = count_word(west, cell, cell >> 1 | after << 63);
        counts[x][1 - kHere].side_one = down.side_one;
        counts[x][1 - kHere].side_two = down.side_two;
        cell = after;
    };
    const auto finish = [&](std::size_t x) QUERN_LAMBDA_INLINE {
        WordCounts& above = counts[x][1 - kHere];
        put<Word, kAlso>(rule.next(above, counts[x][kHere], row[x], down), row[x], row, changes, x);
        above.one = down.one;
        above.two = down.two;
    };
    // A word is counted in one turn and finished in the next: two short chains of operations beside each
    // other keep more of the processor busy than one long one.
    if (words > 1) {
        count(0, below[1]);
#pragma GCC unroll 1
        for (std::size_t x = 1; x + 1 < words; ++x) {
            finish(x - 1);
            count(x, below[x + 1]);
        }
        finish(words - 2);
    }
    count(words - 1, first);
    finish(words - 1);
}

/// Row by row, in place. The counts of two rows are all that is kept.
template <Also kAlso, class R> void step_rows(const PlaneSet& planes, const R& rule) noexcept QUERN_RT
{
    const std::size_t words = planes.row_words;
    std::array<std::uint64_t, kMaxRowWords> first; // as it was before the step
    std::copy_n(planes.alive, words, first.data());
    std::array<CountsOfTwo, kMaxRowWords> counts;
    count_row(planes.alive + (planes.rows - 1) * words, words, counts.data(), 1);
    count_row(planes.alive, words, counts.data(), 0);
    for (std::size_t y = 0; y < planes.rows; ++y) {
        std::uint64_t* const row = planes.alive + y * words;
        const std::uint64_t* const below = y + 1 < planes.rows ? row + words : first.data();
        const Changes changes = changes_at<kAlso>(planes, y * words);
        if (y % 2 == 0)
            step_row<kAlso, 0>(rule, row, changes, below, words, counts.data());
        else
            step_row<kAlso, 1>(rule, row, changes, below, words, counts.data());
    }
}

template <Also kAlso> void step_words(const PlaneSet& planes, const PlaneRule& rule) noexcept QUERN_RT
{
    if (rule.is_conway)
        step_rows<kAlso>(planes, WordConway{});
    else
        step_rows<kAlso>(planes, WordRule{{rule}});
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
