// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/archive/chunkref.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <zlib.h>

#include "quern/formats/archive/refpack.hpp"

namespace quern::formats {
namespace {

constexpr std::string_view kMagic = "chunkref";
constexpr std::size_t kHeaderBytes = 28;
constexpr std::size_t kChunkHeaderBytes = 8;
constexpr std::uint32_t kMostAlignment = 4096;
// zlib's best is 1032 to 1, RefPack's 257 to 1.
constexpr std::uint64_t kBestRatio = 1032;

enum Method : std::uint32_t { stored = 0, refpack = 2, zlib = 3, stored_too = 4 };

struct Header {
    std::uint32_t unpacked = 0;
    std::uint32_t chunk = 0;
    std::uint32_t count = 0;
    std::uint32_t alignment = 0;
};

Result<Header> read_header(Bytes packed, std::string_view file, std::uint64_t offset)
{
    if (!is_chunkref(packed))
        return mismatch_at(file, offset, "other bytes", "`chunkref`");
    if (packed.size() < kHeaderBytes)
        return mismatch_at(file, offset + packed.size(), "the end of the bytes", "a header of 28 bytes");
    const Header header{read_be(packed, 12), read_be(packed, 16), read_be(packed, 20), read_be(packed, 24)};
    if (const std::uint32_t version = read_be(packed, 8); version != 2)
        return mismatch_at(file, offset + 8, "version " + std::to_string(version), "2");
    if (!std::has_single_bit(header.alignment) || header.alignment > kMostAlignment)
        return mismatch_at(file, offset + 24, "an alignment of " + std::to_string(header.alignment),
                           "a power of two up to 4096");
    const std::uint64_t reachable =
        std::min<std::uint64_t>(std::uint64_t{packed.size()} * kBestRatio, kMostUnpackedBytes);
    if (header.unpacked > reachable)
        return mismatch_at(file, offset + 12, "an unpacked size of " + std::to_string(header.unpacked),
                           "at most " + std::to_string(reachable));
    const std::uint64_t chunks =
        header.chunk == 0 ? 0 : align_up(header.unpacked, header.chunk) / header.chunk;
    if (header.count != chunks || (header.chunk == 0 && header.unpacked != 0))
        return mismatch_at(file, offset + 16,
                           std::to_string(header.count) + " chunks of " + std::to_string(header.chunk),
                           "as many as hold " + std::to_string(header.unpacked) + " bytes");
    return header;
}

/// Appends what the zlib stream gives, which must be `share` bytes.
std::optional<std::string> inflate_exactly(Bytes payload, std::size_t share, std::vector<std::uint8_t>& out)
{
    const std::size_t begin = out.size();
    out.resize(begin + share);
    // zlib counts in unsigned int; one byte more than wanted would tell a longer stream from a full one.
    std::uint8_t spare = 0;
    z_stream stream{};
    if (::inflateInit(&stream) != Z_OK)
        return "zlib cannot start";
    stream.next_in = const_cast<Bytef*>(payload.data());
    stream.avail_in = static_cast<uInt>(payload.size());
    stream.next_out = share == 0 ? &spare : out.data() + begin;
    stream.avail_out = static_cast<uInt>(share);
    int state = ::inflate(&stream, Z_FINISH);
    if (state == Z_BUF_ERROR && stream.avail_out == 0) {
        stream.next_out = &spare;
        stream.avail_out = 1;
        state = ::inflate(&stream, Z_FINISH);
    }
    const std::uint64_t made = stream.total_out;
    ::inflateEnd(&stream);
    if (state != Z_STREAM_END)
        return "found a zlib stream that is damaged, or ends elsewhere than after " + std::to_string(share) +
               " bytes";
    if (made != share)
        return "found " + std::to_string(made) + " bytes in a chunk, expected " + std::to_string(share);
    return std::nullopt;
}

/// Appends one unpacked chunk of `share` bytes whose payload stands at `at`.
Status unpack_chunk(Bytes payload, std::uint32_t method, std::size_t share, std::string_view file,
                    std::uint64_t at, std::vector<std::uint8_t>& out)
{
    switch (method) {
    case Method::stored:
    case Method::stored_too:
        if (payload.size() != share)
            return mismatch_at(file, at - kChunkHeaderBytes,
                               "a stored chunk of " + std::to_string(payload.size()),
                               std::to_string(share) + " bytes");
        out.insert(out.end(), payload.begin(), payload.end());
        return Ok{};
    case Method::refpack: {
        const auto size = refpack_size(payload, file, at);
        if (!size)
            return size.error();
        if (*size != share)
            return mismatch_at(file, at, std::to_string(*size) + " bytes in a chunk", std::to_string(share));
        return append_refpack(payload, file, at, out);
    }
    case Method::zlib:
        if (auto problem = inflate_exactly(payload, share, out))
            return error_at(file, at, *problem);
        return Ok{};
    default:
        return mismatch_at(file, at - 4, "packing method " + std::to_string(method), "0, 2, 3 or 4");
    }
}

} // namespace

bool is_chunkref(Bytes packed)
{
    return packed.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), packed.begin());
}

Result<std::uint32_t> chunkref_size(Bytes packed, std::string_view file, std::uint64_t offset)
{
    const auto header = read_header(packed, file, offset);
    if (!header)
        return header.error();
    return header->unpacked;
}

Result<std::vector<std::uint8_t>> unpack_chunkref(Bytes packed, std::string_view file, std::uint64_t offset)
{
    const auto header = read_header(packed, file, offset);
    if (!header)
        return header.error();
    std::vector<std::uint8_t> out;
    out.reserve(header->unpacked);
    std::uint64_t cursor = kHeaderBytes;
    for (std::uint32_t i = 0; i < header->count; ++i) {
        const std::uint64_t payload = align_up(cursor + kChunkHeaderBytes, header->alignment);
        if (!holds(packed, payload, 0))
            return mismatch_at(file, offset + packed.size(), "the end of the bytes",
                               "chunk " + std::to_string(i) + " of " + std::to_string(header->count));
        const auto at = static_cast<std::size_t>(payload);
        const std::uint32_t size = read_be(packed, at - 8);
        if (!holds(packed, payload, size))
            return mismatch_at(file, offset + at - 8, "a chunk of " + std::to_string(size) + " bytes",
                               "at most the " + std::to_string(packed.size() - at) + " that follow");
        const std::size_t share = std::min<std::size_t>(header->chunk, header->unpacked - out.size());
        const std::uint32_t method = read_be(packed, at - 4);
        if (auto status = unpack_chunk(packed.subspan(at, size), method, share, file, offset + at, out);
            !status)
            return status.error();
        cursor = payload + size;
    }
    return out;
}

} // namespace quern::formats
