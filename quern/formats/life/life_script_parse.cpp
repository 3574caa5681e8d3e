// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "quern/formats/life/life_script.hpp"
#include "quern/formats/ride_toml.hpp"
#include "quern/formats/text_file.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr std::size_t kMostCells = std::size_t{32} << 20; // of all patterns together
constexpr int kLatest = 1'000'000'000;                    // generation: half a year at 60 a second
constexpr int kFarthest = 1'000'000;                      // column or row
constexpr double kHighestCents = 1200.0;
constexpr std::array<std::pair<std::string_view, life::StampMode>, 3> kModes{{
    {"or", life::StampMode::merge},
    {"set", life::StampMode::replace},
    {"xor", life::StampMode::toggle},
}};

std::string named(std::string_view table, std::string_view key, std::string_view found)
{
    return std::string(table) + ": '" + std::string(key) + "': found '" + std::string(found) + "', expected ";
}

std::string too_many(std::string_view table, std::size_t most, std::uint32_t generation)
{
    return std::string(table) + ": found more than " + std::to_string(most) + " in generation " +
           std::to_string(generation) + ", expected at most that many";
}

} // namespace

/// Reads one script from its root table on.
class LifeScriptReader {
public:
    LifeScriptReader(const toml::table& root, const std::string& name, const LifePatternLoader& load)
        : root_(root, "script", name, fault_), name_(name), load_(load)
    {
    }

    Result<LifeScript> read()
    {
        script_.description = root_.text("description").value_or("");
        if (const toml::table* table = root_.table("roi")) {
            TomlFields of = fields(*table, "roi");
            script_.roi = life::Roi{place(of, "x"), place(of, "y")};
            of.refuse_unknown();
        }
        for (const toml::table* table : root_.tables("stamp"))
            stamp(*table);
        for (const toml::table* table : root_.tables("move"))
            move(*table);
        for (const toml::table* table : root_.tables("fire"))
            fire(*table);
        for (const toml::table* table : root_.tables("scale"))
            scale(*table);
        root_.refuse_unknown();
        if (!fault_)
            check_moves(); // their ends are known to be in order
        if (fault_)
            return *fault_;
        finish();
        return std::move(script_);
    }

private:
    TomlFields fields(const toml::table& table, const char* label) { return {table, label, name_, fault_}; }
    std::int32_t place(TomlFields& of, std::string_view key)
    {
        return of.required_integer(key, -kFarthest, kFarthest);
    }
    std::uint32_t happens(TomlFields& of, std::string_view key, int first)
    {
        const auto generation = static_cast<std::uint32_t>(of.required_integer(key, first, kLatest));
        script_.last_ = std::max(script_.last_, generation);
        return generation;
    }

    void stamp(const toml::table& table)
    {
        TomlFields of = fields(table, "stamp");
        const std::uint32_t generation = happens(of, "generation", 0);
        const std::string text = of.required_text("pattern");
        if (text == "-") // standard input is not the script's to read
            of.refuse("pattern", named("stamp", "pattern", text) + "run lengths, or the path of a file");
        life::Stamp stamp;
        stamp.x = place(of, "x");
        stamp.y = place(of, "y");
        stamp.team = static_cast<std::uint8_t>(of.integer("team", 0, life::kTeams - 1).value_or(0));
        stamp.tag = static_cast<std::uint8_t>(of.integer("tag", 0, 1).value_or(0));
        stamp.mode = mode(of);
        of.refuse_unknown();
        if (++stamps_in_[generation] > life::kMaxStamps)
            of.refuse("generation", too_many("stamp", life::kMaxStamps, generation));
        if (fault_)
            return;
        pattern_of_.push_back(pattern(of, text));
        script_.stamps_.push_back(stamp);
        script_.stamp_generations_.push_back(generation);
    }

    life::StampMode mode(TomlFields& of)
    {
        const std::string name = of.text("mode").value_or("or");
        const auto found = std::ranges::find(kModes, name, [](const auto& mode) { return mode.first; });
        if (found != kModes.end())
            return found->second;
        of.refuse("mode", named("stamp", "mode", name) + "or, set or xor");
        return life::StampMode::merge;
    }

    /// Where in the list of patterns it is: each text is read once.
    std::size_t pattern(TomlFields& of, const std::string& text)
    {
        const auto [entry, is_new] = index_of_.try_emplace(text, patterns_.size());
        if (!is_new)
            return entry->second;
        Result<PatternFile> file = load_(text);
        if (!file) {
            of.refuse("pattern", "stamp: 'pattern': " + file.error().text());
            return 0;
        }
        cells_ += file->pattern.cells.size();
        if (cells_ > kMostCells)
            of.refuse("pattern", "stamp: found patterns of more than " + std::to_string(kMostCells) +
                                     " cells together, expected at most that many");
        patterns_.push_back(std::move(file->pattern));
        return entry->second;
    }

    void move(const toml::table& table)
    {
        TomlFields of = fields(table, "move");
        LifeScript::Move move;
        if (table.contains("generation")) {
            move.from = move.to = happens(of, "generation", 1);
        } else {
            move.from = happens(of, "from_generation", 1);
            move.to = happens(of, "to_generation", 1);
            if (move.to < move.from)
                of.refuse("to_generation", "move: 'to_generation': found " + std::to_string(move.to) +
                                               ", expected 'from_generation' or later");
        }
        move.shift.dx = of.integer("dx", -1, 1).value_or(0);
        move.shift.dy = of.integer("dy", -1, 1).value_or(0);
        of.refuse_unknown();
        if (!script_.roi)
            of.refuse("", "move: found no [roi], expected one: it is what moves");
        script_.moves_.push_back(move);
        move_tables_.push_back(&table);
    }

