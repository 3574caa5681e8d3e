// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/stream/grain_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <string>

#include "quern/formats/codec/xma_framing.hpp"
#include "quern/formats/seek_write.hpp"

namespace quern::formats {
namespace {

constexpr std::array<std::uint8_t, 8> kTableHeader{0x00, 0x10, 0x01, 0x80, 0x00, 0x00, 0x00, 0x18};
constexpr std::uint32_t kFirstRow = GrainFile::kTableOffset + 8;
constexpr std::uint32_t kSideOffset = 0x18; // of all known tables
constexpr int kQuietUlps = 4;
// A packet that starts more frames than this needs more than one byte of side data.
constexpr std::uint32_t kMostOneByteFrames = 191;

std::string seconds(float value)
{
    return std::to_string(value) + " s (" + hex(std::bit_cast<std::uint32_t>(value)) + ")";
}

class Checker {
public:
    Checker(GrainFile& grain, Bytes bytes, std::string_view file) : grain_(grain), bytes_(bytes), file_(file)
    {
    }

    void run()
    {
        duration();
        form();
        if (!grain_.rows.empty())
            row();
        else
            grain_.findings.fail(kFirstRow, "seek table", "no rows", "one for the whole stream");
        if (grain_.stream.head_end() != bytes_.size())
            warn(grain_.stream.head_end(), "end of the stream",
                 std::to_string(bytes_.size() - grain_.stream.head_end()) + " more bytes",
                 "the end of the file");
        grain_.findings.append(grain_.stream.findings());
    }

private:
    void warn(std::uint64_t offset, const char* what, std::string found, std::string expected)
    {
        grain_.findings.warn(offset, what, std::move(found), std::move(expected));
    }
    template <class T> void expect(std::uint64_t offset, const char* what, T found, T expected)
    {
        if (found != expected)
            warn(offset, what, std::to_string(found), std::to_string(expected));
    }

    void duration()
    {
        const float nominal = nominal_duration(grain_.stream.header());
        if (!duration_fits(grain_.duration, grain_.stream.header())) {
            grain_.findings.fail(4, "duration", seconds(grain_.duration), seconds(nominal) + " to 10 ms");
            return;
        }
        const auto ulps = std::int64_t{std::bit_cast<std::int32_t>(grain_.duration)} -
                          std::int64_t{std::bit_cast<std::int32_t>(nominal)};
        if (std::abs(ulps) > kQuietUlps)
            warn(4, "duration", seconds(grain_.duration), seconds(nominal) + ", samples over rate");
    }

    void form()
    {
        const EaacHeader& header = grain_.stream.header();
        const std::uint64_t at = grain_.stream.header_offset();
        if (grain_.header_bytes % 16 != 0 || grain_.header_bytes < 48)
            warn(0, "offset of the stream", std::to_string(grain_.header_bytes),
                 "a multiple of 16 from 48 on");
        if (!std::equal(kTableHeader.begin(), kTableHeader.end(), bytes_.begin() + GrainFile::kTableOffset))
            warn(GrainFile::kTableOffset, "header of the seek table", "another", "00 10 01 80 00 00 00 18");
        if (header.codec != EaacCodec::ea_xma)
            warn(at, "codec", std::string(eaac_codec_name(header.codec)), "EA-XMA, as in the game");
        expect(at, "stream version", header.version, 0);
        expect(at, "channels", header.channels, 1);
        if (header.type != EaacType::ram)
            warn(at + 4, "stream type", std::string(eaac_type_name(header.type)), "RAM");
        if (header.loop_start)
            warn(at + 8, "loop", "one from sample " + std::to_string(*header.loop_start), "none");
        expect(at + header.size(), "blocks", grain_.stream.blocks().size(), std::size_t{1});
        if (grain_.stream.blocks().front().flag != 0 && header.version == 0)
            warn(at + header.size(), "flag of the block", hex(grain_.stream.blocks().front().flag), "0x0");
    }

