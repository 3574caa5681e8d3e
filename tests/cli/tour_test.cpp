// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

using namespace quern::test;

namespace {

class TourTest : public ProgramTest {};

std::string document(const std::string& name)
{
    std::ifstream in(std::string(QUERN_SOURCE_DIR "/docs/") + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What is shown stands in what was printed, line by line and in order; "..." stands for lines left out.
void expect_shown(const std::string& shown, const std::string& printed)
{
    std::istringstream lines(shown);
    std::size_t at = 0;
    bool gap = false;
    for (std::string line; std::getline(lines, line);) {
        if (line == "...") {
            gap = true;
            continue;
        }
        const std::size_t found = ("\n" + printed).find("\n" + line + "\n", at);
        ASSERT_NE(found, std::string::npos) << "not printed: " << line << "\nin:\n" << printed;
        if (!gap) {
            ASSERT_EQ(found, at) << "something stands before: " << line;
        }
        at = found + line.size() + 1;
        gap = false;
    }
}

} // namespace

TEST_F(TourTest, EveryCommandRunsAndPrintsWhatTheTourShows)
{
    const std::string tour = document("tour.md");
    ASSERT_FALSE(tour.empty());
    int commands = 0, outputs = 0;
    for (std::size_t at = tour.find("```sh\n"); at != std::string::npos; at = tour.find("```sh\n", at + 1)) {
        const std::size_t from = at + 6, end = tour.find("\n```", from);
        const std::string command = tour.substr(from, end - from);
        ASSERT_TRUE(command.starts_with("quern ")) << command;
        const Outcome run = quern(command.substr(6));
        EXPECT_EQ(run.exit, 0) << command << "\n" << run.err;
        ++commands;
        constexpr std::string_view kText = "\n```\n\n```text\n";
        if (tour.compare(end, kText.size(), kText) != 0)
            continue;
        const std::size_t shown = end + kText.size();
        SCOPED_TRACE(command);
        expect_shown(tour.substr(shown, tour.find("\n```", shown) - shown) + "\n", run.out);
        ++outputs;
    }
    EXPECT_GE(commands, 8);
    EXPECT_GE(outputs, 5);
}

TEST_F(TourTest, TheFigureInTheDocumentsIsTheOneTheProgramDraws)
{
    ASSERT_EQ(quern("-q plot demo -o demo.svg").exit, 0);
    EXPECT_EQ(read("demo.svg"), document("images/demo.svg"))
        << "draw it anew: quern plot demo -o docs/images/demo.svg";
}
