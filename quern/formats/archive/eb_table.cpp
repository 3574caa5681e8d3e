// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <string>

#include "quern/formats/archive/archive_table.hpp"
#include "quern/formats/archive/eb_layout.hpp"

namespace quern::formats {
namespace {

using namespace eb;

/// The text of a record: up to its first NUL or its end.
std::string_view text_at(Bytes bytes, std::uint64_t offset, std::size_t size)
{
    const auto* begin = reinterpret_cast<const char*>(bytes.data()) + offset;
    return {begin, static_cast<std::size_t>(std::find(begin, begin + size, '\0') - begin)};
}

/// Reads one archive. Every offset is 64 bits wide: the 32-bit fields may add up to anything.
class EbReader {
public:
    EbReader(Bytes bytes, std::string_view file) : bytes_(bytes), file_(file) {}

    Result<ArchiveTable> read()
    {
        if (auto error = header())
            return *error;
        table_.members.reserve(count_);
        for (std::uint32_t i = 0; i < count_; ++i) {
            if (auto error = entry(i))
                return *error;
        }
        check_order();
        check_reserved();
        return std::move(table_);
    }

private:
    std::optional<Error> header()
    {
        if (bytes_.size() < kHeaderBytes)
            return mismatch_at(file_, bytes_.size(), "the end of the file", "a header of 48 bytes");
        if (bytes_[0] != 'E' || bytes_[1] != 'B')
            return mismatch_at(file_, 0, hex(read_be(bytes_, 0, 2)), "`EB`");
        if (const std::uint32_t version = read_be(bytes_, kVersion, 2); version != 3)
            return error_at(file_, kVersion, "found version " + std::to_string(version) + ", expected 3",
                            Error::Code::unsupported);
        count_ = read_be(bytes_, kCount);
        if (count_ > kMostArchiveMembers)
            return mismatch_at(file_, kCount, std::to_string(count_) + " members",
                               "at most " + std::to_string(kMostArchiveMembers));
        const std::uint32_t shift = bytes_[kShift];
        if (shift > 31)
            return mismatch_at(file_, kShift, "an alignment of 2^" + std::to_string(shift), "at most 2^31");
        shift_ = shift;
        table_.alignment = std::uint64_t{1} << shift;
        table_.entry_bytes = (read_be(bytes_, kFlags, 2) & kLongEntries) != 0 ? 20 : 16;
        kinds_ = kHeaderBytes + align_up(std::uint64_t{count_} * table_.entry_bytes, 16);
        if (!holds(bytes_, kHeaderBytes, kinds_ + count_ - kHeaderBytes))
            return mismatch_at(file_, kCount, std::to_string(count_) + " members",
                               "a table that ends inside the file of " + std::to_string(bytes_.size()) +
                                   " bytes");
        return names();
    }

    std::optional<Error> names()
    {
        table_.names_offset = read_be(bytes_, kNamesOffset);
        table_.names_bytes = read_be(bytes_, kNamesBytes);
        table_.name_record = bytes_[kNameRecord];
        table_.directory_record = bytes_[kDirectoryRecord];
        if (!holds(bytes_, table_.names_offset, table_.names_bytes))
            return mismatch_at(file_, kNamesOffset,
                               "names at " + hex(table_.names_offset) + ", " +
                                   std::to_string(table_.names_bytes) + " bytes",
                               "names inside the file of " + std::to_string(bytes_.size()) + " bytes");
        if (table_.name_record < 3)
            return mismatch_at(file_, kNameRecord,
                               "name records of " + std::to_string(table_.name_record) + " bytes",
                               "at least 3");
        if (table_.directory_record < 2)
            return mismatch_at(file_, kDirectoryRecord,
                               "directory records of " + std::to_string(table_.directory_record) + " bytes",
                               "at least 2");
        const std::uint64_t records = std::uint64_t{count_} * table_.name_record;
        if (records > table_.names_bytes)
            return mismatch_at(file_, kNamesBytes, std::to_string(table_.names_bytes) + " bytes of names",
                               "at least " + std::to_string(records) + " for " + std::to_string(count_));
        if (table_.names_offset < kinds_ + count_)
            table_.findings.fail(kNamesOffset, "names", "an offset of " + hex(table_.names_offset),
                                 "at least " + hex(kinds_ + count_) + ", behind the table");
        directories_ = table_.names_offset + align_up(records, 16);
        const std::uint64_t end = std::uint64_t{table_.names_offset} + table_.names_bytes;
        directory_count_ = end > directories_ ? (end - directories_) / table_.directory_record : 0;
        if (const std::uint32_t length = read_be(bytes_, kLength); length != bytes_.size())
            table_.findings.fail(kLength, "length of the archive", std::to_string(length),
                                 std::to_string(bytes_.size()) + ", the bytes that are there");
        return std::nullopt;
    }

