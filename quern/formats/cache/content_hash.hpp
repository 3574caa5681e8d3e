// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "quern/formats/byte_io.hpp"

struct XXH3_state_s;

namespace quern::formats {

/// 128 bits that stand for a content, most significant byte first. No protection against a content made to
/// collide with another.
struct ContentKey {
    std::array<std::uint8_t, 16> bytes{};

    /// 32 digits.
    [[nodiscard]] std::string hex() const;
    friend bool operator==(const ContentKey&, const ContentKey&) = default;
};

/// XXH3, 128 bits, over everything that is added, in order.
class ContentHash {
public:
    ContentHash();

    void add(Bytes bytes);
    /// As eight bytes. Add the lengths of parts too, or they run into each other.
    void add(std::uint64_t value);
    [[nodiscard]] ContentKey key() const;

private:
    struct Free {
        void operator()(XXH3_state_s* state) const noexcept;
    };
    std::unique_ptr<XXH3_state_s, Free> state_;
};

} // namespace quern::formats
