// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/packets.hpp"

#include <algorithm>
#include <cassert>

#include "quern/formats/xma/frame_writer.hpp"

namespace quern::formats::xma {
namespace {

constexpr std::uint32_t kNoStart = 0x7FFF;
constexpr std::uint32_t kCountedHeader = 1; // the header has the number of starts, not a sequence number
constexpr std::size_t kHeaderBytes = 4;

// Ones as padding are rebuilt by the reader. The length field is what tells packets apart, so one byte of the
// last packet always stays.
void strip_padding(std::vector<std::uint8_t>& data)
{
    const std::size_t least = (data.size() / kPacketBytes - 1) * kPacketBytes + kHeaderBytes;
    while (data.size() > least && data.back() == 0xFF)
        data.pop_back();
}

} // namespace

Placement place_frames(std::span<const std::size_t> lengths)
{
    Placement placement;
    placement.starts.reserve(lengths.size());
    std::size_t in_packet = 0;
    std::size_t last_packet = 0;
    for (const std::size_t length : lengths) {
        assert(length <= kMaxFrameBits);
        std::size_t start = placement.bits;
        const bool full = start / kPayloadBits == last_packet && in_packet == kMaxFrameStarts;
        const bool too_long = start % kPayloadBits + length > 2 * kPayloadBits;
        if (full || too_long)
            start = (start / kPayloadBits + 1) * kPayloadBits;
        if (start / kPayloadBits != last_packet) {
            last_packet = start / kPayloadBits;
            in_packet = 0;
        }
        ++in_packet;
        placement.starts.push_back(start);
        placement.bits = start + length;
    }
    return placement;
}

std::size_t chunk_bytes(const Placement& placement) noexcept
{
    const std::size_t whole = placement.bits / kPayloadBits;
    const std::size_t rest = placement.bits % kPayloadBits;
    return whole * kPacketBytes + (rest == 0 ? 0 : kHeaderBytes + (rest + 7) / 8);
}

Packets write_packets(std::span<const BitWriter> bodies)
{
    std::vector<std::size_t> lengths;
    lengths.reserve(bodies.size());
    for (const BitWriter& body : bodies)
        lengths.push_back(kLengthBits + body.size() + 1);
    const Placement placement = place_frames(lengths);

    const std::size_t packets = (placement.bits + kPayloadBits - 1) / kPayloadBits;
    std::vector<std::uint32_t> first(packets, kNoStart);
    Packets result;
    result.frame_starts.assign(packets, 0);
    BitWriter payload;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::size_t packet = placement.starts[i] / kPayloadBits;
        if (result.frame_starts[packet]++ == 0)
            first[packet] = static_cast<std::uint32_t>(placement.starts[i] % kPayloadBits);
        const bool more = i + 1 < bodies.size() && placement.starts[i + 1] / kPayloadBits == packet;
        payload.fill_to(placement.starts[i]);
        payload.put(static_cast<std::uint32_t>(lengths[i]), kLengthBits);
        payload.append(bodies[i]);
        payload.put(more ? 1 : 0, 1);
    }
    payload.fill_to(packets * kPayloadBits);

    const std::vector<std::uint8_t>& bytes = payload.bytes();
    result.data.reserve(packets * kPacketBytes);
    for (std::size_t p = 0; p < packets; ++p) {
        const std::uint32_t header =
            std::uint32_t{result.frame_starts[p]} << 26 | first[p] << 11 | kCountedHeader << 8;
        for (int shift = 24; shift >= 0; shift -= 8)
            result.data.push_back(static_cast<std::uint8_t>(header >> shift));
        const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(p * kPayloadBits / 8);
        result.data.insert(result.data.end(), begin, begin + static_cast<std::ptrdiff_t>(kPayloadBits / 8));
    }
    if (packets > 0)
        strip_padding(result.data);
    return result;
}

