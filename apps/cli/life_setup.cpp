// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "life_setup.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "printable.hpp"
#include "quern/core/units.hpp"
#include "quern/formats/life/pattern_file.hpp"
#include "quern/life_gpu/gpu.hpp"

namespace quern::cli {
namespace {

constexpr double kDefaultSeconds = 20.0;
constexpr std::uint64_t kTailFrames = 960; // the longest grain
constexpr const char* kSizes = "a width of 64 to 4096 that is a multiple of 64 and a height of 1 to 1024";

Error usage(const char* option, std::string_view found, std::string_view expected)
{
    return {Error::Code::usage, option, fmt::format("found \"{}\", expected {}", clipped(found), expected)};
}

struct Pair {
    std::int32_t first = 0;
    std::int32_t second = 0;
};

/// Two whole numbers, and nothing else.
std::optional<Pair> pair_of(std::string_view text, char between)
{
    Pair pair;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, pair.first);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != between)
        return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, pair.second);
    if (second.ec != std::errc{} || second.ptr != end)
        return std::nullopt;
    return pair;
}

std::string spelled(const LifeOptions& options)
{
    if (options.pattern == "-")
        return "standard input";
    return formats::is_inline_pattern(options.pattern) ? "pattern" : options.pattern;
}

Result<life::GridSize> size_of(const LifeOptions& options, const formats::PatternFile* pattern)
{
    life::GridSize size;
    if (!options.size.empty()) {
        const std::optional<Pair> pair = pair_of(options.size, 'x');
        if (!pair)
            return usage("--size", options.size, "columns and rows such as 2048x512");
        size = {pair->first, pair->second};
    } else if (pattern != nullptr && pattern->torus) {
        const life::GridSize torus{pattern->torus->width, pattern->torus->height};
        const bool is_endless = torus.width == 0 && torus.height == 0; // as if there were none
        if (!is_endless && !torus.is_valid())
            return Error{Error::Code::bad_input, spelled(options),
                         fmt::format("found a torus of {}x{}, expected {}: try --size", torus.width,
                                     torus.height, kSizes)};
        if (!is_endless)
            size = torus;
    }
    if (!size.is_valid())
        return usage("--size", options.size, kSizes);
    return size;
}

/// An error's place becomes the option that was meant.
Error at_option(const char* option, Error error)
{
    error.code = Error::Code::usage;
    error.where = option;
    return error;
}

Status read_scale(const LifeOptions& options, life::SoundConfig& sound)
{
    for (const life::Scale& scale : life::scales()) {
        if (options.scale == scale.name) {
            sound.scale = scale;
            return Ok{};
        }
    }
    constexpr const char* kExpected =
        "major_pentatonic, minor_pentatonic, whole_tone, hirajoshi, chromatic, or "
        "rising cents from 0 to below 1200 such as 0,386,702";
    sound.scale.name = "cents";
    const char* at = options.scale.data();
    const char* const end = at + options.scale.size();
    for (;;) {
        float cents = 0.0f;
        const auto [next, fault] = std::from_chars(at, end, cents);
        if (fault != std::errc{} || (next != end && *next != ','))
            return usage("--scale", options.scale, kExpected);
        sound.scale.cents.push_back(cents);
        if (next == end)
            return Ok{};
        at = next + 1;
    }
}

Status read_sound(const LifeOptions& options, life::GridSize size, life::WorldConfig& world)
{
    world.sound.size = size;
    world.sound.tick_rate = options.rate;
    world.sound.seed = options.seed;
    world.sound.base_hz = options.base_hz;
    world.sound.law = options.law == "strict" ? life::GainLaw::strict : life::GainLaw::natural;
    world.sound.level = options.level;
    world.sound.batches = 64;
    if (Status status = read_scale(options, world.sound); !status)
        return status;
    // What is wrong with a scale is found where it is used.
    if (const auto tried = life::Sound::create(world.sound); !tried)
        return at_option("--scale", tried.error());
    if (options.roi.empty())
        return Ok{};
    const std::optional<Pair> place = pair_of(options.roi, ',');
    if (!place)
        return usage("--roi", options.roi, "a column and a row such as 1000,200");
    world.roi = life::Roi{size.wrap_x(place->first), size.wrap_y(place->second)};
    return Ok{};
}

Status read_rule(const LifeOptions& options, const formats::PatternFile* pattern, life::Rule& rule)
{
    if (pattern != nullptr && pattern->rule)
        rule = *pattern->rule;
    if (options.rule.empty())
        return Ok{};
    const Result<life::Rule> named = life::rule_named(options.rule);
    if (!named)
        return at_option("--rule", named.error());
    rule = *named;
    return Ok{};
}

/// What a script has for the time before the first step.
Status read_script(const LifeOptions& options, LifeSetup& setup)
{
    if (options.script.empty())
        return Ok{};
    Result<formats::LifeScript> script = formats::read_life_script(options.script);
    if (!script)
        return script.error();
    setup.script = std::move(*script);
    if (options.roi.empty())
        setup.world.roi = setup.script.roi;
    const formats::LifeStep first = setup.script.at(0);
    for (const life::Stamp& stamp : first.stamps)
        life::apply(setup.start, stamp);
    if (first.scale != nullptr) {
        setup.world.sound.scale = first.scale->scale;
        setup.world.sound.base_hz = first.scale->base_hz.value_or(options.base_hz);
    }
    setup.what += ", script " + (options.script == "-" ? "from standard input" : options.script);
    return Ok{};
}

