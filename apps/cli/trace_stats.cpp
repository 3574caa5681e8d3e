// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "trace_stats.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>

#include "quern/bed/members.hpp"
#include "quern/core/generator.hpp"
#include "quern/core/units.hpp"
#include "quern/formats/ride.hpp"
#include "quern/grain/window_picker.hpp"

namespace quern::cli {
namespace {

constexpr std::size_t kFixedCells = 4; // tag, frame, block, words
constexpr std::size_t kWordsLength = 6 * 9 - 1;
constexpr int kMostCandidates = 64;
// No ride is longer than a day; a block far behind that is no trace of one.
constexpr std::uint64_t kMostBlocks =
    static_cast<std::uint64_t>(formats::kMaxInputHours * 3600.0) * kSampleRate / kBlockFrames;
constexpr std::array<std::string_view, 5> kPlayers{"0A", "0B", "1A", "1B", "rocket"};

std::vector<std::string_view> split(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (std::size_t begin = 0;;) {
        const std::size_t end = line.find('\t', begin);
        cells.push_back(line.substr(begin, end - begin));
        if (end == std::string_view::npos)
            return cells;
        begin = end + 1;
    }
}

std::string_view value_of(const std::vector<std::string_view>& cells, std::string_view name)
{
    for (std::size_t i = kFixedCells; i < cells.size(); ++i) {
        if (cells[i].size() > name.size() && cells[i].starts_with(name) && cells[i][name.size()] == '=')
            return cells[i].substr(name.size() + 1);
    }
    return {};
}

template <class T> std::optional<T> number(std::string_view text, int base = 10)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<Generator::Words> words_of(std::string_view text)
{
    Generator::Words words{};
    if (text.size() != kWordsLength)
        return std::nullopt;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::optional<std::uint32_t> word = number<std::uint32_t>(text.substr(i * 9, 8), 16);
        if (!word)
            return std::nullopt;
        words[i] = *word;
    }
    return words;
}

/// Upper regularised incomplete gamma function Q(a, x): series below a + 1, continued fraction above.
double gamma_q(double a, double x)
{
    if (x <= 0.0)
        return 1.0;
    const double scale = std::exp(a * std::log(x) - x - std::lgamma(a));
    constexpr int kTerms = 1000;
    constexpr double kTiny = 1e-300;
    if (x < a + 1.0) {
        double term = 1.0 / a;
        double sum = term;
        for (int n = 1; n < kTerms && term > sum * 1e-15; ++n)
            sum += term *= x / (a + n);
        return 1.0 - scale * sum;
    }
    double b = x + 1.0 - a;
    double c = 1.0 / kTiny;
    double d = 1.0 / b;
    double fraction = d;
    for (int n = 1; n < kTerms; ++n) {
        const double weight = -n * (n - a);
        b += 2.0;
        d = 1.0 / (weight * d + b);
        c = b + weight / c;
        fraction *= d * c;
        if (std::fabs(d * c - 1.0) < 1e-15)
            break;
    }
    return scale * fraction;
}

constexpr std::size_t kLongestLine = 4096; // the longest a trace holds is about 500

class Reader {
public:
    Result<TraceStats> read(std::istream& in, const std::string& name)
    {
        std::array<char, kLongestLine + 1> buffer{};
        for (std::uint64_t number = 1; in.getline(buffer.data(), buffer.size()) || in.gcount() > 0;
             ++number) {
            // A line that does not fit sets the fail bit; the end of input does only when nothing was read.
            if (in.fail() && !in.eof())
                return Error{Error::Code::bad_input, name + ":" + std::to_string(number),
                             "found a line of more than " + std::to_string(kLongestLine) +
                                 " characters, expected a trace"};
            const std::string_view line = buffer.data();
            if (line.empty() || line.front() == '#')
                continue;
            if (std::string wrong = take(split(line)); !wrong.empty())
                return Error{Error::Code::bad_input, name + ":" + std::to_string(number), std::move(wrong)};
        }
        if (stats_.events == 0)
            return Error{Error::Code::bad_input, name,
                         "found no event, expected a trace of `quern render --trace`"};
        return std::move(stats_);
    }

private:
    /// Empty, or what is wrong.
    std::string take(const std::vector<std::string_view>& cells)
    {
        if (cells.size() < kFixedCells)
            return "found " + std::to_string(cells.size()) +
                   " cells, expected tag, frame, block, words and values";
        const std::optional<std::uint64_t> block = number<std::uint64_t>(cells[2]);
        if (!block || *block > kMostBlocks)
            return "found block \"" + std::string(cells[2]) + "\", expected a number up to " +
                   std::to_string(kMostBlocks);
        if (*block < last_block_)
            return "found block " + std::string(cells[2]) + ", expected " + std::to_string(last_block_) +
                   " of the line before, or later";
        last_block_ = *block;
        if (!number<std::uint64_t>(cells[1]))
            return "found frame \"" + std::string(cells[1]) + "\", expected a number";
        const std::optional<Generator::Words> words = words_of(cells[3]);
        if (!words)
            return "found words \"" + std::string(cells[3]) + "\", expected six of eight hex digits";
        ++stats_.events;
        stats_.seconds = static_cast<double>((*block + 1) * kBlockFrames) / kSampleRate;
        const std::string_view tag = cells[0];
        if (tag == "GBIND" || tag == "GPICK" || tag == "GSTART")
            return take_audio(tag, *block, *words, cells);
        if (tag == "GTICK" || tag == "GSTOP" || tag == "GROUTE" || tag == "GREC" || tag == "GCHAIN")
            return {};
        return "found tag \"" + std::string(tag) +
               "\", expected GBIND, GPICK, GSTART, GTICK, GSTOP, GROUTE, GREC or GCHAIN";
    }

