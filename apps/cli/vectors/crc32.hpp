// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace quern::vectors {

/// zlib's CRC-32. Our own, because builds for other processors have no zlib.
std::uint32_t crc32(std::span<const std::byte> bytes) noexcept;

} // namespace quern::vectors
