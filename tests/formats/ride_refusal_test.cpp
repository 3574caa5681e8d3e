// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What is no ride is refused with its place, what was found and what was expected.
#include <gtest/gtest.h>
#include <string>

#include "quern/formats/ride.hpp"

namespace quern::formats {
namespace {

struct Refusal {
    std::string file;
    std::string text;
    std::string place;   ///< what Error::where must be
    std::string message; ///< what the message must contain
};

void expect_refused(const Refusal& refusal)
{
    const auto ride = read_ride_text(refusal.text, refusal.file, {});
    ASSERT_FALSE(ride) << refusal.text.substr(0, 200);
    EXPECT_EQ(ride.error().code, Error::Code::bad_input);
    EXPECT_EQ(ride.error().where, refusal.place) << ride.error().text();
    EXPECT_NE(ride.error().message.find(refusal.message), std::string::npos) << ride.error().text();
}

TEST(RideRefusal, NamesLineAndColumnOfACsvCell)
{
    const std::string head = "time_s,speed_mps,wheel_count\n0,1,4\n";
    expect_refused({"r.csv", head + "1,fast,4\n", "r.csv:3", "'speed_mps': found 'fast', expected a number"});
    expect_refused({"r.csv", head + "1,nan,4\n", "r.csv:3", "found 'nan'"});
    expect_refused({"r.csv", head + "1,inf,4\n", "r.csv:3", "found 'inf'"});
    expect_refused({"r.csv", head + "1,1e999,4\n", "r.csv:3", "found '1e999'"});
    expect_refused({"r.csv", head + "1,,4\n", "r.csv:3", "found ''"});
    expect_refused({"r.csv", head + "1,1,5\n", "r.csv:3",
                    "'wheel_count': found '5', expected a whole number from 0 to 4"});
    expect_refused({"r.csv", head + "1,1,2.5\n", "r.csv:3", "found '2.5'"});
    expect_refused({"r.csv", head + "nan,1,4\n", "r.csv:3", "'time_s': found 'nan'"});
    expect_refused({"r.csv", head + "0,1,4\n", "r.csv:3", "'time_s': found 0, expected more than 0"});
    expect_refused({"r.csv", head + "-1,1,4\n", "r.csv:3", "'time_s'"});
    expect_refused({"r.csv", head + "1,1\n", "r.csv:3", "found 2 fields, expected 3"});
    expect_refused({"r.csv", head + "1,1,4,4\n", "r.csv:3", "found 4 fields"});
    expect_refused({"r.csv", head + "1,\"1,4\n", "r.csv:3", "quote"});
    expect_refused({"r.csv", head + "1,\"1\"x,4\n", "r.csv:3", "quote"});
    expect_refused({"r.csv", "time_s;speed_mps\n0;1,5\n1;2,5\n", "r.csv:2", "found '1,5'"});
    expect_refused(
        {"r.csv", "time_s,speed_mps,surface\n0,1,lava\n1,1,lava\n", "r.csv:2", "found 'lava', expected"});
    expect_refused({"r.csv", "time_s,speed_mps,surface\n0,1,surface:14\n", "r.csv:2", "found 'surface:14'"});
    expect_refused({"r.csv", "time_s,speed_mps,brake\n0,1,yes\n", "r.csv:2",
                    "found 'yes', expected 0, 1, false or true"});
}

TEST(RideRefusal, NamesTheColumnThatIsUnknownMissingOrDouble)
{
    expect_refused({"r.csv", "time_s,speed_mps,sped\n0,1,1\n", "r.csv:1",
                    "found column 'sped', expected one of time_s"});
    expect_refused({"r.csv", "time_s,turn\n0,1\n", "r.csv:1", "neither"});
    expect_refused({"r.csv", "speed_mps\n0\n", "r.csv:1", "'time_s'"});
    expect_refused({"r.csv", "time_s,speed_mps,speed_mps\n0,1,1\n", "r.csv:1", "'speed_mps'"});
    expect_refused(
        {"r.csv", "time_s,speed_mps,surface,surface_fl\n0,1,none,none\n", "r.csv:1", "'surface_fl'"});
    expect_refused({"r.csv", "time_s,position,turn\n0,1,1\n", "r.csv:1", "'turn'"});
    expect_refused({"r.csv", "time_s,speed_mps;turn\n", "r.csv:1", "separators"});
}

TEST(RideRefusal, TooLittleIsNoRide)
{
    expect_refused({"r.csv", "", "r.csv", "no header"});
    expect_refused({"r.csv", "# only a note\n", "r.csv", "no header"});
    expect_refused({"r.csv", "time_s,speed_mps\n", "r.csv", "found 0 data rows"});
    expect_refused({"r.csv", "time_s,speed_mps\n0,1\n", "r.csv", "found 1 data rows"});
    expect_refused({"r.gpx", "", "r.gpx:1", "XML"});
    expect_refused({"r.gpx", "<gpx/>", "r.gpx", "no track"});
    expect_refused({"r.gpx", "<kml/>", "r.gpx:1", "found <kml>, expected <gpx>"});
    expect_refused({"r.gpx",
                    "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"1\"><time>2020-01-01T00:00:00Z</time></trkpt>"
                    "</trkseg></trk></gpx>",
                    "r.gpx", "found 1 usable points"});
    expect_refused({"r.toml", "", "r.toml:1:1", "no acts"});
    expect_refused({"r.toml", "[[act]]\ndo = \"seam\"\npattern = 1\n", "r.toml", "take no time"});
    expect_refused({"ride", "hello\n", "ride", "not a ride"});
    expect_refused({"ride", "", "ride", "not a ride"});
}

TEST(RideRefusal, TooMuchIsNoRide)
{
    expect_refused({"r.csv", "time_s,speed_mps\n0,1\n1e9,1\n", "r.csv", "expected at most 24 h"});
    expect_refused({"r.csv", "time_s,speed_mps\n-1e308,1\n1e308,1\n", "r.csv", "expected at most 24 h"});
    expect_refused({"r.csv", "time_s,speed_mps\n0,1\n36000,1\n", "r.csv", "expected at most 4 h, or --to"});
    expect_refused(
        {"r.gpx",
         "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"1\"><time>1990-01-01T00:00:00Z</time></trkpt>"
         "<trkpt lat=\"60\" lon=\"1\"><time>1990-03-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>",
         "r.gpx", "expected at most 24 h"});
    std::string acts = "speed_kmh = 10\n";
    for (int i = 0; i < 5; ++i)
        acts += "[[act]]\ndo = \"coast\"\nseconds = 3600\n";
    expect_refused({"r.toml", acts, "r.toml", "longer than 4 h"});
}

TEST(RideRefusal, BinaryJunkNamesItsFirstLine)
{
    const std::string junk("time_s,speed_mps\n0,1\n\x00\x01\x02\xff\n", 25);
    expect_refused({"r.csv", junk, "r.csv:3", "control byte"});
    expect_refused({"r.gpx", std::string("\x89PNG\r\n\x1a\n\x00\x00", 10), "r.gpx:3", "XML"});
    expect_refused({"r.csv", "time_s,speed_mps\r0,1\r1,1\r", "r.csv:1", "control byte 13"});
}

TEST(RideRefusal, EntitiesOfAnXmlBombStayText)
{
    std::string bomb =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE gpx [\n<!ENTITY a \"aaaaaaaaaaaaaaaaaaaaaaaaaaaa\">\n";
    for (char c = 'b'; c <= 'k'; ++c) {
        bomb += std::string("<!ENTITY ") + c + " \"";
        for (int i = 0; i < 10; ++i)
            bomb += std::string("&") + static_cast<char>(c - 1) + ";";
        bomb += "\">\n";
    }
    bomb += "]>\n<gpx><trk><name>&k;</name><trkseg>";
    for (int i = 0; i < 3; ++i)
        bomb += "<trkpt lat=\"0.000" + std::to_string(i) + "\" lon=\"0\"><time>2020-01-01T00:00:0" +
                std::to_string(i) + "Z</time></trkpt>";
    const auto ride = read_ride_text(bomb + "</trkseg></trk></gpx>", "r.gpx", {});
    ASSERT_TRUE(ride) << ride.error().text();
    EXPECT_EQ(ride->name, "&k;");
}

TEST(RideRefusal, NamesTheFaultOfAScriptByLineAndColumn)
{
    const std::string head = "name = \"x\"\n[[act]]\n";
    expect_refused({"r.toml", head + "do = \"fly\"\n", "r.toml:3:6",
                    "found act 'fly', expected one of accelerate, push"});
    expect_refused({"r.toml", head + "do = \"coast\"\n", "r.toml:2:1", "'seconds' is missing"});
    expect_refused({"r.toml", head + "do = \"coast\"\nseconds = \"3\"\n", "r.toml:4:11",
                    "found '3', expected a number"});
    expect_refused(
        {"r.toml", head + "do = \"coast\"\nseconds = nan\n", "r.toml:4:11", "expected a number from"});
    expect_refused({"r.toml", head + "do = \"coast\"\nseconds = -2\n", "r.toml:4:11", "found -2"});
    expect_refused(
        {"r.toml", head + "do = \"coast\"\nseconds = 2\nspeed = 3\n", "r.toml:5:9", "unknown 'speed'"});
    expect_refused(
        {"r.toml", head + "do = \"surface\"\nname = \"ice\"\n", "r.toml:4:8", "found surface 'ice'"});
    expect_refused({"r.toml", head + "do = \"ollie\"\nair_s = 60\n", "r.toml:4:9", "found 60"});
    expect_refused({"r.toml", head + "seconds = 3\n", "r.toml:2:1", "'do' is missing"});
    expect_refused({"r.toml", "act = 3\n", "r.toml:1:7", "must be a list of tables"});
    expect_refused({"r.toml", "name = \n", "r.toml:1:8", ""});
    expect_refused(
        {"r.toml", "speed_kmh = 900\n" + head + "do=\"wait\"\nseconds=1\n", "r.toml:1:13", "found 900"});
}

TEST(RideRefusal, OptionsAreCheckedToo)
{
    const auto code = [](const RideOptions& options) {
        const auto ride = read_ride_text("time_s,speed_mps\n0,1\n1,1\n", "r.csv", options);
        return ride ? std::string("read") : ride.error().code == Error::Code::usage ? "usage" : "input";
    };
    RideOptions options;
    EXPECT_EQ(code(options), "read");
    options.control_rate_hz = 50.0;
    EXPECT_EQ(code(options), "usage");
    options = {};
    options.speed_scale = 0.0;
    EXPECT_EQ(code(options), "usage");
    options = {};
    options.surface = "lava";
    EXPECT_EQ(code(options), "usage");
    options = {};
    options.to_s = 0.0;
    EXPECT_EQ(code(options), "usage");
    options.to_s = 9.0;
    EXPECT_EQ(code(options), "read"); // the ride ends before
}

TEST(RideRefusal, AFileThatCannotBeOpenedIsAnInputOutputError)
{
    const auto ride = read_ride("/nonexistent/ride.csv");
    ASSERT_FALSE(ride);
    EXPECT_EQ(ride.error().code, Error::Code::io);
    EXPECT_EQ(ride.error().where, "/nonexistent/ride.csv");
}

} // namespace
} // namespace quern::formats
