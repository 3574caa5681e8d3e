// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What the documents promise exists: links, scripts, commands, and the example, which runs.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "tests/support/audio_scan.hpp"

namespace quern::house {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = QUERN_SOURCE_DIR;

std::string text_of(const fs::path& file)
{
    std::ifstream in(kRoot / file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// The fenced blocks of a Markdown text whose opening fence names one of `languages`.
std::vector<std::string> blocks(const std::string& text, const std::set<std::string>& languages)
{
    std::vector<std::string> found;
    std::istringstream lines(text);
    bool inside = false, wanted = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("```", 0) == 0) {
            inside = !inside;
            wanted = inside && languages.count(line.substr(3)) > 0;
            if (wanted)
                found.emplace_back();
        } else if (wanted) {
            found.back() += line + "\n";
        }
    }
    return found;
}

// Standard output of a command of the shell, as bytes; fails the test when the command fails.
std::string output_of(const std::string& command)
{
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    std::array<char, 65536> buffer{};
    for (std::size_t read = 0; pipe && (read = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        output.append(buffer.data(), read);
    EXPECT_TRUE(pipe && pclose(pipe) == 0) << command;
    return output;
}

// Markdown files that people read first or are linked from there.
std::vector<fs::path> documents()
{
    std::vector<fs::path> files{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"};
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs"))
        if (entry.path().extension() == ".md")
            files.push_back(fs::relative(entry.path(), kRoot));
    return files;
}

TEST(Documents, EveryRelativeLinkLeadsToAFile)
{
    const std::regex link(R"(\]\(([^)#\s]+)(#[^)]*)?\))");
    for (const fs::path& file : documents()) {
        const std::string text = text_of(file);
        EXPECT_FALSE(text.empty()) << file;
        for (auto found = std::sregex_iterator(text.begin(), text.end(), link);
             found != std::sregex_iterator(); ++found) {
            const std::string target = (*found)[1];
            const bool elsewhere = target.find("://") != std::string::npos;
            EXPECT_TRUE(elsewhere || fs::exists(kRoot / file.parent_path() / target))
                << file << " links to " << target;
        }
    }
}

TEST(Documents, TheExampleOfTheReadmeIsTheFile)
{
    const auto examples = blocks(text_of("README.md"), {"cpp"});
    ASSERT_EQ(examples.size(), 1u);
    const std::string program = text_of("examples/five_calls.cpp");
    const auto after_licence = program.find('\n', program.find("License-Identifier")) + 1;
    EXPECT_EQ(examples[0], program.substr(after_licence));
    std::istringstream lines(examples[0]);
    int written = 0;
    for (std::string line; std::getline(lines, line);)
        written += line.empty() ? 0 : 1;
    EXPECT_EQ(written, 15) << "the README calls it fifteen lines";
}

TEST(Documents, TheExampleOfThePoolStandsInItsFile)
{
    const std::string program = text_of("examples/pool.cpp");
    const auto examples = blocks(text_of("docs/cloud.md"), {"cpp"});
    ASSERT_EQ(examples.size(), 2u);
    std::istringstream lines(examples[1]);
    std::size_t at = 0;
    for (std::string line; std::getline(lines, line) && at != std::string::npos;) {
        at = program.find("    " + line + "\n", at);
        EXPECT_NE(at, std::string::npos) << line;
    }
}

TEST(Documents, EveryScriptOfTheReadmeCanBeRun)
{
    const std::string text = text_of("README.md") + text_of("CONTRIBUTING.md");
    const std::regex script(R"(scripts/[a-z]+)");
    std::set<std::string> named;
    for (auto found = std::sregex_iterator(text.begin(), text.end(), script); found != std::sregex_iterator();
         ++found)
        named.insert(found->str());
    EXPECT_TRUE(named.count("scripts/demo") && named.count("scripts/test"));
    for (const std::string& name : named) {
        ASSERT_TRUE(fs::exists(kRoot / name)) << name;
        EXPECT_NE(fs::status(kRoot / name).permissions() & fs::perms::owner_exec, fs::perms::none) << name;
    }
}

#ifdef QUERN_PROGRAM
// Where the README's commands find what they name: the program, a track and a table.
class ScratchFolder {
public:
    ScratchFolder() : folder_(fs::temp_directory_path() / ("quern_readme_" + std::to_string(::getpid())))
    {
        fs::create_directories(folder_ / "build/release/bin");
        fs::create_symlink(QUERN_PROGRAM, folder_ / "build/release/bin/quern");
        std::ofstream(folder_ / "ride.csv") << "time_s,speed_mps\n0,0\n2,5\n";
        std::ofstream track(folder_ / "drive.gpx");
        track << "<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk><trkseg>\n";
        for (int second = 0; second < 10; ++second)
            track << "<trkpt lat=\"" << 0.0001 * second << "\" lon=\"0\"><time>2024-05-01T10:00:0" << second
                  << "Z</time></trkpt>\n";
        track << "</trkseg></trk></gpx>\n";
    }
    ~ScratchFolder() { fs::remove_all(folder_); }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    // Exit status of a line typed there.
    int run(const std::string& line) const
    {
        return std::system(("cd '" + folder_.string() + "' && { " + line + "\n} > /dev/null").c_str());
    }
    bool has(const std::string& name) const { return fs::exists(folder_ / name); }

private:
    fs::path folder_;
};

TEST(DocumentsLong, EveryCommandOfTheReadmeRuns)
{
    const ScratchFolder scratch;
    int commands = 0;
    for (const std::string& block : blocks(text_of("README.md"), {"sh"})) {
        std::istringstream lines(block);
        for (std::string line; std::getline(lines, line);) {
            if (line.rfind("scripts/", 0) == 0)
                continue; // they build this very test
            EXPECT_EQ(scratch.run(line), 0) << line;
            std::smatch output;
            if (std::regex_search(line, output, std::regex(R"( -o (\S+))"))) {
                EXPECT_TRUE(scratch.has(output[1])) << line;
            }
            ++commands;
        }
    }
    EXPECT_GE(commands, 5);
}
#endif

TEST(Example, FiveCallsMakeTenSecondsOfCleanSound)
{
    const std::string bytes = output_of(QUERN_FIVE_CALLS);
    std::vector<float> samples(bytes.size() / sizeof(float));
    std::copy_n(bytes.data(), samples.size() * sizeof(float), reinterpret_cast<char*>(samples.data()));
    ASSERT_EQ(samples.size(), 2u * 480000u);
    EXPECT_FALSE(test::first_non_finite(samples).has_value());
    EXPECT_LE(test::peak(samples), 1.0f);
    EXPECT_TRUE(test::find_clicks(samples, 2, 0).empty());
    const auto seconds = test::rms_per_second(samples, 2, 48000);
    EXPECT_GT(test::to_db(seconds[9]), -50.0);
    EXPECT_GT(seconds[9], seconds[1]) << "it rolls faster and faster";
}

TEST(Example, ThePoolMakesASecondOfOneGrain)
{
    const std::string bytes = output_of(QUERN_POOL_EXAMPLE);
    std::vector<float> samples(bytes.size() / sizeof(float));
    std::copy_n(bytes.data(), samples.size() * sizeof(float), reinterpret_cast<char*>(samples.data()));
    ASSERT_EQ(samples.size(), 48000u);
    EXPECT_GT(test::peak(samples), 0.3f);
    EXPECT_TRUE(test::find_clicks(samples).empty());
    EXPECT_EQ(samples.back(), 0.0f);
}

} // namespace
} // namespace quern::house
