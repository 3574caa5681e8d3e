// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "life_setup.hpp"
#include "quern/core/result.hpp"
#include "quern/life/world.hpp"

namespace quern::cli {

/// One life from its first generation to the end of its sound: ticks in their time, what the script does,
/// blocks of the host's size.
class LifeRun {
public:
    /// Takes interleaved frames. An error ends the run.
    using Sink = std::function<Status(std::span<const float>)>;

    LifeRun(const LifeSetup& setup, std::size_t block, life::World& world)
        : setup_(setup), block_(block), world_(world), base_hz_(setup.world.sound.base_hz)
    {
    }
    /// `checked` is asked after every generation.
    Status run(const Sink& sink, const std::function<Status()>& checked);

private:
    Status tick(std::uint32_t generation, const formats::LifeStep& step);
    Status play(const formats::LifeStep& step, std::uint32_t generation);
    [[nodiscard]] std::uint64_t start_of(std::uint32_t generation) const
    {
        return cli::start_of(generation, setup_.world.sound.tick_rate);
    }

    const LifeSetup& setup_;
    std::size_t block_;
    life::World& world_;
    double base_hz_; // of the lowest birth now
};

} // namespace quern::cli
