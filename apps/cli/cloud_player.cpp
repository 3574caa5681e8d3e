// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "cloud_player.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "quern/core/elementary.hpp"
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

/// For all that can be due within one block of the instrument, up to what its queue may have.
std::size_t room_for(const CloudSetup& setup)
{
    return std::min(grain::kCloudParams + 2 * setup.notes.size(), std::size_t{1} << 20);
}

} // namespace

Result<CloudPlayer> CloudPlayer::create(const CloudOptions& options, const CloudSetup& setup)
{
    grain::CloudConfig config;
    config.grains = options.grains;
    config.notes = options.polyphony;
    config.seed = options.seed;
    config.root = static_cast<float>(options.root);
    config.events = room_for(setup);
    Result<grain::Cloud> cloud = grain::Cloud::create(config, setup.source.view());
    if (!cloud) {
        Error error = cloud.error();
        if (error.where == "cloud:source")
            error.where = setup.source_name;
        if (setup.dropped_s > 0.0)
            error.message +=
                fmt::format(", once {:.3f} s of silence at its ends were dropped", setup.dropped_s);
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
    while (!interleaved.empty()) {
        // The instrument renders its next block, and takes what is due in it, with the block's first frame.
        const std::uint64_t inside = done_ % kCloudBlock;
        if (inside == 0)
            post_block(done_);
        const auto frames = std::min<std::size_t>(interleaved.size() / 2, kCloudBlock - inside);
        cloud_.process(interleaved.data(), frames);
        if (setup_->fades_out)
            fade(interleaved.first(2 * frames));
        interleaved = interleaved.subspan(2 * frames);
        done_ += frames;
    }
}

/// Half a cosine down to the last frame, and silence behind it.
void CloudPlayer::fade(std::span<float> interleaved) const
{
    const std::uint64_t begin = setup_->frames - std::min(kFadeFrames, setup_->frames / 2);
    for (std::size_t i = 0; i < interleaved.size(); ++i) {
        const std::uint64_t frame = done_ + i / 2 + 1;
        if (frame <= begin)
            continue;
        const double part = static_cast<double>(frame - begin) / static_cast<double>(setup_->frames - begin);
        interleaved[i] *= static_cast<float>(0.5 + 0.5 * cos_of(kPi * std::min(part, 1.0)));
    }
}

/// What finds no room comes a block later, and none is lost: the queue is empty again by then.
void CloudPlayer::post_block(std::uint64_t frame)
{
    std::size_t room = room_for(*setup_) - post_values(frame);
    for (; room > 0 && next_note_ < notes_.size() && notes_[next_note_].frame < frame + kCloudBlock; --room)
        cloud_.post(notes_[next_note_++]);
}

std::size_t CloudPlayer::post_values(std::uint64_t frame)
{
    std::size_t posted = 0;
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
        ++posted;
        last_[i] = value;
    }
    return posted;
}

} // namespace quern::cli
