// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/cache/pcm_cache.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "quern/formats/staged_file.hpp"

namespace quern::formats {
namespace {

namespace fs = std::filesystem;

// An entry: head, sum over the head before it and the samples, samples (docs/formats/cache.md).
constexpr std::uint32_t kMagic = 0x5150434D; // "QPCM"
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kKey = 24;
constexpr std::size_t kSum = 40;
constexpr std::size_t kHeadBytes = 56;
constexpr const char* kEnding = ".pcm";

/// What a writer that was killed leaves behind is taken away after this time.
constexpr std::chrono::hours kStaleAfter{1};

ContentKey sum_of(Bytes head, Bytes samples)
{
    ContentHash hash;
    hash.add(head);
    hash.add(samples);
    return hash.key();
}

std::vector<std::uint8_t> make_entry(const ContentKey& key, const Pcm16& sound)
{
    std::vector<std::uint8_t> entry;
    entry.reserve(kHeadBytes + 2 * sound.samples.size());
    put_be(entry, kMagic);
    put_be(entry, kVersion);
    put_be(entry, static_cast<std::uint32_t>(sound.channels));
    put_be(entry, sound.rate);
    put_be(entry, static_cast<std::uint32_t>(std::uint64_t{sound.samples.size()} >> 32));
    put_be(entry, static_cast<std::uint32_t>(sound.samples.size()));
    entry.insert(entry.end(), key.bytes.begin(), key.bytes.end());
    entry.resize(kHeadBytes);
    for (const std::int16_t sample : sound.samples) {
        const auto bits = static_cast<std::uint16_t>(sample);
        entry.push_back(static_cast<std::uint8_t>(bits & 0xFF));
        entry.push_back(static_cast<std::uint8_t>(bits >> 8));
    }
    const ContentKey sum = sum_of(Bytes(entry).first(kSum), Bytes(entry).subspan(kHeadBytes));
    std::copy(sum.bytes.begin(), sum.bytes.end(), entry.begin() + kSum);
    return entry;
}

bool same(Bytes bytes, const ContentKey& key)
{
    return std::equal(bytes.begin(), bytes.end(), key.bytes.begin(), key.bytes.end());
}

/// Nothing for bytes that are no whole entry of this key.
std::optional<Pcm16> read_entry(Bytes entry, const ContentKey& key)
{
    if (entry.size() < kHeadBytes || read_be(entry, 0) != kMagic || read_be(entry, 4) != kVersion)
        return std::nullopt;
    const std::uint32_t channels = read_be(entry, 8);
    const std::uint64_t count = std::uint64_t{read_be(entry, 16)} << 32 | read_be(entry, 20);
    const Bytes samples = entry.subspan(kHeadBytes);
    if (samples.size() % 2 != 0 || count != samples.size() / 2 || channels == 0 || channels > 64 ||
        count % channels != 0 || !same(entry.subspan(kKey, key.bytes.size()), key) ||
        !same(entry.subspan(kSum, kHeadBytes - kSum), sum_of(entry.first(kSum), samples)))
        return std::nullopt;
    Pcm16 sound{static_cast<int>(channels), read_be(entry, 12), {}};
    sound.samples.resize(samples.size() / 2);
    for (std::size_t i = 0; i < sound.samples.size(); ++i)
        sound.samples[i] = static_cast<std::int16_t>(samples[2 * i] | samples[2 * i + 1] << 8);
    return sound;
}

/// Read and not mapped: whoever damages a cache must not be able to end the program.
std::optional<std::vector<std::uint8_t>> read_whole(const std::string& path, std::uint64_t most_bytes)
{
    struct Close {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };
    std::error_code failed;
    const std::uintmax_t size = fs::is_regular_file(path, failed) ? fs::file_size(path, failed) : 0;
    if (failed || size == 0 || size > most_bytes)
        return std::nullopt;
    const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
    if (!file || std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
        return std::nullopt;
    return bytes;
}

/// The folder and those above it, for this user alone where they are missing.
bool make_folder(const fs::path& folder)
{
    std::error_code failed;
    if (fs::is_directory(folder, failed))
        return true;
    if (!folder.has_relative_path() || !make_folder(folder.parent_path()))
        return false;
    if (fs::create_directory(folder, failed))
        fs::permissions(folder, fs::perms::owner_all, failed);
    return fs::is_directory(folder, failed);
}

struct Entry {
    fs::file_time_type used;
    fs::path path;
    std::uint64_t bytes = 0;
};

} // namespace

std::string PcmCache::user_folder()
{
    // A relative path in the variable is to be ignored, says the XDG base directory specification.
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && cache[0] == '/')
        return (fs::path(cache) / "quern" / "pcm").string();
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
        return (fs::path(home) / ".cache" / "quern" / "pcm").string();
    return {};
}

PcmCache::PcmCache(std::string folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes)
{
}

std::string PcmCache::path_of(const ContentKey& key) const
{
    return (fs::path(folder_) / (key.hex() + kEnding)).string();
}

std::optional<Pcm16> PcmCache::find(const ContentKey& key) const
{
    if (folder_.empty())
        return std::nullopt;
    const std::string path = path_of(key);
    const auto bytes = read_whole(path, most_bytes_);
    if (!bytes)
        return std::nullopt;
    std::optional<Pcm16> sound = read_entry(*bytes, key);
    std::error_code ignored;
    if (sound)
        fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
    else
        fs::remove(path, ignored);
    return sound;
}

bool PcmCache::keep(const ContentKey& key, const Pcm16& sound) const
{
    if (folder_.empty() || kHeadBytes + 2 * std::uint64_t{sound.samples.size()} > most_bytes_ / 4 ||
        !make_folder(fs::path(folder_)))
        return false;
    Result<StagedFile> file = StagedFile::open(path_of(key));
    if (!file)
        return false;
    const std::vector<std::uint8_t> entry = make_entry(key, sound);
    if (!file->write(entry.data(), entry.size()) || !file->commit())
        return false;
    make_room();
    return true;
}

void PcmCache::make_room() const
{
    std::error_code failed;
    std::vector<Entry> entries;
    std::uint64_t bytes = 0;
    const auto now = fs::file_time_type::clock::now();
    for (fs::directory_iterator it(folder_, failed), end; !failed && it != end; it.increment(failed)) {
        std::error_code gone; // another program may have removed it
        if (!it->is_regular_file(gone) || gone)
            continue;
        const Entry entry{it->last_write_time(gone), it->path(), it->file_size(gone)};
        if (gone)
            continue;
        if (entry.path.extension() == kEnding) {
            bytes += entry.bytes;
            entries.push_back(entry);
        } else if (entry.path.filename().string().find(std::string(kEnding) + ".part") != std::string::npos &&
                   now - entry.used > kStaleAfter) {
            fs::remove(entry.path, gone);
        }
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.used != b.used ? a.used < b.used : a.path < b.path;
    });
    for (const Entry& entry : entries) {
        if (bytes <= most_bytes_)
            return;
        bytes -= entry.bytes;
        fs::remove(entry.path, failed);
    }
}

} // namespace quern::formats
