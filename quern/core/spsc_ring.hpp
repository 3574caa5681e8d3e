// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "quern/core/rt.hpp"

namespace quern {

/// Bounded queue between exactly one producer thread and one consumer thread. Wait-free on both sides;
/// a full ring refuses the item and counts the refusal. Storage is allocated in the constructor only.
template <class T> class SpscRing {
    static_assert(std::is_trivially_copyable_v<T>, "items cross threads by plain copy");

public:
    /// `capacity` is rounded up to a power of two and holds exactly that many items.
    explicit SpscRing(std::size_t capacity)
        : mask_(std::bit_ceil(capacity < 1 ? std::size_t{1} : capacity) - 1),
          items_(std::make_unique<T[]>(mask_ + 1))
    {
    }

    [[nodiscard]] std::size_t capacity() const noexcept QUERN_RT { return mask_ + 1; }

    /// [producer] False when the ring is full: nothing is stored and `refused()` grows.
    bool try_push(const T& item) noexcept QUERN_RT
    {
        const std::size_t write = write_.load(std::memory_order_relaxed);
        if (write - read_seen_ > mask_) {
            read_seen_ = read_.load(std::memory_order_acquire);
            if (write - read_seen_ > mask_) {
                refused_.fetch_add(1, std::memory_order_relaxed);
                return false;
            }
        }
        items_[write & mask_] = item;
        write_.store(write + 1, std::memory_order_release);
        return true;
    }

    /// [consumer] The oldest item without taking it, or null. Valid until the next `pop()`.
    [[nodiscard]] const T* front() noexcept QUERN_RT
    {
        const std::size_t read = read_.load(std::memory_order_relaxed);
        if (read == write_seen_) {
            write_seen_ = write_.load(std::memory_order_acquire);
            if (read == write_seen_)
                return nullptr;
        }
        return &items_[read & mask_];
    }

    /// [consumer] Drops the item that `front()` showed. Only after a non-null `front()`.
    void pop() noexcept QUERN_RT
    {
        read_.store(read_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }

    /// [consumer] Takes the oldest item, false when there is none.
    bool try_pop(T& item) noexcept QUERN_RT
    {
        const T* oldest = front();
        if (oldest == nullptr)
            return false;
        item = *oldest;
        pop();
        return true;
    }

    /// [any] Items in the ring; exact for the two owners, a moment old for others.
    [[nodiscard]] std::size_t size() const noexcept QUERN_RT
    {
        // Read side first: it never passes the write side, so the difference cannot wrap.
        const std::size_t read = read_.load(std::memory_order_acquire);
        const std::size_t count = write_.load(std::memory_order_acquire) - read;
        return count < capacity() ? count : capacity();
    }
    /// [any] Items refused since construction.
    [[nodiscard]] std::uint64_t refused() const noexcept QUERN_RT
    {
        return refused_.load(std::memory_order_relaxed);
    }

private:
    static constexpr std::size_t kLine = 64; // keeps the two sides off each other's cache line
    const std::size_t mask_;
    const std::unique_ptr<T[]> items_;
    alignas(kLine) std::atomic<std::size_t> write_{0};
    std::size_t read_seen_ = 0; // producer's last look at read_
    std::atomic<std::uint64_t> refused_{0};
    alignas(kLine) std::atomic<std::size_t> read_{0};
    std::size_t write_seen_ = 0; // consumer's last look at write_
};

} // namespace quern
