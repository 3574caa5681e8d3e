// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "life_run.hpp"

#include <algorithm>
#include <vector>

namespace quern::cli {
namespace {

constexpr std::uint32_t kTicksAhead = 32; // of a call of the sound, in which 64 batches can wait

} // namespace

Status LifeRun::run(const Sink& sink, const std::function<Status()>& checked)
{
    Status status = world_.load(setup_.start);
    std::vector<float> block(2 * block_);
    std::uint32_t generation = 0;
    for (std::uint64_t done = 0; done < setup_.frames && status;) {
        std::uint64_t count = std::min<std::uint64_t>(block_, setup_.frames - done);
        if (generation + kTicksAhead < setup_.generations)
            count = std::min(count, start_of(generation + kTicksAhead + 1) - done);
        std::size_t shots = 0; // that wait: those of former calls have begun
        while (status && generation < setup_.generations && start_of(generation + 1) < done + count) {
            const formats::LifeStep step = setup_.script.at(generation + 1);
            shots += step.fires.size();
            if (shots > life::kMaxActions && start_of(generation + 1) > done) {
                count = start_of(generation + 1) - done; // first those that wait
                break;
            }
            status = tick(++generation, step);
            if (status)
                status = checked();
        }
        if (!status)
            return status;
        world_.process(block.data(), count);
        status = sink(std::span(block).first(2 * count));
        done += count;
    }
    return status;
}

Status LifeRun::tick(std::uint32_t generation, const formats::LifeStep& step)
{
    Status status = play(step, generation);
    if (status)
        status = world_.tick(start_of(generation));
    if (status)
        status = world_.settle();
    return status;
}

Status LifeRun::play(const formats::LifeStep& step, std::uint32_t generation)
{
    Status status = Ok{};
    for (std::size_t i = 0; i < step.shifts.size() && status; ++i)
        status = world_.move(step.shifts[i].dx, step.shifts[i].dy);
    for (std::size_t i = 0; i < step.stamps.size() && status; ++i)
        status = world_.stamp(step.stamps[i]);
    if (step.scale != nullptr && status) {
        base_hz_ = step.scale->base_hz.value_or(base_hz_);
        status = world_.sound().set_scale(step.scale->scale, base_hz_);
    }
    const life::GridSize size = setup_.start.size;
    for (const formats::LifeFire& fire : step.fires)
        world_.act(size.wrap_x(fire.x), size.wrap_y(fire.y), start_of(generation));
    return status;
}

} // namespace quern::cli
