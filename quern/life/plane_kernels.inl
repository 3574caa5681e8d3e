// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The loops of PlaneKernels for any width of vector (docs/spec/life.md §3). The including file opens a
// namespace of its own that holds
//   - Word, one 64-bit word, and Lanes, a vector of words, each with kWords, V, load, store, all, west and
//     east (V moved by one cell, the word beside it taken from where the last argument points), and
//     logic<F>(a, b, c), which is F{}(a, b, c); V has &, | and ^;
//     kIsDeep says that there are registers for three more rows;
//   - InnerLanes, which is Lanes, but its east may read the word beside it from where it stands in its row;
//   - without(a, b), which is a & ~b;
//   - kStepRows and kFullRows, rows of a strip.
// It has included the standard headers and plane_walk.hpp beforehand: inside a region of another instruction
// set none may be seen for the first time.

#undef QUERN_INLINE
#undef QUERN_LAMBDA_INLINE
#define QUERN_INLINE [[gnu::always_inline]] inline
#define QUERN_LAMBDA_INLINE __attribute__((always_inline))

struct Parity {
    template <class V> QUERN_INLINE constexpr V operator()(V a, V b, V c) const { return a ^ b ^ c; }
};
struct Majority { // shares a ^ b with Parity
    template <class V> QUERN_INLINE constexpr V operator()(V a, V b, V c) const
    {
        return (a & b) | ((a ^ b) & c);
    }
};
struct Any {
    template <class V> QUERN_INLINE constexpr V operator()(V a, V b, V c) const { return a | b | c; }
};
struct OneOfTwo { // of a and b, and not c
    template <class V> QUERN_INLINE constexpr V operator()(V a, V b, V c) const { return without(a ^ b, c); }
};
struct AndEither {
    template <class V> QUERN_INLINE constexpr V operator()(V a, V b, V c) const { return a & (b | c); }
};
struct Choose { // a ? b : c
    template <class V> QUERN_INLINE constexpr V operator()(V a, V b, V c) const { return c ^ (a & (b ^ c)); }
};
struct EitherXor { // (a | b) ^ c
    template <class V> QUERN_INLINE constexpr V operator()(V a, V b, V c) const { return (a | b) ^ c; }
};
struct XorAndXor { // (a ^ b) & (b ^ c)
    template <class V> QUERN_INLINE constexpr V operator()(V a, V b, V c) const { return (a ^ b) & (b ^ c); }
};
struct AndXor { // a & (b ^ c)
    template <class V> QUERN_INLINE constexpr V operator()(V a, V b, V c) const { return a & (b ^ c); }
};

/// Three cells of a row side by side, counted: one + 2 two. `side` leaves the one in the middle out.
template <class L> struct Counts {
    typename L::V one;
    typename L::V two;
    typename L::V side_one;
    typename L::V side_two;
    typename L::V cell;
};

template <class L> struct Sides {
    typename L::V cell;
    typename L::V west;
    typename L::V east;
};

template <class L> QUERN_INLINE Sides<L> sides_at(const std::array<const std::uint64_t*, 3>& row)
{
    const typename L::V cell = L::load(row[0]);
    return {cell, L::west(cell, row[0], row[1]), L::east(cell, row[0], row[2])};
}

/// Row i of a block, and keeps of it what other blocks need after it is overwritten.
template <class L> QUERN_INLINE Sides<L> sides_of_row(const PlaneBlock& block, std::size_t i)
{
    const std::uint64_t* const at = block.at + i * block.row_words;
    Sides<L> sides;
    sides.cell = L::load(at);
    sides.west = L::west(sides.cell, at, block.west + i * block.west_step);
    block.first[i * block.first_step] = at[0];
    sides.east = L::east(sides.cell, at, block.east + i * block.east_step);
    block.last[i] = at[L::kWords - 1];
    return sides;
}

template <class L> QUERN_INLINE Counts<L> count_of(const Sides<L>& sides)
{
    Counts<L> counts;
    counts.side_one = sides.west ^ sides.east;
    counts.side_two = sides.west & sides.east;
    counts.one = counts.side_one ^ sides.cell;
    counts.two = L::template logic<Majority>(sides.west, sides.east, sides.cell);
    counts.cell = sides.cell;
    return counts;
}

// --- rules -----------------------------------------------------------------------------------------------

struct Conway {
    template <class L>
    QUERN_INLINE typename L::V next(const Counts<L>& up, const Counts<L>& mid, const Counts<L>& down) const
    {
        using V = typename L::V;
        const V ones = L::template logic<Parity>(up.one, down.one, mid.side_one);
        const V carry = L::template logic<Majority>(up.one, down.one, mid.side_one);
        const V twos = L::template logic<Parity>(up.two, down.two, mid.side_two);
        const V fours = L::template logic<Majority>(up.two, down.two, mid.side_two);
        // Two or three neighbours, and then three or alive.
        const V few = L::template logic<OneOfTwo>(carry, twos, fours);
        return L::template logic<AndEither>(few, ones, mid.cell);
    }
};

