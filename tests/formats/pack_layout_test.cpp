// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// A reader of its own, written from the specification alone, recomputes every number of a packed archive.
// It shares no code with the library.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "quern/formats/archive/archive_writer.hpp"
#include "quern/formats/pack/pack_sound.hpp"
#include "tests/formats/stream_parts.hpp"

namespace quern::formats {
namespace {

using Buffer = std::vector<std::uint8_t>;

/// Big-endian fields.
class Reader {
public:
    Reader(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
    [[nodiscard]] std::uint32_t number(std::size_t at, int count) const
    {
        std::uint32_t value = 0;
        for (int i = 0; i < count; ++i)
            value = value * 256 + byte(at + static_cast<std::size_t>(i));
        return value;
    }
    [[nodiscard]] std::uint8_t byte(std::size_t at) const
    {
        EXPECT_LT(at, size_);
        return at < size_ ? bytes_[at] : 0;
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] Reader part(std::size_t at, std::size_t size) const
    {
        EXPECT_LE(at + size, size_);
        return {bytes_ + at, size};
    }

private:
    const std::uint8_t* bytes_;
    std::size_t size_;
};

/// One number of a column in the form of a single run: run length 0, then the number.
std::int64_t run_of_one(const Reader& table, std::size_t& at)
{
    EXPECT_EQ(table.byte(at++), 0) << "a run of one";
    const std::uint32_t first = table.byte(at);
    std::uint32_t code = 0;
    std::int64_t base = 0;
    if (first < 0xC0) {
        code = table.number(at, 1);
        at += 1;
    } else if (first < 0xF0) {
        code = table.number(at, 2) - 0xC000;
        base = 96;
        at += 2;
    } else if (first < 0xFC) {
        code = table.number(at, 3) - 0xF00000;
        base = 6240;
        at += 3;
    } else {
        code = table.number(at, 4) - 0xFC000000;
        base = 399456;
        at += 4;
    }
    EXPECT_EQ(code % 2, 0u) << "a positive number";
    return base + code / 2;
}

std::size_t up_to(std::size_t value, std::size_t multiple)
{
    while (value % multiple != 0)
        ++value;
    return value;
}

/// Frames that start in each packet, counted along the frames' own lengths. Packets are `data` cut in 2048.
std::vector<int> frames_in_packets(const Reader& data)
{
    const auto bit = [&](std::size_t packet, std::size_t at) {
        const std::size_t byte = packet * 2048 + 4 + at / 8;
        // The padding that was cut off is ones.
        const int value = byte < data.size() ? data.byte(byte) : 0xFF;
        return value >> (7 - at % 8) & 1;
    };
    const std::size_t packets = (data.size() + 2047) / 2048;
    std::vector<int> counts(packets, 0);
    std::size_t carried = 0; // bits of the last packet's last frame that stand here
    for (std::size_t p = 0; p < packets; ++p) {
        const std::uint32_t head = data.number(p * 2048, 4);
        EXPECT_EQ(head & 0xFF, 0u) << "packets to skip";
        EXPECT_EQ(head >> 11 & 0x7FFF, carried == 0 || carried < 16352 ? carried : 0x7FFFu) << "packet " << p;
        std::size_t at = carried;
        carried = 0;
        for (int left = static_cast<int>(head >> 26); left > 0; --left) {
            ++counts[p];
            std::size_t length = 0;
            for (std::size_t i = 0; i < 15; ++i) {
                const std::size_t place = at + i;
                length = length * 2 +
                         static_cast<std::size_t>(place < 16352 ? bit(p, place) : bit(p + 1, place - 16352));
            }
            at += length;
        }
        if (at > 16352)
            carried = at - 16352;
    }
    return counts;
}

void check_grain(const Reader& grain, std::uint32_t rate, std::uint32_t samples)
{
    const std::uint32_t stream = grain.number(0, 4);
    EXPECT_EQ(grain.number(4, 4),
              std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<double>(samples) / rate)));
    EXPECT_EQ(grain.number(8, 4), 0x00100180u);
    EXPECT_EQ(grain.number(12, 4), 0x18u);
    std::size_t at = 16;
    std::array<std::int64_t, 4> row{};
    for (std::int64_t& value : row)
        value = run_of_one(grain, at);
    for (; at < 32; ++at)
        EXPECT_EQ(grain.byte(at), 0);