    std::optional<Error> entry(std::uint32_t index)
    {
        const std::uint64_t at = kHeaderBytes + std::uint64_t{index} * table_.entry_bytes;
        const auto field = [&](std::size_t word) {
            return read_be(bytes_, static_cast<std::size_t>(at) + 4 * word);
        };
        ArchiveMember member;
        member.entry = at;
        member.offset = std::uint64_t{field(0)} << shift_;
        member.stored = field(1) != 0 ? field(1) : field(2);
        member.size = field(2) != 0 ? field(2) : field(1);
        member.hash = field(3);
        name(index, member);
        member.kind = bytes_[static_cast<std::size_t>(kinds_) + index];
        if (member.kind > 4)
            return mismatch_at(file_, kinds_ + index,
                               "packing kind " + std::to_string(member.kind) + " of `" + member.path() + "`",
                               "0 to 4");
        member.packing = member.kind == 0   ? Packing::raw
                         : member.kind == 1 ? Packing::refpack
                                            : Packing::chunkref;
        if (!holds(bytes_, member.offset, member.stored))
            return mismatch_at(file_, at,
                               "`" + member.path() + "` at " + hex(member.offset) + ", " +
                                   std::to_string(member.stored) + " bytes",
                               "a member inside the file of " + std::to_string(bytes_.size()) + " bytes");
        if (member.packing == Packing::raw && member.stored != member.size)
            return mismatch_at(file_, at + 4,
                               std::to_string(member.stored) + " stored bytes of the raw `" + member.path() +
                                   "`",
                               std::to_string(member.size) + ", its size");
        if (archive_hash(member.name) != member.hash)
            ++foreign_hashes_;
        table_.members.push_back(member);
        return std::nullopt;
    }

    void name(std::uint32_t index, ArchiveMember& member)
    {
        const std::uint64_t record = table_.names_offset + std::uint64_t{index} * table_.name_record;
        member.name = text_at(bytes_, record + 2, table_.name_record - 2);
        const std::uint32_t directory = read_be(bytes_, static_cast<std::size_t>(record), 2);
        if (directory >= directory_count_) // none: the original's readers take it so, too
            return;
        const std::string_view text =
            text_at(bytes_, directories_ + std::uint64_t{directory} * table_.directory_record,
                    table_.directory_record);
        if (text != ".")
            member.directory = text;
    }

    void check_order()
    {
        if (foreign_hashes_ != 0)
            table_.findings.warn(kHeaderBytes + 12, "name hashes",
                                 std::to_string(foreign_hashes_) + " of " + std::to_string(count_) +
                                     " that are not the name's djb2",
                                 "djb2 of the file names");
        for (std::size_t i = 1; i < table_.members.size(); ++i) {
            const ArchiveMember& member = table_.members[i];
            if (member.hash < table_.members[i - 1].hash) {
                table_.findings.warn(member.entry + 12, "order of the table",
                                     hex(member.hash) + " after " + hex(table_.members[i - 1].hash),
                                     "ascending hashes");
                break;
            }
        }
    }

    void check_reserved()
    {
        const auto zero = [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                if (bytes_[i] != 0) {
                    table_.findings.warn(i, "reserved byte", hex(bytes_[i]), "0");
                    return;
                }
            }
        };
        zero(kShift + 1, kNamesOffset);
        zero(kDirectoryRecord + 1, kLength);
        zero(kLength + 4, kHeaderBytes);
    }

    Bytes bytes_;
    std::string_view file_;
    ArchiveTable table_;
    std::uint32_t count_ = 0;
    std::uint32_t shift_ = 0;
    std::uint64_t kinds_ = 0;
    std::uint64_t directories_ = 0;
    std::uint64_t directory_count_ = 0;
    std::size_t foreign_hashes_ = 0;
};

} // namespace

Result<ArchiveTable> read_eb_table(Bytes bytes, std::string_view file)
{
    return EbReader(bytes, file).read();
}

} // namespace quern::formats
