// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/xma/bits.hpp"

namespace quern::formats::xma {

inline constexpr std::size_t kPacketBytes = 2048;
inline constexpr std::size_t kPayloadBits = (kPacketBytes - 4) * 8;
inline constexpr std::size_t kMaxFrameStarts = 63;                 ///< in a packet: its count has six bits
inline constexpr std::size_t kMaxFrameBits = 2 * kPayloadBits - 2; ///< fits the 15-bit length and two packets

/// Where frames lie in the payload of a chunk's packets, as one run of bits.
struct Placement {
    std::vector<std::size_t> starts; ///< bit of each frame
    std::size_t bits = 0;            ///< to the end of the last one
};
/// Frames of the given lengths (bits, up to kMaxFrameBits) one after the other. A packet is closed early when
/// it has its 63 starts or when a frame would reach into a third packet.
Placement place_frames(std::span<const std::size_t> lengths);
/// Bytes of a chunk, without the padding of its last packet.
std::size_t chunk_bytes(const Placement& placement) noexcept;

/// A chunk as a block of a stream carries it.
struct Packets {
    std::vector<std::uint8_t> data;         ///< the padding of the last packet is left off
    std::vector<std::uint8_t> frame_starts; ///< of each packet: the side data of a seek table
};
/// Writes frames, given without their length field and trailer bit, into packets.
Packets write_packets(std::span<const BitWriter> bodies);

/// What stopped a reader, and at which bit of the chunk's payload.
struct Fault {
    Error::Code code = Error::Code::bad_input;
    std::size_t bit = 0;
    std::string message;
};

/// The frames of a chunk, read from packets whose headers and trailer bits must agree.
class PacketReader {
public:
    /// `data` may lack the padding of its last packet; the missing bytes read as ones.
    explicit PacketReader(std::span<const std::uint8_t> data);

    /// The next frame, from behind its length field up to and including its last bit, or nothing at the end
    /// of the chunk or at a fault.
    std::optional<BitReader> next();
    [[nodiscard]] const std::optional<Fault>& fault() const noexcept { return fault_; }

private:
    bool fail(Error::Code code, std::size_t bit, std::string message);
    bool enter_packet();
    bool check_starts();

    std::vector<std::uint32_t> headers_;
    std::vector<std::uint8_t> payload_;
    std::size_t packet_ = 0;   // in which the next frame starts
    std::size_t position_ = 0; // where the next frame starts or, between packets, the last one ended
    std::size_t starts_ = 0;   // frames begun in packet_
    bool more_ = false;        // another frame starts in packet_
    std::size_t next_packet_ = 0;
    std::optional<Fault> fault_;
};

} // namespace quern::formats::xma
