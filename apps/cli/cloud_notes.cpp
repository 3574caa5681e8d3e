// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "cloud_notes.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace quern::cli {
namespace {

constexpr double kLatestSecond = 86400.0;

/// Takes a plain decimal number off the front.
std::optional<double> take_number(std::string_view& text)
{
    double value = 0.0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (error != std::errc{} || !std::isfinite(value))
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool take(std::string_view& text, char wanted)
{
    if (text.empty() || text.front() != wanted)
        return false;
    text.remove_prefix(1);
    return true;
}

std::optional<double> take_key(std::string_view& text)
{
    constexpr int kSemitones[7] = {9, 11, 0, 2, 4, 5, 7}; // A to G above C
    if (text.empty())
        return std::nullopt;
    const char letter = text.front() >= 'a' ? static_cast<char>(text.front() - 'a' + 'A') : text.front();
    if (letter < 'A' || letter > 'G')
        return take_number(text);
    text.remove_prefix(1);
    int key = kSemitones[letter - 'A'];
    if (take(text, '#'))
        ++key;
    else if (take(text, 'b'))
        --key;
    int octave = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), octave);
    if (error != std::errc{} || octave < -1 || octave > 9)
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return key + 12 * (octave + 1);
}

std::optional<CloudNoteSpan> parse_note(std::string_view word)
{
    const std::optional<double> key = take_key(word);
    if (!key || !(*key >= 0.0 && *key <= 127.0) || !take(word, ':'))
        return std::nullopt;
    const std::optional<double> start = take_number(word);
    if (!start || !take(word, '-'))
        return std::nullopt;
    const std::optional<double> end = take_number(word);
    if (!end || !(*start >= 0.0 && *end > *start && *end <= kLatestSecond))
        return std::nullopt;
    std::optional<double> velocity = 1.0;
    if (take(word, '@'))
        velocity = take_number(word);
    if (!velocity || !(*velocity >= 0.0 && *velocity <= 1.0) || !word.empty())
        return std::nullopt;
    return CloudNoteSpan{*start, *end, static_cast<float>(*key), static_cast<float>(*velocity)};
}

} // namespace

Result<std::vector<CloudNoteSpan>> parse_cloud_notes(std::string_view text)
{
    constexpr std::string_view kBetween = " ,\t\n";
    std::vector<CloudNoteSpan> notes;
    for (;;) {
        const std::size_t begin = text.find_first_not_of(kBetween);
        if (begin == std::string_view::npos)
            break;
        text.remove_prefix(begin);
        const std::string_view word = text.substr(0, text.find_first_of(kBetween));
        text.remove_prefix(word.size());
        const std::optional<CloudNoteSpan> note = parse_note(word);
        if (!note)
            return Error{Error::Code::usage, "--notes",
                         "found \"" + std::string(word) +
                             "\", expected KEY:FROM-TO in seconds, such as C3:0-2, F#4:1-3.5@0.6 or 60:2-4"};
        notes.push_back(*note);
    }
    if (notes.empty())
        return Error{Error::Code::usage, "--notes", "found none, expected KEY:FROM-TO, such as C3:0-2"};
    return notes;
}

} // namespace quern::cli
