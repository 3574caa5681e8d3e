// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"

namespace quern::formats {

using Bytes = std::span<const std::uint8_t>;

/// The big-endian number of `count` bytes (1 to 4) at `offset`. The caller has checked that they are there.
std::uint32_t read_be(Bytes bytes, std::size_t offset, std::size_t count = 4);
/// The little-endian number of 4 bytes at `offset`.
std::uint32_t read_le32(Bytes bytes, std::size_t offset);
/// Appends the lowest `count` bytes (1 to 4) of `value`, highest first.
void put_be(std::vector<std::uint8_t>& bytes, std::uint32_t value, std::size_t count = 4);
void put_le32(std::vector<std::uint8_t>& bytes, std::uint32_t value);
/// Appends zeros up to the next multiple of `alignment` (not 0).
void pad_to(std::vector<std::uint8_t>& bytes, std::size_t alignment);
/// The next multiple of `alignment` (not 0) that is not below `value`.
constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}
/// True if `count` bytes stand at `offset`, whatever the two numbers are.
constexpr bool holds(Bytes bytes, std::uint64_t offset, std::uint64_t count)
{
    return offset <= bytes.size() && count <= bytes.size() - offset;
}

/// "0x1F40".
std::string hex(std::uint64_t value);
/// "FILE:0xOFFSET".
std::string place_at(std::string_view file, std::uint64_t offset);
/// An error at a byte of a file: "FILE:0xOFFSET: MESSAGE".
Error error_at(std::string_view file, std::uint64_t offset, std::string message,
               Error::Code code = Error::Code::bad_input);
/// The same in the house's words: "found FOUND, expected EXPECTED".
Error mismatch_at(std::string_view file, std::uint64_t offset, std::string_view found,
                  std::string_view expected);

} // namespace quern::formats
