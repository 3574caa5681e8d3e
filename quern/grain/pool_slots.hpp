// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "quern/core/rt.hpp"
#include "quern/grain/pool_memory.hpp"

namespace quern::grain {

/// A set of slots in which the lowest absent one is found, and those present are visited in order, without
/// looking at every slot: 64 slots a word, 64 words a word of the summary, 64 of those a bit each of the top.
class SlotSet {
public:
    static constexpr std::size_t kMostSlots = 64 * 64 * 64 - 1;
    /// Allocates, for kMostSlots at the most.
    explicit SlotSet(std::size_t slots)
        : slots_(slots), words_(slots / 64 + 1, 0), summary_((words_.size() + 63) / 64, 0)
    {
    }
    [[nodiscard]] bool contains(std::size_t slot) const noexcept QUERN_RT
    {
        return (words_[slot / 64] >> slot % 64 & 1) != 0;
    }
    void insert(std::size_t slot) noexcept QUERN_RT
    {
        std::uint64_t& word = words_[slot / 64];
        if (word == 0) {
            summary_[slot / 4096] |= std::uint64_t{1} << slot / 64 % 64;
            top_ |= std::uint64_t{1} << slot / 4096;
        }
        word |= std::uint64_t{1} << slot % 64;
    }
    void erase(std::size_t slot) noexcept QUERN_RT
    {
        std::uint64_t& word = words_[slot / 64];
        word &= ~(std::uint64_t{1} << slot % 64);
        if (word == 0) {
            summary_[slot / 4096] &= ~(std::uint64_t{1} << slot / 64 % 64);
            if (summary_[slot / 4096] == 0)
                top_ &= ~(std::uint64_t{1} << slot / 4096);
        }
        first_open_ = std::min(first_open_, slot / 64);
    }
    void clear() noexcept QUERN_RT
    {
        std::fill(words_.begin(), words_.end(), 0);
        std::fill(summary_.begin(), summary_.end(), 0);
        top_ = 0;
        first_open_ = 0;
    }
    /// The lowest slot that is absent; the number of slots when there is none.
    [[nodiscard]] std::size_t lowest_absent() noexcept QUERN_RT
    {
        while (words_[first_open_] == ~std::uint64_t{0}) // there is a bit behind the last slot
            ++first_open_;
        const auto bit = static_cast<std::size_t>(std::countr_one(words_[first_open_]));
        return std::min(first_open_ * 64 + bit, slots_);
    }
    /// Calls visit(slot) for the slots of `a` and `b` (of one size) from low to high. `visit` may change
    /// both.
    template <class Visit>
    static void visit_union(const SlotSet& a, const SlotSet& b, Visit&& visit) noexcept QUERN_RT
    {
        for (std::uint64_t top = a.top_ | b.top_; top != 0; top &= top - 1) {
            const auto s = static_cast<std::size_t>(std::countr_zero(top));
            for (std::uint64_t some = a.summary_[s] | b.summary_[s]; some != 0; some &= some - 1) {
                const std::size_t w = s * 64 + static_cast<std::size_t>(std::countr_zero(some));
                for (std::uint64_t word = a.words_[w] | b.words_[w]; word != 0; word &= word - 1)
                    visit(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
            }
        }
    }
    [[nodiscard]] bool overlaps(MemorySpan span) const noexcept QUERN_RT
    {
        return span.overlaps_any(words_, summary_);
    }

private:
    std::size_t slots_;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint64_t> summary_;
    std::uint64_t top_ = 0;
    std::size_t first_open_ = 0; // no word before it has an absent slot
};

/// Which slot comes first by a time, and of ties the lowest: a row of slots that came in their order, taken
/// out in constant time, and a binary heap of the others, found and taken out in logarithmic time.
class SlotQueue {
public:
    struct Entry {
        std::int64_t time = 0;
        std::size_t slot = 0;
    };
    /// Allocates for so many slots, 65,536 at the most.
    explicit SlotQueue(std::size_t slots)
        : heap_(slots + 1), row_(std::bit_ceil(slots)), place_(slots, kNone), mask_(row_.size() - 1)
    {
    }
    [[nodiscard]] bool empty() const noexcept QUERN_RT { return size_ == 0 && row_size_ == 0; }
    /// Not for an empty queue.
    [[nodiscard]] Entry first() const noexcept QUERN_RT
    {
        const Key key = is_first_in_row() ? row_[row_first_] : heap_[0];
        return {key >> kSlotBits, slot_of(key)};
    }
    void clear() noexcept QUERN_RT { size_ = row_size_ = 0; }
    /// A slot is in the queue at most once. Times lie within 2^47.
    void insert(std::size_t slot, std::int64_t time) noexcept QUERN_RT
    {
        const Key key = time * (Key{1} << kSlotBits) + static_cast<Key>(slot);
        if (row_size_ != 0 && (row_size_ > mask_ || key < row_[in_row(row_size_ - 1)]))
            return rise(size_++, key);
        const std::size_t at = in_row(row_size_++);
        row_[at] = key;
        place_[slot] = kInRow + static_cast<std::uint32_t>(at);
    }
    /// Takes out a slot that is in the queue.
    void erase(std::size_t slot) noexcept QUERN_RT
    {
        const std::uint32_t place = std::exchange(place_[slot], kNone);
        if (place < kInRow)
            leave_heap(place);
        else if (place - kInRow == row_first_)
            leave_row();
    }
    void erase_first() noexcept QUERN_RT { erase(first().slot); }
    [[nodiscard]] bool overlaps(MemorySpan span) const noexcept QUERN_RT
    {
        return span.overlaps_any(heap_, row_, place_);
    }

private:
    using Key = std::int64_t; // the time, and below it the slot
    static constexpr int kSlotBits = 16;
    static constexpr std::uint32_t kNone = ~std::uint32_t{0}; // place of a slot that is not in the queue
    static constexpr std::uint32_t kInRow = std::uint32_t{1} << 31; // added to a place in the row

