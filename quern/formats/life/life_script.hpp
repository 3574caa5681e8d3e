// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/life/pattern_file.hpp"
#include "quern/life/actions.hpp"
#include "quern/life/sound.hpp"

namespace quern::formats {

inline constexpr std::size_t kMaxLifeMoves = 64; ///< of a script in one generation

/// Where the tagged cells of the player's region go in one generation, and the region with them.
struct LifeShift {
    std::int32_t dx = 0; ///< -1, 0 or 1
    std::int32_t dy = 0;
    friend bool operator==(const LifeShift&, const LifeShift&) = default;
};

/// A shot that is heard when its generation's tick begins.
struct LifeFire {
    std::uint32_t generation = 0;
    std::int32_t x = 0; ///< over the seams of whatever field it is played on
    std::int32_t y = 0;
    friend bool operator==(const LifeFire&, const LifeFire&) = default;
};

/// Another scale, from a generation on.
struct LifeScale {
    std::uint32_t generation = 0;
    life::Scale scale; ///< its `name` is empty where the script gives the cents
    std::optional<double> base_hz;
};

/// What happens in one generation. Borrowed from the script, but the shifts.
struct LifeStep {
    std::vector<LifeShift> shifts; ///< before the stamps, in the order of the script
    std::span<const life::Stamp> stamps;
    std::span<const LifeFire> fires;
    const LifeScale* scale = nullptr;
};

/// What a player does over time. Copies share the patterns.
class LifeScript {
public:
    std::string description;
    std::optional<life::Roi> roi;   ///< the player's region in generation 0
    std::vector<std::string> files; ///< of patterns, that were read for it

    /// What happens with that generation. Those of 0 are stamps into the field that is loaded, and a scale.
    [[nodiscard]] LifeStep at(std::uint32_t generation) const;
    /// The last in which something happens; 0 for an empty script.
    [[nodiscard]] std::uint32_t last_generation() const noexcept { return last_; }

private:
    friend class LifeScriptReader;
    struct Move {
        std::uint32_t from = 0, to = 0; // both included
        LifeShift shift;
        std::size_t place = 0; // among those of the script
    };
    static constexpr std::size_t kMoveBlock = 64;
    void index_moves();
    [[nodiscard]] std::vector<Move> moves_in(std::uint32_t generation) const; // as written

    std::shared_ptr<const std::vector<life::Pattern>> patterns_; // the stamps point into it
    std::vector<life::Stamp> stamps_;                            // by generation, then as written
    std::vector<std::uint32_t> stamp_generations_;               // of each stamp
    std::vector<Move> moves_;                                    // by the first generation
    /// For each kMoveBlock of them, earlier ones that still go on when it begins: kMaxLifeMoves at most. So a
    /// generation finds its moves without a look at all others.
    std::vector<std::vector<Move>> still_going_;
    std::vector<LifeFire> fires_;   // by generation, then as written
    std::vector<LifeScale> scales_; // by generation
    std::uint32_t last_ = 0;
};

/// Gives the pattern that a script names, as text or by a path.
using LifePatternLoader = std::function<Result<PatternFile>(const std::string&)>;

/// Reads a script: docs/life.md lists its tables and keys. Errors stand at `name:line:column`: unknown keys,
/// wrong types, numbers out of range, patterns that cannot be read, more than life::kMaxStamps, kMaxLifeMoves
/// or life::kMaxActions (shots) in one generation, moves without a region, two scales in one generation.
Result<LifeScript> parse_life_script(std::string_view text, const std::string& name,
                                     const LifePatternLoader& load);
/// The same from a file, or standard input for "-". Paths of patterns start at the script's folder.
Result<LifeScript> read_life_script(const std::string& path);

} // namespace quern::formats
