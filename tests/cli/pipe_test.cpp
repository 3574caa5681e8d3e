// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Sounds that come through a pipe, and standard input that is asked for more than once.
#include "program.hpp"

#include <string>
#include <vector>

#include <sys/stat.h>

namespace quern::test {
namespace {

class Pipe : public ProgramTest {
protected:
    /// The sound x.wav as a file, through a named pipe and through standard input, between `before` and
    /// `after` on the line.
    void expect_like_the_file(const std::string& before, const std::string& after, int exit = 0) const
    {
        const Outcome plain = quern(before + " x.wav " + after);
        EXPECT_EQ(plain.exit, exit) << before << plain.err;
        ASSERT_EQ(::mkfifo(file("fifo").c_str(), 0600), 0);
        const Outcome named =
            quern("--version >/dev/null; (cat x.wav >fifo &); timeout 20 '" QUERN_PROGRAM "' " + before +
                  " fifo " + after);
        EXPECT_EQ(named.exit, exit) << before << named.err;
        EXPECT_EQ(::remove(file("fifo").c_str()), 0);
        for (const std::string input : {" - ", " /dev/stdin "}) {
            const Outcome piped = quern("--version >/dev/null; cat x.wav | timeout 20 '" QUERN_PROGRAM "' " +
                                        before + input + after);
            EXPECT_EQ(piped.exit, exit) << before << input << piped.err;
        }
    }
};

TEST_F(Pipe, EveryVerbThatReadsASoundReadsItFromAPipe)
{
    ASSERT_EQ(quern("bank --write bank >/dev/null").exit, 0);
    write("x.wav", read("bank/wood_ramp_soft.wav"));
    expect_like_the_file("cloud", "-o a.wav --seconds 0.1 -q");
    expect_like_the_file("check", ">/dev/null", quern("check x.wav >/dev/null").exit);
    expect_like_the_file("survey", ">/dev/null");
    expect_like_the_file("inspect", ">/dev/null");
    expect_like_the_file("pack", "-o p.grain -q");
    expect_like_the_file("render demo --recording", "-o r.wav --to 1 -q");
}

TEST_F(Pipe, StandardInputIsReadOnce)
{
    for (const std::string line :
         {"cloud demo --midi - --patch - -o bad.wav", "cloud - --patch - -o bad.wav",
          "cloud /dev/stdin --midi - -o bad.wav", "render - --recording - -o bad.wav"}) {
        const Outcome run = quern(line);
        EXPECT_EQ(run.exit, 2) << line;
        EXPECT_NE(run.err.find("found standard input, which"), std::string::npos) << run.err;
    }
    EXPECT_TRUE(listing().empty());
}

TEST_F(Pipe, ADirectoryIsCalledOne)
{
    expect_refused(quern("cloud demo --patch . -o bad.wav"), ".: is a directory, expected a patch");
    expect_refused(quern("cloud demo --midi . -o bad.wav"), ".: is a directory, expected a MIDI file");
    expect_refused(quern("cloud /tmp -o bad.wav"), "/tmp: is a directory, expected a sound file");
    expect_refused(quern("cloud - -o bad.wav"), "standard input:0x0: the file is empty");
}

} // namespace
} // namespace quern::test
