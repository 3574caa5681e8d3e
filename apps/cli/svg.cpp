// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace quern::cli {
namespace {

constexpr double kAscent = 0.93; // of the size, above the base line
constexpr double kDescent = 0.24;

/// Length of the well-formed UTF-8 sequence at the start of `text`; 0 when there is none.
std::size_t sequence_length(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length == 0 || lead > 0xF4 || length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80)
            return 0;
    }
    return length;
}

/// A ride may have any file name; the figure has to stay well-formed XML.
std::string escaped(std::string_view text)
{
    std::string out;
    for (std::size_t length = 0; !text.empty(); text.remove_prefix(std::max<std::size_t>(length, 1))) {
        length = sequence_length(text);
        if (length != 1) {
            out += length == 0 ? "?" : text.substr(0, length);
            continue;
        }
        const char c = text.front();
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            // Control characters have no place in XML 1.0.
            out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
        }
    }
    return out;
}

double advance(unsigned char c)
{
    constexpr std::string_view kNarrow = "ijl.,:;'|! ";
    constexpr std::string_view kMiddling = "frtI()[]-/\"";
    constexpr std::string_view kWide = "mwMW%@";
    const char letter = static_cast<char>(c);
    if (kNarrow.find(letter) != std::string_view::npos)
        return 0.34;
    if (kMiddling.find(letter) != std::string_view::npos)
        return 0.42;
    if (kWide.find(letter) != std::string_view::npos)
        return 0.97;
    return c >= 'A' && c <= 'Z' ? 0.72 : 0.64;
}

std::string coordinates(std::span<const Point> points)
{
    std::string out;
    for (const Point& point : points)
        out += (out.empty() ? "" : " ") + svg_number(point.x) + "," + svg_number(point.y);
    return out;
}

bool overlap(const Box& a, const Box& b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

double distance(Point p, Point a, Point b)
{
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double length = std::sqrt(dx * dx + dy * dy);
    if (length == 0.0)
        return std::sqrt((p.x - a.x) * (p.x - a.x) + (p.y - a.y) * (p.y - a.y));
    return std::fabs(dy * (p.x - a.x) - dx * (p.y - a.y)) / length;
}

} // namespace

std::string svg_number(double value)
{
    const double rounded = std::round(value * 10.0) / 10.0;
    std::string text = fmt::format("{:.1f}", rounded == 0.0 ? 0.0 : rounded);
    if (text.ends_with(".0"))
        text.resize(text.size() - 2);
    return text;
}

double text_width(std::string_view text, double size)
{
    double em = 0.0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) != 0x80) // one advance a character, not a byte
            em += advance(byte);
    }
    return em * size;
}

std::vector<Point> simplified(std::span<const Point> points, double tolerance)
{
    if (points.size() < 3)
        return {points.begin(), points.end()};
    std::vector<bool> kept(points.size(), false);
    kept.front() = kept.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, points.size() - 1}};
    while (!open.empty()) {
        const auto [first, last] = open.back();
        open.pop_back();
        std::size_t farthest = first;
        double most = tolerance;
        for (std::size_t i = first + 1; i < last; ++i) {
            if (const double d = distance(points[i], points[first], points[last]); d > most) {
                most = d;
                farthest = i;
            }
        }
        if (farthest == first)
            continue;
        kept[farthest] = true;
        open.emplace_back(first, farthest);
        open.emplace_back(farthest, last);
    }
    std::vector<Point> out;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (kept[i])
            out.push_back(points[i]);
    }
    return out;
}

SvgWriter::SvgWriter(double width, double height, std::string_view label, std::string_view css)
    : width_(width), height_(height)
{
    out_ = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                       "viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n"
                       "<style>{3}</style>\n",
                       svg_number(width), svg_number(height), escaped(label), css);
    rect({0.0, 0.0, width, height}, "paper");
}

void SvgWriter::rect(const Box& box, std::string_view css, std::string_view more)
{
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"{}{}/>\n",
                        svg_number(box.x), svg_number(box.y), svg_number(box.width), svg_number(box.height),
                        css, more.empty() ? "" : " ", more);
}

void SvgWriter::line(Point from, Point to, std::string_view css)
{
    out_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"{}\"/>\n", svg_number(from.x),
                        svg_number(from.y), svg_number(to.x), svg_number(to.y), css);
}

void SvgWriter::polyline(std::span<const Point> points, std::string_view css)
{
    if (points.size() > 1)
        out_ += fmt::format("<polyline points=\"{}\" class=\"{}\"/>\n", coordinates(points), css);
}

void SvgWriter::polygon(std::span<const Point> points, std::string_view css)
{
    if (points.size() > 2)
        out_ += fmt::format("<polygon points=\"{}\" class=\"{}\"/>\n", coordinates(points), css);
}

void SvgWriter::path(std::string_view data, std::string_view css, std::string_view more)
{
    if (!data.empty())
        out_ += fmt::format("<path d=\"{}\" class=\"{}\"{}{}/>\n", data, css, more.empty() ? "" : " ", more);
}

Box SvgWriter::box_of(Point at, std::string_view text, const TextStyle& style)
{
    const double bold = style.css.find('b') != std::string_view::npos ? 1.1 : 1.0;
    const double width = text_width(text, style.size) * bold;
    const double before =
        style.anchor == Anchor::start ? 0.0 : (style.anchor == Anchor::middle ? width / 2.0 : width);
    if (style.upright)
        return {at.x - kAscent * style.size, at.y - width + before, (kAscent + kDescent) * style.size, width};
    return {at.x - before, at.y - kAscent * style.size, width, (kAscent + kDescent) * style.size};
}

void SvgWriter::text(Point at, std::string_view text, const TextStyle& style)
{
    texts_.push_back(box_of(at, text, style));
    constexpr std::string_view kAnchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    const std::string turn =
        style.upright ? fmt::format(" transform=\"rotate(-90 {} {})\"", svg_number(at.x), svg_number(at.y))
                      : "";
    const std::string css = style.css.empty() ? "" : fmt::format(" class=\"{}\"", style.css);
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{}{}>{}</text>\n", svg_number(at.x),
                        svg_number(at.y), svg_number(style.size), kAnchors[static_cast<int>(style.anchor)],
                        css, turn, escaped(text));
}

bool SvgWriter::text_if_free(Point at, std::string_view text, const TextStyle& style)
{
    constexpr double kAir = 7.0; // between neighbours
    Box wanted = box_of(at, text, style);
    if (wanted.x < 0.0 || wanted.right() > width_ || wanted.y < 0.0 || wanted.bottom() > height_)
        return false;
    wanted = {wanted.x - kAir, wanted.y, wanted.width + 2.0 * kAir, wanted.height};
    if (std::any_of(texts_.begin(), texts_.end(), [&](const Box& box) { return overlap(box, wanted); }))
        return false;
    this->text(at, text, style);
    return true;
}

void SvgWriter::begin_clip(const Box& box)
{
    out_ += fmt::format("<clipPath id=\"c{0}\"><rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{4}\"/>"
                        "</clipPath>\n<g clip-path=\"url(#c{0})\">\n",
                        clips_++, svg_number(box.x), svg_number(box.y), svg_number(box.width),
                        svg_number(box.height));
}

void SvgWriter::end_clip()
{
    out_ += "</g>\n";
}

std::string SvgWriter::finish() &&
{
    out_ += "</svg>\n";
    return std::move(out_);
}

} // namespace quern::cli
