// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "apps/cli/vectors/grain_cells.hpp"
#include "quern/formats/seek_table.hpp"

namespace quern::vectors {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// The tables that the walks of `seek_walk` name; their bytes stand in `seek_table`.
struct NamedTable {
    std::string_view name;
    std::string_view bytes;
};
constexpr std::array<NamedTable, 4> kTables{{
    {"literal_single", "001001800000002001F7BD8E01C04601FC11347801020000FC113479000000000000000000000000"},
    {"header0_single", "001001800000000000F39380008200FC059C5200020000000000FC059C530000"},
    {"multi", "00100180000000000ACF400A0209C3400902C040017F000002C00801C4B700"},
    {"restart_runs", "001001800000000002C710020002C1980202023002040264000100000000000000C70F0000"},
}};

Result<Bytes> bytes_of(std::string_view text)
{
    Bytes bytes(text.size() / 2);
    bool good = text.size() % 2 == 0 && !text.empty();
    for (std::size_t i = 0; good && i < bytes.size(); ++i) {
        const char* begin = text.data() + 2 * i;
        const auto [end, error] = std::from_chars(begin, begin + 2, bytes[i], 16);
        good = error == std::errc{} && end == begin + 2;
    }
    if (!good)
        return Error{Error::Code::bad_input, {}, "found '" + std::string(text) + "', expected bytes in hex"};
    return bytes;
}

std::string text_of(const Bytes& bytes)
{
    std::string text;
    for (std::uint8_t byte : bytes)
        text += hex(std::uint32_t{byte}).substr(6);
    return text;
}

// seek
// ----------------------------------------------------------------------------------------------------------

/// `bytes` is an input of the raw rows, so it is not compared: a round trip counts only if our encoding is
/// the cell.
Status recompute_seek(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const std::string& kind = table.at(row, "kind");
        if (kind != "varint" && kind != "raw")
            return in_row({Error::Code::bad_input, {}, "found '" + kind + "', expected varint or raw"}, row,
                          "kind");
        std::int32_t value = 0;
        if (kind == "varint") {
            const auto whole = whole_of(table.at(row, "value"), INT32_MIN, INT32_MAX);
            if (!whole)
                return in_row(whole.error(), row, "value");
            value = static_cast<std::int32_t>(*whole);
            if (table.at(row, "bytes").empty())
                table.set(row, "bytes", text_of(formats::write_signed_varint(value)));
        }
        const auto bytes = bytes_of(table.at(row, "bytes"));
        if (!bytes)
            return in_row(bytes.error(), row, "bytes");
        const auto read = formats::read_signed_varint(*bytes, 0);
        if (!read)
            return in_row(read.error(), row, "bytes");
        table.set(row, "length", std::to_string(read->bytes));
        table.set(row, "decoded", std::to_string(read->value));
        const bool same = read->value == value && *bytes == formats::write_signed_varint(value);
        table.set(row, "round_trip", kind == "raw" ? "-" : same ? "1" : "0");
    }
    return Ok{};
}

Table make_seek()
{
    Table table{"seek", {}, {"kind", "value", "bytes", "length", "decoded", "round_trip"}, {}};
    for (const long edge : {0L, 1L, 95L, 96L, 384L, 6239L, 6240L, 65535L, 399455L, 399456L, 963228L,
                            25565279L, 25565280L, 2147483647L}) {
        for (const long value : {edge, -1 - edge})
            table.rows.push_back({"varint", std::to_string(value), "", "", "", ""});
    }
    for (const char* bytes : {"BF00000000", "C000000000", "DFFF000000", "EFFF000000", "F000000000",
                              "FBFFFF0000", "FC00000000", "FEFFFFFF00", "FF00000000", "FFFFFFFFFF"})
        table.rows.push_back({"raw", "-", bytes, "", "", ""});
    return table;
}

// seek_table
// ----------------------------------------------------------------------------------------------------

