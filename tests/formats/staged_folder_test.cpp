// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "quern/formats/left_overs.hpp"
#include "quern/formats/staged_folder.hpp"

namespace fs = std::filesystem;
using namespace quern;
using formats::StagedFolder;

namespace {

class StagedFolderTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = fs::temp_directory_path() / ("quern_staged_" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(at(name)) << text; }
    [[nodiscard]] std::string read(const std::string& name) const
    {
        std::ifstream in(at(name));
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// Everything there is, folders too.
    [[nodiscard]] std::vector<std::string> listing() const
    {
        std::vector<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator(folder_))
            names.push_back(fs::relative(entry.path(), folder_).string());
        std::ranges::sort(names);
        return names;
    }
    /// One with a file in it.
    [[nodiscard]] StagedFolder staged(const std::string& name) const
    {
        Result<StagedFolder> folder = StagedFolder::open(at(name));
        EXPECT_TRUE(folder.ok()) << folder.error().text();
        std::ofstream(folder->folder() + "/a") << "new";
        return std::move(*folder);
    }

    using Names = std::vector<std::string>;
    fs::path folder_;
};

TEST_F(StagedFolderTest, AppearsWholeWhenCommitted)
{
    {
        StagedFolder folder = staged("f");
        EXPECT_EQ(folder.folder(), at("f.part"));
        EXPECT_EQ(listing(), (Names{"f.part", "f.part/a"}));
        ASSERT_TRUE(folder.commit().ok());
        EXPECT_EQ(listing(), (Names{"f", "f/a"}));
    }
    formats::remove_left_overs();
    EXPECT_EQ(listing(), (Names{"f", "f/a"})) << "what is committed stays";
}

TEST_F(StagedFolderTest, LeavesNothingWhenDropped)
{
    {
        StagedFolder first = staged("f");
        fs::create_directory(first.folder() + "/inner");
        std::ofstream(first.folder() + "/inner/b") << "new";
        const StagedFolder moved = std::move(first);
        EXPECT_TRUE(fs::exists(moved.folder()));
    }
    EXPECT_EQ(listing(), Names{});
}

TEST_F(StagedFolderTest, GoesWithItsFilesAtASignal)
{
    write("kept", "old");
    const StagedFolder first = staged("f");
    const StagedFolder second = staged("f");
    for (int i = 0; i < 300; ++i) // more than the kernel names at once
        write("f.part/with a name of some length " + std::to_string(i), "new");
    formats::remove_left_overs();
    EXPECT_EQ(listing(), Names{"kept"});
}

TEST_F(StagedFolderTest, TakesThePlaceOfAnEmptyFolder)
{
    fs::create_directory(at("f"));
    fs::permissions(at("f"), fs::perms(0750));
    StagedFolder folder = staged("f/");
    EXPECT_EQ(folder.folder(), at("f.part"));
    ASSERT_TRUE(folder.commit().ok());
    EXPECT_EQ(listing(), (Names{"f", "f/a"}));
    EXPECT_EQ(fs::status(at("f")).permissions(), fs::perms(0750)) << "it stays as open as it was";
}

TEST_F(StagedFolderTest, LeavesAFullFolderAlone)
{
    fs::create_directory(at("f"));
    write("f/old", "precious");
    {
        StagedFolder folder = staged("f");
        const Status status = folder.commit();
        ASSERT_FALSE(status.ok());
        EXPECT_EQ(status.error().code, Error::Code::io);
        EXPECT_EQ(status.error().where, at("f"));
    }
    EXPECT_EQ(listing(), (Names{"f", "f/old"}));
    EXPECT_EQ(read("f/old"), "precious");
}

TEST_F(StagedFolderTest, LeavesAFileInItsPlaceAlone)
{
    write("f", "precious");
    {
        StagedFolder folder = staged("f");
        EXPECT_FALSE(folder.commit().ok());
    }
    EXPECT_EQ(listing(), Names{"f"});
    EXPECT_EQ(read("f"), "precious");
}

TEST_F(StagedFolderTest, GoesRoundWhatHasItsName)
{
    write("f.part", "mine");
    fs::create_directory(at("f.part1"));
    write("f.part1/b", "mine too");
    {
        StagedFolder folder = staged("f");
        EXPECT_EQ(folder.folder(), at("f.part2"));
        ASSERT_TRUE(folder.commit().ok());
    }
    EXPECT_EQ(listing(), (Names{"f", "f.part", "f.part1", "f.part1/b", "f/a"}));
    EXPECT_EQ(read("f.part"), "mine");
}

TEST_F(StagedFolderTest, FollowsALink)
{
    fs::create_directory(at("real"));
    fs::create_directory_symlink("real", at("link"));
    StagedFolder folder = staged("link");
    EXPECT_EQ(folder.target(), fs::canonical(at("real")).string());
    ASSERT_TRUE(folder.commit().ok());
    EXPECT_TRUE(fs::is_symlink(at("link")));
    EXPECT_EQ(read("real/a"), "new");
}

TEST_F(StagedFolderTest, RefusesPlacesWhereNothingCanBe)
{
    fs::create_directory_symlink("nowhere", at("link"));
    const Result<StagedFolder> link = StagedFolder::open(at("link"));
    ASSERT_FALSE(link.ok());
    EXPECT_NE(link.error().text().find("leads nowhere"), std::string::npos) << link.error().text();
    const Result<StagedFolder> lost = StagedFolder::open(at("no/f"));
    ASSERT_FALSE(lost.ok());
    EXPECT_EQ(lost.error().where, at("no/f"));
    EXPECT_EQ(listing(), Names{"link"});
}

TEST_F(StagedFolderTest, EndsAfterAHundredUnfinishedOnes)
{
    fs::create_directory(at("f.part"));
    for (int i = 1; i < 100; ++i)
        fs::create_directory(at("f.part" + std::to_string(i)));
    const Result<StagedFolder> folder = StagedFolder::open(at("f"));
    ASSERT_FALSE(folder.ok());
    EXPECT_NE(folder.error().text().find("too many"), std::string::npos) << folder.error().text();
}

} // namespace
