// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern::cli {

struct Point {
    double x = 0.0;
    double y = 0.0;
};

struct Box {
    double x = 0.0; ///< left
    double y = 0.0; ///< top
    double width = 0.0;
    double height = 0.0;
    [[nodiscard]] double right() const { return x + width; }
    [[nodiscard]] double bottom() const { return y + height; }
};

enum class Anchor { start, middle, end };

/// How a text is set. Sizes in px; the width of a text is estimated for a wide sans-serif face, so that it
/// fits in any.
struct TextStyle {
    double size = 12.0;
    Anchor anchor = Anchor::start;
    std::string_view css = ""; ///< class name: "b" bold, "m" muted, ...
    bool upright = false;      ///< turned by a quarter, reading upwards
};

/// Writes an SVG file: the same calls give the same bytes. Coordinates in px, written with one decimal.
class SvgWriter {
public:
    /// `css` becomes the style sheet, `label` the accessible name.
    SvgWriter(double width, double height, std::string_view label, std::string_view css);

    /// `css` is a class name, `more` further attributes, written as they are.
    void rect(const Box& box, std::string_view css, std::string_view more = {});
    void line(Point from, Point to, std::string_view css);
    void polyline(std::span<const Point> points, std::string_view css);
    void polygon(std::span<const Point> points, std::string_view css);
    /// Path data as built with `move` and friends below. Nothing when empty.
    void path(std::string_view data, std::string_view css, std::string_view more = {});
    void text(Point at, std::string_view text, const TextStyle& style = {});
    /// The same, but nothing when it would touch a text that is already there or leave the picture.
    bool text_if_free(Point at, std::string_view text, const TextStyle& style = {});
    /// Everything until `end_clip` is cut at this box.
    void begin_clip(const Box& box);
    void end_clip();

    [[nodiscard]] std::string finish() &&;

private:
    [[nodiscard]] static Box box_of(Point at, std::string_view text, const TextStyle& style);

    double width_;
    double height_;
    int clips_ = 0;
    std::string out_;
    std::vector<Box> texts_;
};

/// One decimal, no trailing zero.
std::string svg_number(double value);
/// Estimated width of a text in px.
double text_width(std::string_view text, double size);
/// The points that matter: the line through them stays within `tolerance` px of all.
std::vector<Point> simplified(std::span<const Point> points, double tolerance);

} // namespace quern::cli
