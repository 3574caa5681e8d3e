// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "quern/dsp/simd_target.hpp"
#include "quern/life/events.hpp"
#include "quern/life/splitmix.hpp"

namespace quern::life {

/// Changes of a field made by hand, cell by cell.
struct Changes {
    GridSize size;
    std::uint32_t generation = 1;
    std::vector<std::uint64_t> changed, alive;

    explicit Changes(GridSize of) : size(of), changed(of.words()), alive(of.words()) {}
    /// Cells that change with this chance, of which about half are born, and many that live on unchanged.
    static Changes random(GridSize size, double density, std::uint64_t seed)
    {
        Changes made(size);
        const Field changing = soup(size, density, seed);
        SplitMix coins(seed);
        for (std::int32_t y = 0; y < size.height; ++y) {
            for (std::int32_t x = 0; x < size.width; ++x) {
                const bool lives = (coins.draw() & 1u) != 0;
                if (changing.at(x, y).alive != 0)
                    made.set(x, y, lives);
                else if (lives)
                    made.alive[made.word(x, y)] |= std::uint64_t{1} << x % 64;
            }
        }
        return made;
    }
    void set(std::int32_t x, std::int32_t y, bool is_birth)
    {
        const std::uint64_t bit = std::uint64_t{1} << x % 64;
        changed[word(x, y)] |= bit;
        alive[word(x, y)] = is_birth ? alive[word(x, y)] | bit : alive[word(x, y)] & ~bit;
    }
    [[nodiscard]] Delta delta() const { return {generation, size, changed, alive}; }
    /// The events as the header describes them, a cell at a time.
    [[nodiscard]] std::vector<Event> events(const std::optional<Roi>& roi) const
    {
        std::vector<Event> listed;
        for (const bool births : {true, false}) {
            for (std::int32_t y = 0; y < size.height; ++y) {
                for (std::int32_t x = 0; x < size.width; ++x) {
                    const std::uint64_t bit = std::uint64_t{1} << x % 64;
                    if ((changed[word(x, y)] & bit) == 0 || ((alive[word(x, y)] & bit) != 0) != births)
                        continue;
                    const EventType death =
                        roi && roi->contains(size, x, y) ? EventType::player_death : EventType::death;
                    listed.push_back(Event::make(x, y, births ? EventType::birth : death));
                }
            }
        }
        return listed;
    }

private:
    [[nodiscard]] std::size_t word(std::int32_t x, std::int32_t y) const
    {
        return static_cast<std::size_t>(y) * size.row_words() + static_cast<std::size_t>(x) / 64;
    }
};

inline EventReader reader_for(GridSize size, std::uint32_t max_events = kMaxEvents, std::uint64_t seed = 0)
{
    return std::move(EventReader::create({size, max_events, seed}).value());
}

/// Runs the checks with the kernels of every target of this machine.
inline void on_all_targets(const std::function<void()>& checks)
{
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (!dsp::select_target(target))
            continue;
        SCOPED_TRACE(std::string(dsp::name_of(target)));
        checks();
    }
    dsp::select_target(dsp::best_target());
}

} // namespace quern::life
