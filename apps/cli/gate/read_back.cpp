// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Checks of the way from the GPU to the ear, with fences that behave like those of a busy device.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/gate/gate.hpp"
#include "apps/cli/gate/reference_run.hpp"
#include "quern/core/units.hpp"
#include "quern/life/world.hpp"
#include "quern/life_gpu/gpu.hpp"

namespace quern::cli::gate {
namespace {

constexpr std::uint32_t kMostLag = 2; // generations

/// Signals 0 to 2 generations late, later ones often before earlier ones. A software driver is always done by
/// then; of any other, mapping the buffer makes sure.
class LateFences final : public life::FenceSource {
public:
    std::uint32_t now = 0; ///< the device's generation

    [[nodiscard]] std::unique_ptr<life::Fence> insert(std::uint32_t generation) override
    {
        constexpr std::array<std::uint32_t, 7> kLags{2, 0, 1, 2, 2, 0, 1};
        return std::make_unique<Late>(now, generation + std::min(kLags[generation % kLags.size()], kMostLag));
    }

private:
    class Late final : public life::Fence {
    public:
        Late(const std::uint32_t& now, std::uint32_t due) : now_(now), due_(due) {}
        [[nodiscard]] life::FenceState poll() noexcept override
        {
            return now_ >= due_ ? life::FenceState::signalled : life::FenceState::pending;
        }
        [[nodiscard]] life::FenceState wait(std::chrono::nanoseconds) noexcept override { return poll(); }

    private:
        const std::uint32_t& now_;
        std::uint32_t due_;
    };
};

/// Sees each batch on its way to the sound.
class LagMeter final : public life::WorldWatcher {
public:
    std::uint32_t now = 0;
    std::uint32_t delivered = 0, late = 0, worst = 0; // generations
    std::vector<std::uint64_t> kept{0};               // events until each generation

    void on_generation(const life::Delta& delta, const life::EventBatch& batch,
                       const std::optional<life::Roi>&) override
    {
        in_order = in_order && delta.generation == delivered + 1;
        delivered = delta.generation;
        worst = std::max(worst, now - delivered);
        late += now > delivered ? 1 : 0;
        kept.push_back(kept.back() + batch.kept);
    }
    bool in_order = true;
};

} // namespace

Outcome delivers_within_two_generations()
{
    constexpr std::uint32_t kGenerations = 200;
    const life::Field start = start_of("soup30_256x128_seed7");
    const auto fences = std::make_shared<LateFences>();
    auto gpu = life::make_gpu(start.size, {}, {.fences = fences});
    if (!gpu)
        return Outcome::fail(gpu.error().message);
    auto world = life::World::create(std::move(*gpu), {.sound = {.size = start.size}});
    if (!world || !world->load(start))
        return Outcome::fail("cannot be made");
    LagMeter meter;
    world->watch(&meter);
    constexpr std::size_t kTickFrames = kSampleRate / 60;
    std::array<float, 2 * kTickFrames> out{};
    for (std::uint32_t generation = 1; generation <= kGenerations; ++generation) {
        meter.now = fences->now = generation;
        if (Status status = world->tick(world->sound().clock()); !status)
            return Outcome::fail(status.error().message);
        // What the audio side has sounded by the end of this tick.
        world->process(out.data(), kTickFrames);
        const std::uint32_t must = generation - std::min(generation, kMostLag);
        if (!meter.in_order || meter.delivered < must || world->sound().stats().sounded < meter.kept[must])
            return Outcome::fail(fmt::format("generation {}: heard up to {}", generation, meter.delivered));
    }
    const life::DeltaCounters counters = world->stats().generations;
    if (counters.skipped != 0 || counters.lost != 0)
        return Outcome::fail(fmt::format("{} skipped, {} lost", counters.skipped, counters.lost));
    const std::string figure =
        fmt::format("{} of {} late, at most {} generations", meter.late, kGenerations, meter.worst);
    return meter.worst == kMostLag ? Outcome::pass(figure) : Outcome::fail(figure);
}

} // namespace quern::cli::gate
