// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Files of the game that tests hand to the program.
namespace quern::test {

/// A file of tests/data/eaac.
std::string data_file(const std::string& name);
/// The member of grains_eb3_shift4.big.
std::string grain_44100();
/// An EB archive of these members: name, bytes.
std::string archive_of(const std::vector<std::pair<std::string, std::string>>& members);

inline constexpr std::size_t kLargeArchiveMembers = 16;
inline constexpr std::uint64_t kLargeArchiveBytes = 0xFFFF'F000;
/// Header, table and names of an archive of so many bytes and members, without the members.
std::string large_archive_head();

/// FNV-1a over the samples of a WAV file of 16-bit samples, as they stand in it.
std::uint64_t hash_of_wav(const std::string& bytes);

} // namespace quern::test
