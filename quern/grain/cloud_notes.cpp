// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Which notes of a cloud sound.
#include <algorithm>
#include <cmath>

#include "quern/grain/cloud_state.hpp"

namespace quern::grain {
namespace {

using P = CloudParam;

bool gives_way_before(const CloudNote& a, const CloudNote& b) noexcept QUERN_RT
{
    if (a.envelope.released() != b.envelope.released())
        return a.envelope.released();
    if (a.envelope.released() && a.let_go_at != b.let_go_at)
        return a.let_go_at < b.let_go_at;
    return a.order < b.order;
}

} // namespace

void Cloud::State::note_on(const CloudEvent& event, std::size_t offset) noexcept QUERN_RT
{
    const bool makes_sense =
        event.value >= 0.0f && event.value <= 127.0f && event.velocity >= 0.0f && event.velocity <= 1.0f;
    if (!makes_sense) {
        ++stats.notes_refused;
        return;
    }
    ++stats.notes_started;
    make_room(offset);
    waiting_[waiting_count_++] = {event, note_number_++};
    begin_waiting(offset);
}

void Cloud::State::note_off(const CloudEvent& event, std::size_t offset) noexcept QUERN_RT
{
    const auto meant = [&event](std::uint32_t id) noexcept QUERN_RT {
        return event.kind == CloudEvent::Kind::all_off || event.note == id;
    };
    for (CloudNote& note : notes) {
        if (note.used && meant(note.id))
            let_go(note, offset);
    }
    // Let go before it could begin: nothing would be heard of it.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < waiting_count_; ++i) {
        if (!meant(waiting_[i].event.note))
            waiting_[kept++] = waiting_[i];
    }
    stats.notes_given_way += waiting_count_ - kept;
    waiting_count_ = kept;
}

/// When all places are taken by notes, one of them gives way: the one let go longest ago, else the oldest.
/// Those that wait are the youngest.
void Cloud::State::make_room(std::size_t offset) noexcept QUERN_RT
{
    CloudNote* victim = nullptr;
    std::size_t taken = waiting_count_;
    for (CloudNote& note : notes) {
        if (!note.used || note.gives_way)
            continue;
        ++taken;
        if (victim == nullptr || gives_way_before(note, *victim))
            victim = &note;
    }
    if (taken < config.notes)
        return;
    ++stats.notes_given_way;
    if (victim == nullptr) {
        std::copy(waiting_.begin() + 1, waiting_.begin() + static_cast<std::ptrdiff_t>(waiting_count_),
                  waiting_.begin());
        --waiting_count_;
    } else if (!victim->sounded && !(entered_ && victim->stream.next() < static_cast<double>(offset))) {
        victim->used = false; // no grain of it has begun: there is nothing to fade
    } else {
        advance_envelope(*victim, offset);
        victim->gives_way = true;
        victim->envelope.let_go_in(kCloudGiveWaySeconds);
    }
}

/// Notes that wait begin, oldest first, as far as owners are free.
void Cloud::State::begin_waiting(std::size_t offset) noexcept QUERN_RT
{
    std::size_t begun = 0;
    for (CloudNote& note : notes) {
        if (begun == waiting_count_)
            break;
        if (!note.used)
            begin(note, waiting_[begun++], offset);
    }
    std::copy(waiting_.begin() + static_cast<std::ptrdiff_t>(begun),
              waiting_.begin() + static_cast<std::ptrdiff_t>(waiting_count_), waiting_.begin());
    waiting_count_ -= begun;
}

void Cloud::State::begin(CloudNote& note, const CloudWaiting& waiting, std::size_t offset) noexcept QUERN_RT
{
    note.used = true;
    note.gives_way = false;
    note.sounded = false;
    note.id = waiting.event.note;
    note.order = waiting.order;
    note.velocity = waiting.event.velocity;
    note.semitones = static_cast<double>(waiting.event.value) - static_cast<double>(config.root);
    std::fill_n(note.gains.begin(), offset, 0.0f);
    note.enveloped = offset;
    note.end = kCloudBlock;
    note.envelope.begin();
    note.stream.begin(config.seed, waiting.order);
    note.scan = ground_.scan;
    if (entered_)
        enter(note, offset);
}

void Cloud::State::let_go(CloudNote& note, std::size_t offset) noexcept QUERN_RT
{
    advance_envelope(note, offset);
    if (!note.envelope.released())
        note.let_go_at = frame_ + offset;
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
