// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The cache of decoded sounds: what it keeps it gives back, what is damaged it does not, and it never fails.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include <unistd.h>

#include "quern/formats/cache/cached_decode.hpp"
#include "tests/formats/stream_parts.hpp"

namespace fs = std::filesystem;
using namespace quern::formats;
using stream_parts::Buffer;

namespace {

class PcmCacheTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = fs::temp_directory_path() / ("quern_cache_" + std::to_string(::getpid()));
        fs::remove_all(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string pcm() const { return (folder_ / "quern" / "pcm").string(); }
    std::size_t files() const
    {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(pcm()), fs::directory_iterator{}));
    }
    fs::path only_file() const { return fs::directory_iterator(pcm())->path(); }
    static ContentKey key(std::uint64_t number)
    {
        ContentHash hash;
        hash.add(number);
        return hash.key();
    }
    static Buffer bytes_of(const fs::path& file)
    {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static void write(const fs::path& file, const Buffer& bytes)
    {
        std::ofstream(file, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }

    fs::path folder_;
};

/// Sets a variable of the environment until its end.
class Variable {
public:
    Variable(const char* name, const char* value) : name_(name)
    {
        if (const char* old = std::getenv(name))
            old_ = old;
        value != nullptr ? ::setenv(name, value, 1) : ::unsetenv(name);
    }
    ~Variable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }

private:
    const char* name_;
    std::optional<std::string> old_;
};

TEST(ContentHash, IsThePublishedOneAndKnowsItsParts)
{
    // XXH3 with 128 bits of nothing, seed 0, as its authors print it.
    EXPECT_EQ(ContentHash().key().hex(), "99aa06d3014798d86001c324468d497f");
    ContentHash one, two;
    one.add(Bytes(Buffer{1, 2, 3}));
    two.add(Bytes(Buffer{1, 2}));
    EXPECT_NE(one.key(), two.key());
    two.add(Bytes(Buffer{3}));
    EXPECT_EQ(one.key(), two.key());
}

TEST_F(PcmCacheTest, GivesBackWhatItKept)
{
    const PcmCache cache(pcm());
    const Pcm16 sound = stream_parts::chirp(2, 3000);
    EXPECT_FALSE(cache.find(key(1)).has_value());
    ASSERT_TRUE(cache.keep(key(1), sound));
    const auto found = PcmCache(pcm()).find(key(1));
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->channels, 2);
    EXPECT_EQ(found->rate, 44100u);
    EXPECT_EQ(found->samples, sound.samples);
    EXPECT_FALSE(cache.find(key(2)).has_value());
    EXPECT_EQ(files(), 1u);
    EXPECT_EQ(fs::status(pcm()).permissions(), fs::perms::owner_all) << "a user's own";
}

