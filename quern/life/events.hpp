// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/life/automaton.hpp"

namespace quern::life {

inline constexpr std::uint32_t kMaxEvents = 4096; ///< of a generation that sound, unless asked for otherwise

enum class EventType : std::uint8_t {
    birth = 0,
    death = 1,
    player_death = 2,  ///< a death inside the player's region
    player_action = 3, ///< a shot or a stamp, made from input; never found in a field
};

/// One birth or death in 32 bits: column in bits 0 to 11, row in 12 to 21, type in 22 and 23, zeros above.
struct Event {
    std::uint32_t word = 0;

    [[nodiscard]] static constexpr Event make(std::int32_t x, std::int32_t y, EventType type) noexcept
    {
        return {static_cast<std::uint32_t>(x) | static_cast<std::uint32_t>(y) << 12 |
                static_cast<std::uint32_t>(type) << 22};
    }
    [[nodiscard]] constexpr std::int32_t x() const noexcept
    {
        return static_cast<std::int32_t>(word & 4095u);
    }
    [[nodiscard]] constexpr std::int32_t y() const noexcept
    {
        return static_cast<std::int32_t>(word >> 12 & 1023u);
    }
    [[nodiscard]] constexpr EventType type() const noexcept
    {
        return static_cast<EventType>(word >> 22 & 3u);
    }
    friend constexpr auto operator<=>(Event, Event) = default;
};

/// The events of one generation that are to sound. Accounts close: total = births + deaths (player deaths are
/// deaths), kept = events.size(), kept + dropped = total.
struct EventBatch {
    std::uint32_t generation = 0;
    std::uint32_t total = 0;
    std::uint32_t births = 0;
    std::uint32_t deaths = 0;
    std::uint32_t player_deaths = 0;
    std::uint32_t kept = 0;
    std::uint32_t dropped = 0;
    std::span<const Event> events; ///< births before deaths, each row by row; borrowed from the reader
};

struct EventReaderConfig {
    GridSize size{};
    std::uint32_t max_events = kMaxEvents; ///< 1 ... 65,536
    std::uint64_t seed = 0;                ///< of the choice where there are more
};

/// From bits to events. Reads the changes of a generation into a list, zero words skipped. Where there are
/// more than may sound, player deaths come first, and of the rest each has the same chance: ranks drawn
/// without replacement from (seed, generation), the order of the list kept (docs/spec/life.md §5).
class EventReader {
public:
    /// Allocates. An error names the number that is out of range.
    [[nodiscard]] static Result<EventReader> create(const EventReaderConfig& config);

    /// `roi` is the player's region as it stood in the delta's own generation. The list holds until the next
    /// call. The delta's size must be that of the config.
    EventBatch read(const Delta& delta, const std::optional<Roi>& roi) noexcept;
    /// Every event, in the same order and without a limit: for files and tests.
    void read_all(const Delta& delta, const std::optional<Roi>& roi, std::vector<Event>& events) const;

private:
    explicit EventReader(const EventReaderConfig& config);
    EventReaderConfig config_;
    std::vector<Event> events_;
    std::vector<std::uint64_t> ranks_; // a bitmap of those drawn
};

} // namespace quern::life
