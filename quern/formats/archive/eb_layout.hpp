// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>

/// Where the fields of an EB archive's header stand (docs/formats/big.md, "EB, version 3").
namespace quern::formats::eb {

inline constexpr std::size_t kVersion = 0x02;
inline constexpr std::size_t kCount = 0x04;
inline constexpr std::size_t kFlags = 0x08;
inline constexpr std::uint32_t kLongEntries = 1; // of the flags
inline constexpr std::size_t kShift = 0x0A;
inline constexpr std::size_t kNamesOffset = 0x0C;
inline constexpr std::size_t kNamesBytes = 0x10;
inline constexpr std::size_t kNameRecord = 0x14;
inline constexpr std::size_t kDirectoryRecord = 0x15;
inline constexpr std::size_t kLength = 0x1C;
inline constexpr std::size_t kHeaderBytes = 0x30;

} // namespace quern::formats::eb
