// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/game/pcm_wav.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "quern/formats/byte_io.hpp"

namespace quern::formats {
namespace {

using Buffer = std::vector<std::uint8_t>;

constexpr std::uint32_t kPcm = 1;
constexpr std::uint32_t kExtensible = 0xFFFE;
// What makes a format tag a sub-format of the extensible form.
constexpr std::uint8_t kSubtypeTail[14] = {0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80,
                                           0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71};

void tag(Buffer& bytes, std::string_view text)
{
    for (const char c : text)
        bytes.push_back(static_cast<std::uint8_t>(c));
}

void put_le16(Buffer& bytes, std::uint32_t value)
{
    bytes.push_back(static_cast<std::uint8_t>(value));
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
}

Buffer format_of(const Pcm16& sound)
{
    const auto channels = static_cast<std::uint32_t>(sound.channels);
    const bool plain = channels <= 2;
    Buffer bytes;
    tag(bytes, "fmt ");
    put_le32(bytes, plain ? 16 : 40);
    put_le16(bytes, plain ? kPcm : kExtensible);
    put_le16(bytes, channels);
    put_le32(bytes, sound.rate);
    put_le32(bytes, sound.rate * channels * 2);
    put_le16(bytes, channels * 2);
    put_le16(bytes, 16);
    if (!plain) {
        put_le16(bytes, 22);
        put_le16(bytes, 16); // valid bits
        put_le32(bytes, 0);  // mask
        put_le16(bytes, kPcm);
        bytes.insert(bytes.end(), std::begin(kSubtypeTail), std::end(kSubtypeTail));
    }
    return bytes;
}

} // namespace

Status write_pcm_wav(StagedFile& file, const Pcm16& sound, const std::string& where)
{
    constexpr std::size_t kStep = std::size_t{1} << 15; // samples a write
    const Buffer format = format_of(sound);
    const std::uint64_t data = std::uint64_t{sound.samples.size()} * 2;
    const std::uint64_t riff = 4 + format.size() + 8 + data;
    if (riff > 0xFFFFFFFF)
        return Error{Error::Code::unsupported, where,
                     "found " + std::to_string(data) +
                         " bytes of samples, expected what a WAV file holds, 4 GiB"};
    Buffer bytes;
    tag(bytes, "RIFF");
    put_le32(bytes, static_cast<std::uint32_t>(riff));
    tag(bytes, "WAVE");
    bytes.insert(bytes.end(), format.begin(), format.end());
    tag(bytes, "data");
    put_le32(bytes, static_cast<std::uint32_t>(data));
    for (std::size_t at = 0; at < sound.samples.size();) {
        const std::size_t end = std::min(sound.samples.size(), at + kStep);
        for (; at < end; ++at)
            put_le16(bytes, static_cast<std::uint16_t>(sound.samples[at]));
        if (Status status = file.write(bytes.data(), bytes.size()); !status)
            return status;
        bytes.clear();
    }
    return file.write(bytes.data(), bytes.size());
}

} // namespace quern::formats
