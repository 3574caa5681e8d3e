// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <span>

#include "quern/dsp/release_fold.hpp"
#include "quern/grain/pool_state.hpp"

namespace quern::grain {
namespace {

constexpr std::int32_t kRichFrames = 256; // of a rich grain that are read at a time

std::size_t at(const OwnerBuses& buses, std::int32_t owner, std::int64_t frame) noexcept QUERN_RT
{
    return static_cast<std::size_t>(owner * buses.stride + frame);
}

const float* channel(const GrainSource& source, std::int32_t number) noexcept QUERN_RT
{
    return source.table.data() + (source.base + number * source.distance);
}

std::int64_t limited(std::int64_t frame) noexcept QUERN_RT
{
    constexpr auto kFarthest = static_cast<std::int64_t>(kFarthestOffset);
    return std::clamp(frame, -kFarthest, kFarthest);
}

/// As `split`, with the offset kept in double until its whole frames are gone.
Head split_double(double offset) noexcept QUERN_RT
{
    auto frame = static_cast<std::int64_t>(offset);
    if (static_cast<double>(frame) > offset)
        --frame;
    return {frame, static_cast<float>(offset - static_cast<double>(frame))};
}

/// The head of a grain `run` frames after its anchor; false when it is too far away to matter. Before its
/// anchor a grain went at the step that held then.
bool find_head(const Grain& grain, OffsetPrecision precision, std::int64_t run, Head& head) noexcept QUERN_RT
{
    const float step = run < 0 ? grain.step_before : grain.step;
    if (precision == OffsetPrecision::double_) {
        const double offset =
            static_cast<double>(grain.origin) + static_cast<double>(step) * static_cast<double>(run);
        if (!(offset > -static_cast<double>(kFarthestOffset) &&
              offset < static_cast<double>(kFarthestOffset)))
            return false;
        head = split_double(offset);
        return true;
    }
    const float offset = grain.origin + step * static_cast<float>(run);
    if (!is_near(offset))
        return false;
    head = split(offset);
    return true;
}

} // namespace

void Pool::State::anchor(Place place, std::int64_t frame, float step) noexcept QUERN_RT
{
    Grain& grain = grains[place];
    if (frame > grain.since) {
        const bool is_fine = grain.is(Grain::anchors) ||
                             (grain.is(Grain::rich) && riches[place].form.offset == OffsetPrecision::double_);
        const OffsetPrecision precision = is_fine ? OffsetPrecision::double_ : OffsetPrecision::single_;
        Head head{};
        if (find_head(grain, precision, frame - grain.since, head)) {
            grain.anchor = limited(grain.anchor + head.frame);
            grain.origin = head.fraction;
        } else {
            const auto far = static_cast<std::int64_t>(kFarthestOffset);
            grain.anchor = grain.step < 0.0f ? -far : far;
            grain.origin = 0.0f;
        }
        grain.since = frame;
        grain.step_before = grain.step;
    }
    grain.step = step;
}

std::int64_t Pool::State::next_change(Place place, std::int64_t to) const noexcept QUERN_RT
{
    const Grain& grain = grains[place];
    if (grain.is(Grain::turns))
        to = std::min(to, riches[place].turn);
    if (grain.is(Grain::anchors))
        to = std::min(to, grain.since + kAnchoredFrames);
    return to;
}

void Pool::State::change(Place place, std::int64_t frame) noexcept QUERN_RT
{
    Grain& grain = grains[place];
    const bool turns = grain.is(Grain::turns) && riches[place].turn == frame;
    anchor(place, frame, turns ? -grain.step : grain.step);
    if (turns) {
        grain.set(Grain::turns, false);
        grain.set(Grain::reversed, true);
    }
}

PanGains Pool::State::value(Place place, const GrainSource& source, std::int64_t frame) noexcept QUERN_RT
{
    const Grain& grain = grains[place];
    const auto age = static_cast<std::int32_t>(frame - grain.birth);
    const float window = window_at(curves[grain.shape].data(), age, grain.length);
    float left = 0.0f;
    float right = 0.0f;
    Head head{};
    if (!grain.is(Grain::rich)) {
        if (grain.channel < source.channels &&
            find_head(grain, OffsetPrecision::single_, frame - grain.since, head))
            left = right = read_rich(grain.interpolation(), sinc, channel(source, grain.channel),
                                     source.frames, grain.anchor + head.frame, head.fraction);
    } else {
        RichGrain& rich = riches[place];
        const GrainForm& form = rich.form;
        if (find_head(grain, form.offset, frame - grain.since, head)) {
            const auto read = [&](std::int32_t number) {
                return number < source.channels
                           ? read_rich(form.interpolation, sinc, channel(source, number), source.frames,
                                       grain.anchor + head.frame, head.fraction)
                           : 0.0f;
            };
            left = read(form.left_channel);
            right = form.right_channel == form.left_channel ? left : read(form.right_channel);
        }
        if (form.filter.kind != GrainFilter::Kind::off) {
            left = rich.filter[0].process(left);
            right = form.right_channel == form.left_channel ? left : rich.filter[1].process(right);
            rich.last = {left, right};
        }
    }
    return {left * window * grain.gain_left, right * window * grain.gain_right};
}

void Pool::State::read_last(Place place, const GrainSource& source) noexcept QUERN_RT
{
    Grain& grain = grains[place];
    if (grain.is(Grain::faded))
        return;
    grain.set(Grain::faded, true);
    PanGains& last = lasts[place - capacity];
    const RichGrain& rich = riches[place];
    if (grain.is(Grain::rich) && rich.form.filter.kind != GrainFilter::Kind::off) {
        const float window = window_at(curves[grain.shape].data(),
                                       static_cast<std::int32_t>(grain.end - 1 - grain.birth), grain.length);
        last = {rich.last.left * window * grain.gain_left, rich.last.right * window * grain.gain_right};
    } else {
        last = value(place, source, grain.end - 1);
    }
}

void Pool::State::add_bridge(Place place, const OwnerBuses& buses, std::int64_t from,
                             std::int64_t to) noexcept QUERN_RT
{
    const Grain& grain = grains[place];
    const PanGains last = lasts[place - capacity];
    for (std::int64_t frame = from; frame < to; ++frame) {
        const float tap = dsp::kFoldTaps[static_cast<std::size_t>(frame - grain.end)];
        const std::size_t k = at(buses, grain.owner, frame - now);
        buses.left[k] += last.left * tap;
        buses.right[k] += last.right * tap;
    }
}

std::int32_t Pool::State::render_frame(const GrainSource& source, const OwnerBuses& buses) noexcept QUERN_RT
{
    std::int32_t sounding = 0;
    const auto add = [&](Place place) {
        Grain& grain = grains[place];
        if (now < grain.birth)
            return;
        if (now >= grain.end) {
            if (grain.is(Grain::fades) && now < grain.end + kBridgeFrames) {
                read_last(place, source);
                add_bridge(place, buses, now, now + 1);
            }
            return;
        }
        if (next_change(place, now + 1) == now)
            change(place, now);
        const PanGains both = value(place, source, now);
        buses.left[at(buses, grain.owner, 0)] += both.left;
        buses.right[at(buses, grain.owner, 0)] += both.right;
        ++sounding;
    };
    SlotSet::visit_union(taken, tailed, [&](std::size_t slot) {
        for (Place tail = next[slot]; tail != kNone; tail = next[tail])
            add(tail);
        if (taken.contains(slot))
            add(static_cast<Place>(slot));
    });
    finish(1);
    return sounding;
}

std::int32_t Pool::State::render_block(const GrainSource& source, const OwnerBuses& buses,
                                       std::int32_t frames) noexcept QUERN_RT
{
    constexpr int kSlow = Grain::rich | Grain::hermite | Grain::turns | Grain::fades;
    const std::int64_t stop = now + frames;
    std::int32_t sounding = 0;
    const auto add = [&](Place place) {
        const Grain& grain = grains[place];
        const std::int64_t from = std::max(now, grain.birth);
        const std::int64_t to = std::min(stop, grain.end);
        sounding += static_cast<std::int32_t>((from < to) & (to == stop));
        const bool is_simple = (grain.flags & kSlow) == 0 && grain.channel < source.channels;
        if (!is_simple || (grain.is(Grain::anchors) && grain.since + kAnchoredFrames < to))
            render_place(place, source, buses, frames);
        else if (from < to)
            add_span(grain, source, buses, from, to, stop);
    };
    SlotSet::visit_union(taken, tailed, [&](std::size_t slot) {
        for (Place tail = next[slot]; tail != kNone; tail = next[tail])
            add(tail);
        if (taken.contains(slot))
            add(static_cast<Place>(slot));
    });
    flush_spans();
    finish(frames);
    return sounding;
}

void Pool::State::render_place(Place place, const GrainSource& source, const OwnerBuses& buses,
                               std::int32_t frames) noexcept QUERN_RT
{
    const Grain& grain = grains[place];
    const std::int64_t stop = now + frames;
    std::int64_t from = std::max(now, grain.birth);
    const std::int64_t to = std::min(stop, grain.end);
    if (from < to) {
        for (std::int64_t end = next_change(place, to); end < to; end = next_change(place, to)) {
            if (from < end)
                render_piece(place, source, buses, from, end, stop);
            change(place, end);
            from = end;
        }
        render_piece(place, source, buses, from, to, stop);
    }
    const std::int64_t fade_from = std::max(now, grain.end);
    const std::int64_t fade_to = std::min(stop, grain.end + kBridgeFrames);
    if (grain.is(Grain::fades) && fade_from < fade_to) {
        flush_spans();
        read_last(place, source);
        add_bridge(place, buses, fade_from, fade_to);
    }
}

void Pool::State::render_piece(Place place, const GrainSource& source, const OwnerBuses& buses,
                               std::int64_t from, std::int64_t to, std::int64_t stop) noexcept QUERN_RT
{
    const Grain& grain = grains[place];
    const bool is_plain = !grain.is(Grain::rich) && grain.channel < source.channels;
    if (is_plain && !grain.is(Grain::hermite))
        return add_span(grain, source, buses, from, to, stop);
    flush_spans();
    if (is_plain) {
        add_span(grain, source, buses, from, to, stop);
        pool_kernels().render_hermite(spans[--spans_used]);
        return;
    }
    if (!grain.is(Grain::rich)) { // of a channel that the source does not have
        for (std::int64_t frame = from; frame < to; ++frame) {
            const PanGains both = value(place, source, frame);
            buses.left[at(buses, grain.owner, frame - now)] += both.left;
            buses.right[at(buses, grain.owner, frame - now)] += both.right;
        }
        return;
    }
    while (from < to) {
        const std::int64_t count = std::min<std::int64_t>(to - from, kRichFrames);
        add_rich(place, source, buses, from, static_cast<std::int32_t>(count));
        from += count;
    }
}

void Pool::State::add_rich(Place place, const GrainSource& source, const OwnerBuses& buses, std::int64_t from,
                           std::int32_t count) noexcept QUERN_RT
{
    const Grain& grain = grains[place];
    RichGrain& rich = riches[place];
    const GrainForm& form = rich.form;
    const bool is_mono = form.right_channel == form.left_channel;
    std::array<float, kRichFrames + WindowCurves::kPadding> window;
    std::array<float, kRichFrames> left;
    std::array<float, kRichFrames> right;
    pool_kernels().window(curves[grain.shape].data(), static_cast<std::int32_t>(from - grain.birth),
                          grain.length, window.data(), count);
    const auto size = static_cast<std::size_t>(count);
    std::array<Head, kRichFrames> heads;
    for (std::size_t k = 0; k < size; ++k) {
        const std::int64_t run = from + static_cast<std::int64_t>(k) - grain.since;
        heads[k] = find_head(grain, form.offset, run, heads[k])
                       ? Head{grain.anchor + heads[k].frame, heads[k].fraction}
                       : kNowhere;
    }
    const auto read = [&](std::int32_t number, std::span<float> out) {
        if (number < source.channels)
            read_rich(form.interpolation, sinc, channel(source, number), source.frames, {heads.data(), size},
                      out.data());
        else
            std::fill_n(out.begin(), size, 0.0f);
    };
    read(form.left_channel, left);
    if (!is_mono)
        read(form.right_channel, right);
    if (form.filter.kind != GrainFilter::Kind::off) {
        rich.filter[0].process({left.data(), size});
        if (!is_mono)
            rich.filter[1].process({right.data(), size});
        rich.last = {left[size - 1], (is_mono ? left : right)[size - 1]};
    }
    const std::size_t first = at(buses, grain.owner, from - now);
    for (std::size_t k = 0; k < size; ++k) {
        buses.left[first + k] += left[k] * window[k] * grain.gain_left;
        buses.right[first + k] += (is_mono ? left : right)[k] * window[k] * grain.gain_right;
    }
}

inline void Pool::State::add_span(const Grain& grain, const GrainSource& source, const OwnerBuses& buses,
                                  std::int64_t from, std::int64_t to, std::int64_t stop) noexcept QUERN_RT
{
    const auto age = static_cast<std::int32_t>(from - grain.birth);
    const auto count = static_cast<std::int32_t>(to - from);
    const float* curve = curves[grain.shape].data();
    const std::size_t first = at(buses, grain.owner, from - now);
    spans[spans_used++] = {channel(source, grain.channel),
                           source.frames,
                           grain.anchor,
                           grain.step,
                           grain.origin,
                           static_cast<std::int32_t>(from - grain.since),
                           age,
                           grain.length,
                           count,
                           curve,
                           cache.values(grain.window, curve, age, count),
                           grain.gain_left,
                           grain.gain_right,
                           buses.left.data() + first,
                           buses.right.data() + first,
                           static_cast<std::int32_t>(from - now),
                           static_cast<std::int32_t>(stop - to)};
    if (spans_used == spans.size())
        flush_spans();
}

void Pool::State::flush_spans() noexcept QUERN_RT
{
    if (spans_used != 0)
        pool_kernels().render(spans.data(), spans_used);
    spans_used = 0;
}

} // namespace quern::grain
