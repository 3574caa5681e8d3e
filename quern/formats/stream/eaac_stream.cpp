// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/stream/eaac_stream.hpp"

#include <algorithm>
#include <utility>

namespace quern::formats {
namespace {

constexpr std::uint8_t kHeaderBlock = 0x48; // 'H' of version 1
constexpr std::uint8_t kDataBlock = 0x44;   // 'D'
constexpr std::uint8_t kEndBlock = 0x45;    // 'E'
constexpr std::uint8_t kLast = 0x80;        // flag of version 0

} // namespace

/// Follows a chain of blocks through one file.
class EaacChainReader {
public:
    EaacChainReader(EaacStream& stream, const EaacSource& source, std::size_t cursor, bool in_chain)
        : stream_(stream), source_(source), cursor_(cursor), in_chain_(in_chain)
    {
    }

    /// Takes blocks until `wanted` samples are there in all. `total` counts them over both files.
    std::optional<Error> read(std::uint64_t& total, std::uint64_t wanted)
    {
        if (stream_.header_.version == 1 && in_chain_)
            skip_header_block();
        while (total < wanted) {
            const auto last = block(total, wanted);
            if (!last)
                return last.error();
            if (*last && total < wanted && !jump_to_loop(total))
                return mismatch_at(source_.file, cursor_,
                                   "the end of the chain after " + std::to_string(total) + " samples",
                                   std::to_string(wanted) + ", as the header says");
        }
        return std::nullopt;
    }

    [[nodiscard]] std::size_t cursor() const noexcept { return cursor_; }

private:
    void skip_header_block()
    {
        const Bytes bytes = source_.bytes;
        if (holds(bytes, cursor_, 4) && bytes[cursor_] == kHeaderBlock &&
            holds(bytes, cursor_, read_be(bytes, cursor_ + 1, 3)))
            cursor_ += read_be(bytes, cursor_ + 1, 3);
    }

    /// Takes one block; true: it was the chain's last.
    Result<bool> block(std::uint64_t& total, std::uint64_t wanted)
    {
        const Bytes bytes = source_.bytes;
        const bool new_form = stream_.header_.version == 1;
        if (new_form && holds(bytes, cursor_, 4) && bytes[cursor_] == kEndBlock)
            return true;
        if (!holds(bytes, cursor_, EaacStream::kBlockHeaderBytes))
            return mismatch_at(source_.file, bytes.size(),
                               "the end of the file after " + std::to_string(total) + " samples",
                               std::to_string(wanted) + ", as the header says");
        EaacBlock block;
        block.in_chain = in_chain_;
        block.flag = bytes[cursor_];
        block.size = read_be(bytes, cursor_ + 1, 3);
        block.samples = read_be(bytes, cursor_ + 4);
        block.offset = cursor_;
        const bool known = new_form ? block.flag == kDataBlock : block.flag == 0 || block.flag == kLast;
        if (!known)
            return mismatch_at(source_.file, cursor_, "a block of kind " + hex(block.flag),
                               new_form ? "0x44 or 0x45" : "0x0 or 0x80");
        if (block.size <= EaacStream::kBlockHeaderBytes || block.size == 0xFFFFFF ||
            !holds(bytes, cursor_, block.size))
            return mismatch_at(source_.file, cursor_ + 1,
                               "a block of " + std::to_string(block.size) + " bytes",
                               "9 to the " + std::to_string(bytes.size() - cursor_) + " that are there");
        if (stream_.blocks_.size() >= EaacStream::kMostBlocks)
            return mismatch_at(source_.file, cursor_, "one more block",
                               "at most " + std::to_string(EaacStream::kMostBlocks));
        block.payload = bytes.subspan(cursor_ + EaacStream::kBlockHeaderBytes,
                                      block.size - EaacStream::kBlockHeaderBytes);
        stream_.blocks_.push_back(block);
        total += block.samples;
        if (total > wanted)
            stream_.findings_.warn(cursor_ + 4, "samples of the last block", std::to_string(block.samples),
                                   std::to_string(block.samples - (total - wanted)) + ", to the header's " +
                                       std::to_string(wanted));
        cursor_ += block.size;
        return !new_form && block.flag == kLast;
    }

    /// The part before a loop ends like a chain; the loop itself follows where the header says.
    bool jump_to_loop(std::uint64_t total)
    {
        const EaacHeader& header = stream_.header_;
        if (!header.loop_offset || total != header.loop_start || *header.loop_offset < cursor_)
            return false;
        cursor_ = *header.loop_offset;
        return true;
    }

    EaacStream& stream_;
    const EaacSource& source_;
    std::size_t cursor_;
    bool in_chain_;
};

Result<EaacStream> EaacStream::open(EaacSource head, std::optional<EaacSource> chain)
{
    EaacStream stream;
    stream.head_file_ = head.file;
    stream.header_offset_ = head.start;
    const bool block_form = holds(head.bytes, head.start, 4) && head.bytes[head.start] == kHeaderBlock;
    if (block_form)
        stream.header_offset_ += 4;
    auto header = read_eaac_header(head.bytes, stream.header_offset_, head.file);
    if (!header)
        return header.error();
    stream.header_ = *header;
    std::size_t cursor = stream.header_offset_ + header->size();
    if (block_form) {
        const std::uint32_t size = read_be(head.bytes, head.start + 1, 3);
        if (size < 4 + header->size() || !holds(head.bytes, head.start, size))
            return mismatch_at(head.file, head.start + 1,
                               "a header block of " + std::to_string(size) + " bytes",
                               std::to_string(4 + header->size()));
        cursor = head.start + size;
    }

    // A file of version 1 holds its blocks itself, whatever its type says.
    const bool all_in_head = header->type == EaacType::ram || (header->version == 1 && !chain);
    const std::uint64_t wanted = header->samples;
    const std::uint64_t in_head = all_in_head                            ? wanted
                                  : header->type == EaacType::gigasample ? *header->prefetch
                                                                         : 0;
    std::uint64_t total = 0;
    EaacChainReader first(stream, head, cursor, false);
    if (auto error = first.read(total, std::min(in_head, wanted)))
        return *error;
    stream.head_end_ = first.cursor();
    if (total < wanted) {
        if (!chain)
            return mismatch_at(head.file, stream.head_end_,
                               "a header alone (" + std::string(eaac_type_name(header->type)) + ")",
                               "its chain of blocks, the .sns of the same name, beside it");
        stream.chain_file_ = chain->file;
        EaacChainReader second(stream, *chain, chain->start, true);
        if (auto error = second.read(total, wanted))
            return *error;
    }
    if (header->type == EaacType::ram && header->loop_start.value_or(0) > 0 &&
        stream.blocks_[0].samples != *header->loop_start)
        stream.findings_.warn(stream.blocks_[0].offset + 4, "samples before the loop",
                              std::to_string(stream.blocks_[0].samples), std::to_string(*header->loop_start));
    return stream;
}

const std::string& EaacStream::file_of(const EaacBlock& block) const noexcept
{
    return block.in_chain ? chain_file_ : head_file_;
}

CodecBlock EaacStream::codec_block(const EaacBlock& block) const noexcept
{
    return {block.payload, block.offset + kBlockHeaderBytes, file_of(block), block.samples, header_.channels};
}

} // namespace quern::formats