/// Any rule: the fate of each of the nine counts, chosen by the bits of the count.
struct AnyRule {
    const PlaneRule& rule;

    template <class L> QUERN_INLINE typename L::V fate(std::size_t count, typename L::V cell) const
    {
        return L::all(rule.birth[count]) ^ (cell & L::all(rule.differs[count]));
    }
    template <class L>
    QUERN_INLINE typename L::V next(const Counts<L>& up, const Counts<L>& mid, const Counts<L>& down) const
    {
        using V = typename L::V;
        const V ones = L::template logic<Parity>(up.one, down.one, mid.side_one);
        const V carry = L::template logic<Majority>(up.one, down.one, mid.side_one);
        const V more = L::template logic<Parity>(up.two, down.two, mid.side_two);
        const V most = L::template logic<Majority>(up.two, down.two, mid.side_two);
        const V twos = carry ^ more;
        const V fours = most ^ (carry & more);
        const V eights = most & (carry & more);
        const auto pair = [&](std::size_t count) {
            return L::template logic<Choose>(ones, fate<L>(count + 1, mid.cell), fate<L>(count, mid.cell));
        };
        const V few = L::template logic<Choose>(twos, pair(2), pair(0));
        const V many = L::template logic<Choose>(twos, pair(6), pair(4));
        return L::template logic<Choose>(eights, fate<L>(8, mid.cell),
                                         L::template logic<Choose>(fours, many, few));
    }
};

// --- alive -----------------------------------------------------------------------------------------------

enum class Also { nothing, changed, masks };

/// What `step` writes besides `alive`, at a block.
struct Changes {
    std::uint64_t* a; // changed, or births
    std::uint64_t* b; // deaths
};

/// Null where nothing is written: a set need not have those planes.
template <Also kAlso> QUERN_INLINE Changes changes_at(const PlaneSet& planes, std::size_t offset)
{
    if constexpr (kAlso == Also::changed)
        return {planes.changed + offset, nullptr};
    else if constexpr (kAlso == Also::masks)
        return {planes.births + offset, planes.deaths + offset};
    else
        return {nullptr, nullptr};
}

template <class L, Also kAlso>
QUERN_INLINE void put(typename L::V next, typename L::V before, std::uint64_t* at, Changes changes,
                      std::size_t offset)
{
    L::store(next, at + offset);
    if constexpr (kAlso == Also::changed)
        L::store(next ^ before, changes.a + offset);
    if constexpr (kAlso == Also::masks) {
        L::store(without(next, before), changes.a + offset);
        L::store(without(before, next), changes.b + offset);
    }
}

template <class L, Also kAlso, class R>
QUERN_INLINE void step_block(const PlaneBlock block, const Changes changes, const R rule)
{
    const auto finish = [&](const Counts<L>& above, const Counts<L>& here, const Counts<L>& below,
                            std::size_t row) QUERN_LAMBDA_INLINE {
        put<L, kAlso>(rule.template next<L>(above, here, below), here.cell, block.at, changes,
                      row * block.row_words);
    };
    const std::size_t last = block.rows - 1;
    const auto row = [&](std::size_t i) QUERN_LAMBDA_INLINE { return sides_of_row<L>(block, i); };
    Counts<L> up = count_of(sides_at<L>(block.above));
    Counts<L> mid = count_of(row(0));
    std::size_t i = 0;
    // Three rows a turn, so that counts stay in the registers they are in.
    if constexpr (L::kIsDeep) { // loads and shifts go two rows ahead of the rest
        if (last >= 5) {
            Sides<L> first = row(1);
            Sides<L> second = row(2);
#pragma GCC unroll 1
            for (; i + 5 <= last; i += 3) {
                const Sides<L> third = row(i + 3);
                const Counts<L> down = count_of(first);
                finish(up, mid, down, i);
                first = row(i + 4);
                up = count_of(second);
                finish(mid, down, up, i + 1);
                second = row(i + 5);
                mid = count_of(third);
                finish(down, up, mid, i + 2);
            }
            const Counts<L> down = count_of(first);
            finish(up, mid, down, i++);
            const Counts<L> next = count_of(second);
            finish(mid, down, next, i++);
            up = down;
            mid = next;
        }
    } else {
#pragma GCC unroll 1
        for (; i + 3 <= last; i += 3) {
            const Counts<L> down = count_of(row(i + 1));
            finish(up, mid, down, i);
            up = count_of(row(i + 2));
            finish(mid, down, up, i + 1);
            mid = count_of(row(i + 3));
            finish(down, up, mid, i + 2);
        }
    }
#pragma GCC unroll 1
    for (; i < last; ++i) {
        const Counts<L> down = count_of(row(i + 1));
        finish(up, mid, down, i);
        up = mid;
        mid = down;
    }
    finish(up, mid, count_of(sides_at<L>(block.below)), last);
}

