// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The rides and constants of data/ and what is compiled in from them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <string>

#include "quern/formats/embedded_rides.hpp"
#include "quern/formats/ride.hpp"
#include "quern/formats/ride_expect.hpp"
#include "quern/formats/ride_surface.hpp"

namespace quern::formats {
namespace {

namespace fs = std::filesystem;

const fs::path kData = fs::path(QUERN_SOURCE_DIR) / "data";

std::string text_of(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(RideData, EveryRideIsCompiledInAsItStands)
{
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(kData / "rides")) {
        if (entry.path().extension() != ".toml")
            continue;
        ++files;
        const fs::path name = fs::relative(entry.path(), kData / "rides").replace_extension();
        const auto embedded = embedded_ride(name.generic_string());
        ASSERT_TRUE(embedded) << name;
        EXPECT_EQ(*embedded, text_of(entry.path())) << name;
    }
    EXPECT_EQ(embedded_rides().size(), files);
    EXPECT_GE(files, 9u);
}

TEST(RideData, EveryRideCanBeRiddenAndSaved)
{
    for (const EmbeddedRide& embedded : embedded_rides()) {
        const auto ride = read_ride(std::string(embedded.name));
        ASSERT_TRUE(ride) << ride.error().text();
        const auto again = read_ride_text(write_ride_csv(*ride), "saved.csv");
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(write_ride_csv(*again), write_ride_csv(*ride)) << embedded.name;
    }
}

TEST(RideData, EveryAcceptanceRideExpectsSomething)
{
    for (const EmbeddedRide& ride : embedded_rides()) {
        const auto expected = read_ride_expectations(ride.toml, std::string(ride.name));
        ASSERT_TRUE(expected) << expected.error().text();
        EXPECT_FALSE(expected->empty()) << ride.name;
    }
}

TEST(RideData, TheDemoShowsEverything)
{
    const auto ride = read_ride("demo");
    ASSERT_TRUE(ride) << ride.error().text();
    EXPECT_GE(ride->seconds(), 60.0);
    EXPECT_LE(ride->seconds(), 90.0);
    std::set<int> surfaces;
    for (const auto& frame : ride->frames) {
        if (frame.wheel_material[0] != bed::kNoMaterial)
            surfaces.insert(
                bed::default_tuning().surface_of_material[static_cast<std::size_t>(frame.wheel_material[0])]);
    }
    EXPECT_EQ(surfaces, (std::set<int>{1, 2, 3, 4, 5, 6, 9}));
    const auto some = [&](auto predicate) {
        return std::any_of(ride->frames.begin(), ride->frames.end(), predicate);
    };
    EXPECT_TRUE(some([](const auto& f) { return f.push_trigger; }));
    EXPECT_TRUE(some([](const auto& f) { return f.turn > 0.2f; }));
    EXPECT_TRUE(some([](const auto& f) { return f.turn < -0.2f; }));
    EXPECT_TRUE(some([](const auto& f) { return f.brake; }));
    EXPECT_TRUE(some([](const auto& f) { return f.balance; }));
    EXPECT_TRUE(some([](const auto& f) { return f.airborne; }));
    EXPECT_TRUE(some([](const auto& f) { return f.grinding; }));
    EXPECT_TRUE(some([](const auto& f) { return f.ground_speed > 35.0f / 3.6f; }));
    EXPECT_TRUE(some([](const auto& f) { return f.has_listener; }));
}

TEST(RideData, ConstantsAreThoseOfTheFile)
{
    EXPECT_EQ(embedded_ride_constants(), text_of(kData / "rides.toml"));
    const auto read = read_ride_constants((kData / "rides.toml").string());
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->gpx.smooth_s, default_ride_constants().gpx.smooth_s);
    EXPECT_GT(read->script.wheelbase_m, 0.0);
}

TEST(RideData, ConstantsAreReplaceableOneByOne)
{
    const auto read = read_ride_constants_text("[gpx]\nassumed_kmh = 30\n", "mine.toml");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->gpx.assumed_kmh, 30.0);
    EXPECT_EQ(read->gpx.max_kmh, default_ride_constants().gpx.max_kmh);
    RideOptions options;
    options.constants = *read;
    const auto ride =
        read_ride_text("<gpx><rte><rtept lat=\"0\" lon=\"0\"/><rtept lat=\"1e-3\" lon=\"0\"/></rte></gpx>",
                       "route.gpx", options);
    ASSERT_TRUE(ride) << ride.error().text();
    EXPECT_NEAR(ride->frames[60].ground_speed * 3.6f, 30.0f, 0.1f);
}

TEST(RideData, WrongConstantsAreRefusedWithTheirPlace)
{
    const auto text = [](const std::string& toml) {
        const auto read = read_ride_constants_text(toml, "mine.toml");
        return read ? std::string("read") : read.error().text();
    };
    EXPECT_EQ(
        text("[gpx]\nmax_kmh = 5000\n").rfind("mine.toml:2:11: [gpx]: 'max_kmh': found 5000, expected", 0),
        0u);
    EXPECT_NE(text("[gpx]\nmax_khm = 50\n").find("unknown 'max_khm'"), std::string::npos);
    EXPECT_NE(text("[gpx]\nturn_full_deg_s = 5\n").find("above 'turn_dead_deg_s'"), std::string::npos);
    EXPECT_NE(text("gpx = 3\n").find("expected a table"), std::string::npos);
}

TEST(RideData, WrongExpectationsAreRefusedWithTheirPlace)
{
    const auto text = [](const std::string& toml) {
        const auto read = read_ride_expectations(toml, "ride.toml");
        return read ? std::string("read") : read.error().text();
    };
    EXPECT_EQ(text("[[expect]]\nwhat = \"boom\"\n").rfind("ride.toml:2:8: ", 0), 0u);
    EXPECT_NE(text("[[expect]]\nwhat = \"bind\"\nmembers = [\"lava\"]\n").find("ride.toml:3:12"),
              std::string::npos);
    EXPECT_NE(text("[[expect]]\nwhat = \"gain\"\nmin = 2\nmax = 1\n").find("above"), std::string::npos);
}

TEST(RideData, MaterialsHaveATextThatReadsBack)
{
    for (int material = 0; material <= bed::kNoMaterial; ++material) {
        const auto read = surface_named(material_text(material), bed::default_tuning());
        ASSERT_TRUE(read);
        EXPECT_EQ(read->material, material);
    }
    for (const char* wrong :
         {"", "tag:", "tag:144", "tag:-1", "tag:5x", "surface:", "surface:11", "surface:99", "wood"})
        EXPECT_FALSE(surface_named(wrong, bed::default_tuning())) << wrong;
}

} // namespace
} // namespace quern::formats
