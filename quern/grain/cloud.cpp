// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/cloud.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "quern/core/units.hpp"
#include "quern/grain/cloud_state.hpp"

namespace quern::grain {
namespace {

constexpr std::uint32_t kFewestFrames = 256;
constexpr std::uint32_t kLowestRate = 8000;
constexpr std::uint32_t kHighestRate = 192000;
constexpr float kLargestSample = 64.0f;
constexpr std::size_t kMostNotes = 256;
constexpr std::size_t kMostEvents = std::size_t{1} << 20;

Error expected(const char* where, std::string found, const char* wanted)
{
    return {Error::Code::bad_input, where, "found " + std::move(found) + ", expected " + wanted};
}

Status check(const CloudConfig& config)
{
    if (config.grains < 1 || config.grains > static_cast<std::size_t>(kMaxPoolGrains))
        return expected("cloud:grains", std::to_string(config.grains), "1 to 65536");
    if (config.notes < 1 || config.notes > kMostNotes)
        return expected("cloud:notes", std::to_string(config.notes), "1 to 256");
    if (config.events < 1 || config.events > kMostEvents)
        return expected("cloud:events", std::to_string(config.events), "1 to 1048576");
    if (!(config.root >= 0.0f && config.root <= 127.0f))
        return expected("cloud:root", std::to_string(config.root), "a key from 0 to 127");
    return Ok{};
}

Status check(const RecordingView& source)
{
    if (!source || source.frames < kFewestFrames)
        return expected("cloud:source", std::to_string(source ? source.frames : 0) + " frames",
                        "at least 256");
    if (source.frames > 0x7FFFFFFFu)
        return expected("cloud:source", std::to_string(source.frames) + " frames", "at most 2147483647");
    if (source.rate < kLowestRate || source.rate > kHighestRate)
        return expected("cloud:source", std::to_string(source.rate) + " Hz", "8000 to 192000");
    for (std::uint32_t i = 0; i < source.frames; ++i) {
        if (!(std::fabs(source.samples[i]) <= kLargestSample))
            return expected("cloud:source",
                            std::to_string(source.samples[i]) + " at frame " + std::to_string(i),
                            "a sample within ±64");
    }
    return Ok{};
}

/// Enough for every bridge that can be under way: all slots can be given away within a block, and so can the
/// grains that start in it, while those stolen just before it still fade.
std::int32_t tails_for(const CloudConfig& config)
{
    const double frames = static_cast<double>(kCloudBlock) + kBridgeFrames;
    const double streams = 2.0 * static_cast<double>(config.notes); // as many again fade out
    const double mean =
        streams * static_cast<double>(info_of(CloudParam::density).high) / kSampleRate * frames;
    // By chance there are more than the mean; eight deviations more don't come up in a lifetime. Beside that
    // every note begins with a grain.
    const double most = mean + 8.0 * std::sqrt(mean) + streams;
    return static_cast<std::int32_t>(config.grains) + static_cast<std::int32_t>(std::ceil(most));
}

} // namespace

Cloud::Cloud(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Cloud::~Cloud() = default;
Cloud::Cloud(Cloud&&) noexcept = default;
Cloud& Cloud::operator=(Cloud&&) noexcept = default;

Result<Cloud> Cloud::create(const CloudConfig& config, const RecordingView& source)
{
    Status status = check(config);
    if (status)
        status = check(source);
    if (!status)
        return status.error();
    PoolConfig pool_config;
    pool_config.owners = static_cast<std::int32_t>(2 * config.notes);
    pool_config.capacity = static_cast<std::int32_t>(config.grains);
    pool_config.cut = CutForm::bridged;
    pool_config.tails = tails_for(config);
    Result<Pool> pool = Pool::create(pool_config);
    if (!pool)
        return pool.error();
    return Cloud(std::make_unique<State>(config, source, std::move(*pool)));
}

bool Cloud::post(const CloudEvent& event) noexcept QUERN_RT
{
    return state_->events.try_push(event);
}

bool Cloud::set(CloudParam param, float value) noexcept QUERN_RT
{
    CloudEvent event;
    event.param = param;
    event.value = value;
    return post(event);
}

void Cloud::process(float* out, std::size_t frames) noexcept QUERN_RT
{
    State& s = *state_;
    while (frames > 0) {
        if (s.used == kCloudBlock) {
            s.render_block();
            s.used = 0;
        }
        const std::size_t count = std::min(frames, kCloudBlock - s.used);
        std::copy_n(s.block.data() + 2 * s.used, 2 * count, out);
        s.used += count;
        out += 2 * count;
        frames -= count;
    }
}

CloudStats Cloud::stats() const noexcept QUERN_RT
{
    CloudStats stats = state_->stats;
    const PoolStats pool = state_->pool.stats();
    stats.grains_stolen = static_cast<std::uint64_t>(pool.stolen);
    stats.grains_live = static_cast<std::uint32_t>(pool.live);
    stats.grains_peak = static_cast<std::uint32_t>(pool.peak_live);
    stats.steals_unbridged = static_cast<std::uint64_t>(pool.unbridged);
    stats.events_refused = state_->events.refused();
    return stats;
}

bool Cloud::sounding() const noexcept QUERN_RT
{
    return std::any_of(state_->notes.begin(), state_->notes.end(),
                       [](const CloudNote& note) noexcept QUERN_RT { return note.used; });
}

} // namespace quern::grain
