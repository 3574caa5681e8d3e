// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What a life sounds like, tick by tick. docs/spec/life.md §5, §6.
#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "apps/cli/vectors/crc32.hpp"
#include "apps/cli/vectors/grain_cells.hpp"
#include "quern/core/units.hpp"
#include "quern/life/world.hpp"

namespace quern::vectors {
namespace {

static_assert(std::endian::native == std::endian::little, "checksums are over singles as they lie in memory");

constexpr long kMostGenerations = 1000;

struct Case {
    std::string_view name;
    life::GridSize size;
    double rate;
    life::GainLaw law;
    double level;
    std::uint32_t max_events;
    std::string_view scale;
    bool has_player; ///< who stands in the middle, and shoots in every fifth generation
};
constexpr Case kCases[] = {
    {"soup", {128, 64}, 60.0, life::GainLaw::natural, 0.5, life::kMaxEvents, "major_pentatonic", false},
    {"most", {512, 256}, 60.0, life::GainLaw::strict, 4.0, 2000, "chromatic", true}, // loud, and chosen among
    {"slow", {64, 40}, 7.5, life::GainLaw::strict, 0.5, life::kMaxEvents, "hirajoshi", true},
};

/// A soup of 30 % by seed 7, and its sound.
class Hearing {
public:
    static Result<Hearing> begin(std::string_view name)
    {
        const auto* const found = std::ranges::find(kCases, name, &Case::name);
        if (found == std::end(kCases))
            return Error{Error::Code::bad_input, "case " + std::string(name), "found an unknown case"};
        life::WorldConfig config;
        config.sound.size = found->size;
        config.sound.tick_rate = found->rate;
        config.sound.seed = kSeed;
        config.sound.scale = *std::ranges::find(life::scales(), found->scale, &life::Scale::name);
        config.sound.law = found->law;
        config.sound.level = found->level;
        config.sound.max_events = found->max_events;
        if (found->has_player)
            config.roi = life::Roi{found->size.width / 2, found->size.height / 2};
        Result<std::unique_ptr<life::Automaton>> cpu = life::make_cpu(found->size, {});
        if (!cpu)
            return cpu.error();
        Result<life::World> world = life::World::create(std::move(*cpu), config);
        if (!world)
            return world.error();
        if (Status status = world->load(life::soup(found->size, 0.3, kSeed)); !status)
            return status.error();
        return Hearing(*found, std::move(*world));
    }

    /// One generation on, and the frames of its tick.
    Status step()
    {
        ++generation_;
        const std::uint64_t start = start_of(generation_);
        if (what_.has_player && generation_ % 5 == 0)
            world_.act(what_.size.width / 3, what_.size.height / 3, start);
        Status status = world_.tick(start);
        if (!status)
            return status;
        heard_.resize(2 * static_cast<std::size_t>(start_of(generation_ + 1) - start));
        world_.process(heard_.data(), heard_.size() / 2);
        return status;
    }
    [[nodiscard]] std::uint32_t generation() const { return generation_; }
    [[nodiscard]] std::span<const float> heard() const { return heard_; }
    [[nodiscard]] std::uint64_t sounded() { return world_.sound().stats().sounded; }

private:
    static constexpr std::uint64_t kSeed = 7;

    Hearing(const Case& what, life::World world) : what_(what), world_(std::move(world)) {}
    [[nodiscard]] std::uint64_t start_of(std::uint32_t generation) const
    {
        return static_cast<std::uint64_t>((generation - 1) * static_cast<double>(kSampleRate) / what_.rate);
    }

    Case what_;
    life::World world_;
    std::uint32_t generation_ = 0;
    std::vector<float> heard_;
};

Status recompute_sound(Table& table)
{
    for (std::size_t row = 0; row < table.rows.size();) {
        const std::string name = table.at(row, "case");
        Result<Hearing> hearing = Hearing::begin(name);
        if (!hearing)
            return hearing.error();
        for (; row < table.rows.size() && table.at(row, "case") == name; ++row) {
            const Result<long> generation = whole_of(
                table.at(row, "gen"), static_cast<long>(hearing->generation()) + 1, kMostGenerations);
            if (!generation)
                return in_row(generation.error(), row, "gen");
            while (hearing->generation() < static_cast<std::uint32_t>(*generation))
                if (Status status = hearing->step(); !status)
                    return status;
            float peak = 0.0f;
            for (const float sample : hearing->heard())
                peak = std::max(peak, std::fabs(sample));
            table.set(row, "sounded", std::to_string(hearing->sounded()));
            table.set(row, "peak", hex(peak));
            table.set(row, "crc32", hex(crc32(std::as_bytes(hearing->heard()))));
        }
    }
    return Ok{};
}

Table make_sound()
{
    Table table{"life_sound",
                {"The sound of soups: the bits of every processor, as ours had them first."},
                {"case", "gen", "sounded", "peak", "crc32"},
                {}};
    for (const Case& what : kCases)
        for (int generation = 1; generation <= 24; ++generation)
            table.rows.push_back({std::string(what.name), std::to_string(generation), "", "", ""});
    return table;
}

} // namespace

std::vector<Kind> life_sound_kinds()
{
    return {{.name = "life_sound",
             .results = {"sounded", "peak", "crc32"},
             .recompute = recompute_sound,
             .make = make_sound}};
}

} // namespace quern::vectors
