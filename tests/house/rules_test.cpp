// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The rules of the house on the real tree, and on small broken trees: a rule that cannot fail proves nothing.
#include "tests/house/rules.hpp"

#include <fstream>
#include <gtest/gtest.h>

namespace quern::house {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = QUERN_SOURCE_DIR;
constexpr int kMaxLines = 500;
const std::string kLicence =
    "// SPDX-FileCopyrightText: 2026 The Quern authors\n// SPDX-License-Identifier: MIT\n";

std::string listed(const Findings& findings)
{
    std::string text;
    for (const std::string& finding : findings)
        text += "\n  " + finding;
    return text;
}

// A tree with one header per room of a three-room matrix, all in order until a test breaks it.
class Canary : public testing::Test {
protected:
    void SetUp() override
    {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        root_ = fs::path(testing::TempDir()) / (std::string("quern_canary_") + info->name());
        fs::remove_all(root_);
        write("rooms.txt",
              "quern/core pure\nquern/dsp pure quern/core\nquern/grain pure quern/core quern/dsp\n"
              "quern/mix pure quern/core quern/dsp\nquern/formats open quern/grain : sndfile.h\n");
        write("quern/core/units.hpp", kLicence + "#pragma once\n#include <cmath>\n");
        write("quern/dsp/fader.hpp", kLicence + "#pragma once\n#include \"quern/core/units.hpp\"\n");
        write("quern/grain/voice.hpp", kLicence + "#pragma once\n#include \"quern/dsp/fader.hpp\"\n");
        write("quern/formats/wav.cpp", kLicence + "#include <fstream>\n#include <sndfile.h>\n");
        ASSERT_TRUE(findings().empty()) << listed(findings());
    }
    void TearDown() override { fs::remove_all(root_); }

    void write(const std::string& file, const std::string& text)
    {
        fs::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file, std::ios::binary) << text;
    }
    Findings findings()
    {
        Findings all;
        const Matrix matrix = read_matrix(root_ / "rooms.txt", all);
        for (const Findings& more : {check_includes(root_, matrix), check_text(root_, kMaxLines)})
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    void expect_one_finding(const std::string& file, const std::string& text, const std::string& wanted)
    {
        write(file, text);
        const Findings found = findings();
        ASSERT_EQ(found.size(), 1u) << listed(found);
        EXPECT_EQ(found[0].rfind(file + ":", 0), 0u) << found[0];
        EXPECT_NE(found[0].find(wanted), std::string::npos) << found[0];
    }

private:
    fs::path root_;
};

TEST(House, EveryIncludeIsAllowedByTheMatrix)
{
    Findings findings;
    const Matrix matrix = read_matrix(kRoot / "tests/house/rooms.txt", findings);
    const Findings includes = check_includes(kRoot, matrix);
    findings.insert(findings.end(), includes.begin(), includes.end());
    EXPECT_TRUE(findings.empty()) << listed(findings);
    EXPECT_GT(sources(kRoot).size(), 20u) << "the tree was not found";
}

TEST(House, EveryFileIsLicensedShortAndClean)
{
    const Findings findings = check_text(kRoot, kMaxLines);
    EXPECT_TRUE(findings.empty()) << listed(findings);
}

TEST(House, TheMatrixHasNoCircle)
{
    Findings findings;
    const Matrix matrix = read_matrix(kRoot / "tests/house/rooms.txt", findings);
    for (const auto& [folder, room] : matrix)
        for (const std::string& below : room.rooms)
            EXPECT_FALSE(matrix.at(below).rooms.contains(folder)) << folder << " and " << below;
}

TEST(House, PureRoomsStandOnPureRooms)
{
    Findings findings;
    const Matrix matrix = read_matrix(kRoot / "tests/house/rooms.txt", findings);
    for (const auto& [folder, room] : matrix)
        for (const std::string& below : room.rooms)
            EXPECT_TRUE(!room.pure || matrix.at(below).pure) << folder << " includes " << below;
}

TEST_F(Canary, AnUpwardIncludeIsFound)
{
    expect_one_finding("quern/core/late.hpp", kLicence + "#pragma once\n#include \"quern/grain/voice.hpp\"\n",
                       "quern/core may not include quern/grain");
}

TEST_F(Canary, ASidewaysIncludeIsFound)
{
    expect_one_finding("quern/mix/bus.cpp", kLicence + "#  include \"quern/grain/voice.hpp\"\n",
                       "quern/mix may not include quern/grain");
}

TEST_F(Canary, ARelativeIncludeIsFound)
{
    expect_one_finding("quern/dsp/late.cpp", kLicence + "#include \"fader.hpp\"\n", "no path from the root");
}

TEST_F(Canary, AThirdPartyIncludeInAPureRoomIsFound)
{
    expect_one_finding("quern/dsp/late.cpp", kLicence + "#include <sndfile.h>\n",
                       "may not include <sndfile.h>");
}

TEST_F(Canary, AFileOrThreadHeaderInAPureRoomIsFound)
{
    expect_one_finding("quern/dsp/late.cpp", kLicence + "#include <mutex>\n",
                       "pure and may not include <mutex>");
}

TEST_F(Canary, AnUnlistedLibraryInAnOpenRoomIsFound)
{
    expect_one_finding("quern/formats/late.cpp", kLicence + "#include <boost/any.hpp>\n", "<boost/any.hpp>");
}

TEST_F(Canary, ARoomThatIsNotInTheMatrixIsFound)
{
    expect_one_finding("quern/attic/box.cpp", kLicence, "has no line in rooms.txt");
}

TEST_F(Canary, AFileWithoutLicenceIsFound)
{
    expect_one_finding("quern/dsp/late.cpp", "#include <cmath>\n", "SPDX");
}

TEST_F(Canary, ATabIsFound)
{
    expect_one_finding("quern/dsp/late.cpp", kLicence + "\tint x;\n", "a tab or a carriage return");
}

TEST_F(Canary, ALongFileIsFound)
{
    std::string text = kLicence;
    for (int i = 0; i < kMaxLines; ++i)
        text += "\n";
    expect_one_finding("quern/dsp/late.cpp", text, "longer than 500 lines");
}

} // namespace
} // namespace quern::house
