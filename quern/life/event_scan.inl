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

constexpr std::uint64_t kEachByte = 0x0101010101010101u;

/// The set bits of each byte.
inline std::uint64_t byte_counts(std::uint64_t word) noexcept QUERN_RT
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
}

inline std::uint32_t count_bits(std::uint64_t word) noexcept QUERN_RT
{
#if defined(QUERN_EVENT_POPCNT)
    return static_cast<std::uint32_t>(std::popcount(word));
#else
    // The oldest processors of this family have no instruction for it, and the library's table is slower.
    return static_cast<std::uint32_t>(byte_counts(word) * kEachByte >> 56);
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

#if defined(QUERN_EVENT_PDEP)
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
#else
/// The chosen rank at or after `rank`; there is one.
inline std::uint32_t next_chosen(const std::uint64_t* chosen, std::uint32_t rank) noexcept QUERN_RT
{
    std::uint64_t ranks = ranks_from(chosen, rank);
    for (; ranks == 0; ranks = ranks_from(chosen, rank))
        rank += 64;
    return rank + lowest_bit(ranks);
}

/// How many bytes of `sums`, which rise, are at most `rank`; all are below 128, the top one is above the
/// rank.
inline std::uint32_t bytes_up_to(std::uint32_t rank, std::uint64_t sums) noexcept QUERN_RT
{
    constexpr std::uint64_t kHigh = 0x8080808080808080u;
    return static_cast<std::uint32_t>(((((rank * kEachByte | kHigh) - sums) & kHigh) >> 7) * kEachByte >> 56);
}

/// The place of the set bit that has `below` set bits below it: which byte, and which bit of that, both by
/// running sums of bytes and without a branch.
inline std::uint32_t select_bit(std::uint64_t word, std::uint32_t below) noexcept QUERN_RT
{
    const std::uint64_t sums = byte_counts(word) * kEachByte;
    const std::uint32_t byte = 8 * bytes_up_to(below, sums);
    const std::uint32_t rest = below - static_cast<std::uint32_t>(sums << 8 >> byte & 0xFFu);
    // Bit k of the byte becomes byte k, 0 or 1.
    const std::uint64_t apart = (word >> byte & 0xFFu) * kEachByte & 0x8040201008040201u;
    const std::uint64_t bits = (apart + 0x7F7F7F7F7F7F7F7Fu) >> 7 & kEachByte;
    return byte + bytes_up_to(rest, bits * kEachByte);
}

constexpr std::size_t kCounted = 256; ///< words whose events are counted before any is chosen among them

/// How many events each word has, a byte a word, and 0 up to a multiple of kScanBlock.
inline void count_words(const EventPlane& plane, std::size_t first, std::size_t words,
                        std::uint8_t* counts) noexcept QUERN_RT
{
    const std::uint64_t* const changed = plane.changed + first;
    const std::uint64_t* const alive = plane.alive + first;
    const std::uint64_t flip = plane.flip;
    for (std::size_t k = 0; k < words; ++k) {
        const std::uint64_t word = changed[k] & (alive[k] ^ flip);
#if defined(QUERN_EVENT_POPCNT)
        counts[k] = static_cast<std::uint8_t>(count_bits(word));
#else
        // Added up without a product, which compilers can do for several words at a time.
        std::uint64_t sums = byte_counts(word);
        sums += sums >> 8;
        sums += sums >> 16;
        counts[k] = static_cast<std::uint8_t>((sums + (sums >> 32)) & 0x7F);
#endif
    }
    for (; words % kScanBlock != 0; ++words)
        counts[words] = 0;
}

/// The events of kScanBlock words by their ranks: which word has one is nothing that a processor could
/// foresee, so it is found without a branch.
class BlockRanks {
public:
    explicit BlockRanks(const std::uint8_t* counts) noexcept QUERN_RT
    {
        for (std::size_t k = 0; k < kScanBlock; ++k)
            counts_ |= std::uint64_t{counts[k]} << 8 * k;
        sums_ = ((counts_ & kLow) + (counts_ >> 8 & kLow)) * kEach;
    }
    [[nodiscard]] std::uint32_t all() const noexcept QUERN_RT
    {
        return static_cast<std::uint32_t>(sums_ >> 48);
    }
    struct Place {
        std::uint32_t word;
        std::uint32_t below; ///< events of that word before it
    };
    [[nodiscard]] Place find(std::uint32_t rank) const noexcept QUERN_RT
    {
        // Pairs of words that end at or before it keep the upper bit.
        const std::uint64_t ended = ((rank * kEach | kHigh) - sums_) & kHigh;
        const auto pair = static_cast<std::uint32_t>((ended >> 15) * kEach >> 48);
        rank -= static_cast<std::uint32_t>(sums_ << 16 >> 16 * pair & 0xFFFF);
        const auto even = static_cast<std::uint32_t>(counts_ >> 16 * pair & 0xFF);
        const std::uint32_t odd = (even - 1 - rank) >> 31; // 1 if it is not among those of the even word
        return {2 * pair + odd, rank - (even & (0 - odd))};
    }

private:
    static constexpr std::uint64_t kEach = 0x0001000100010001u;
    static constexpr std::uint64_t kLow = 0x00FF00FF00FF00FFu;
    static constexpr std::uint64_t kHigh = 0x8000800080008000u;
    std::uint64_t counts_ = 0; // a byte a word
    std::uint64_t sums_;       // 16 bits a pair of words: the events of all up to it
};

/// Lists the events whose ranks are chosen.
inline Event* choose_words(const EventPlane& plane, std::size_t begin, std::size_t end, RankCursor& cursor,
                           Event* out) noexcept QUERN_RT
{
    std::uint8_t counts[kCounted];
    std::uint32_t rank = cursor.rank;
    std::uint32_t next = next_chosen(cursor.chosen, rank);
    for (; begin < end; begin += kCounted) {
        const std::size_t words = end - begin < kCounted ? end - begin : kCounted;
        count_words(plane, begin, words, counts);
        for (std::size_t k = 0; k < words; k += kScanBlock) {
            const BlockRanks block(counts + k);
            for (; next - rank < block.all(); next = next_chosen(cursor.chosen, next + 1)) {
                const auto [word, below] = block.find(next - rank);
                const std::size_t at = begin + k + word;
                (out++)->word = WordPlace(plane, at).base() + select_bit(plane.word(at), below);
            }
            rank += block.all();
        }
    }
    cursor.rank = rank;
    return out;
}
#endif
