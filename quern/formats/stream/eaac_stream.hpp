// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/formats/byte_io.hpp"
#include "quern/formats/codec/block.hpp"
#include "quern/formats/finding.hpp"
#include "quern/formats/stream/eaac_header.hpp"

namespace quern::formats {

/// The bytes of a file and its name for messages.
struct EaacSource {
    Bytes bytes;
    std::string file;
    std::size_t start = 0; ///< where the stream begins in them
};

struct EaacBlock {
    bool in_chain = false;     ///< in the second file
    std::uint8_t flag = 0;     ///< version 0: 0x80 on the last of a chain
    std::uint32_t size = 0;    ///< with its own 8 bytes
    std::uint32_t samples = 0; ///< per channel
    std::uint64_t offset = 0;  ///< of the block in its file
    Bytes payload;
};

/// A stream: its header and its blocks in playing order (docs/formats/eaac.md). Borrows the bytes: keep them
/// as long as this.
class EaacStream {
public:
    static constexpr std::size_t kBlockHeaderBytes = 8;
    static constexpr std::size_t kMostBlocks = std::size_t{1} << 20;

    /// `head` is the .snr, .sph or .sps, or what else holds the header; `chain` the .sns that belongs to it.
    /// Errors: what read_eaac_header refuses, a header without the chain it needs, blocks that do not lie
    /// inside their file, a chain that ends before the header's samples are there.
    static Result<EaacStream> open(EaacSource head, std::optional<EaacSource> chain = std::nullopt);

    [[nodiscard]] const EaacHeader& header() const noexcept { return header_; }
    [[nodiscard]] std::size_t header_offset() const noexcept { return header_offset_; }
    [[nodiscard]] const std::vector<EaacBlock>& blocks() const noexcept { return blocks_; }
    [[nodiscard]] const Findings& findings() const noexcept { return findings_; }
    /// Behind the last byte that belongs to the stream in the first file.
    [[nodiscard]] std::size_t head_end() const noexcept { return head_end_; }
    /// The name of the file that a block is in.
    [[nodiscard]] const std::string& file_of(const EaacBlock& block) const noexcept;
    /// A block as codecs take it.
    [[nodiscard]] CodecBlock codec_block(const EaacBlock& block) const noexcept;

private:
    friend class EaacChainReader;

    EaacHeader header_;
    std::size_t header_offset_ = 0;
    std::size_t head_end_ = 0;
    std::vector<EaacBlock> blocks_;
    Findings findings_;
    std::string head_file_;
    std::string chain_file_;
};

} // namespace quern::formats
