// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/formats/byte_io.hpp"

namespace quern::formats {

/// True if `packed` begins as a `chunkref` container does.
bool is_chunkref(Bytes packed);

/// The unpacked size that a `chunkref` container states. Errors: no such container, cut off in its header.
Result<std::uint32_t> chunkref_size(Bytes packed, std::string_view file, std::uint64_t offset);

/// Unpacks a `chunkref` container: chunks that are stored, RefPack or zlib (docs/formats/big.md, "chunkref").
/// `packed` stands at `offset` of `file`, for messages. Every chunk must give exactly its share of the stated
/// size; the sizes of the header must agree with each other and be in reach of the input's length.
Result<std::vector<std::uint8_t>> unpack_chunkref(Bytes packed, std::string_view file, std::uint64_t offset);

} // namespace quern::formats