    [[nodiscard]] static std::size_t slot_of(Key key) noexcept QUERN_RT
    {
        return static_cast<std::size_t>(key) % (std::size_t{1} << kSlotBits);
    }
    [[nodiscard]] bool is_first_in_row() const noexcept QUERN_RT
    {
        return size_ == 0 || (row_size_ != 0 && row_[row_first_] < heap_[0]);
    }
    [[nodiscard]] std::size_t in_row(std::size_t number) const noexcept QUERN_RT
    {
        return (row_first_ + number) & mask_;
    }
    /// The first of the row does, and those behind it that were taken out before.
    void leave_row() noexcept QUERN_RT
    {
        do {
            row_first_ = in_row(1);
            --row_size_;
        } while (row_size_ != 0 && place_[slot_of(row_[row_first_])] != kInRow + row_first_);
    }
    void leave_heap(std::size_t at) noexcept QUERN_RT
    {
        const Key moved = heap_[--size_];
        if (at == size_)
            return;
        if (at != 0 && moved < heap_[(at - 1) / 2])
            rise(at, moved);
        else
            sink(at, moved);
    }
    void put(std::size_t at, Key key) noexcept QUERN_RT
    {
        heap_[at] = key;
        place_[slot_of(key)] = static_cast<std::uint32_t>(at);
    }
    void rise(std::size_t at, Key key) noexcept QUERN_RT
    {
        while (at != 0 && key < heap_[(at - 1) / 2]) {
            put(at, heap_[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        put(at, key);
    }
    void sink(std::size_t at, Key key) noexcept QUERN_RT
    {
        for (std::size_t child = 2 * at + 1; child < size_; child = 2 * at + 1) {
            // No branch: which child comes first cannot be foreseen. There is a place behind the last one.
            child += static_cast<std::size_t>((child + 1 < size_) & (heap_[child + 1] < heap_[child]));
            if (heap_[child] > key)
                break;
            put(at, heap_[child]);
            at = child;
        }
        put(at, key);
    }

    std::vector<Key> heap_;
    std::vector<Key> row_;             // a ring; its first entry is not one taken out
    std::vector<std::uint32_t> place_; // of each slot: in the heap or the row
    std::size_t mask_;                 // of places in the row
    std::size_t size_ = 0;             // of the heap
    std::size_t row_first_ = 0;
    std::size_t row_size_ = 0;
};

} // namespace quern::grain
