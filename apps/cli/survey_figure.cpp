// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plot_axes.hpp"
#include "survey_sheet.hpp"

namespace quern::cli {
namespace {

constexpr double kWidth = 1600.0;
constexpr double kMargin = 28.0;
constexpr double kHeader = 96.0;
constexpr std::size_t kMostColumns = 4;
constexpr double kCardHead = 46.0; // name and figures above the panels
constexpr double kLevelHeight = 112.0;
constexpr double kBrightHeight = 78.0;
constexpr double kCardGap = 10.0;  // between the two panels
constexpr double kCardFoot = 48.0; // time labels and air below
constexpr double kScale = 46.0;    // left of a panel, for its labels
constexpr double kLowest = -80.0;  // dBFS; silence is not worth a longer axis

constexpr std::string_view kCss =
    "text{font-family:'DejaVu Sans',Verdana,'Segoe UI',Arial,sans-serif;fill:#222}"
    ".b{font-weight:bold}.m{fill:#555}.bad{fill:#b3261e}"
    ".paper{fill:#fff}.pane{fill:#fafafa;stroke:#bbb;stroke-width:1}"
    ".grid{stroke:#e2e2e2;stroke-width:1;fill:none}"
    ".others{fill:none;stroke:#c9c9c9;stroke-width:1}"
    ".level{fill:none;stroke:#0072b2;stroke-width:2.2;stroke-linejoin:round}"
    ".bright{fill:none;stroke:#d55e00;stroke-width:2.2;stroke-linejoin:round}"
    ".head{fill:#0072b2;opacity:.1}.gap{fill:#b3261e;opacity:.35}.dip{fill:#b3261e}";

double shown_level(const formats::RollBin& bin)
{
    return std::max(bin.level_dbfs, kLowest);
}
double shown_centroid(const formats::RollBin& bin)
{
    return bin.centroid_hz / 1000.0;
}

/// Scales that all cards share, so that they can be compared by eye.
struct Scales {
    ValueAxis level;
    ValueAxis bright;
};

Scales scales_of(const Survey& survey)
{
    double low = 0.0, high = kLowest, darkest = 1e9, brightest = 0.0;
    for (const SurveySheet& sheet : survey.sheets) {
        for (const formats::RollBin& bin : sheet.profile.bins) {
            low = std::min(low, shown_level(bin));
            high = std::max(high, shown_level(bin));
            darkest = std::min(darkest, shown_centroid(bin));
            brightest = std::max(brightest, shown_centroid(bin));
        }
    }
    return {axis_over(std::min(low, high - 1.0), high, 5), axis_over(0.0, std::max(brightest, 0.1), 4)};
}

/// One card's panels over one hundred per cent of its recording.
class Card {
public:
    Card(SvgWriter& svg, const SurveySheet& sheet, const Scales& scales, Point corner, double width)
        : svg_(svg),
          sheet_(sheet),
          corner_(corner),
          width_(width),
          level_{{corner.x + kScale, corner.y + kCardHead, width - kScale, kLevelHeight}, scales.level},
          bright_{{level_.box.x, level_.box.bottom() + kCardGap, width - kScale, kBrightHeight},
                  scales.bright},
          seconds_(std::max(static_cast<double>(sheet.frames) / std::max(sheet.rate, 1u), 1e-9))
    {
    }

    void draw(const std::vector<SurveySheet>& all)
    {
        draw_words();
        draw_axes(level_);
        draw_axes(bright_);
        svg_.rect({level_.box.x, level_.box.y, level_.box.width * sheet_.profile.head_s / seconds_,
                   level_.box.height},
                  "head");
        for (const SurveySheet& other : all) {
            if (&other == &sheet_)
                continue;
            svg_.polyline(line(level_, other, shown_level), "others");
            svg_.polyline(line(bright_, other, shown_centroid), "others");
        }
        for (const formats::Stretch& gap : sheet_.silences.gaps)
            mark(gap.from_s, gap.to_s);
        mark(0.0, sheet_.silences.leading_s);
        mark(seconds_ - sheet_.silences.trailing_s, seconds_);
        svg_.polyline(line(level_, sheet_, shown_level), "level");
        svg_.polyline(line(bright_, sheet_, shown_centroid), "bright");
        draw_dips();
    }

private:
    template <class Value>
    static std::vector<Point> line(const Panel& panel, const SurveySheet& sheet, Value value)
    {
        std::vector<Point> points;
        const auto& bins = sheet.profile.bins;
        for (std::size_t b = 0; b < bins.size(); ++b)
            points.push_back({panel.box.x + panel.box.width * (static_cast<double>(b) + 0.5) /
                                                static_cast<double>(bins.size()),
                              panel.y(value(bins[b]))});
        return points;
    }