    EXPECT_EQ(grain.number(stream, 4), 0x03000000u + rate);
    EXPECT_EQ(grain.number(stream + 4, 4), samples);
    const std::uint32_t block = grain.number(stream + 8, 4);
    EXPECT_LT(block, 1u << 24) << "flag 0";
    EXPECT_EQ(grain.number(stream + 12, 4), samples);
    EXPECT_EQ(row[0], block);
    EXPECT_EQ(row[2], samples);
    EXPECT_EQ(row[3], 1);
    EXPECT_EQ(grain.size(), stream + 8 + block);
    const std::uint32_t field = grain.number(stream + 16, 4);
    const std::uint32_t length = (field >> 2) - 4;
    EXPECT_EQ(field & 3, 2u);
    EXPECT_EQ(block, 8 + 4 + length);

    const std::vector<int> counts = frames_in_packets(grain.part(stream + 20, length));
    EXPECT_EQ(row[1], static_cast<std::int64_t>(4 + counts.size()));
    EXPECT_EQ(stream, 32 + up_to(4 + counts.size(), 16));
    EXPECT_EQ(grain.number(32, 4), 4u);
    std::uint32_t frames = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        EXPECT_EQ(grain.byte(36 + i), counts[i]) << "packet " << i;
        frames += static_cast<std::uint32_t>(counts[i]);
    }
    EXPECT_EQ(frames, ((samples + 256 + 127) / 128 + 1 + 3) / 4);
    for (std::size_t i = 36 + counts.size(); i < stream; ++i)
        EXPECT_EQ(grain.byte(i), 0);
}

TEST(PackLayout, ARecountOfEveryNumberAgrees)
{
    const std::array<std::string, 3> names{"wood_ramp_soft", "concrete_rough_soft", "asphalt_smooth_soft"};
    const std::array<std::uint32_t, 3> rates{44100, 48000, 44100};
    const std::array<std::size_t, 3> frames{150000, 60000, 3000};
    const std::array<double, 3> kbps{96.0, 300.0, 48.0};
    std::vector<Buffer> grains;
    std::vector<ArchiveInput> inputs;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto packed = pack_grain(stream_parts::chirp(1, frames[i], rates[i]),
                                       {EaacCodec::ea_xma, {xma::EncodeGoal::Kind::rate, 0.0, kbps[i]}});
        ASSERT_TRUE(packed.ok()) << packed.error().text();
        grains.push_back(packed->head);
    }
    for (std::size_t i = 0; i < 3; ++i)
        inputs.push_back({"", names[i] + ".grain", grains[i]});
    const auto bytes = write_archive(inputs, 4);
    ASSERT_TRUE(bytes.ok());

    const Reader big(bytes->data(), bytes->size());
    EXPECT_EQ(big.number(0, 4), 0x45420003u);
    EXPECT_EQ(big.number(4, 4), 3u);
    EXPECT_EQ(big.number(8, 4), 0x00000400u);
    EXPECT_EQ(big.number(0x0C, 4), 0x70u) << "48 + 3 x 16, and the kinds to a multiple of 16";
    EXPECT_EQ(big.number(0x14, 2), 28u << 8 | 2u) << "the longest name has 25 bytes";
    EXPECT_EQ(big.number(0x1C, 4), big.size());
    // Hashes of these three stand in the original's archive, too.
    const std::array<std::uint32_t, 3> hashes{0x00C84267, 0x051E2336, 0x355AED25};
    std::size_t place = up_to(0x70 + up_to(3 * 28, 16) + 2, 16);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t entry = 0x30 + 16 * i;
        EXPECT_EQ(big.number(entry, 4) * 16, place);
        EXPECT_EQ(big.number(entry + 4, 4), 0u);
        EXPECT_EQ(big.number(entry + 8, 4), grains[i].size());
        EXPECT_EQ(big.number(entry + 12, 4), hashes[i]);
        EXPECT_EQ(big.byte(0x60 + i), 0);
        const std::string name = names[i] + ".grain";
        for (std::size_t c = 0; c < name.size(); ++c)
            EXPECT_EQ(big.byte(0x70 + 28 * i + 2 + c), static_cast<std::uint8_t>(name[c]));
        check_grain(big.part(place, grains[i].size()), rates[i], static_cast<std::uint32_t>(frames[i]));
        place = up_to(place + grains[i].size(), 16);
    }
    EXPECT_EQ(place, big.size());
}

} // namespace
} // namespace quern::formats