/// A pattern in one line of run lengths, for the note by which `quern vectors check` finds the start again
/// (docs/golden-vectors.md, "Life"); nothing where that would be a long line.
std::string runs_of(const life::Pattern& pattern)
{
    constexpr std::size_t kMost = 1000;
    formats::PatternFile file;
    file.pattern = pattern;
    std::string runs = formats::rle_text(file);
    runs.erase(0, runs.find('\n') + 1); // the header
    runs.erase(std::remove(runs.begin(), runs.end(), '\n'), runs.end());
    return runs.size() > kMost ? std::string() : " " + runs;
}

Status put_pattern(const LifeOptions& options, const formats::PatternFile& file, LifeSetup& setup)
{
    const life::GridSize size = setup.start.size;
    const life::Pattern& pattern = file.pattern;
    if (pattern.width > size.width || pattern.height > size.height)
        return Error{Error::Code::bad_input, setup.name,
                     fmt::format("found {}x{} cells, expected at most the {}x{} of the field: try --size",
                                 pattern.width, pattern.height, size.width, size.height)};
    Pair at{(size.width - pattern.width) / 2, (size.height - pattern.height) / 2};
    if (file.position) // counted from the middle of the field, as Golly does
        at = {size.wrap_x(size.wrap_x(file.position->x) + size.width / 2),
              size.wrap_y(size.wrap_y(file.position->y) + size.height / 2)};
    if (!options.at.empty()) {
        const std::optional<Pair> given = pair_of(options.at, ',');
        if (!given)
            return usage("--at", options.at, "a column and a row such as 1000,200");
        at = *given;
    }
    life::Stamp stamp{&pattern, at.first, at.second};
    stamp.team = static_cast<std::uint8_t>(options.team.value_or(0));
    stamp.tag = static_cast<std::uint8_t>(options.tag.value_or(0));
    life::apply(setup.start, stamp);
    setup.what = fmt::format("{}{} at ({},{}), team {} tag {}, {}x{} torus, {}", setup.name, runs_of(pattern),
                             at.first, at.second, stamp.team, stamp.tag, size.width, size.height,
                             life::name_of(setup.rule));
    return Ok{};
}

Status make_soup(const LifeOptions& options, LifeSetup& setup)
{
    for (const auto& [option, given] :
         {std::pair{"--at", !options.at.empty()}, std::pair{"--team", options.team.has_value()},
          std::pair{"--tag", options.tag.has_value()}}) {
        if (given)
            return Error{Error::Code::usage, option, "found it with a soup, expected a pattern"};
    }
    const life::GridSize size = setup.start.size;
    setup.start = life::soup(size, options.density, options.seed);
    setup.what = fmt::format("{}x{} torus, {:g}% soup, seed {}, {}", size.width, size.height,
                             options.density * 100.0, options.seed, life::name_of(setup.rule));
    return Ok{};
}

void set_length(const LifeOptions& options, LifeSetup& setup)
{
    if (options.generations) {
        setup.generations = *options.generations;
        setup.frames = start_of(setup.generations + 1, options.rate) + kTailFrames;
        return;
    }
    const double seconds = options.seconds.value_or(kDefaultSeconds);
    setup.frames = static_cast<std::uint64_t>(std::llround(seconds * kSampleRate));
    // As many as begin within the sound.
    setup.generations = static_cast<std::uint32_t>(seconds * options.rate);
    while (start_of(setup.generations + 1, options.rate) < setup.frames)
        ++setup.generations;
    while (setup.generations > 0 && start_of(setup.generations, options.rate) >= setup.frames)
        --setup.generations;
}

} // namespace

std::uint64_t start_of(std::uint32_t generation, double rate)
{
    return static_cast<std::uint64_t>(static_cast<double>(generation - 1) * kSampleRate / rate);
}

Result<LifeSetup> set_up_life(const LifeOptions& options)
{
    LifeSetup setup;
    std::optional<formats::PatternFile> pattern;
    if (options.pattern != "soup") {
        Result<formats::PatternFile> file = formats::read_pattern(options.pattern);
        if (!file)
            return file.error();
        pattern = std::move(*file);
    }
    setup.name = pattern && !pattern->name.empty() ? clipped(pattern->name) : spelled(options);
    const Result<life::GridSize> size = size_of(options, pattern ? &*pattern : nullptr);
    if (!size)
        return size.error();
    setup.start = life::Field(*size);
    Status status = read_rule(options, pattern ? &*pattern : nullptr, setup.rule);
    if (status)
        status = read_sound(options, *size, setup.world);
    if (status)
        status = pattern ? put_pattern(options, *pattern, setup) : make_soup(options, setup);
    if (status)
        status = read_script(options, setup);
    if (!status)
        return status.error();
    if (!options.note.empty())
        setup.what = options.note;
    setup.what = printable(setup.what); // one line, whatever a file calls its pattern
    set_length(options, setup);
    return setup;
}

Result<std::unique_ptr<life::Automaton>> open_automaton(std::string_view backend, life::GridSize size,
                                                        life::Rule rule, std::vector<std::string>& remarks)
{
    if (backend == "oracle")
        return life::make_oracle(size, rule);
    if (backend == "gpu") {
        life::GpuConfig config;
        config.wait = true;
        Result<std::unique_ptr<life::Automaton>> gpu = life::make_gpu(size, rule, config);
        if (gpu || gpu.error().code != Error::Code::unsupported)
            return gpu;
        remarks.push_back(fmt::format("no GPU back end ({}), so cpu", gpu.error().text()));
    }
    return life::make_cpu(size, rule);
}

} // namespace quern::cli
