// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>
#include <set>
#include <tuple>

#include <gtest/gtest.h>
#include <png.h>

#include "quern/formats/life/png_file.hpp"

namespace quern::formats {
namespace {

/// A picture as libpng reads it back.
struct Picture {
    std::uint32_t width = 0, height = 0;
    std::vector<Rgb> pixels;

    [[nodiscard]] Rgb at(std::uint32_t x, std::uint32_t y) const { return pixels[y * width + x]; }
};

Picture unpacked(const std::vector<std::uint8_t>& bytes)
{
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()), 0);
    png.format = PNG_FORMAT_RGB;
    Picture picture{png.width, png.height, std::vector<Rgb>(std::size_t{png.width} * png.height)};
    EXPECT_NE(png_image_finish_read(&png, nullptr, picture.pixels.data(), 0, nullptr), 0);
    return picture;
}

int brightness(Rgb colour)
{
    return colour.red + colour.green + colour.blue;
}

TEST(LifeFrame, ShowsEachTeamInItsColour)
{
    life::Field field({64, 3});
    for (std::uint8_t team = 0; team < life::kTeams; ++team) {
        field.at(team, 0) = {life::kAlive, team, 0, 0};
        field.at(team, 1) = {life::kAlive, team, 200, 0};
        field.at(team, 2) = {life::kAlive, team, 0, 1};
    }
    const Picture picture = unpacked(*png_bytes(draw_teams(field)));
    ASSERT_EQ(picture.width, 64u);
    ASSERT_EQ(picture.height, 3u);
    std::set<std::tuple<int, int, int>> colours;
    for (std::uint32_t team = 0; team < 4; ++team) {
        for (std::uint32_t row = 0; row < 3; ++row) {
            const Rgb colour = picture.at(team, row);
            colours.emplace(colour.red, colour.green, colour.blue);
            EXPECT_GT(brightness(colour), brightness(picture.at(63, 0))) << "dead cells are the darkest";
        }
        EXPECT_LT(brightness(picture.at(team, 1)), brightness(picture.at(team, 0))) << "age darkens";
        EXPECT_GT(brightness(picture.at(team, 2)), brightness(picture.at(team, 0))) << "a tag whitens";
    }
    EXPECT_EQ(colours.size(), 12u);
}

TEST(LifeFrame, DarkensWithAgeStepByStep)
{
    life::Field field({256, 1});
    for (std::int32_t age = 0; age < 256; ++age)
        field.at(age, 0) = {life::kAlive, 1, static_cast<std::uint8_t>(age), 0};
    const Picture picture = unpacked(*png_bytes(draw_teams(field)));
    std::set<int> shades{brightness(picture.at(0, 0))};
    for (std::uint32_t age = 1; age < 256; ++age) {
        EXPECT_LE(brightness(picture.at(age, 0)), brightness(picture.at(age - 1, 0))) << age;
        shades.insert(brightness(picture.at(age, 0)));
    }
    EXPECT_EQ(shades.size(), 16u);
}

TEST(LifeFrame, ShowsWhatSounds)
{
    const auto automaton = std::move(*life::make_oracle({128, 64}, life::Rule{}));
    life::Field field({128, 64});
    for (std::int32_t x = 0; x < 3; ++x)
        field.at(30 + x, 20) = field.at(100 + x, 60) = {life::kAlive, 0, 0, 0}; // two blinkers
    ASSERT_TRUE(automaton->load(field).ok());
    ASSERT_TRUE(automaton->advance({}).ok());
    const life::Delta delta = automaton->poll().value();
    const PaletteImage image = draw_events(automaton->read().value(), delta, life::Roi{90, 50});
    const Picture picture = unpacked(*png_bytes(image));
    const Rgb birth = picture.at(31, 19), death = picture.at(30, 20), player = picture.at(100, 60);
    EXPECT_EQ(picture.at(31, 21), birth);
    EXPECT_EQ(picture.at(101, 59), birth) << "births are births wherever they are";
    EXPECT_EQ(picture.at(32, 20), death);
    EXPECT_EQ(picture.at(102, 60), player);
    EXPECT_NE(picture.at(31, 20), picture.at(0, 0)) << "one lives on";
    const auto value = [](Rgb colour) { return std::tuple(colour.red, colour.green, colour.blue); };
    EXPECT_EQ((std::set{value(birth), value(death), value(player), value(picture.at(31, 20)),
                        value(picture.at(0, 0))})
                  .size(),
              5u);
}

TEST(LifeFrame, AppearsWholeOrNotAtAll)
{
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "quern_frames";
    std::filesystem::create_directories(folder);
    const PaletteImage image = draw_teams(life::soup({2048, 512}, 0.3, 1));
    const std::string path = (folder / "frame.png").string();
    ASSERT_TRUE(write_png(path, image).ok());
    std::ifstream in(path, std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(bytes, *png_bytes(image));
    const auto files = std::distance(std::filesystem::directory_iterator(folder), {});
    EXPECT_EQ(files, 1);
    EXPECT_EQ(write_png((folder / "none" / "frame.png").string(), image).error().where,
              (folder / "none" / "frame.png").string());
    PaletteImage broken = image;
    broken.pixels.pop_back();
    EXPECT_FALSE(write_png(path, broken).ok());
    std::filesystem::remove_all(folder);
}

TEST(LifeFrame, NamesItsViews)
{
    EXPECT_EQ(life_view_named("teams"), LifeView::teams);
    EXPECT_EQ(life_view_named("events"), LifeView::events);
    EXPECT_EQ(life_view_named("ages"), std::nullopt);
}

} // namespace
} // namespace quern::formats