    std::string take_audio(std::string_view tag, std::uint64_t block, const Generator::Words& words,
                           const std::vector<std::string_view>& cells)
    {
        const std::string player(value_of(cells, "player"));
        const std::string member(value_of(cells, "member"));
        if (std::find(kPlayers.begin(), kPlayers.end(), player) == kPlayers.end())
            return "found player \"" + player + "\", expected player=0A, 0B, 1A, 1B or rocket";
        if (!bed::member_named(member))
            return "found member \"" + member +
                   "\", expected member= and a recording that `quern bank` lists";
        const std::string kind = player == "rocket" ? player : player.substr(player.size() - 1);
        MemberTrace& trace = stats_.members[member + " " + kind];
        if (tag == "GBIND") {
            ++trace.binds;
            last_start_.erase(player);
        } else if (tag == "GPICK") {
            ++trace.picks;
            const std::optional<int> count = number<int>(value_of(cells, "candidates"));
            if (!count || *count < 0 || *count > kMostCandidates)
                return "found no count of candidates, expected candidates=0 to 64";
            if (*count > 1) {
                auto& chosen = trace.chosen[*count];
                chosen.resize(static_cast<std::size_t>(*count) + 1); // the last: a draw beyond all candidates
                const std::uint32_t draw = Generator(words).draw();
                ++chosen[grain::drawn_index(draw, static_cast<std::size_t>(*count))];
            }
        } else {
            ++trace.starts;
            if (const auto last = last_start_.find(player); last != last_start_.end()) {
                const double interval =
                    static_cast<double>((block - last->second) * kBlockFrames) / kSampleRate;
                ++trace.intervals;
                trace.interval_sum_s += interval;
                const auto bin = static_cast<std::size_t>(interval / MemberTrace::kBinSeconds);
                ++trace.histogram[std::min(bin, MemberTrace::kBins - 1)];
            }
            last_start_[player] = block;
        }
        return {};
    }

    TraceStats stats_;
    std::uint64_t last_block_ = 0;
    std::map<std::string, std::uint64_t, std::less<>> last_start_; // block, by player
};

} // namespace

ChiSquare MemberTrace::chi_square() const
{
    ChiSquare result;
    for (const auto& [count, times] : chosen) {
        const std::uint64_t total = std::accumulate(times.begin(), times.end(), std::uint64_t{0});
        const double expected = static_cast<double>(total) / count;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            const double off = static_cast<double>(times[i]) - expected;
            result.value += off * off / expected;
        }
        result.degrees += count - 1;
    }
    result.p = result.degrees == 0 ? 1.0 : gamma_q(result.degrees / 2.0, result.value / 2.0);
    return result;
}

Result<TraceStats> read_trace(std::istream& in, const std::string& name)
{
    return Reader().read(in, name);
}

} // namespace quern::cli
