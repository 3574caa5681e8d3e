// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quern::formats::xma {

/// Appends bits, most significant first.
class BitWriter {
public:
    /// The lowest `count` bits of `value`; 0..32 of them.
    void put(std::uint32_t value, int count)
    {
        assert(count >= 0 && count <= 32);
        for (int left = count; left > 0;) {
            const int used = static_cast<int>(bits_ % 8);
            if (used == 0)
                bytes_.push_back(0);
            const int taken = left < 8 - used ? left : 8 - used;
            const std::uint32_t part = (value >> (left - taken)) & ((1u << taken) - 1u);
            bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | part << (8 - used - taken));
            bits_ += static_cast<std::size_t>(taken);
            left -= taken;
        }
    }
    void append(const BitWriter& other)
    {
        std::size_t left = other.bits_;
        for (const std::uint8_t byte : other.bytes_) {
            const int count = left < 8 ? static_cast<int>(left) : 8;
            put(static_cast<std::uint32_t>(byte) >> (8 - count), count);
            left -= static_cast<std::size_t>(count);
        }
    }
    /// Ones up to a length of `bits`.
    void fill_to(std::size_t bits)
    {
        while (bits_ < bits) {
            const std::size_t left = bits - bits_;
            put(0xFFFFFFFFu, left < 32 ? static_cast<int>(left) : 32);
        }
    }
    [[nodiscard]] std::size_t size() const noexcept { return bits_; } ///< bits
    /// The last byte is filled with zeros.
    [[nodiscard]] const std::vector<std::uint8_t>& bytes() const noexcept { return bytes_; }

private:
    std::vector<std::uint8_t> bytes_;
    std::size_t bits_ = 0;
};

/// Takes bits, most significant first, from a part of some bytes. Reading past the end gives zeros and is
/// remembered, so a parser may check once at the end of a group of fields.
class BitReader {
public:
    /// Bits `begin` to `end` of `bytes`; both must lie inside.
    BitReader(std::span<const std::uint8_t> bytes, std::size_t begin, std::size_t end)
        : bytes_(bytes), position_(begin), end_(end)
    {
        assert(begin <= end && end <= bytes.size() * 8);
    }

    /// The next `count` bits; 0..32 of them.
    std::uint32_t get(int count) noexcept
    {
        if (static_cast<std::size_t>(count) > left()) {
            position_ = end_;
            overrun_ = true;
            return 0;
        }
        std::uint64_t value = 0;
        const std::size_t last = position_ + static_cast<std::size_t>(count);
        for (std::size_t byte = position_ / 8; byte * 8 < last; ++byte)
            value = value << 8 | bytes_[byte];
        value >>= (8 - last % 8) % 8;
        position_ = last;
        return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << count) - 1));
    }
    bool flag() noexcept { return get(1) != 0; }
    /// The next `count` bits, 1..25 of them, without taking them. Zeros past the last byte.
    [[nodiscard]] std::uint32_t peek(int count) const noexcept
    {
        std::uint32_t value = 0;
        const std::size_t byte = position_ / 8;
        for (std::size_t i = byte; i < byte + 4; ++i)
            value = value << 8 | (i < bytes_.size() ? bytes_[i] : 0u);
        return value << position_ % 8 >> (32 - count);
    }
    void skip(std::size_t count) noexcept
    {
        overrun_ = overrun_ || count > left();
        position_ = count > left() ? end_ : position_ + count;
    }

    [[nodiscard]] std::size_t position() const noexcept { return position_; } ///< bits from the first byte
    [[nodiscard]] std::size_t left() const noexcept { return end_ - position_; }
    [[nodiscard]] bool overrun() const noexcept { return overrun_; }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t position_;
    std::size_t end_;
    bool overrun_ = false;
};

} // namespace quern::formats::xma
