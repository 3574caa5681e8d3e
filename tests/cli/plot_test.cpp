// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

using namespace quern::test;

namespace {

class PlotTest : public ProgramTest {
protected:
    std::string plot(const std::string& arguments) const
    {
        const Outcome run = quern("-q plot " + arguments + " -o figure.svg");
        EXPECT_EQ(run.exit, 0) << run.err;
        return read("figure.svg");
    }
};

struct Text {
    std::string words;
    double left, top, right, bottom;
};

std::string attribute(const std::string& tag, const std::string& name)
{
    const std::size_t at = tag.find(" " + name + "=\"");
    if (at == std::string::npos)
        return "";
    const std::size_t from = at + name.size() + 3;
    return tag.substr(from, tag.find('"', from) - from);
}

std::size_t characters(const std::string& words)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        count += (static_cast<unsigned char>(words[i]) & 0xC0) != 0x80;
        if (words[i] == '&') // one entity, one character
            i = words.find(';', i);
    }
    return count;
}

/// Every text with its box, by a rule of this test's own: 0.58 em a character, as common sans-serif faces
/// have.
std::vector<Text> texts_of(const std::string& svg)
{
    constexpr double kEm = 0.58;
    std::vector<Text> texts;
    for (std::size_t at = svg.find("<text "); at != std::string::npos; at = svg.find("<text ", at + 1)) {
        const std::size_t close = svg.find('>', at);
        const std::string tag = svg.substr(at, close - at);
        Text text;
        text.words = svg.substr(close + 1, svg.find("</text>", close) - close - 1);
        const double size = std::stod(attribute(tag, "font-size"));
        const double width = kEm * size * static_cast<double>(characters(text.words));
        const double x = std::stod(attribute(tag, "x")), y = std::stod(attribute(tag, "y"));
        const std::string anchor = attribute(tag, "text-anchor");
        const double before = anchor == "middle" ? width / 2.0 : anchor == "end" ? width : 0.0;
        if (attribute(tag, "transform").empty())
            text = {text.words, x - before, y - 0.75 * size, x - before + width, y + 0.2 * size};
        else
            text = {text.words, x - 0.75 * size, y - width + before, x + 0.2 * size, y + before};
        texts.push_back(text);
    }
    return texts;
}

void expect_apart(const std::string& svg)
{
    const std::vector<Text> texts = texts_of(svg);
    EXPECT_GT(texts.size(), 20u);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const Text& a = texts[i];
        EXPECT_TRUE(a.left >= 0.0 && a.right <= 1600.0) << a.words;
        for (std::size_t k = i + 1; k < texts.size(); ++k) {
            const Text& b = texts[k];
            EXPECT_FALSE(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
                << '"' << a.words << "\" overlaps \"" << b.words << '"';
        }
    }
}

