// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "game_files.hpp"

#include <fstream>
#include <iterator>

#include "quern/formats/archive/archive_writer.hpp"

namespace quern::test {
namespace {

using formats::ArchiveInput;

formats::Bytes bytes_of(const std::string& text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void put(std::string& bytes, std::size_t at, std::uint32_t value)
{
    for (std::size_t i = 0; i < 4; ++i)
        bytes[at + i] = static_cast<char>(value >> (24 - 8 * i));
}

} // namespace

std::string data_file(const std::string& name)
{
    std::ifstream in(std::string(QUERN_TEST_DATA) + "/eaac/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string grain_44100()
{
    constexpr std::size_t kBytes = 22278;
    return data_file("grains_eb3_shift4.big").substr(0x80, kBytes);
}

std::string archive_of(const std::vector<std::pair<std::string, std::string>>& members)
{
    std::vector<ArchiveInput> inputs;
    for (const auto& [name, bytes] : members)
        inputs.push_back({"", name, bytes_of(bytes)});
    const auto archive = formats::write_archive(inputs);
    return archive ? std::string(archive->begin(), archive->end()) : std::string();
}

std::string large_archive_head()
{
    constexpr std::uint32_t kEach = 0x0FFF'0000;
    constexpr std::uint32_t kShift = 12;
    std::vector<std::pair<std::string, std::string>> members;
    for (std::size_t i = 0; i < kLargeArchiveMembers; ++i)
        members.emplace_back("part_" + std::string(1, static_cast<char>('a' + i)) + ".grain", "x");
    std::string head = archive_of(members);
    head.resize(0x1000);
    head[0x0A] = kShift;
    put(head, 0x1C, static_cast<std::uint32_t>(kLargeArchiveBytes));
    for (std::uint32_t i = 0; i < kLargeArchiveMembers; ++i) {
        put(head, 0x30 + 16 * i, (0x1000 + i * kEach) >> kShift);
        put(head, 0x30 + 16 * i + 8, kEach);
    }
    return head;
}

std::uint64_t hash_of_wav(const std::string& bytes)
{
    constexpr std::size_t kHeader = 44;
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (std::size_t i = kHeader; i < bytes.size(); ++i)
        hash = (hash ^ static_cast<std::uint8_t>(bytes[i])) * 0x100000001B3u;
    return hash;
}

} // namespace quern::test
