// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/archive/refpack.hpp"

#include <algorithm>
#include <string>

namespace quern::formats {
namespace {

struct Header {
    std::uint32_t unpacked = 0;
    std::size_t bytes = 0;
};

Result<Header> read_header(Bytes packed, std::string_view file, std::uint64_t offset)
{
    if (!is_refpack(packed))
        return mismatch_at(file, offset,
                           packed.size() < 2 ? std::to_string(packed.size()) + " bytes"
                                             : "bytes " + hex(packed[0]) + " " + hex(packed[1]),
                           "a RefPack stream: 0x10, 0x11, 0x90 or 0x91, then 0xFB");
    const std::size_t width = (packed[0] & 0x80) != 0 ? 4 : 3;
    const std::size_t at = (packed[0] & 0x01) != 0 ? 2 + width : 2; // behind the packed size, if there is one
    if (!holds(packed, at, width))
        return mismatch_at(file, offset + packed.size(), "the end of the bytes",
                           "the sizes of a RefPack stream");
    return Header{read_be(packed, at, width), at + width};
}

/// One command: so many bytes from the input, then so many copied from `distance` back in the output.
struct Command {
    std::size_t bytes = 1;
    std::size_t literals = 0;
    std::size_t length = 0;
    std::size_t distance = 0;
    bool stop = false;
};

std::size_t command_bytes(std::uint8_t first)
{
    if (first < 0x80)
        return 2;
    if (first < 0xC0)
        return 3;
    return first < 0xE0 ? 4 : 1;
}

/// Reads the command at `at`, all of whose bytes are there.
Command read_command(Bytes packed, std::size_t at)
{
    const std::uint32_t b0 = packed[at];
    Command command;
    command.bytes = command_bytes(packed[at]);
    const auto byte = [&](std::size_t i) { return std::uint32_t{packed[at + i]}; };
    switch (command.bytes) {
    case 2:
        command.literals = b0 & 3;
        command.length = ((b0 >> 2) & 7) + 3;
        command.distance = ((b0 & 0x60) << 3) + byte(1) + 1;
        break;
    case 3:
        command.literals = byte(1) >> 6;
        command.length = (b0 & 0x3F) + 4;
        command.distance = ((byte(1) & 0x3F) << 8) + byte(2) + 1;
        break;
    case 4:
        command.literals = b0 & 3;
        command.length = ((b0 & 0x0C) << 6) + byte(3) + 5;
        command.distance = ((b0 & 0x10) << 12) + (byte(1) << 8) + byte(2) + 1;
        break;
    default:
        command.stop = b0 >= 0xFC;
        command.literals = command.stop ? b0 & 3 : ((b0 & 0x1F) + 1) * 4;
        break;
    }
    return command;
}

} // namespace

bool is_refpack(Bytes packed)
{
    return packed.size() >= 2 && (packed[0] & 0x7E) == 0x10 && packed[1] == 0xFB;
}

Result<std::uint32_t> refpack_size(Bytes packed, std::string_view file, std::uint64_t offset)
{
    const auto header = read_header(packed, file, offset);
    if (!header)
        return header.error();
    return header->unpacked;
}

Status append_refpack(Bytes packed, std::string_view file, std::uint64_t offset,
                      std::vector<std::uint8_t>& out)
{
    const auto header = read_header(packed, file, offset);
    if (!header)
        return header.error();
    // The densest command makes 1028 bytes out of 4: a larger size is a lie, told to make readers allocate.
    const std::uint64_t reachable = std::uint64_t{packed.size()} * 257;
    const std::size_t size = header->unpacked;
    if (size > reachable || size > kMostUnpackedBytes)
        return mismatch_at(file, offset + 2, "an unpacked size of " + std::to_string(size),
                           "at most " + std::to_string(std::min(reachable, kMostUnpackedBytes)) + " from " +
                               std::to_string(packed.size()) + " bytes");
    const std::size_t before = out.size();
    out.reserve(before + size);
    for (std::size_t at = header->bytes;;) {
        const std::size_t made = out.size() - before;
        if (at >= packed.size() || !holds(packed, at, command_bytes(packed[at])))
            return mismatch_at(file, offset + at, "the end of the bytes", "a command of the RefPack stream");
        const Command command = read_command(packed, at);
        const std::size_t begin = at + command.bytes;
        if (!holds(packed, begin, command.literals))
            return mismatch_at(file, offset + begin, std::to_string(packed.size() - begin) + " bytes",
                               std::to_string(command.literals) + " literal bytes");
        if (command.literals + command.length > size - made)
            return mismatch_at(file, offset + at,
                               std::to_string(made + command.literals + command.length) + " bytes of output",
                               "the stated " + std::to_string(size));
        out.insert(out.end(), packed.begin() + static_cast<std::ptrdiff_t>(begin),
                   packed.begin() + static_cast<std::ptrdiff_t>(begin + command.literals));
        if (command.length != 0 && command.distance > made + command.literals)
            return mismatch_at(file, offset + at,
                               "a copy from " + std::to_string(command.distance) + " bytes back",
                               "at most the " + std::to_string(made + command.literals) + " that are there");
        for (std::size_t i = 0; i < command.length; ++i) // may overlap what it makes
            out.push_back(out[out.size() - command.distance]);
        if (command.stop && out.size() - before != size)
            return mismatch_at(file, offset + at,
                               "the stop after " + std::to_string(out.size() - before) + " bytes",
                               "the stated " + std::to_string(size));
        if (command.stop)
            return Ok{};
        at = begin + command.literals;
    }
}

Result<std::vector<std::uint8_t>> unpack_refpack(Bytes packed, std::string_view file, std::uint64_t offset)
{
    std::vector<std::uint8_t> out;
    if (Status status = append_refpack(packed, file, offset, out); !status)
        return status.error();
    return out;
}

} // namespace quern::formats