/// Calls f(lanes, x) for the blocks of a row from the left: vectors, then the words that are left.
template <class F> QUERN_INLINE void for_blocks(std::size_t row_words, F f)
{
    std::size_t x = 0;
    for (; x + Lanes::kWords < row_words; x += Lanes::kWords)
        f(InnerLanes{}, x);
    for (; x + Lanes::kWords <= row_words; x += Lanes::kWords)
        f(Lanes{}, x);
    for (; x < row_words; ++x)
        f(Word{}, x);
}

template <Also kAlso, class R>
QUERN_INLINE void step_strip(const PlaneSet& planes, PlaneWalk& alive, std::size_t y, std::size_t rows,
                             const R rule)
{
    alive.enter(y, rows);
    for_blocks(planes.row_words, [&](auto lanes, std::size_t x) QUERN_LAMBDA_INLINE {
        using L = decltype(lanes);
        const std::size_t offset = y * planes.row_words + x;
        step_block<L, kAlso>(alive.block(x, L::kWords), changes_at<kAlso>(planes, offset), rule);
    });
}

template <Also kAlso, class R> void step_rule(const PlaneSet& planes, const R rule) noexcept QUERN_RT
{
    PlaneWalk alive(planes.alive, planes.row_words, planes.rows);
    for (std::size_t y = 0; y < planes.rows; y += kStepRows)
        step_strip<kAlso>(planes, alive, y, std::min(kStepRows, planes.rows - y), rule);
}

template <Also kAlso>
[[maybe_unused]] void step(const PlaneSet& planes, const PlaneRule& rule) noexcept QUERN_RT
{
    if (rule.is_conway)
        step_rule<kAlso>(planes, Conway{});
    else
        step_rule<kAlso>(planes, AnyRule{rule});
}

// --- teams and tags --------------------------------------------------------------------------------------

/// Rows of the planes that newborn cells inherit from. `low_xor_high` has no cells of its own.
template <class L> struct Parents {
    Counts<L> low;
    Counts<L> high;
    Counts<L> tag;
    typename L::V odd_one; // of low ^ high
    typename L::V odd_two;
};

template <class L>
QUERN_INLINE Parents<L> parents_of(const Sides<L>& low, const Sides<L>& high, const Sides<L>& tag)
{
    Parents<L> row;
    row.low = count_of<L>(low);
    row.high = count_of<L>(high);
    row.tag = count_of<L>(tag);
    row.odd_one = row.low.one ^ row.high.one;
    row.odd_two =
        L::template logic<Majority>(low.west ^ high.west, low.east ^ high.east, low.cell ^ high.cell);
    return row;
}

struct FamilyBlocks {
    PlaneBlock low;
    PlaneBlock high;
    PlaneBlock tag;
    const std::uint64_t* alive; // after the step, at the block
    const std::uint64_t* changed;
};

