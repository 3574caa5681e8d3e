// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "inspect_parts.hpp"
#include "printable.hpp"

namespace quern::cli {
namespace {

using namespace formats;

constexpr std::uint32_t kXma2 = 0x166;

/// A field of the format chunk.
struct Known {
    const char* name;
    std::size_t at; // behind the chunk's header
    std::size_t bytes;
};

constexpr Known kPlain[] = {{"format_tag", 0, 2},       {"channels", 2, 2},     {"rate", 4, 4},
                            {"bytes_per_second", 8, 4}, {"block_align", 12, 2}, {"bits", 14, 2}};
constexpr Known kXma2Extension[] = {
    {"extension_bytes", 16, 2}, {"streams", 18, 2},    {"channel_mask", 20, 4},    {"samples_encoded", 24, 4},
    {"bytes_per_block", 28, 4}, {"play_begin", 32, 4}, {"play_length", 36, 4},     {"loop_begin", 40, 4},
    {"loop_length", 44, 4},     {"loop_count", 48, 1}, {"encoder_version", 49, 1}, {"block_count", 50, 2}};

std::uint64_t little(Bytes bytes, std::uint64_t offset, std::size_t count)
{
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;)
        value = value << 8 | bytes[static_cast<std::size_t>(offset) + i];
    return value;
}

template <std::size_t N>
void add_fields(TreePart& part, Bytes bytes, std::uint64_t begin, std::uint64_t size,
                const Known (&fields)[N])
{
    for (const Known& field : fields) {
        if (field.at + field.bytes <= size && holds(bytes, begin + field.at, field.bytes)) {
            const std::uint64_t value = little(bytes, begin + field.at, field.bytes);
            part.add(field.name, begin + field.at, value, field.at == 0 ? hex(value) : std::string());
        }
    }
}

TreePart format_part(Bytes bytes, std::uint64_t begin, std::uint64_t size)
{
    TreePart part{"format", {}, {}, {}};
    add_fields(part, bytes, begin, size, kPlain);
    if (!part.fields.empty() && part.fields[0].value == TreeValue(std::uint64_t{kXma2}))
        add_fields(part, bytes, begin, size, kXma2Extension);
    return part;
}

} // namespace

TreePart riff_part(Bytes bytes)
{
    TreePart part{"wave", {}, {}, {}};
    TreeTable chunks{"chunks", {"id", "bytes"}, {}, 0};
    for (std::uint64_t at = 12; holds(bytes, at, 8) && chunks.total < TreeTable::kMostRows;) {
        const auto* id = reinterpret_cast<const char*>(bytes.data()) + at;
        const std::uint64_t size = little(bytes, at + 4, 4);
        chunks.add({at, {printable({id, 4}), size}});
        if (part.parts.empty() && std::string_view(id, 4) == "fmt ")
            part.parts.push_back(format_part(bytes, at + 8, size));
        at += 8 + size + size % 2;
    }
    part.tables.push_back(std::move(chunks));
    return part;
}

} // namespace quern::cli
