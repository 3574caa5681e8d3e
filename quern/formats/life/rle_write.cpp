// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/life/pattern_file.hpp"
#include "quern/formats/life/pattern_text.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kMostColumns = 70; // what readers of run lengths may expect of a line

/// Runs, in lines that are not too long.
class RunLines {
public:
    void add(std::int32_t count, char tag)
    {
        if (count == 0)
            return;
        std::string run = count > 1 ? std::to_string(count) : "";
        run += tag;
        if (text_.size() - line_ + run.size() > kMostColumns) {
            text_ += '\n';
            line_ = text_.size();
        }
        text_ += run;
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
    std::size_t line_ = 0; // where the last one begins
};

std::string body_of(const life::Pattern& pattern)
{
    RunLines runs;
    std::int32_t row_ends = 0; // not yet written: those behind the last living cell never are
    for (std::int32_t y = 0; y < pattern.height; ++y, ++row_ends) {
        for (std::int32_t x = 0; x < pattern.width;) {
            const bool is_alive = pattern.is_alive(x, y);
            std::int32_t end = x + 1;
            while (end < pattern.width && pattern.is_alive(end, y) == is_alive)
                ++end;
            if (is_alive || end < pattern.width) {
                runs.add(row_ends, '$');
                row_ends = 0;
                runs.add(end - x, is_alive ? 'o' : 'b');
            }
            x = end;
        }
    }
    runs.add(1, '!');
    return runs.text() + '\n';
}

std::string comma_pair(std::int32_t a, std::int32_t b)
{
    return std::to_string(a) + ',' + std::to_string(b);
}

} // namespace

std::string rle_text(const PatternFile& file)
{
    std::string text;
    if (!file.name.empty())
        text += "#N " + one_line(file.name) + '\n';
    if (!file.author.empty())
        text += "#O " + one_line(file.author) + '\n';
    if (file.position || file.generation) {
        text += "#CXRLE";
        if (file.position)
            text += " Pos=" + comma_pair(file.position->x, file.position->y);
        if (file.generation)
            text += " Gen=" + std::to_string(*file.generation);
        text += '\n';
    }
    text += "x = " + std::to_string(file.pattern.width) + ", y = " + std::to_string(file.pattern.height) +
            ", rule = " + life::name_of(file.rule.value_or(life::Rule{}));
    if (file.torus)
        text += ":T" + comma_pair(file.torus->width, file.torus->height);
    return text + '\n' + body_of(file.pattern);
}

} // namespace quern::formats
