// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/byte_io.hpp"

#include <cinttypes>
#include <cstdio>
#include <utility>

namespace quern::formats {

std::uint32_t read_be(Bytes bytes, std::size_t offset, std::size_t count)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8 | bytes[offset + i];
    return value;
}

std::uint32_t read_le32(Bytes bytes, std::size_t offset)
{
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;)
        value = value << 8 | bytes[offset + i];
    return value;
}

void put_be(std::vector<std::uint8_t>& bytes, std::uint32_t value, std::size_t count)
{
    for (std::size_t i = count; i-- > 0;)
        bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void put_le32(std::vector<std::uint8_t>& bytes, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void pad_to(std::vector<std::uint8_t>& bytes, std::size_t alignment)
{
    bytes.resize(static_cast<std::size_t>(align_up(bytes.size(), alignment)));
}

std::string hex(std::uint64_t value)
{
    char text[20];
    std::snprintf(text, sizeof text, "0x%" PRIX64, value);
    return text;
}

std::string place_at(std::string_view file, std::uint64_t offset)
{
    return std::string(file) + ":" + hex(offset);
}

Error error_at(std::string_view file, std::uint64_t offset, std::string message, Error::Code code)
{
    return {code, place_at(file, offset), std::move(message)};
}

Error mismatch_at(std::string_view file, std::uint64_t offset, std::string_view found,
                  std::string_view expected)
{
    return error_at(file, offset, "found " + std::string(found) + ", expected " + std::string(expected));
}

} // namespace quern::formats
