// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/stream/eaac_header.hpp"

#include <array>
#include <string>

namespace quern::formats {
namespace {

constexpr std::uint32_t kLoops = 1u << 29;

constexpr std::array<std::string_view, 16> kNames{"none",
                                                  "reserved",
                                                  "PCM16BE",
                                                  "EA-XMA",
                                                  "XAS1",
                                                  "EALayer3 v1",
                                                  "EALayer3 v2 PCM",
                                                  "EALayer3 v2 Spike",
                                                  "GCADPCM",
                                                  "Speex",
                                                  "EATrax",
                                                  "MP3",
                                                  "Opus",
                                                  "ATRAC9 (AT90)",
                                                  "Opus multistream, coupled",
                                                  "Opus multistream, uncoupled"};

bool has_loop_offset(EaacType type, std::uint32_t loop_start, std::uint32_t prefetch)
{
    return type == EaacType::stream || (type == EaacType::gigasample && loop_start >= prefetch);
}

/// Reads the words of a header one after the other.
class Words {
public:
    Words(Bytes bytes, std::size_t offset, std::string_view file)
        : bytes_(bytes), cursor_(offset), file_(file)
    {
    }

    Result<std::uint32_t> next(const char* what)
    {
        if (!holds(bytes_, cursor_, 4))
            return mismatch_at(file_, bytes_.size(), "the end of the file", what);
        cursor_ += 4;
        return read_be(bytes_, cursor_ - 4);
    }
    /// An error at the word read last.
    [[nodiscard]] Error wrong(const std::string& found, const std::string& expected) const
    {
        return mismatch_at(file_, cursor_ - 4, found, expected);
    }

private:
    Bytes bytes_;
    std::size_t cursor_;
    std::string_view file_;
};

} // namespace

std::string_view eaac_codec_name(EaacCodec codec)
{
    return kNames[static_cast<std::size_t>(codec)];
}

bool eaac_codec_is_own(EaacCodec codec)
{
    return codec == EaacCodec::pcm16be || codec == EaacCodec::xas1 || codec == EaacCodec::ea_xma;
}

std::string_view eaac_type_name(EaacType type)
{
    switch (type) {
    case EaacType::ram:
        return "RAM";
    case EaacType::stream:
        return "STREAM";
    case EaacType::gigasample:
        break;
    }
    return "GIGASAMPLE";
}

std::size_t EaacHeader::size() const noexcept
{
    return 8 + 4 * (std::size_t{loop_start.has_value()} + std::size_t{prefetch.has_value()} +
                    std::size_t{loop_offset.has_value()});
}

Result<EaacHeader> read_eaac_header(Bytes bytes, std::size_t offset, std::string_view file)
{
    Words words(bytes, offset, file);
    const auto form = words.next("the first word of a stream header");
    if (!form)
        return form.error();
    EaacHeader header;
    header.version = static_cast<int>(*form >> 28);
    header.codec = static_cast<EaacCodec>(*form >> 24 & 0x0F);
    header.channels = static_cast<int>(*form >> 18 & 0x3F) + 1;
    header.rate = *form & 0x3FFFF;
    if (header.version > 1)
        return words.wrong("a stream header of version " + std::to_string(header.version), "0 or 1");
    if (header.codec == EaacCodec::none || header.codec == EaacCodec::reserved)
        return words.wrong("codec " + std::to_string(static_cast<int>(header.codec)), "2 to 15");
    if (header.rate == 0 || header.rate > kMostEaacRate)
        return words.wrong("a rate of " + std::to_string(header.rate) + " Hz", "1 to 200000");

    const auto length = words.next("the second word of a stream header");
    if (!length)
        return length.error();
    if (*length >> 30 > 2)
        return words.wrong("a stream of type 3", "0, 1 or 2");
    header.type = static_cast<EaacType>(*length >> 30);
    header.samples = *length & kMostEaacSamples;
    if (header.samples == 0)
        return words.wrong("0 samples", "at least 1");
    if ((*length & kLoops) != 0) {
        const auto start = words.next("the start of the loop");
        if (!start)
            return start.error();
        if (*start >= header.samples)
            return words.wrong("a loop from sample " + std::to_string(*start),
                               "less than " + std::to_string(header.samples));
        header.loop_start = *start;
    }
    if (header.type == EaacType::gigasample) {
        const auto prefetch = words.next("the length of the prefetched part");
        if (!prefetch)
            return prefetch.error();
        header.prefetch = *prefetch;
    }
    if (header.loop_start && has_loop_offset(header.type, *header.loop_start, header.prefetch.value_or(0))) {
        const auto place = words.next("the place of the loop's block");
        if (!place)
            return place.error();
        header.loop_offset = *place;
    }
    return header;
}

std::vector<std::uint8_t> write_eaac_header(const EaacHeader& header)
{
    std::vector<std::uint8_t> bytes;
    put_be(bytes, static_cast<std::uint32_t>(header.version) << 28 |
                      static_cast<std::uint32_t>(header.codec) << 24 |
                      static_cast<std::uint32_t>(header.channels - 1) << 18 | header.rate);
    put_be(bytes,
           static_cast<std::uint32_t>(header.type) << 30 | (header.loop_start ? kLoops : 0) | header.samples);
    for (const auto& word : {header.loop_start, header.prefetch, header.loop_offset}) {
        if (word)
            put_be(bytes, *word);
    }
    return bytes;
}

} // namespace quern::formats