    void row()
    {
        const SeekRow& row = grain_.rows.front();
        const EaacBlock& block = grain_.stream.blocks().front();
        expect(kFirstRow, "rows of the seek table", grain_.rows.size(), std::size_t{1});
        expect(kFirstRow, "bytes of the row", std::int64_t{row.bytes}, std::int64_t{block.size});
        expect(kFirstRow, "samples of the row", std::int64_t{row.samples},
               std::int64_t{grain_.stream.header().samples});
        expect(kFirstRow, "key of the row", row.key, 1);
        if (grain_.stream.header().codec == EaacCodec::ea_xma)
            side(row, block);
    }

    void side(const SeekRow& row, const EaacBlock& block)
    {
        const std::uint64_t begin = GrainFile::kTableOffset + std::uint64_t{grain_.table.side_offset()};
        const auto chunks = split_xma_block(grain_.stream.codec_block(block));
        if (!chunks) {
            grain_.findings.fail(block.offset + 8, "EA-XMA chunk", chunks.error().message, "a chunk");
            return;
        }
        std::vector<std::size_t> packets;
        for (const XmaChunk& chunk : *chunks)
            packets.push_back(xma_packet_count(chunk.data));
        const auto size = static_cast<std::uint32_t>(row.side);
        if (row.side < 0 || !holds(bytes_.first(grain_.header_bytes), begin, size)) {
            grain_.findings.fail(kFirstRow, "side data", std::to_string(row.side) + " bytes at " + hex(begin),
                                 "some before the stream at " + hex(grain_.header_bytes));
            return;
        }
        expect(0, "offset of the stream", std::uint64_t{grain_.header_bytes},
               GrainFile::kTableOffset + kSideOffset + align_up(size, 16));
        const auto lists =
            read_side_data(bytes_.subspan(static_cast<std::size_t>(begin), size), packets, {file_, begin});
        if (!lists) {
            grain_.findings.fail(begin, "side data", lists.error().message,
                                 "the frames that start in each packet");
            return;
        }
        compare(*lists, *chunks, size, begin);
        padding(begin + size);
    }

    void compare(const SideLists& lists, const std::vector<XmaChunk>& chunks, std::uint32_t size,
                 std::uint64_t begin)
    {
        std::size_t one_byte_each = 0;
        bool small = true;
        for (std::size_t i = 0; i < lists.size(); ++i) {
            one_byte_each += 4 + lists[i].size();
            const auto starts = xma_frame_starts(chunks[i].data);
            for (std::size_t p = 0; p < lists[i].size(); ++p) {
                small = small && lists[i][p] <= kMostOneByteFrames;
                if (p < starts.size() && lists[i][p] % 64 != starts[p])
                    warn(begin, "side data",
                         std::to_string(lists[i][p]) + " frames in packet " + std::to_string(p) +
                             " of substream " + std::to_string(i),
                         std::to_string(starts[p]) + ", as the packet says");
            }
        }
        if (small)
            expect(kFirstRow, "side bytes of the row", std::size_t{size}, one_byte_each);
    }

    void padding(std::uint64_t begin)
    {
        for (std::uint64_t at = begin; at < grain_.header_bytes; ++at) {
            const std::uint8_t byte = bytes_[static_cast<std::size_t>(at)];
            if (byte != 0) {
                warn(at, "padding before the stream", hex(byte), "0x0");
                return;
            }
        }
    }

    GrainFile& grain_;
    Bytes bytes_;
    std::string_view file_;
};

} // namespace

float nominal_duration(const EaacHeader& header)
{
    return static_cast<float>(static_cast<double>(header.samples) / header.rate);
}

bool duration_fits(float duration, const EaacHeader& header)
{
    const double exact = static_cast<double>(header.samples) / header.rate;
    return duration > 0.0f && std::fabs(static_cast<double>(duration) - exact) <= kDurationToleranceSeconds;
}

void check_grain(GrainFile& grain, Bytes bytes, std::string_view file)
{
    Checker(grain, bytes, file).run();
}

} // namespace quern::formats
