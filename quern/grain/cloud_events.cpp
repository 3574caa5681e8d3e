// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What an event does to a cloud.
#include <algorithm>
#include <cmath>

#include "quern/grain/cloud_state.hpp"

namespace quern::grain {
namespace {

using P = CloudParam;

} // namespace

void Cloud::State::take(const CloudEvent& event, std::size_t offset) noexcept QUERN_RT
{
    switch (event.kind) {
    case CloudEvent::Kind::set:
        if (static_cast<std::size_t>(event.param) >= kCloudParams) {
            ++stats.values_refused;
            break;
        }
        switch (values_.aim(event.param, event.value)) {
        case CloudSmoother::Taken::as_is:
            break;
        case CloudSmoother::Taken::clamped:
            ++stats.values_clamped;
            break;
        case CloudSmoother::Taken::refused:
            ++stats.values_refused;
            break;
        }
        break;
    case CloudEvent::Kind::note_on:
        note_on(event, offset);
        break;
    case CloudEvent::Kind::note_off:
        for (CloudNote& note : notes) {
            if (note.used && note.id == event.note)
                let_go(note, offset);
        }
        break;
    case CloudEvent::Kind::all_off:
        for (CloudNote& note : notes) {
            if (note.used)
                let_go(note, offset);
        }
        break;
    }
}

void Cloud::State::note_on(const CloudEvent& event, std::size_t offset) noexcept QUERN_RT
{
    const bool makes_sense =
        event.value >= 0.0f && event.value <= 127.0f && event.velocity >= 0.0f && event.velocity <= 1.0f;
    CloudNote* note = makes_sense ? make_room(offset) : nullptr;
    if (note == nullptr) {
        ++stats.notes_refused;
        return;
    }
    note->used = true;
    note->gives_way = false;
    note->id = event.note;
    note->order = note_number_;
    note->velocity = event.velocity;
    note->semitones = static_cast<double>(event.value) - static_cast<double>(config.root);
    std::fill_n(note->gains.begin(), offset, 0.0f);
    note->enveloped = offset;
    note->end = kCloudBlock;
    note->envelope.begin();
    note->stream.begin(config.seed, note_number_++);
    if (entered_)
        note->stream.enter(clock_, offset);
    ++stats.notes_started;
}

/// An owner that is free. When all places are taken by notes, one of them gives way: the one let go longest
/// ago, else the oldest.
CloudNote* Cloud::State::make_room(std::size_t offset) noexcept QUERN_RT
{
    CloudNote* free = nullptr;
    CloudNote* victim = nullptr;
    std::size_t sounding = 0;
    for (CloudNote& note : notes) {
        if (!note.used) {
            free = free == nullptr ? &note : free;
            continue;
        }
        if (note.gives_way)
            continue;
        ++sounding;
        const bool better =
            victim == nullptr || (note.envelope.released() && !victim->envelope.released()) ||
            (note.envelope.released() == victim->envelope.released() && note.order < victim->order);
        victim = better ? &note : victim;
    }
    if (free != nullptr && sounding >= config.notes) {
        advance_envelope(*victim, offset);
        victim->gives_way = true;
        victim->envelope.let_go_in(kCloudGiveWaySeconds);
        ++stats.notes_given_way;
    }
    return free;
}

void Cloud::State::let_go(CloudNote& note, std::size_t offset) noexcept QUERN_RT
{
    advance_envelope(note, offset);
    note.envelope.let_go();
}

void Cloud::State::advance_envelope(CloudNote& note, std::size_t to) noexcept QUERN_RT
{
    if (to <= note.enveloped)
        return;
    CloudEnvelopeTimes times;
    times.attack_s = static_cast<double>(values_[P::attack]);
    times.decay_s = static_cast<double>(values_[P::decay]);
    times.sustain = static_cast<double>(values_[P::sustain]);
    times.release_s = static_cast<double>(values_[P::release]);
    const std::span<float> gains(note.gains);
    const bool sounded = !note.envelope.idle();
    note.envelope.render(gains.subspan(note.enveloped, to - note.enveloped), times);
    if (sounded && note.envelope.idle()) {
        // The first frame from which on nothing is heard.
        std::size_t end = to;
        while (end > note.enveloped && gains[end - 1] == 0.0f)
            --end;
        note.end = end;
    } else if (!sounded) {
        note.end = std::min(note.end, note.enveloped);
    }
    note.enveloped = to;
}

} // namespace quern::grain