    /// Refuses the first move that is one too many in the first generation that has too many.
    void check_moves()
    {
        std::map<std::uint32_t, std::int64_t> change; // of the number of moves, by generation
        for (const LifeScript::Move& move : script_.moves_) {
            ++change[move.from];
            --change[move.to + 1];
        }
        std::int64_t moves = 0;
        for (const auto& [generation, by] : change) {
            moves += by;
            if (moves <= static_cast<std::int64_t>(kMaxLifeMoves))
                continue;
            std::size_t in_it = 0;
            for (std::size_t i = 0; i < script_.moves_.size(); ++i) {
                const LifeScript::Move& move = script_.moves_[i];
                in_it += generation >= move.from && generation <= move.to ? 1 : 0;
                if (in_it > kMaxLifeMoves) {
                    fields(*move_tables_[i], "move").refuse("", too_many("move", kMaxLifeMoves, generation));
                    return;
                }
            }
        }
    }

    void fire(const toml::table& table)
    {
        TomlFields of = fields(table, "fire");
        LifeFire fire;
        fire.generation = happens(of, "generation", 1);
        fire.x = place(of, "x");
        fire.y = place(of, "y");
        of.refuse_unknown();
        if (++fires_in_[fire.generation] > life::kMaxActions)
            of.refuse("generation", too_many("fire", life::kMaxActions, fire.generation));
        script_.fires_.push_back(fire);
    }

    void scale(const toml::table& table)
    {
        TomlFields of = fields(table, "scale");
        LifeScale scale;
        scale.generation = happens(of, "generation", 0);
        scale.base_hz = of.number("base_hz", 20.0, 4000.0);
        if (const toml::array* cents = of.array("cents")) {
            scale.scale.cents = steps(of, *cents);
            scale.scale.octaves = of.integer("octaves", 1, 8).value_or(scale.scale.octaves);
        } else {
            const std::string name = of.required_text("name");
            const auto known = std::ranges::find(life::scales(), name, &life::Scale::name);
            if (known != life::scales().end())
                scale.scale = *known;
            else
                of.refuse("name", named("scale", "name", name) + scale_names());
        }
        of.refuse_unknown();
        if (!scales_in_.insert(scale.generation).second)
            of.refuse("generation",
                      "scale: found a second one in generation " + std::to_string(scale.generation));
        script_.scales_.push_back(std::move(scale));
    }

    std::vector<float> steps(TomlFields& of, const toml::array& cents)
    {
        std::vector<float> steps;
        if (cents.empty() || cents.size() > 128)
            of.refuse_at(cents, "scale: 'cents': found " + std::to_string(cents.size()) +
                                    " steps, expected 1 to 128");
        for (const toml::node& node : cents) {
            const double step = node.value<double>().value_or(std::nan(""));
            const auto single = static_cast<float>(step);
            const bool rises = steps.empty() ? single >= 0.0f : single > steps.back();
            if (!(rises && single < static_cast<float>(kHighestCents)))
                of.refuse_at(node, "scale: 'cents': expected numbers from 0 to below 1200 that rise");
            steps.push_back(single);
        }
        return steps;
    }

    static std::string scale_names()
    {
        std::string names;
        for (const life::Scale& scale : life::scales())
            names += (names.empty() ? "" : ", ") + std::string(scale.name);
        return names;
    }

    /// Puts everything in the order of generations, and the stamps to their patterns.
    void finish()
    {
        script_.patterns_ = std::make_shared<const std::vector<life::Pattern>>(std::move(patterns_));
        std::vector<std::size_t> order(script_.stamps_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const std::vector<std::uint32_t> generations = script_.stamp_generations_;
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return generations[i]; });
        const std::vector<life::Stamp> stamps = script_.stamps_;
        for (std::size_t i = 0; i < order.size(); ++i) {
            script_.stamps_[i] = stamps[order[i]];
            script_.stamps_[i].pattern = &(*script_.patterns_)[pattern_of_[order[i]]];
            script_.stamp_generations_[i] = generations[order[i]];
        }
        script_.index_moves();
        std::ranges::stable_sort(script_.fires_, {}, &LifeFire::generation);
        std::ranges::stable_sort(script_.scales_, {}, &LifeScale::generation);
    }

    std::optional<Error> fault_; // before the readers that share it
    TomlFields root_;
    const std::string& name_;
    const LifePatternLoader& load_;
    LifeScript script_;
    std::vector<life::Pattern> patterns_;
    std::map<std::string, std::size_t> index_of_;               // in `patterns_`, by text
    std::vector<std::size_t> pattern_of_;                       // of each stamp
    std::map<std::uint32_t, std::size_t> stamps_in_, fires_in_; // by generation
    std::set<std::uint32_t> scales_in_;
    std::vector<const toml::table*> move_tables_;
    std::size_t cells_ = 0;
};

Result<LifeScript> parse_life_script(std::string_view text, const std::string& name,
                                     const LifePatternLoader& load)
{
    const Result<toml::table> root = parse_ride_toml(text, name);
    if (!root)
        return root.error();
    return LifeScriptReader(*root, name, load).read();
}

Result<LifeScript> read_life_script(const std::string& path)
{
    const Result<std::string> text = read_text_file(path, kMostBytes, "a script");
    if (!text)
        return text.error();
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::vector<std::string> files;
    Result<LifeScript> script =
        parse_life_script(*text, path == "-" ? "standard input" : path, [&](const std::string& pattern) {
            if (is_inline_pattern(pattern, folder))
                return parse_pattern(pattern, "pattern");
            files.push_back((folder / pattern).string());
            return read_pattern_file(files.back());
        });
    if (script)
        script->files = std::move(files);
    return script;
}

} // namespace quern::formats
