// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <string>

#include "quern/formats/archive/archive_table.hpp"
#include "quern/formats/archive/refpack.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kEntryBytes = 8; // before the path
constexpr std::size_t kMostPathBytes = 4096;
constexpr std::size_t kTagBytes = 8; // four characters and four bytes of flags

class ClassicReader {
public:
    ClassicReader(Bytes bytes, std::string_view file) : bytes_(bytes), file_(file) {}

    Result<ArchiveTable> read()
    {
        if (bytes_.size() < kHeaderBytes)
            return mismatch_at(file_, bytes_.size(), "the end of the file", "a header of 16 bytes");
        table_.kind = bytes_[3] == '4' ? ArchiveKind::big4 : ArchiveKind::bigf;
        const std::uint32_t count = read_be(bytes_, 8);
        // An entry has its two words and at least the end of its path.
        const std::uint64_t most =
            std::min<std::uint64_t>(kMostArchiveMembers, (bytes_.size() - kHeaderBytes) / (kEntryBytes + 1));
        if (count > most)
            return mismatch_at(file_, 8, std::to_string(count) + " members",
                               "at most " + std::to_string(most));
        table_.members.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            if (auto error = entry())
                return *error;
        }
        check_header();
        return std::move(table_);
    }

private:
    std::optional<Error> entry()
    {
        if (!holds(bytes_, cursor_, kEntryBytes))
            return mismatch_at(file_, cursor_, "the end of the file", "an entry of the table");
        ArchiveMember member;
        member.entry = cursor_;
        member.offset = read_be(bytes_, cursor_);
        member.stored = read_be(bytes_, cursor_ + 4);
        const std::size_t path = cursor_ + kEntryBytes;
        const std::size_t longest = std::min(kMostPathBytes, bytes_.size() - path);
        const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(path);
        const auto end = std::find(begin, begin + static_cast<std::ptrdiff_t>(longest), std::uint8_t{0});
        const auto length = static_cast<std::size_t>(end - begin);
        if (length == longest)
            return mismatch_at(file_, path, "a path without an end", "at most 4095 bytes and a zero");
        member.name = {reinterpret_cast<const char*>(bytes_.data()) + path, length};
        cursor_ = path + length + 1;
        if (!holds(bytes_, member.offset, member.stored))
            return mismatch_at(file_, member.entry,
                               "`" + member.path() + "` at " + hex(member.offset) + ", " +
                                   std::to_string(member.stored) + " bytes",
                               "a member inside the file of " + std::to_string(bytes_.size()) + " bytes");
        member.size = member.stored;
        look_inside(member);
        first_data_ = std::min(first_data_, member.offset);
        table_.members.push_back(member);
        return std::nullopt;
    }

    /// Classic archives do not say which members are packed; their first bytes do.
    void look_inside(ArchiveMember& member) const
    {
        const Bytes data =
            bytes_.subspan(static_cast<std::size_t>(member.offset), static_cast<std::size_t>(member.stored));
        if (!is_refpack(data))
            return;
        const auto size = refpack_size(data, file_, member.offset);
        if (!size)
            return; // two bytes that look like it, and nothing behind them
        member.packing = Packing::refpack;
        member.size = *size;
    }

    void check_header()
    {
        const std::uint32_t stated = read_le32(bytes_, 4);
        if (stated != bytes_.size() && read_be(bytes_, 4) != bytes_.size())
            table_.findings.warn(4, "length of the archive", std::to_string(stated),
                                 std::to_string(bytes_.size()) + ", the bytes that are there");
        std::size_t end = cursor_;
        const bool tagged = holds(bytes_, cursor_, kTagBytes) && cursor_ + kTagBytes <= first_data_ &&
                            bytes_[cursor_] == 'L' &&
                            std::all_of(bytes_.begin() + static_cast<std::ptrdiff_t>(cursor_ + 1),
                                        bytes_.begin() + static_cast<std::ptrdiff_t>(cursor_ + 4),
                                        [](std::uint8_t c) { return c >= '0' && c <= '9'; });
        if (tagged) {
            table_.tag.assign(reinterpret_cast<const char*>(bytes_.data()) + cursor_, 4);
            end += kTagBytes;
        }
        // Packers count the tag or not, and some state one byte less than they wrote.
        const std::uint32_t index = read_be(bytes_, 12);
        if (std::uint64_t{index} + 1 < cursor_ || index > first_data_)
            table_.findings.warn(12, "size of the table", std::to_string(index), std::to_string(end));
        if (first_data_ < cursor_)
            table_.findings.fail(kHeaderBytes, "first member", "at " + hex(first_data_),
                                 "behind the table, which ends at " + hex(cursor_));
    }

    Bytes bytes_;
    std::string_view file_;
    ArchiveTable table_;
    std::size_t cursor_ = kHeaderBytes;
    std::uint64_t first_data_ = UINT64_MAX;
};

} // namespace

Result<ArchiveTable> read_classic_table(Bytes bytes, std::string_view file)
{
    return ClassicReader(bytes, file).read();
}

} // namespace quern::formats