/// What newborn cells get, and survivors keep. A newborn cell has three parents, and is 0 in each plane
/// before: counts over nine cells are counts of its parents, and at most three.
template <class L>
QUERN_INLINE void put_heirs(const FamilyBlocks& blocks, const Parents<L>& up, const Parents<L>& mid,
                            const Parents<L>& down, std::size_t offset)
{
    using V = typename L::V;
    const V next = L::load(blocks.alive + offset);
    const V changed = L::load(blocks.changed + offset);
    const auto parity = [&](const Counts<L>& a, const Counts<L>& b, const Counts<L>& c) {
        return L::template logic<Parity>(a.one, b.one, c.one);
    };
    const auto carry = [&](const Counts<L>& a, const Counts<L>& b, const Counts<L>& c) {
        return L::template logic<Majority>(a.one, b.one, c.one);
    };
    const auto twos = [&](const Counts<L>& a, const Counts<L>& b, const Counts<L>& c) {
        return L::template logic<Any>(a.two, b.two, c.two);
    };
    const V low_parity = parity(up.low, down.low, mid.low);
    const V high_parity = parity(up.high, down.high, mid.high);
    const V low_most = carry(up.low, down.low, mid.low) | twos(up.low, down.low, mid.low);
    const V high_most = carry(up.high, down.high, mid.high) | twos(up.high, down.high, mid.high);

    // Three different teams: low, high and low ^ high are each 1 in one or two of the parents, so that parity
    // is not majority; and then the fourth team is the opposite of the majority in both bits.
    const V odd_carry = L::template logic<Majority>(up.odd_one, down.odd_one, mid.odd_one);
    const V odd_twos = L::template logic<Any>(up.odd_two, down.odd_two, mid.odd_two);
    const V odd = L::template logic<EitherXor>(odd_carry, odd_twos, low_parity);
    const V odd_and_high = L::template logic<XorAndXor>(odd, high_parity, high_most);
    const V different = L::template logic<AndXor>(odd_and_high, low_parity, low_most);

    const V low = L::template logic<AndXor>(changed, low_most, different);
    const V high = L::template logic<AndXor>(changed, high_most, different);
    const V tag = L::template logic<AndEither>(changed, carry(up.tag, down.tag, mid.tag),
                                               twos(up.tag, down.tag, mid.tag));
    L::store(L::template logic<AndEither>(next, mid.low.cell, low), blocks.low.at + offset);
    L::store(L::template logic<AndEither>(next, mid.high.cell, high), blocks.high.at + offset);
    L::store(L::template logic<AndEither>(next, mid.tag.cell, tag), blocks.tag.at + offset);
}

template <class L> QUERN_INLINE void inherit_block(const FamilyBlocks blocks)
{
    const auto row = [&](std::size_t i) QUERN_LAMBDA_INLINE {
        return parents_of<L>(sides_of_row<L>(blocks.low, i), sides_of_row<L>(blocks.high, i),
                             sides_of_row<L>(blocks.tag, i));
    };
    const std::size_t row_words = blocks.low.row_words;
    const std::size_t rows = blocks.low.rows;
    Parents<L> up = parents_of<L>(sides_at<L>(blocks.low.above), sides_at<L>(blocks.high.above),
                                  sides_at<L>(blocks.tag.above));
    Parents<L> mid = row(0);
#pragma GCC unroll 1
    for (std::size_t i = 1; i < rows; ++i) {
        const Parents<L> down = row(i);
        put_heirs<L>(blocks, up, mid, down, (i - 1) * row_words);
        up = mid;
        mid = down;
    }
    const Parents<L> down = parents_of<L>(sides_at<L>(blocks.low.below), sides_at<L>(blocks.high.below),
                                          sides_at<L>(blocks.tag.below));
    put_heirs<L>(blocks, up, mid, down, (rows - 1) * row_words);
}

struct FamilyWalks {
    PlaneWalk low;
    PlaneWalk high;
    PlaneWalk tag;

    explicit FamilyWalks(const PlaneSet& planes) noexcept QUERN_RT
        : low(planes.team_low, planes.row_words, planes.rows),
          high(planes.team_high, planes.row_words, planes.rows),
          tag(planes.tag, planes.row_words, planes.rows)
    {
    }
};

QUERN_INLINE void inherit_strip(const PlaneSet& planes, FamilyWalks& walks, std::size_t y, std::size_t rows)
{
    walks.low.enter(y, rows);
    walks.high.enter(y, rows);
    walks.tag.enter(y, rows);
    for_blocks(planes.row_words, [&](auto lanes, std::size_t x) QUERN_LAMBDA_INLINE {
        using L = decltype(lanes);
        const std::size_t offset = y * planes.row_words + x;
        inherit_block<L>({walks.low.block(x, L::kWords), walks.high.block(x, L::kWords),
                          walks.tag.block(x, L::kWords), planes.alive + offset, planes.changed + offset});
    });
}

void inherit(const PlaneSet& planes) noexcept QUERN_RT
{
    FamilyWalks walks(planes);
    for (std::size_t y = 0; y < planes.rows; y += kFullRows)
        inherit_strip(planes, walks, y, std::min(kFullRows, planes.rows - y));
}

template <class R> void step_full_rule(const PlaneSet& planes, const R rule) noexcept QUERN_RT
{
    PlaneWalk alive(planes.alive, planes.row_words, planes.rows);
    FamilyWalks walks(planes);
    for (std::size_t y = 0; y < planes.rows; y += kFullRows) {
        const std::size_t rows = std::min(kFullRows, planes.rows - y);
        step_strip<Also::changed>(planes, alive, y, rows, rule);
        inherit_strip(planes, walks, y, rows);
    }
}

[[maybe_unused]] void step_full(const PlaneSet& planes, const PlaneRule& rule) noexcept QUERN_RT
{
    if (rule.is_conway)
        step_full_rule(planes, Conway{});
    else
        step_full_rule(planes, AnyRule{rule});
}
