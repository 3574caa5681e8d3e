// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What the event kernels of all targets share, compiled once a target: where an instruction counts, finds or
// selects bits, this uses it. The including file opens a namespace of its own inside quern::life, and has
// included the standard headers and event_kernels.hpp beforehand.

constexpr std::size_t kScanBlock = 8; ///< words looked at together: a cache line

/// The word of the event in bit 0 of each word of cells, one after another.
class WordPlace {
public:
    WordPlace(const EventPlane& plane, std::size_t word) noexcept QUERN_RT
        : row_words_(plane.row_words),
          column_(static_cast<std::uint32_t>(word) % plane.row_words),
          base_(Event::make(static_cast<std::int32_t>(column_ * 64),
                            static_cast<std::int32_t>(static_cast<std::uint32_t>(word) / plane.row_words),
                            plane.type)
                    .word)
    {
    }
    [[nodiscard]] std::uint32_t base() const noexcept QUERN_RT { return base_; }
    /// Whether that many words lie in this row.
    [[nodiscard]] bool has(std::uint32_t words) const noexcept QUERN_RT
    {
        return column_ + words <= row_words_;
    }
    void advance() noexcept QUERN_RT
    {
        const bool is_last = ++column_ == row_words_;
        base_ += is_last ? (1u << 12) - (row_words_ - 1) * 64 : 64;
        column_ = is_last ? 0 : column_;
    }
    void advance(std::uint32_t words) noexcept QUERN_RT
    {
        column_ += words;
        base_ += words * 64;
        while (column_ >= row_words_) {
            column_ -= row_words_;
            base_ += (1u << 12) - row_words_ * 64;
        }
    }

private:
    std::uint32_t row_words_, column_, base_;
};

/// The lowest set bit; 63 where there is none, without a question that the processor would have to guess at.
inline std::uint32_t lowest_bit(std::uint64_t word) noexcept QUERN_RT
{
    return static_cast<std::uint32_t>(std::countr_zero(word | std::uint64_t{1} << 63));
}

inline std::uint32_t count_bits(std::uint64_t word) noexcept QUERN_RT
{
#if defined(QUERN_EVENT_POPCNT)
    return static_cast<std::uint32_t>(std::popcount(word));
#else
    // The oldest processors of this family have no instruction for it, and the library's table is slower.
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return static_cast<std::uint32_t>(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >>
                                      56);
#endif
}

/// Writes the events of a word. Four at a time without asking, so that the processor need not guess the
/// number of bits: what it writes too many is overwritten.
inline Event* list_bits(std::uint64_t word, std::uint32_t base, Event* out) noexcept QUERN_RT
{
    Event* const end = out + count_bits(word);
    do {
        for (int k = 0; k < 4; ++k) {
            out[k].word = base + lowest_bit(word);
            word &= word - 1;
        }
        out += 4;
    } while (out < end);
    return end;
}

/// Hands the words of a plane to `visit(word, base)`, those that are zero or not. `load(plane, i, words)`
/// copies kScanBlock words from word i on and returns a bit for each that is not zero.
template <class Load, class Visit>
inline void for_words(const EventPlane& plane, std::size_t begin, std::size_t end, Load load,
                      Visit& visit) noexcept QUERN_RT
{
    constexpr std::uint32_t kFew = 5; // words that are sooner looked for than all visited
    alignas(64) std::uint64_t words[kScanBlock];
    WordPlace place(plane, begin);
    std::size_t i = begin;
    for (; i + kScanBlock <= end; i += kScanBlock) {
        std::uint32_t found = load(plane, i, words);
        if (found == 0) {
            place.advance(kScanBlock);
        } else if (!place.has(kScanBlock)) {
            for (std::size_t k = 0; k < kScanBlock; ++k, place.advance())
                visit(words[k], place.base());
        } else {
            const std::uint32_t base = place.base();
            if (count_bits(found) > kFew) {
                for (std::uint32_t k = 0; k < kScanBlock; ++k)
                    visit(words[k], base + 64 * k);
            } else {
                for (; found != 0; found &= found - 1) {
                    const std::uint32_t k = lowest_bit(found);
                    visit(words[k], base + 64 * k);
                }
            }
            place.advance(kScanBlock);
        }
    }
    for (; i < end; ++i, place.advance())
        visit(plane.word(i), place.base());
}

/// `is_quiet(p)`: whether the kScanBlock words from p on are all zero.
template <class IsQuiet> struct LoadWords {
    IsQuiet is_quiet;

    std::uint32_t operator()(const EventPlane& plane, std::size_t i,
                             std::uint64_t* words) const noexcept QUERN_RT
    {
        if (is_quiet(plane.changed + i))
            return 0;
        std::uint32_t found = 0;
        for (std::uint32_t k = 0; k < kScanBlock; ++k) {
            words[k] = plane.word(i + k);
            found |= static_cast<std::uint32_t>(words[k] != 0) << k;
        }
        return found;
    }
};

/// Lists the words it is handed.
struct ListBits {
    Event* out;

    void operator()(std::uint64_t word, std::uint32_t base) noexcept QUERN_RT
    {
        if (word != 0)
            out = list_bits(word, base, out);
    }
};

/// Up to 64 bits from a rank on.
inline std::uint64_t ranks_from(const std::uint64_t* chosen, std::uint32_t rank) noexcept QUERN_RT
{
    const std::uint32_t shift = rank % 64;
    return chosen[rank / 64] >> shift | chosen[rank / 64 + 1] << 1 << (63 - shift);
}

/// Those set bits of a word that set bits of `ranks`, from its lowest on, count off.
inline std::uint64_t deposit_bits(std::uint64_t ranks, std::uint64_t word) noexcept QUERN_RT
{
#if defined(QUERN_EVENT_PDEP)
    return _pdep_u64(ranks, word);
#else
    const std::uint32_t count = count_bits(word);
    ranks &= (std::uint64_t{1} << (count & 63)) - 1 - (count >> 6); // of 64 bits, all
    std::uint64_t deposited = 0;
    for (; ranks != 0; ranks >>= 1, word &= word - 1)
        deposited |= (ranks & 1) != 0 ? word & (~word + 1) : 0;
    return deposited;
#endif
}

/// Lists, of the words it is handed, the events whose ranks are chosen.
struct ChooseBits {
    RankCursor cursor;
    Event* out;

    void operator()(std::uint64_t word, std::uint32_t base) noexcept QUERN_RT
    {
        const std::uint64_t bits = deposit_bits(ranks_from(cursor.chosen, cursor.rank), word);
        cursor.rank += count_bits(word);
        // Mostly none or one: written without asking, and overwritten where there is none.
        out->word = base + lowest_bit(bits);
        out += bits != 0;
        for (std::uint64_t rest = bits & (bits - 1); rest != 0; rest &= rest - 1)
            (out++)->word = base + lowest_bit(rest);
    }
};
