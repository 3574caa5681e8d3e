// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/cloud_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "quern/core/elementary.hpp"
#include "quern/core/units.hpp"

namespace quern::grain {
namespace {

using P = CloudParam;

constexpr double kBlockSize = static_cast<double>(kCloudBlock);

} // namespace

Cloud::State::State(const CloudConfig& with, const RecordingView& from, Pool made)
    : config(with),
      source(from),
      pool(std::move(made)),
      events(with.events),
      notes(2 * with.notes), // as many again fade out
      waiting_(with.notes),
      left_(notes.size() * kCloudBlock),
      right_(notes.size() * kCloudBlock)
{
    ground_.source_frames = from.frames;
    ground_.source_rate = from.rate;
}

void Cloud::State::render_block() noexcept QUERN_RT
{
    for (CloudNote& note : notes) {
        note.enveloped = 0;
        note.end = note.used ? kCloudBlock : 0;
    }
    begin_waiting(0);
    // What is due at the block's edge counts from its first frame on, later values from the next block.
    take_events(frame_ + 1);
    if (std::exchange(first_, false)) {
        values_.jump();
        gain_ = static_cast<float>(gain_of_db(static_cast<double>(values_[P::gain])));
    } else {
        values_.advance(kCloudBlock);
    }
    set_clock();
    for (CloudNote& note : notes) {
        if (note.used)
            enter(note, 0);
    }
    entered_ = true;
    take_events(frame_ + kCloudBlock);
    for (CloudNote& note : notes) {
        if (note.used)
            advance_envelope(note, kCloudBlock);
    }
    start_grains();
    mix();
    finish_block();
}

/// A block begins for a note, a new one at `offset`.
void Cloud::State::enter(CloudNote& note, std::size_t offset) noexcept QUERN_RT
{
    note.stream.enter(clock_, offset);
    note.room = scan_room(values_, ground_, note.semitones);
}

void Cloud::State::take_events(std::uint64_t before) noexcept QUERN_RT
{
    for (const CloudEvent* event = events.front(); event != nullptr && event->frame < before;
         event = events.front()) {
        const CloudEvent taken = *event;
        events.pop();
        take(taken, taken.frame > frame_ ? static_cast<std::size_t>(taken.frame - frame_) : 0);
    }
}

void Cloud::State::set_clock() noexcept QUERN_RT
{
    const double division = static_cast<double>(values_[P::division]);
    const double tempo = static_cast<double>(values_[P::tempo]);
    clock_.on_grid = division > 0.0;
    clock_.new_grid = grid_.enter(division);
    clock_.irregularity = static_cast<double>(values_[P::irregularity]);
    clock_.rate =
        (clock_.on_grid ? tempo / 60.0 * division : static_cast<double>(values_[P::density])) / kSampleRate;
    clock_.line = grid_.line();

    const double overlap = clock_.rate * kSampleRate * static_cast<double>(values_[P::duration]);
    ground_.gain = overlap_gain(std::min(overlap, static_cast<double>(config.grains)),
                                static_cast<double>(values_[P::exponent]));
    scan_step_ = static_cast<double>(values_[P::scan]) * (1.0 - static_cast<double>(values_[P::freeze])) *
                 ground_.source_rate / kSampleRate;
}

void Cloud::State::start_grains() noexcept QUERN_RT
{
    // In the order of their frames, whatever note they belong to: the pool's slots depend on it.
    for (;;) {
        std::size_t owner = notes.size();
        double earliest = 0.0;
        for (std::size_t i = 0; i < notes.size(); ++i) {
            const CloudNote& note = notes[i];
            if (note.used && note.stream.next() < static_cast<double>(note.end) &&
                (owner == notes.size() || note.stream.next() < earliest)) {
                owner = i;
                earliest = note.stream.next();
            }
        }
        if (owner == notes.size())
            return;
        start_grain(owner, static_cast<std::size_t>(earliest));
    }
}

void Cloud::State::start_grain(std::size_t owner, std::size_t offset) noexcept QUERN_RT
{
    CloudNote& note = notes[owner];
    const CloudChance chance = note.stream.take(clock_);
    note.sounded = true;
    CloudGround ground = ground_;
    ground.scan = note.scan + scan_step_ * static_cast<double>(offset);
    ground.room = note.room;
    const CloudGrain plan = plan_grain(values_, ground, chance, note.semitones);
    GrainStart start;
    start.owner = static_cast<std::int32_t>(owner);
    start.start = plan.start;
    start.step = static_cast<double>(plan.step);
    start.length = plan.length;
    start.shape = plan.shape;
    start.gain_left = static_cast<double>(plan.left);
    start.gain_right = static_cast<double>(plan.right);
    start.offset = static_cast<std::int32_t>(offset);
    start.form.offset = OffsetPrecision::anchored;
    if (values_[P::interpolation] >= 0.5f)
        start.form.interpolation = Interpolation::hermite;
    if (pool.start(start) < 0) {
        ++stats.grains_refused;
        return;
    }
    ++stats.grains_started;
    stats.grains_shortened += plan.shortened ? 1 : 0;
    stats.grains_clamped += plan.clamped ? 1 : 0;
}

void Cloud::State::mix() noexcept QUERN_RT
{
    for (std::size_t i = 0; i < notes.size(); ++i) {
        // A note that has ended may leave a bridge for one block more.
        if (!notes[i].used && !notes[i].stale)
            continue;
        const auto begin = static_cast<std::ptrdiff_t>(i * kCloudBlock);
        std::fill_n(left_.begin() + begin, kCloudBlock, 0.0f);
        std::fill_n(right_.begin() + begin, kCloudBlock, 0.0f);
        notes[i].stale = notes[i].used;
    }
    OwnerBuses buses;
    buses.left = left_;
    buses.right = right_;
    buses.stride = static_cast<std::int64_t>(kCloudBlock);
    pool.render(GrainSource::mono({source.samples, source.frames}), buses,
                static_cast<std::int32_t>(kCloudBlock));

    const float from = gain_;
    gain_ = static_cast<float>(gain_of_db(static_cast<double>(values_[P::gain])));
    std::array<float, kCloudBlock> left_sum{};
    std::array<float, kCloudBlock> right_sum{};
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const CloudNote& note = notes[i];
        if (!note.used)
            continue;
        const float* left = left_.data() + i * kCloudBlock;
        const float* right = right_.data() + i * kCloudBlock;
        for (std::size_t k = 0; k < kCloudBlock; ++k) {
            const float gain = note.gains[k] * note.velocity;
            left_sum[k] += left[k] * gain;
            right_sum[k] += right[k] * gain;
        }
    }
    constexpr float kPerFrame = 1.0f / static_cast<float>(kCloudBlock);
    for (std::size_t k = 0; k < kCloudBlock; ++k) {
        const float gain = from + (gain_ - from) * (static_cast<float>(k + 1) * kPerFrame);
        block[2 * k] = left_sum[k] * gain;
        block[2 * k + 1] = right_sum[k] * gain;
    }
}

void Cloud::State::finish_block() noexcept QUERN_RT
{
    for (std::size_t i = 0; i < notes.size(); ++i) {
        CloudNote& note = notes[i];
        if (!note.used)
            continue;
        note.stream.leave(kCloudBlock, clock_);
        note.scan = scan_in_round(values_, note.scan + scan_step_ * kBlockSize, note.room);
        if (note.envelope.idle()) {
            // Its gain is 0 already: nothing is heard of the cut.
            pool.stop_owner(static_cast<std::int32_t>(i), CutForm::hard);
            note.used = false;
        }
    }
    entered_ = false;
    frame_ += kCloudBlock;
    grid_.leave(static_cast<double>(values_[P::tempo]) / 60.0 * kBlockSize / kSampleRate,
                kBlockSize / kSampleRate);
    // Where the next note will begin; its key is not known yet, so it goes round as one at the root.
    ground_.scan =
        scan_in_round(values_, ground_.scan + scan_step_ * kBlockSize, scan_room(values_, ground_, 0.0));
}

} // namespace quern::grain
