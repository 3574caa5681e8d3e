// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "quern/formats/life/pattern_file.hpp"

namespace quern::formats {
namespace {

/// Rows of . and O, separated by /.
std::string rows_of(const life::Pattern& pattern)
{
    std::string rows;
    for (std::int32_t y = 0; y < pattern.height; ++y) {
        rows += y == 0 ? "" : "/";
        for (std::int32_t x = 0; x < pattern.width; ++x)
            rows += pattern.is_alive(x, y) ? 'O' : '.';
    }
    return rows;
}

std::string rows_of(std::string_view text)
{
    const Result<PatternFile> file = parse_pattern(text, "p");
    return file ? rows_of(file->pattern) : file.error().text();
}

std::string error_of(std::string_view text)
{
    const Result<PatternFile> file = parse_pattern(text, "p.rle");
    return file ? "none: " + rows_of(file->pattern) : file.error().text();
}

constexpr const char* kGlider = ".O./..O/OOO";

TEST(Rle, ReadsABodyAlone)
{
    EXPECT_EQ(rows_of("bob$2bo$3o!"), kGlider);
    EXPECT_EQ(rows_of("BoB$2bO$3O! and what else there is"), kGlider);
    EXPECT_EQ(rows_of("\n bo\r\n$ 2\nbo $3 o\t!"), kGlider);
    EXPECT_EQ(rows_of("ooo\n$bo!"), "OOO/.O.") << "a first line that plaintext could have";
    EXPECT_EQ(rows_of("o2$o3$!"), "O/./O") << "ends of rows behind the last cell add none";
    EXPECT_EQ(rows_of("2$o!"), "././O");
    EXPECT_EQ(rows_of("3b!"), "...");
}

TEST(Rle, ReadsWhatItsHeaderSays)
{
    const Result<PatternFile> file =
        parse_rle("#C found by somebody\n#N Glider\n#O R. Guy\n#D whatever\n"
                  "#CXRLE Pos=-12,500 Gen=4\n\n"
                  "x = 5 , y=4, rule = b36/S23:T2048,512\r\n#C here too\nbob$2b\no$3o!",
                  "p");
    ASSERT_TRUE(file.ok()) << file.error().text();
    EXPECT_EQ(rows_of(file->pattern), ".O.../..O../OOO../.....");
    EXPECT_EQ(file->name, "Glider");
    EXPECT_EQ(file->author, "R. Guy");
    EXPECT_EQ(file->rule, *life::rule_named("B36/S23"));
    EXPECT_EQ(file->torus, (PatternTorus{2048, 512}));
    EXPECT_EQ(file->position, (PatternPosition{-12, 500}));
    EXPECT_EQ(file->generation, 4u);
}

TEST(Rle, NeedNotSayAnything)
{
    const Result<PatternFile> file = parse_rle("X=1,Y=1\no!", "p");
    ASSERT_TRUE(file.ok()) << file.error().text();
    EXPECT_FALSE(file->rule || file->torus || file->position || file->generation);
    EXPECT_EQ(parse_rle("#P 3 -4\n#R by hand\n#r 23/36\no!", "p")->position, (PatternPosition{3, -4}));
    EXPECT_EQ(parse_rle("#r 23/36\no!", "p")->rule, *life::rule_named("B36/S23"));
    EXPECT_EQ(parse_rle("X = 1, Y = 1, RULE = b36/s23\no!", "p")->rule, *life::rule_named("B36/S23"));
    EXPECT_EQ(parse_rle("x = 1, y = 1, rule = 23/3:t64\no!", "p")->torus, (PatternTorus{64, 64}));
    EXPECT_EQ(parse_rle("#CXRLE Gen=99999999999999999999999\no!", "p")->generation, std::nullopt);
}

TEST(Rle, SaysWhereItIsBroken)
{
    EXPECT_EQ(error_of("bob$\n2bz$3o!"),
              "p.rle:2:3: found 'z', a cell of a pattern with more than two states, expected b, o, $ or !");
    EXPECT_EQ(error_of("bob$2bo$3A!"),
              "p.rle:1:10: found 'A', a cell of a pattern with more than two states, "
              "expected b, o, $ or !");
    EXPECT_EQ(error_of("bo-b!"), "p.rle:1:3: found '-', expected b, o, $ or !");
    EXPECT_EQ(error_of("bo\x01!"), "p.rle:1:3: found the byte 0x01, expected b, o, $ or !");
    EXPECT_EQ(error_of(std::string_view("bo\0!", 4)),
              "p.rle:1:3: found the byte 0x00, expected b, o, $ or !");
    EXPECT_EQ(error_of("bob$\n2bo$3o"), "p.rle:2:7: found the end, expected a '!' behind the last row");
    EXPECT_EQ(error_of("bob$2"), "p.rle:1:6: found the end, expected a '!' behind the last row");
    EXPECT_EQ(error_of(""), "p.rle:1:1: found the end, expected a '!' behind the last row");
    EXPECT_EQ(error_of("!"), "p.rle:1:1: found no cells, expected a pattern of at least one");
    EXPECT_EQ(error_of("x = 0, y = 0, rule = B3/S23\n!"),
              "p.rle:2:1: found no cells, expected a pattern of at least one");
    EXPECT_EQ(error_of("o3!"), "p.rle:1:3: found '!', expected b, o, $ or !");
    EXPECT_EQ(error_of("0o!"), "p.rle:1:1: found a run of 0, expected 1 or more");
}

TEST(Rle, SaysWhereAHeaderIsBroken)
{
    EXPECT_EQ(error_of("x = 3, z = 3\no!"), "p.rle:1:8: found 'z', expected a header such as x = 3, y = 3");
    EXPECT_EQ(error_of("x = , y = 3\no!"), "p.rle:1:5: found ',', expected a number of cells");
    EXPECT_EQ(error_of("x = -3, y = 3\no!"), "p.rle:1:5: found '-', expected a number of cells");
    EXPECT_EQ(error_of("x = 3, y = 3; rule = B3/S23\no!"),
              "p.rle:1:13: expected ', rule = B3/S23' or nothing behind the size");
    EXPECT_EQ(
        error_of("x = 3, y = 3, rule = WireWorld\no!"),
        "p.rle:1:13: found 'WireWorld', expected a rule such as B3/S23, digits 0 to 8 each once at most");
    EXPECT_EQ(error_of("x = 3, y = 3, rule = B3/S23:K10,20\no!"),
              "p.rle:1:13: found the field ':K10,20', expected none or a torus such as :T2048,512");
    EXPECT_EQ(error_of("x = 3, y = 3, rule = B3/S23:T10+5,20\no!"),
              "p.rle:1:13: found the field ':T10+5,20', expected none or a torus such as :T2048,512");
    EXPECT_EQ(error_of("#C\n#CXRLE Pos=1;2\no!"), "p.rle:2:1: #CXRLE: expected a position such as Pos=-3,5");
    EXPECT_EQ(
        error_of("x = 2, y = 2\nob$2bo!"),
        "p.rle:2:6: found living cells up to column 3 of row 2, expected none outside the 2 x 2 cells of "
        "the header");
    EXPECT_EQ(
        error_of("x = 2, y = 1\no5b$5$bo!"),
        "p.rle:2:8: found living cells up to column 2 of row 7, expected none outside the 2 x 1 cells of "
        "the header");
}

TEST(Rle, RefusesWhatIsTooLarge)
{
    EXPECT_EQ(error_of("x = 4097, y = 1\no!"),
              "p.rle:1:1: found a pattern of 4097 x 1 cells, expected at most 4096 x 1024");
    EXPECT_EQ(error_of("x = 99999999999999999999999, y = 1\no!"),
              "p.rle:1:1: found a pattern of 1000000000 x 1 cells, expected at most 4096 x 1024");
    EXPECT_EQ(error_of("4096o$4097b!"),
              "p.rle:1:7: found more than 4096 cells in a row, expected at most that many");
    EXPECT_EQ(error_of("99999999999999999999999999o!"),
              "p.rle:1:1: found more than 4096 cells in a row, expected at most that many");
    EXPECT_EQ(error_of("o1024$o!"), "p.rle:1:7: found more than 1024 rows, expected at most that many");
    EXPECT_EQ(error_of("o18446744073709551616$!"),
              "p.rle:1:2: found more than 1024 rows, expected at most that many");
    EXPECT_EQ(parse_rle("4096o1023$4096o!", "p")->pattern.cells.size(), 4096u * 1024u);
}

TEST(Plaintext, ReadsRows)
{
    EXPECT_EQ(rows_of("!Name: Glider\n!\n.O\n..O\nOOO\n"), kGlider);
    EXPECT_EQ(rows_of(".*.\r\n..*\r\n***"), kGlider);
    EXPECT_EQ(rows_of("O\n\nO\n\n\n"), "O/./O") << "empty lines inside are rows, those at the end are not";
    EXPECT_EQ(parse_pattern("!Name: Glider \n!Author: R. Guy\n.O", "p")->name, "Glider");
    EXPECT_EQ(parse_pattern("!Name: Glider \n!Author: R. Guy\n.O", "p")->author, "R. Guy");
}

TEST(Plaintext, SaysWhereItIsBroken)
{
    EXPECT_EQ(error_of(".O.\n.x."), "p.rle:2:2: found 'x', expected . or O");
    EXPECT_EQ(error_of("!Name: nothing\n"), "p.rle:2:1: found no cells, expected a pattern of at least one");
    EXPECT_EQ(error_of("!\n" + std::string(5000, '.')),
              "p.rle:2:4097: found more than 4096 cells in a row, expected at most that many");
    EXPECT_EQ(error_of("!\nO" + std::string(2000, '\n') + "O"),
              "p.rle:1026:1: found more than 1024 rows, expected at most that many");
}

TEST(Life105, ReadsItsBlocks)
{
    const Result<PatternFile> file =
        parse_pattern("#Life 1.05\n#D Two\n#R 23/36\n#P -2 7\n.*\r\n**\n\n*\n#P 1 6\n*\n", "p");
    ASSERT_TRUE(file.ok()) << file.error().text();
    EXPECT_EQ(rows_of(file->pattern), "...O/.O../OO../..../O...");
    EXPECT_EQ(file->position, (PatternPosition{-2, 6}));
    EXPECT_EQ(parse_pattern("#Life 1.05\n.*\n", "p")->position, std::nullopt);
    EXPECT_EQ(file->rule, *life::rule_named("B36/S23"));
}

TEST(Life105, SaysWhereItIsBroken)
{
    EXPECT_EQ(error_of("#Life 1.05\n#P\n*.o\n"), "p.rle:3:3: found 'o', expected . or *");
    EXPECT_EQ(error_of("#Life 1.05\n#P 3\n*\n"), "p.rle:2:1: expected a place such as #P -3 5");
    EXPECT_EQ(error_of("#Life 1.05\n#P\n...\n"),
              "p.rle:4:1: found no cells, expected a pattern of at least one");
    EXPECT_EQ(error_of("#Life 1.05\n#P\n*\n#P 5000 0\n*\n"),
              "p.rle:6:1: found a pattern of 5001 x 1 cells, expected at most 4096 x 1024");
    EXPECT_EQ(error_of("#Life 1.05\n#P 2000000000 0\n*\n"),
              "p.rle:4:1: found cells farther than 2^30 from the centre");
}

TEST(PatternFile, NamesOtherFormats)
{
    EXPECT_EQ(error_of("#Life 1.06\n1 1\n"),
              "p.rle:1:1: found a file of the format 'Life 1.06', expected run lengths (.rle) or plaintext "
              "(.cells)");
    EXPECT_EQ(error_of("[M2] (golly 3.3)\n"),
              "p.rle: found a macrocell file, expected run lengths (.rle) or plaintext (.cells)");
    EXPECT_EQ(error_of("\x1F\x8B\x08"),
              "p.rle: found a gzip file, expected run lengths (.rle) or plaintext (.cells)");
}

TEST(PatternFile, TakesATextOrAPath)
{
    const std::string path = testing::TempDir() + "quern_pattern.rle";
    std::ofstream(path) << "x = 3, y = 3\nbob$2bo$3o!\n";
    EXPECT_EQ(rows_of(read_pattern(path)->pattern), kGlider);
    EXPECT_EQ(rows_of(read_pattern("bob$2bo$3o!")->pattern), kGlider);
    const std::string marked = testing::TempDir() + "my!gun.rle";
    EXPECT_TRUE(is_inline_pattern(marked));
    std::ofstream(marked) << "5o!";
    EXPECT_FALSE(is_inline_pattern(marked));
    EXPECT_EQ(read_pattern(marked)->pattern.width, 5);
    std::filesystem::remove(marked);
    EXPECT_TRUE(is_inline_pattern(std::string(100'000, 'o') + "!"));
    std::ofstream(path) << "x = 3, y = 3\nbob$2bo$4o!\n";
    EXPECT_EQ(read_pattern(path).error().where, path + ":2:9");
    std::filesystem::remove(path);
    EXPECT_EQ(read_pattern(path).error().text(), path + ": cannot open: No such file or directory");
    EXPECT_EQ(read_pattern("bob$2bz!").error().where, "pattern:1:7");
    EXPECT_EQ(read_pattern("bob$2bo$3o").error().text(),
              "bob$2bo$3o: cannot open: No such file or directory; a pattern given as text ends with '!'");
}

TEST(PatternFile, RefusesAHugeFileWithoutReadingIt)
{
    const std::string path = testing::TempDir() + "quern_huge.rle";
    std::ofstream(path) << "x = 3, y = 3\n";
    std::filesystem::resize_file(path, std::uintmax_t{100} << 30); // a hole: no disk holds that
    const auto begin = std::chrono::steady_clock::now();
    const Result<PatternFile> file = read_pattern(path);
    const auto took = std::chrono::steady_clock::now() - begin;
    std::filesystem::remove(path);
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(file.error().text(), path +
                                       ": found more than 16777216 bytes, expected a pattern of at most that "
                                       "many");
    EXPECT_LT(took, std::chrono::seconds(5));
}

PatternFile drawn_file()
{
    PatternFile file;
    file.pattern.width = *rc::gen::inRange(1, 300);
    file.pattern.height = *rc::gen::inRange(1, 40);
    const int alive = *rc::gen::element(0, 1, 50, 99, 100); // percent
    const auto size =
        static_cast<std::size_t>(file.pattern.width) * static_cast<std::size_t>(file.pattern.height);
    std::uint32_t state = *rc::gen::arbitrary<std::uint32_t>();
    for (std::size_t i = 0; i < size; ++i) {
        state = state * 1664525u + 1013904223u;
        file.pattern.cells.push_back(static_cast<int>((state >> 16) % 100) < alive ? 1 : 0);
    }
    return file;
}

RC_GTEST_PROP(Rle, ComesBackAsItWasWritten, ())
{
    PatternFile file = drawn_file();
    file.rule =
        life::Rule{*rc::gen::inRange<std::uint16_t>(0, 512), *rc::gen::inRange<std::uint16_t>(0, 512)};
    if (*rc::gen::arbitrary<bool>())
        file.position =
            PatternPosition{*rc::gen::arbitrary<std::int32_t>(), *rc::gen::arbitrary<std::int32_t>()};
    if (*rc::gen::arbitrary<bool>())
        file.torus = PatternTorus{*rc::gen::inRange(0, 5000), *rc::gen::inRange(0, 5000)};
    if (*rc::gen::arbitrary<bool>())
        file.generation = *rc::gen::arbitrary<std::uint64_t>();
    file.name = *rc::gen::element<std::string>("", "Glider", "x = 5!");
    file.author = *rc::gen::element<std::string>("", "R. Guy");
    const std::string text = rle_text(file);
    const Result<PatternFile> again = parse_pattern(text, "p");
    RC_ASSERT(again.ok());
    RC_ASSERT(rows_of(again->pattern) == rows_of(file.pattern));
    RC_ASSERT(again->rule == file.rule);
    RC_ASSERT(again->torus == file.torus);
    RC_ASSERT(again->position == file.position);
    RC_ASSERT(again->generation == file.generation);
    RC_ASSERT(again->name == file.name);
    RC_ASSERT(again->author == file.author);
    std::size_t line = text.find("rule = ");
    for (line = text.find('\n', line) + 1; line < text.size();) {
        const std::size_t end = text.find('\n', line);
        RC_ASSERT(end - line <= 70u);
        line = end + 1;
    }
}

RC_GTEST_PROP(Plaintext, ComesBackAsItWasWritten, ())
{
    PatternFile file = drawn_file();
    file.name = *rc::gen::element<std::string>("", "Glider");
    const Result<PatternFile> again = parse_plaintext(plaintext_text(file), "p");
    RC_ASSERT(again.ok());
    RC_ASSERT(rows_of(again->pattern) == rows_of(file.pattern));
    RC_ASSERT(again->name == file.name);
}

TEST(Rle, WritesANameInOneLine)
{
    PatternFile file{{1, 1, {1}}, {}, {}, {}, {}, "two\nlines", ""};
    EXPECT_EQ(rle_text(file), "#N two lines\nx = 1, y = 1, rule = B3/S23\no!\n");
}

// Where Debian's package golly is installed: each of its files is read, or refused for a reason that is not
// ours.
TEST(Rle, ReadsGollysPatterns)
{
    const std::filesystem::path folder("/usr/share/golly/Patterns");
    if (!std::filesystem::is_directory(folder))
        GTEST_SKIP() << "no Golly here";
    std::size_t files = 0, read = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".rle" && entry.path().extension() != ".lif")
            continue;
        ++files;
        const Result<PatternFile> file = read_pattern(entry.path().string());
        if (!file) {
            const std::string& message = file.error().message;
            EXPECT_TRUE(message.ends_with("each once at most") || message.ends_with("at most 4096 x 1024"))
                << file.error().text();
            continue;
        }
        ++read;
        EXPECT_EQ(rows_of(parse_rle(rle_text(*file), "p")->pattern), rows_of(file->pattern)) << entry.path();
    }
    EXPECT_GT(2 * read, files);
    const Result<PatternFile> acorn = read_pattern((folder / "Life/Methuselahs/acorn.lif").string());
    EXPECT_EQ(rows_of(acorn->pattern), ".O...../...O.../OO..OOO");
}

} // namespace
} // namespace quern::formats
