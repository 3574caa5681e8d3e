// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Damaged files of the game, before all verbs that read them: exit 3, one line, nothing left behind.
#include "program.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quern::test {
namespace {

class HostileFilesTest : public ProgramTest {
protected:
    [[nodiscard]] static std::string seed(const std::string& path)
    {
        std::ifstream in(std::string(QUERN_SOURCE_DIR) + "/tests/" + path, std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(in), {}};
        EXPECT_FALSE(bytes.empty()) << path;
        return bytes;
    }
    /// What a run may not do, whatever it makes of the file.
    Outcome run_well(const std::string& arguments, bool must_refuse) const
    {
        const std::set<std::string> before = tree();
        Outcome run = quern(arguments);
        if (must_refuse)
            EXPECT_EQ(run.exit, 3) << arguments << "\n" << run.err;
        else
            EXPECT_TRUE(run.exit == 0 || run.exit == 3) << arguments << ": " << run.exit << "\n" << run.err;
        if (run.exit == 3) {
            EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << arguments << "\n" << run.err;
            EXPECT_EQ(run.err.rfind("quern: ", 0), 0u) << arguments << "\n" << run.err;
            EXPECT_EQ(tree(), before) << arguments << " left something behind";
        }
        return run;
    }

private:
    [[nodiscard]] std::set<std::string> tree() const
    {
        std::set<std::string> paths;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_))
            paths.insert(entry.path().string());
        return paths;
    }
};

std::string with(std::string bytes, std::size_t at, const std::string& other)
{
    return bytes.replace(at, other.size(), other);
}

const std::string kWorst = "\xFF\xFF\xFF\xFF";

TEST_F(HostileFilesTest, ArchivesThatLieAreRefusedByAllVerbs)
{
    const std::string whole = seed("data/eaac/grains_eb3_shift4.big");
    const std::string classic = seed("data/eaac/classic_bigf.big");
    const std::vector<std::pair<std::string, std::string>> files{
        {"cut_header.big", whole.substr(0, 40)},
        {"cut_table.big", whole.substr(0, 70)},
        {"cut_member.big", whole.substr(0, whole.size() - 5000)},
        {"count.big", with(whole, 4, kWorst)},
        {"names.big", with(whole, 0x10, kWorst)},
        {"far.big", with(whole, 0x30, kWorst)},
        {"long.big", with(whole, 0x38, kWorst)},
        {"classic_count.big", with(classic, 8, kWorst)},
        {"classic_cut.big", classic.substr(0, 30)},
        {"nothing.big", ""},
        {"zeros.big", std::string(64, '\0')},
    };
    write("roll.wav", seed("fuzz/corpus/source/plain_wave"));
    for (const auto& [name, bytes] : files) {
        write(name, bytes);
        for (const std::string& verb : {"bank --bank " + name, "render demo --to 1 -o out.wav --bank " + name,
                                        "render demo --to 1 -o out.wav --recording " + name,
                                        "inspect " + name, "extract " + name + " -o out", "survey " + name,
                                        "pack --base " + name + " --replace x=roll.wav -o new.big"})
            run_well(verb, true);
    }
}

TEST_F(HostileFilesTest, SoundsThatLieAreRefusedByAllVerbs)
{
    const std::string grain = seed("fuzz/corpus/grain/xas.grain");
    const std::string stream = seed("data/eaac/xas1_stereo_ram.snr");
    const std::string wave = seed("fuzz/corpus/xma_wave/impulses_snr");
    const std::vector<std::pair<std::string, std::string>> files{
        {"cut.grain", grain.substr(0, grain.size() - 1)},
        {"cut_header.grain", grain.substr(0, 20)},
        {"far.grain", with(grain, 0, kWorst)},
        {"empty.grain", ""},
        {"cut.snr", stream.substr(0, 1000)},
        {"codec.snr", with(stream, 0, std::string("\x01", 1))},
        {"samples.snr", with(stream, 4, "\x1F\xFF\xFF\xFF")},
        {"block.snr", with(stream, 9, "\xFF\xFF\xFF")},
        {"cut.xma", wave.substr(0, 100)},
        {"long.xma", with(wave, 56, kWorst)},
        {"cut.wav", wave.substr(0, wave.size() - 20)},
    };
    for (const auto& [name, bytes] : files) {
        write(name, bytes);
        for (const std::string& verb :
             {"bank --bank " + name, "pack " + name + " -o out.big", "inspect --decode " + name,
              "extract --wav " + name + " -o out", "survey " + name,
              "render demo --to 1 -o out.wav --recording " + name})
            run_well(verb, true);
    }
}

/// Each byte of the heads in turn, at its worst and flipped: no crash, and refusals are clean.
TEST_F(HostileFilesTest, NoByteOfAHeadEndsTheProgramBadly)
{
    struct Seed {
        std::string path, name, verb;
        std::size_t end; // of the bytes to change
        std::size_t step;
    };
    const std::vector<Seed> seeds{{"data/eaac/grains_eb3_shift4.big", "x.big", "bank --bank x.big", 0x80, 7},
                                  {"fuzz/corpus/grain/xas.grain", "x.grain", "bank --bank x.grain", 80, 5},
                                  {"data/eaac/xas1_stereo_ram.snr", "x.snr", "bank --bank x.snr", 40, 5}};
    for (const Seed& from : seeds) {
        const std::string whole = seed(from.path);
        for (std::size_t at = 0; at < std::min(from.end, whole.size()); at += from.step) {
            for (const int how : {0xFF, 0x80, 0x01}) {
                std::string bytes = whole;
                bytes[at] = static_cast<char>(how == 0xFF ? 0xFF : bytes[at] ^ how);
                write(from.name, bytes);
                run_well(from.verb, false);
                std::filesystem::remove_all(file("out"));
                if (HasFailure()) {
                    ADD_FAILURE() << from.path << ", byte " << at << ", " << how;
                    return;
                }
            }
        }
    }
}

} // namespace
} // namespace quern::test
