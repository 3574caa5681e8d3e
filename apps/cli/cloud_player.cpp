// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "cloud_player.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "quern/core/units.hpp"

namespace quern::cli {
namespace {

using grain::CloudEvent;
using grain::kCloudBlock;

std::uint64_t frame_at(double seconds)
{
    return static_cast<std::uint64_t>(std::llround(seconds * kSampleRate));
}

/// Ends before beginnings at one frame: a place that becomes free may be taken at once.
std::vector<CloudEvent> events_of(const std::vector<CloudNoteSpan>& notes)
{
    std::vector<CloudEvent> events;
    std::uint32_t number = 0;
    for (const CloudNoteSpan& note : notes) {
        CloudEvent event;
        event.kind = CloudEvent::Kind::note_on;
        event.value = note.key;
        event.velocity = note.velocity;
        event.note = number++;
        event.frame = frame_at(note.start_s);
        events.push_back(event);
        const std::uint64_t start = event.frame;
        event.kind = CloudEvent::Kind::note_off;
        event.frame = std::max(frame_at(note.end_s), start + 1);
        events.push_back(event);
    }
    std::stable_sort(events.begin(), events.end(), [](const CloudEvent& a, const CloudEvent& b) {
        if (a.frame != b.frame)
            return a.frame < b.frame;
        return a.kind == CloudEvent::Kind::note_off && b.kind != CloudEvent::Kind::note_off;
    });
    return events;
}

} // namespace

Result<CloudPlayer> CloudPlayer::create(const CloudOptions& options, const CloudSetup& setup)
{
    grain::CloudConfig config;
    config.grains = options.grains;
    config.notes = options.polyphony;
    config.seed = options.seed;
    config.root = static_cast<float>(options.root);
    // All that can be due within one call.
    config.events =
        std::min(grain::kCloudParams * (kLargestCloudBlock / kCloudBlock + 1) + 2 * setup.notes.size(),
                 std::size_t{1} << 20);
    Result<grain::Cloud> cloud = grain::Cloud::create(config, setup.source.view());
    if (!cloud) {
        Error error = cloud.error();
        if (error.where == "cloud:source")
            error.where = setup.source_name;
        return error;
    }
    return CloudPlayer(std::move(*cloud), setup);
}

CloudPlayer::CloudPlayer(grain::Cloud cloud, const CloudSetup& setup)
    : cloud_(std::move(cloud)),
      setup_(&setup),
      notes_(events_of(setup.notes)),
      last_(setup.patch.lanes.size(), std::numeric_limits<float>::quiet_NaN())
{
}

void CloudPlayer::render(std::span<float> interleaved)
{
    const std::size_t frames = interleaved.size() / 2;
    // The instrument renders ahead to the end of its own block.
    post_until((done_ + frames + kCloudBlock - 1) / kCloudBlock * kCloudBlock);
    cloud_.process(interleaved.data(), frames);
    done_ += frames;
}

void CloudPlayer::post_until(std::uint64_t frame)
{
    for (; next_values_ < frame; next_values_ += kCloudBlock) {
        post_values(next_values_);
        for (; next_note_ < notes_.size() && notes_[next_note_].frame < next_values_ + kCloudBlock;
             ++next_note_)
            cloud_.post(notes_[next_note_]);
    }
}

void CloudPlayer::post_values(std::uint64_t frame)
{
    for (std::size_t i = 0; i < last_.size(); ++i) {
        const formats::CloudLane& lane = setup_->patch.lanes[i];
        const float value = lane.at(static_cast<double>(frame) / kSampleRate);
        if (value == last_[i])
            continue;
        CloudEvent event;
        event.param = lane.param;
        event.value = value;
        event.frame = frame;
        cloud_.post(event);
        last_[i] = value;
    }
}

} // namespace quern::cli