TEST_F(PcmCacheTest, IgnoresAndRewritesADamagedEntry)
{
    const PcmCache cache(pcm());
    const Pcm16 sound = stream_parts::chirp(1, 50);
    ASSERT_TRUE(cache.keep(key(1), sound));
    const fs::path file = only_file();
    const Buffer whole = bytes_of(file);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        Buffer damaged = whole;
        damaged[at] ^= 0x40;
        write(file, damaged);
        ASSERT_FALSE(cache.find(key(1)).has_value()) << "a bit at " << at;
        ASSERT_FALSE(fs::exists(file)) << "removed";
    }
    for (const std::size_t size : {std::size_t{0}, std::size_t{55}, whole.size() - 1, whole.size() - 2}) {
        write(file, Buffer(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
        ASSERT_FALSE(cache.find(key(1)).has_value()) << size << " bytes";
    }
    write(file, whole);
    fs::rename(file, fs::path(pcm()) / (key(2).hex() + ".pcm"));
    EXPECT_FALSE(cache.find(key(2)).has_value()) << "an entry under another's name";
    ASSERT_TRUE(cache.keep(key(1), sound));
    EXPECT_EQ(cache.find(key(1))->samples, sound.samples);
}

TEST_F(PcmCacheTest, DropsWhatWasNotUsedForLongest)
{
    const Pcm16 sound = stream_parts::chirp(1, 1000);
    const PcmCache cache(pcm(), 4 * (56 + 2000)); // room for four
    for (std::uint64_t i = 0; i < 4; ++i) {
        ASSERT_TRUE(cache.keep(key(i), sound));
        fs::last_write_time(fs::path(pcm()) / (key(i).hex() + ".pcm"),
                            fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
    }
    ASSERT_TRUE(cache.find(key(0)).has_value()) << "used just now: no longer the oldest";
    ASSERT_TRUE(cache.keep(key(4), sound));
    EXPECT_TRUE(cache.find(key(0)).has_value());
    EXPECT_FALSE(cache.find(key(1)).has_value());
    EXPECT_TRUE(cache.find(key(2)).has_value());
    EXPECT_TRUE(cache.find(key(4)).has_value());
    EXPECT_FALSE(cache.keep(key(5), stream_parts::chirp(1, 1001))) << "above a quarter of the limit";
}

TEST_F(PcmCacheTest, TakesAwayWhatAKilledWriterLeft)
{
    const PcmCache cache(pcm());
    ASSERT_TRUE(cache.keep(key(1), stream_parts::chirp(1, 10)));
    const fs::path old = fs::path(pcm()) / (key(2).hex() + ".pcm.part");
    const fs::path fresh = fs::path(pcm()) / (key(3).hex() + ".pcm.part1");
    write(old, {1, 2, 3});
    write(fresh, {1, 2, 3});
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
    ASSERT_TRUE(cache.keep(key(1), stream_parts::chirp(1, 10)));
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(fresh)) << "its writer may still be at work";
}

TEST_F(PcmCacheTest, AFolderThatCannotBeIsNoError)
{
    fs::create_directories(folder_);
    write(folder_ / "quern", {0}); // a file where a folder should be
    const PcmCache blocked(pcm());
    EXPECT_FALSE(blocked.keep(key(1), stream_parts::chirp(1, 10)));
    EXPECT_FALSE(blocked.find(key(1)).has_value());
    const PcmCache nowhere("");
    EXPECT_FALSE(nowhere.keep(key(1), stream_parts::chirp(1, 10)));
    EXPECT_FALSE(nowhere.find(key(1)).has_value());
}

TEST(PcmCache, LivesWhereTheBaseDirectorySpecificationSays)
{
    const Variable home("HOME", "/home/somebody");
    {
        const Variable cache("XDG_CACHE_HOME", "/elsewhere");
        EXPECT_EQ(PcmCache::user_folder(), "/elsewhere/quern/pcm");
    }
    for (const char* useless : {"", "relative/path"}) {
        const Variable cache("XDG_CACHE_HOME", useless);
        EXPECT_EQ(PcmCache::user_folder(), "/home/somebody/.cache/quern/pcm") << useless;
    }
    const Variable cache("XDG_CACHE_HOME", nullptr), nobody("HOME", nullptr);
    EXPECT_EQ(PcmCache::user_folder(), "");
}

TEST_F(PcmCacheTest, AStreamIsDecodedOnceAndItsKeyHasAllThatMatters)
{
    const Buffer bytes = stream_parts::data_file("xas1_stereo_ram.snr");
    ASSERT_FALSE(bytes.empty());
    const auto stream = EaacStream::open({bytes, "a.snr"});
    ASSERT_TRUE(stream.ok()) << stream.error().text();
    const PcmCache cache(pcm());
    const auto first = decode_cached(*stream, &cache);
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(first->samples, decode_cached(*stream, nullptr)->samples);

    // What the cache holds is what comes: other samples in the entry show that nothing was decoded.
    Pcm16 marked = *first;
    marked.samples[0] = 1234;
    ASSERT_TRUE(cache.keep(key_of(*stream), marked));
    EXPECT_EQ(decode_cached(*stream, &cache)->samples[0], 1234);

    // An entry of another length is not this stream's, whatever its key says.
    marked.samples.pop_back();
    ASSERT_TRUE(cache.keep(key_of(*stream), marked));
    EXPECT_EQ(decode_cached(*stream, &cache)->samples, first->samples);

    for (const std::size_t at : {std::size_t{2}, bytes.size() - 1}) { // the rate, the last block's data
        Buffer other = bytes;
        other[at] ^= 1;
        const auto changed = EaacStream::open({other, "a.snr"});
        ASSERT_TRUE(changed.ok());
        EXPECT_NE(key_of(*changed), key_of(*stream)) << at;
    }
    Buffer moved(16, 0);
    moved.insert(moved.end(), bytes.begin(), bytes.end());
    EXPECT_EQ(key_of(*EaacStream::open({moved, "b.big", 16})), key_of(*stream)) << "the place is nothing";
}

} // namespace
