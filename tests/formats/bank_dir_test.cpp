// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "quern/formats/bank_dir.hpp"
#include "quern/formats/wav_writer.hpp"

namespace fs = std::filesystem;
using namespace quern;
using bed::Member;

namespace {

class BankDirTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = fs::temp_directory_path() / ("quern_bank_" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string file(const std::string& name) const { return (folder_ / name).string(); }
    void write_wav(const std::string& name, float level) const
    {
        auto writer = formats::WavWriter::open(file(name), {1, 44100, formats::SampleFormat::f32, 44100 * 3});
        ASSERT_TRUE(writer.ok());
        ASSERT_TRUE(writer->write(std::vector<float>(44100 * 3, level)).ok());
        ASSERT_TRUE(writer->finish().ok());
    }
    static bool noted(const formats::BankDir& bank, const std::string& text)
    {
        return std::any_of(bank.notes.begin(), bank.notes.end(),
                           [&](const std::string& note) { return note.find(text) != std::string::npos; });
    }

    fs::path folder_;
};

} // namespace

TEST_F(BankDirTest, SoftFallsBackToHardAndTheRestStaysBuiltIn)
{
    write_wav("concrete_rough_hard.wav", 0.25f);
    write_wav("asphalt_smooth_soft.WAV", 0.5f);
    const auto bank = formats::read_bank_dir(folder_.string());
    ASSERT_TRUE(bank.ok()) << bank.error().text();
    EXPECT_EQ(bank->bank->get(Member::concrete_rough_hard)->samples.at(7), 0.25f);
    EXPECT_EQ(bank->bank->get(Member::concrete_rough_soft)->samples.at(7), 0.25f);
    EXPECT_EQ(bank->bank->get(Member::asphalt_smooth_soft)->samples.at(7), 0.5f);
    EXPECT_FALSE(bank->bank->replaced(Member::asphalt_smooth_hard)) << "a hard one never plays its soft one";
    EXPECT_FALSE(bank->bank->replaced(Member::x_jet_rolling));
    ASSERT_EQ(bank->fallbacks.size(), 12u) << "all without a file of their own";
    for (const formats::BankFallback& fallback : bank->fallbacks) {
        if (fallback.member == Member::concrete_rough_soft)
            EXPECT_EQ(fallback.plays, Member::concrete_rough_hard);
        else
            EXPECT_FALSE(fallback.plays.has_value()) << bed::name_of(fallback.member);
    }
}

TEST_F(BankDirTest, NotesNamesThatMeanNothingAndSecondFiles)
{
    write_wav("metal_smooth_hard.wav", 0.25f);
    write_wav("metal_smooth_hard.aiff", 0.25f); // found first by name; its content is a WAV all the same
    write_wav("gravel.wav", 0.1f);
    std::ofstream(file("readme.txt")) << "no sound";
    const auto bank = formats::read_bank_dir(folder_.string());
    ASSERT_TRUE(bank.ok()) << bank.error().text();
    EXPECT_TRUE(noted(*bank, "gravel.wav: no member has this name, ignored"));
    EXPECT_TRUE(noted(*bank, "metal_smooth_hard.wav: ignored, "));
    EXPECT_FALSE(noted(*bank, "readme"));
}

TEST_F(BankDirTest, RefusesADirectoryWithoutMembersAndABadMember)
{
    const auto none = formats::read_bank_dir(folder_.string());
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, Error::Code::bad_input);
    EXPECT_FALSE(formats::read_bank_dir(file("nowhere")).ok());

    std::ofstream(file("wood_ramp_hard.wav")) << "not a sound";
    const auto bad = formats::read_bank_dir(folder_.string());
    ASSERT_FALSE(bad.ok());
    EXPECT_NE(bad.error().where.find("wood_ramp_hard.wav"), std::string::npos);
}
