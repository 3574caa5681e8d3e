// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "quern/formats/xma/bits.hpp"
#include "quern/formats/xma/block.hpp"

namespace quern::formats::xma {

inline constexpr int kLengthBits = 15;               ///< the field in front of a frame
inline constexpr int kSilentBlockBits = 3;           ///< of a block without coefficients
inline constexpr int kBlockHeadBits = 3 + 1 + 6 + 1; ///< of a coded one, without quantiser and scale factors

/// Samples to drop at either end of a stream, as its first and last frame state them; decoders that count by
/// the container ignore them.
struct Trims {
    std::optional<std::uint32_t> start; ///< below 1024, as the next
    std::optional<std::uint32_t> end;
};

/// Bits of a whole frame, its length field and trailer bit included.
std::size_t frame_bits(const FrameBlocks& blocks, const Trims& trims, std::uint32_t rate) noexcept;

/// The frame between its length field and its trailer bit.
BitWriter frame_body(const FrameBlocks& blocks, const Trims& trims, std::uint32_t rate);

} // namespace quern::formats::xma
