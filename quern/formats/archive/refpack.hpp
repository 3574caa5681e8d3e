// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/formats/byte_io.hpp"

namespace quern::formats {

/// Largest unpacked size that is believed: of a member, of a RefPack stream, of a chunk container. Members of
/// the game are below 20 MiB.
inline constexpr std::uint64_t kMostUnpackedBytes = std::uint64_t{512} << 20;

/// True if `packed` begins as a RefPack stream does.
bool is_refpack(Bytes packed);

/// The unpacked size that a RefPack stream states. Errors: no such stream, cut off in its header.
Result<std::uint32_t> refpack_size(Bytes packed, std::string_view file, std::uint64_t offset);

/// Unpacks a RefPack stream (docs/formats/big.md, "RefPack"). `packed` stands at `offset` of `file`, for
/// messages. Refused: a copy from before the output, more or less output than stated, an end without the stop
/// command, a stated size that no input of this length can reach. Bytes after the stop are left alone.
Result<std::vector<std::uint8_t>> unpack_refpack(Bytes packed, std::string_view file, std::uint64_t offset);
/// The same behind what `out` already holds, which copies do not reach. After an error `out` has some of it.
Status append_refpack(Bytes packed, std::string_view file, std::uint64_t offset,
                      std::vector<std::uint8_t>& out);

} // namespace quern::formats