Result<formats::SeekTable> table_of(std::string_view text)
{
    const auto bytes = bytes_of(text);
    if (!bytes)
        return bytes.error();
    return formats::SeekTable::parse(*bytes);
}

std::string rows_text(const std::vector<formats::SeekRow>& rows)
{
    std::string text;
    for (const formats::SeekRow& row : rows)
        text += (text.empty() ? "" : " ") + std::to_string(row.bytes) + "/" + std::to_string(row.side) + "/" +
                std::to_string(row.samples) + "/" + std::to_string(row.key);
    return text;
}

Status recompute_seek_table(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto parsed = table_of(table.at(row, "bytes"));
        if (!parsed)
            return in_row(parsed.error(), row, "bytes");
        const auto rows = parsed->rows();
        if (!rows)
            return in_row(rows.error(), row, "bytes");
        table.set(row, "kind", std::to_string(parsed->kind()));
        table.set(row, "layout", std::to_string(parsed->layout()));
        table.set(row, "low", std::to_string(parsed->low_bits()));
        table.set(row, "preroll", std::to_string(parsed->pre_roll()));
        table.set(row, "side_offset", std::to_string(parsed->side_offset()));
        table.set(row, "rows", rows_text(*rows));
    }
    return Ok{};
}

Table make_seek_table()
{
    Table table{
        "seek_table", {}, {"table", "bytes", "kind", "layout", "low", "preroll", "side_offset", "rows"}, {}};
    for (const NamedTable& named : kTables)
        table.rows.push_back({std::string(named.name), std::string(named.bytes), "", "", "", "", "", ""});
    return table;
}

// seek_walk
// -----------------------------------------------------------------------------------------------------

Result<formats::SeekTable> table_named(const std::string& name)
{
    for (const NamedTable& named : kTables) {
        if (named.name == name)
            return table_of(named.bytes);
    }
    return Error{Error::Code::bad_input, {}, "found '" + name + "', expected a table of seek_table"};
}

Status recompute_seek_walk(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto seek_table = table_named(table.at(row, "table"));
        if (!seek_table)
            return in_row(seek_table.error(), row, "table");
        const auto target = whole_of(table.at(row, "target"), 0, UINT32_MAX);
        if (!target)
            return in_row(target.error(), row, "target");
        const auto found = seek_table->seek(static_cast<std::uint32_t>(*target));
        if (!found)
            return in_row(found.error(), row, "table");
        table.set(row, "status", found->found ? "0" : "1");
        table.set(row, "side", std::to_string(found->side));
        table.set(row, "entry_start", std::to_string(found->entry_start));
        table.set(row, "skip", std::to_string(found->skip));
        table.set(row, "preroll_used", std::to_string(found->pre_roll));
        table.set(row, "entry_byte", std::to_string(found->entry_byte));
        table.set(row, "key", found->key ? "1" : "0");
    }
    return Ok{};
}

Table make_seek_walk()
{
    Table table{
        "seek_walk",
        {},
        {"table", "target", "status", "side", "entry_start", "skip", "preroll_used", "entry_byte", "key"},
        {}};
    for (const NamedTable& named : kTables) {
        for (const char* target : {"0",    "1",      "100",    "383",    "384",    "385",   "511",  "512",
                                   "700",  "1151",   "1152",   "1727",   "1728",   "2303",  "2304", "2979",
                                   "2980", "100000", "583304", "583305", "963227", "963228"})
            table.rows.push_back({std::string(named.name), target, "", "", "", "", "", "", ""});
    }
    return table;
}

} // namespace

std::vector<Kind> seek_kinds()
{
    return {
        {"seek", {"length", "decoded", "round_trip"}, {}, recompute_seek, make_seek},
        {"seek_table",
         {"kind", "layout", "low", "preroll", "side_offset", "rows"},
         {},
         recompute_seek_table,
         make_seek_table},
        {"seek_walk",
         {"status", "side", "entry_start", "skip", "preroll_used", "entry_byte", "key"},
         {},
         recompute_seek_walk,
         make_seek_walk},
    };
}

} // namespace quern::vectors