PacketReader::PacketReader(std::span<const std::uint8_t> data)
{
    const std::size_t packets = (data.size() + kPacketBytes - 1) / kPacketBytes;
    headers_.reserve(packets);
    payload_.reserve(packets * kPayloadBits / 8);
    for (std::size_t p = 0; p < packets; ++p) {
        const auto packet =
            data.subspan(p * kPacketBytes, std::min(kPacketBytes, data.size() - p * kPacketBytes));
        std::uint32_t header = 0;
        for (std::size_t i = 0; i < kHeaderBytes; ++i)
            header = header << 8 | (i < packet.size() ? packet[i] : 0xFFu);
        headers_.push_back(header);
        if (packet.size() > kHeaderBytes)
            payload_.insert(payload_.end(), packet.begin() + kHeaderBytes, packet.end());
        payload_.resize((p + 1) * kPayloadBits / 8, 0xFF);
    }
}

bool PacketReader::fail(Error::Code code, std::size_t bit, std::string message)
{
    fault_ = Fault{code, bit, std::move(message)};
    return false;
}

// To the next packet in which a frame starts. False at the end of the chunk and at a fault.
bool PacketReader::enter_packet()
{
    for (; next_packet_ < headers_.size(); ++next_packet_) {
        const std::uint32_t header = headers_[next_packet_];
        const std::size_t begin = next_packet_ * kPayloadBits;
        const std::uint32_t offset = header >> 11 & 0x7FFF;
        const std::uint32_t kind = header >> 8 & 7;
        if (kind > kCountedHeader)
            return fail(Error::Code::bad_input, begin,
                        "found packet header kind " + std::to_string(kind) + ", expected 0 or 1");
        if ((header & 0xFF) != 0)
            return fail(Error::Code::unsupported, begin, "packets of interleaved streams");
        if (offset == kNoStart)
            continue;
        const std::size_t expected = std::max(position_, begin) - begin;
        if (offset != expected)
            return fail(Error::Code::bad_input, begin,
                        "found the first frame at bit " + std::to_string(offset) +
                            " of the packet, expected " + std::to_string(expected));
        // Where none starts, some encoders give the place where the padding does.
        const bool none_counted = kind != kCountedHeader || header >> 26 == 0;
        BitReader length(payload_, begin + offset, payload_.size() * 8);
        if (none_counted && length.get(kLengthBits) == kNoStart)
            continue;
        packet_ = next_packet_++;
        position_ = begin + offset;
        starts_ = 0;
        return true;
    }
    return false;
}

// The last frame that starts in a packet has been read.
bool PacketReader::check_starts()
{
    const std::uint32_t header = headers_[packet_];
    const std::uint32_t stated = header >> 26;
    if ((header >> 8 & 7) != kCountedHeader || starts_ % 64 == stated)
        return true;
    return fail(Error::Code::bad_input, packet_ * kPayloadBits,
                "found " + std::to_string(starts_) + " frames that start in the packet, expected " +
                    std::to_string(stated));
}

std::optional<BitReader> PacketReader::next()
{
    if (fault_ || (!more_ && !enter_packet()))
        return std::nullopt;
    const std::size_t end = payload_.size() * 8;
    BitReader reader(payload_, position_, end);
    const std::size_t length = reader.get(kLengthBits);
    if (reader.overrun() || length <= kLengthBits || length == kNoStart || position_ + length > end) {
        fail(Error::Code::bad_input, position_,
             "found a frame of " + std::to_string(length) + " bits, expected one that fits the " +
                 std::to_string(end - position_) + " left");
        return std::nullopt;
    }
    const BitReader frame(payload_, reader.position(), position_ + length);
    position_ += length;
    ++starts_;
    more_ = BitReader(payload_, position_ - 1, position_).flag();
    if (more_ && position_ / kPayloadBits != packet_) {
        fail(Error::Code::bad_input, position_ - 1,
             "found a trailer bit that announces a frame in the same packet, expected none behind its end");
        return std::nullopt;
    }
    if (!more_ && !check_starts())
        return std::nullopt;
    return frame;
}

} // namespace quern::formats::xma