/// Tags are closed in order, attributes are quoted, and nothing is left over.
void expect_well_formed(const std::string& svg)
{
    ASSERT_TRUE(svg.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "));
    std::vector<std::string> open;
    for (std::size_t at = svg.find("<svg"); at != std::string::npos; at = svg.find('<', at + 1)) {
        const std::size_t close = svg.find('>', at);
        ASSERT_NE(close, std::string::npos);
        const std::string tag = svg.substr(at + 1, close - at - 1);
        ASSERT_EQ(tag.find('<'), std::string::npos) << tag.substr(0, 60);
        ASSERT_EQ(std::count(tag.begin(), tag.end(), '"') % 2, 0) << tag.substr(0, 60);
        const std::string name =
            tag.substr(tag.front() == '/' ? 1 : 0, tag.find_first_of(" /", 1) - (tag.front() == '/' ? 1 : 0));
        if (tag.front() == '/') {
            ASSERT_FALSE(open.empty());
            ASSERT_EQ(open.back(), name);
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
    }
    EXPECT_TRUE(open.empty());
    for (std::size_t at = svg.find('&'); at != std::string::npos; at = svg.find('&', at + 1)) {
        const std::string entity = svg.substr(at, svg.find(';', at) - at + 1);
        EXPECT_TRUE(entity == "&amp;" || entity == "&lt;" || entity == "&gt;" || entity == "&quot;")
            << entity;
    }
}

} // namespace

TEST_F(PlotTest, TheSameRideGivesTheSameBytes)
{
    const std::string first = plot("demo");
    EXPECT_EQ(first, plot("demo"));
    EXPECT_EQ(first, quern("-q plot demo -o -").out);
    EXPECT_NE(first, plot("demo --seed 5"));
}

TEST_F(PlotTest, TheDemoIsReadableAndSmall)
{
    const std::string svg = plot("demo");
    EXPECT_LT(svg.size(), 300u * 1024u);
    expect_well_formed(svg);
    expect_apart(svg);
    for (const char* name : {"asphalt_rough",
                             "concrete_aggregate",
                             "metal_smooth",
                             "wood_ramp_hard",
                             "x_jet_rolling",
                             "manual",
                             "grind",
                             "air",
                             "recording starts anew (bind)",
                             "grains of A",
                             "grains of B",
                             "rocket",
                             "speed, km/h",
                             "gain, dB",
                             "shift, Hz",
                             "level, dBFS",
                             "time, s",
                             "place, % of recording",
                             "waveform",
                             "16 kHz"})
        EXPECT_NE(svg.find(name), std::string::npos) << name;
}

TEST_F(PlotTest, ACloseUpShowsSingleGrainsWithTheirFades)
{
    const std::string svg = plot("demo --from 28 --to 31");
    expect_well_formed(svg);
    expect_apart(svg);
    EXPECT_NE(svg.find("28.00 s to 31.00 s"), std::string::npos);
    EXPECT_NE(svg.find("a stroke is one grain"), std::string::npos);
    const std::size_t fill = svg.find("class=\"fa\" fill-opacity");
    ASSERT_NE(fill, std::string::npos);
    const std::size_t start = svg.rfind("<path", fill);
    EXPECT_GE(std::count(svg.begin() + static_cast<std::ptrdiff_t>(start),
                         svg.begin() + static_cast<std::ptrdiff_t>(fill), 'Z'),
              5);
}

TEST_F(PlotTest, ALongRideIsAggregatedAndStaysSmall)
{
    write("long.csv", "time_s,speed_mps,surface,turn\n0,0,asphalt_smooth,0\n60,16,asphalt_smooth,0.3\n"
                      "400,9,concrete_rough,-0.4\n900,12,wood_ramp,0.2\n1200,1,metal_smooth,0\n");
    const std::string svg = plot("long.csv");
    EXPECT_LT(svg.size(), 2u * 1024u * 1024u);
    expect_well_formed(svg);
    expect_apart(svg);
    EXPECT_NE(svg.find("the more grains are heard from a place"), std::string::npos);
    EXPECT_NE(svg.find("time, min:s"), std::string::npos);
}

TEST_F(PlotTest, ARideWithoutABoardHasItsFigureToo)
{
    write("a<b & \"c\".csv", "time_s,position,gain,pitch\n0,0,0.8,1\n3,1,1,1\n");
    const std::string svg = plot("'a<b & \"c\".csv'");
    expect_well_formed(svg);
    expect_apart(svg);
    EXPECT_NE(svg.find("a&lt;b &amp; &quot;c&quot;"), std::string::npos);
}

TEST_F(PlotTest, JsonSaysWhatWasDrawn)
{
    const Outcome run = quern("plot demo -o figure.svg --to 10 --json");
    ASSERT_EQ(run.exit, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out);
    EXPECT_EQ(json["to_s"], 10.0);
    EXPECT_GT(json["grains"], 20);
    EXPECT_EQ(json["svg_bytes"], read("figure.svg").size());
}

TEST_F(PlotTest, NonsenseIsExitTwoAndBadFilesAreExitThree)
{
    for (const char* arguments :
         {"plot", "plot demo", "plot demo -o x.svg --from 9 --to 9", "plot demo -o x.svg --from 999",
          "plot demo -o x.svg --fidelity nope=1", "plot demo -o x.svg --to nan"}) {
        EXPECT_EQ(quern(arguments).exit, 2) << arguments;
        EXPECT_TRUE(listing().empty()) << arguments;
    }
    EXPECT_EQ(quern("plot nowhere.csv -o x.svg").exit, 3);
    EXPECT_EQ(quern("plot demo -o nowhere/x.svg").exit, 1);
    EXPECT_TRUE(listing().empty());
}

TEST_F(PlotTest, APngIsDrawnOrRefusedBeforeAnyWork)
{
    const std::string path = std::getenv("PATH");
    ASSERT_EQ(::setenv("PATH", folder_.c_str(), 1), 0);
    const Outcome without = quern("plot demo -o x.png");
    ASSERT_EQ(::setenv("PATH", path.c_str(), 1), 0);
    EXPECT_EQ(without.exit, 2);
    EXPECT_NE(without.err.find("librsvg2-bin"), std::string::npos) << without.err;
    EXPECT_TRUE(listing().empty());
    if (std::system("command -v rsvg-convert > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "rsvg-convert is not installed";
    ASSERT_EQ(quern("plot demo -o x.png --to 5").exit, 0);
    EXPECT_TRUE(read("x.png").starts_with("\x89PNG\r\n"));
}
