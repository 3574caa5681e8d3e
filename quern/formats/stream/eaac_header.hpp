// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/formats/byte_io.hpp"

namespace quern::formats {

/// The codecs that a stream's header can name, by their numbers there.
enum class EaacCodec : std::uint8_t {
    none,
    reserved,
    pcm16be,
    ea_xma,
    xas1,
    ealayer3_v1,
    ealayer3_v2_pcm,
    ealayer3_v2_spike,
    gcadpcm,
    speex,
    eatrax,
    mp3,
    opus,
    atrac9,
    opus_coupled,
    opus_uncoupled,
};

/// The codec's name for people: "EA-XMA".
std::string_view eaac_codec_name(EaacCodec codec);
/// Whether this library decodes it itself.
bool eaac_codec_is_own(EaacCodec codec);

/// Where the blocks of a stream are.
enum class EaacType : std::uint8_t {
    ram,        ///< behind the header
    stream,     ///< in a file of their own (.sns)
    gigasample, ///< the first behind the header, the others in a file of their own
};

/// "RAM", "STREAM", "GIGASAMPLE".
std::string_view eaac_type_name(EaacType type);

/// What a stream's header says (docs/formats/eaac.md, "Header").
struct EaacHeader {
    int version = 0; ///< 0: .snr and .sns; 1: .sph and .sps
    EaacCodec codec = EaacCodec::pcm16be;
    int channels = 1;       ///< 1 to 64
    std::uint32_t rate = 0; ///< Hz, 1 to kMostEaacRate
    EaacType type = EaacType::ram;
    std::uint32_t samples = 0;                ///< per channel, 1 to 2^29 - 1
    std::optional<std::uint32_t> loop_start;  ///< sample; there when the sound loops
    std::optional<std::uint32_t> prefetch;    ///< gigasamples: samples behind the header
    std::optional<std::uint32_t> loop_offset; ///< where the block of the loop's start is in the chain

    /// Bytes that the header takes: 8 to 20.
    [[nodiscard]] std::size_t size() const noexcept;
    friend bool operator==(const EaacHeader&, const EaacHeader&) = default;
};

inline constexpr std::uint32_t kMostEaacRate = 200'000;
inline constexpr std::uint32_t kMostEaacSamples = 0x1FFFFFFF;

/// Reads the header at `offset`. Errors: cut off, a version above 1, a
/// type above 2, a rate or a sample count outside its range, a loop that starts past the end, the codec
/// numbers 0 and 1.
Result<EaacHeader> read_eaac_header(Bytes bytes, std::size_t offset, std::string_view file);

/// The header's bytes. The fields must be in range and the optional ones there where the form has them.
std::vector<std::uint8_t> write_eaac_header(const EaacHeader& header);

} // namespace quern::formats