    void draw_words()
    {
        const formats::RollProfile& p = sheet_.profile;
        svg_.text({level_.box.x, corner_.y + 14.0}, shortened(sheet_.name, width_ - kScale, 14.0),
                  {14.0, Anchor::start, "b"});
        svg_.text(
            {level_.box.x, corner_.y + 34.0},
            fmt::format("{:.1f} s · {:+.1f} dB · centroid × {:.2f}", seconds_, p.rise_db, p.brightness_ratio),
            {12.0, Anchor::start, "m"});
        std::string bad;
        if (sheet_.clipping.samples > 0)
            bad += "clipped ";
        if (sheet_.clicks > 0)
            bad += fmt::format("{} clicks", sheet_.clicks);
        if (!bad.empty())
            svg_.text({level_.box.right(), corner_.y + 34.0}, bad, {12.0, Anchor::end, "bad"});
    }

    static std::string shortened(std::string text, double width, double size)
    {
        if (text_width(text, size) * 1.1 <= width)
            return text;
        while (text.size() > 1 && text_width(text + "…", size) * 1.1 > width) {
            while ((static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
                text.pop_back();
            text.pop_back();
        }
        return text + "…";
    }

    void draw_axes(const Panel& panel)
    {
        const TimeAxis time{0.0, seconds_, panel.box.x, panel.box.right()};
        svg_.rect(panel.box, "pane");
        const ValueAxis& axis = panel.axis;
        for (double k = std::ceil(axis.low / axis.step - 1e-9); k * axis.step <= axis.high + axis.step * 1e-6;
             k += 1.0) {
            const double y = panel.y(k * axis.step);
            svg_.line({panel.box.x, y}, {panel.box.right(), y}, "grid");
            svg_.text_if_free({panel.box.x - 6.0, y + 4.0},
                              fmt::format("{:.{}f}", k * axis.step + 0.0, axis.step < 1.0 ? 1 : 0),
                              {11.0, Anchor::end, "m"});
        }
        const double step = nice_step(seconds_, 5);
        for (double t = 0.0; t <= seconds_ * (1.0 + 1e-9); t += step) {
            svg_.line({time.x(t), panel.box.y}, {time.x(t), panel.box.bottom()}, "grid");
            if (&panel == &bright_)
                svg_.text_if_free({time.x(t), panel.box.bottom() + 15.0},
                                  fmt::format("{:.{}f}", t, step < 1.0 ? 1 : 0), {11.0, Anchor::middle, "m"});
        }
    }

    void mark(double from_s, double to_s)
    {
        if (to_s <= from_s)
            return;
        const double x = level_.box.x + level_.box.width * from_s / seconds_;
        const double wide = std::max(level_.box.width * (to_s - from_s) / seconds_, 1.5);
        svg_.rect({x, level_.box.y, wide, level_.box.height}, "gap");
    }

    /// A triangle below each twentieth that is quieter than one before it by more than 1 dB.
    void draw_dips()
    {
        const auto& bins = sheet_.profile.bins;
        double loudest = bins.front().level_dbfs;
        const std::vector<Point> points = line(level_, sheet_, shown_level);
        for (std::size_t b = 1; b < bins.size(); ++b) {
            if (bins[b].level_dbfs < loudest - 1.0) {
                const Point p = points[b];
                const Point corners[] = {{p.x, p.y + 4.0}, {p.x - 4.0, p.y + 11.0}, {p.x + 4.0, p.y + 11.0}};
                svg_.polygon(corners, "dip");
            }
            loudest = std::max(loudest, bins[b].level_dbfs);
        }
    }

    SvgWriter& svg_;
    const SurveySheet& sheet_;
    Point corner_;
    double width_;
    Panel level_;
    Panel bright_;
    double seconds_;
};

} // namespace

std::string survey_figure(const Survey& survey, const std::string& title)
{
    const std::size_t count = survey.sheets.size();
    const std::size_t columns = std::clamp<std::size_t>(count, 1, kMostColumns);
    const std::size_t rows = (count + columns - 1) / columns;
    const double card_height = kCardHead + kLevelHeight + kCardGap + kBrightHeight + kCardFoot;
    const double gap = 22.0;
    const double card_width =
        (kWidth - 2.0 * kMargin - gap * static_cast<double>(kMostColumns - 1)) / kMostColumns;
    const double width =
        std::max(2.0 * kMargin + static_cast<double>(columns) * (card_width + gap) - gap, 820.0);
    SvgWriter svg(width, kHeader + static_cast<double>(rows) * card_height, "Survey of " + title, kCss);
    svg.text({kMargin, 36.0}, title, {22.0, Anchor::start, "b"});
    svg.text({kMargin, 60.0},
             fmt::format("{} {}, each from slow to fast in twenty equal parts, all to one scale; time in s",
                         count, count == 1 ? "recording" : "recordings"),
             {13.0, Anchor::start, "m"});
    draw_legend(svg, width - kMargin, 82.0,
                {{"l level", "level, dBFS"},
                 {"l bright", "spectral centroid, kHz"},
                 {"l others", "the others"},
                 {"head", "steady head"},
                 {"dip", "quieter than before, silent"}});
    const Scales scales = scales_of(survey);
    for (std::size_t i = 0; i < count; ++i) {
        const Point corner{kMargin + static_cast<double>(i % columns) * (card_width + gap),
                           kHeader + static_cast<double>(i / columns) * card_height};
        Card(svg, survey.sheets[i], scales, corner, card_width).draw(survey.sheets);
    }
    return std::move(svg).finish();
}

} // namespace quern::cli
