// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/schedule_scenario.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "apps/cli/vectors/vectors.hpp"
#include "quern/bed/records.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/core/units.hpp"

namespace quern::vectors {
namespace {

// Constants of the golden files: the rider holds a quarter turn, the mix holds two levels.
constexpr float kTurn = 0.25f;
constexpr int kLevelWordA = 7859;
constexpr int kLevelWordB = 16000;
constexpr std::array<std::size_t, 2> kChangeFrames{120, 600};

std::optional<float> number_of(std::string_view text)
{
    float value = 0.0f;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<bed::Member> surface_named(std::string_view text)
{
    const auto member = bed::member_named(text);
    return member == bed::Member::x_jet_rolling ? std::nullopt : member;
}

float ramp_speed(std::size_t frame)
{
    const float t = static_cast<float>(frame) / 60.0f;
    if (t < 4.0f)
        return 3.0f * t;
    return t < 8.0f ? 12.0f - 3.0f * (t - 4.0f) : 0.0f;
}

float jump_speed(std::size_t frame)
{
    constexpr std::array<float, 6> kSpeeds{1.0f, 5.0f, 2.0f, 9.0f, 9.5f, 3.0f};
    return kSpeeds[frame / 37 % kSpeeds.size()];
}

/// Keeps what a player says during one step. Called inside the player's real-time code, so it only copies.
class Recorder {
public:
    struct Heard {
        grain::PlayerEvent event{};
        Generator::Words before{}; // of picks
    };

    static void notify(void* context, const grain::PlayerEvent& event) noexcept QUERN_RT
    {
        Recorder& self = *static_cast<Recorder*>(context);
        if (self.count_ == self.heard_.size())
            return;
        Heard& heard = self.heard_[self.count_++];
        heard.event = event;
        if (event.generator != nullptr)
            heard.before = event.generator->words();
    }

    /// The step's events in the golden file's spelling; its picks go to `picks`. Empties the recorder.
    std::string take(std::size_t block, char player, std::vector<SchedulePick>& picks)
    {
        std::string text;
        for (const Heard& heard : std::span(heard_).first(std::exchange(count_, 0))) {
            if (heard.event.kind == grain::PlayerEvent::Kind::pick)
                picks.push_back({block, player, heard.before, heard.event.start, heard.event.candidates});
            else
                text += (text.empty() ? "" : ";") + spelled(heard.event);
        }
        return text;
    }

private:
    static std::string spelled(const grain::PlayerEvent& event)
    {
        const std::string slot = std::to_string(event.slot);
        switch (event.kind) {
        case grain::PlayerEvent::Kind::start:
            return "start" + slot + "(" + hex(event.start) + "@" + hex(event.record.position) + ")";
        case grain::PlayerEvent::Kind::release:
            return "release" + slot;
        case grain::PlayerEvent::Kind::stop:
            return "stop" + slot;
        default:
            return "bind";
        }
    }

    std::array<Heard, 16> heard_{}; // a step says at most a dozen things
    std::size_t count_ = 0;
};

} // namespace

Result<Scenario> Scenario::named(std::string_view name)
{
    const auto refuse = [name] {
        return Error{
            Error::Code::bad_input,
            {},
            "found scenario '" + std::string(name) +
                "', expected const_SURFACE_SPEED, ramp_, jump_, flip_ or wander_SURFACE, pitch_FACTOR or "
                "change_SPEED"};
    };
    Scenario scenario;
    const std::size_t first = name.find('_');
    if (first == std::string_view::npos)
        return refuse();
    const std::string_view shape = name.substr(0, first);
    std::string_view rest = name.substr(first + 1);
    constexpr std::array<std::pair<std::string_view, Shape>, 4> kOnSurface{
        {{"ramp", Shape::ramp}, {"jump", Shape::jump}, {"flip", Shape::flip}, {"wander", Shape::wander}}};
    for (const auto& [word, value] : kOnSurface) {
        if (shape != word)
            continue;
        const auto member = surface_named(rest);
        if (!member)
            return refuse();
        scenario.shape_ = value;
        scenario.member_ = *member;
        if (value == Shape::wander)
            scenario.pitch_word_ = 3900;
        return scenario;
    }
    if (shape == "const") {
        const std::size_t last = rest.rfind('_');
        const auto member = surface_named(rest.substr(0, last));
        const auto speed = last == std::string_view::npos ? std::nullopt : number_of(rest.substr(last + 1));
        if (!member || !speed)
            return refuse();
        scenario.member_ = *member;
        scenario.speed_mps_ = *speed;
        return scenario;
    }
    const auto value = number_of(rest);
    if (!value || (shape != "pitch" && shape != "change"))
        return refuse();
    scenario.shape_ = shape == "change" ? Shape::change : Shape::constant;
    scenario.speed_mps_ = shape == "change" ? *value : 6.0f;
    if (shape == "pitch") {
        if (*value <= 0.0f || *value > grain::kMaxPitch)
            return refuse();
        scenario.pitch_word_ = static_cast<int>(std::lround(*value * 4096.0f));
    }
    return scenario;
}

bed::Member Scenario::member(std::size_t frame) const
{
    const bool changed = shape_ == Shape::change && frame >= kChangeFrames[0] && frame < kChangeFrames[1];
    return changed ? bed::Member::metal_smooth_hard : member_;
}

float Scenario::speed_mps(std::size_t frame) const
{
    switch (shape_) {
    case Shape::ramp:
        return ramp_speed(frame);
    case Shape::jump:
        return jump_speed(frame);
    case Shape::flip:
        return frame / 5 % 2 == 0 ? 3.0f : 8.0f;
    case Shape::wander:
        return 4.0f + static_cast<float>(frame * 7919 % 64) * 0.03125f;
    default:
        return speed_mps_;
    }
}

std::array<grain::PlayerRecord, 2> Scenario::records(std::size_t frame) const
{
    const bed::Tuning& tuning = bed::default_tuning();
    const bed::SurfaceTuning& surface = tuning.surface[static_cast<std::size_t>(member(frame))];
    bed::RecordInputs in;
    in.speed = speed_mps(frame);
    in.intensity = kTurn;
    in.level_a = kLevelWordA;
    in.level_b = kLevelWordB;
    in.pitch = pitch_word_;
    in.b_behind_a = tuning.owner.b_behind_a;
    return bed::make_records(in, surface, surface);
}

bool Scenario::binds(std::size_t frame) const
{
    return frame == 0 ||
           (shape_ == Shape::change && (frame == kChangeFrames[0] || frame == kChangeFrames[1]));
}

float golden_duration(bed::Member member)
{
    struct Length {
        float samples, rate;
    };
    // By bed::Member, surfaces only.
    static constexpr std::array<Length, bed::kSurfaceMembers> kLengths{{{860080, 44100},
                                                                        {956100, 48000},
                                                                        {968807, 44100},
                                                                        {963222, 44100},
                                                                        {1013604, 48000},
                                                                        {934573, 48000},
                                                                        {963228, 44100},
                                                                        {885096, 44100},
                                                                        {930067, 44100},
                                                                        {896308, 44100},
                                                                        {1049760, 48000},
                                                                        {840219, 44100},
                                                                        {776894, 44100}}};
    const Length& length = kLengths.at(static_cast<std::size_t>(member));
    return length.samples / length.rate;
}

ScheduleLog run_schedule(const Scenario& scenario, std::size_t blocks)
{
    ScheduleLog log;
    Generator generator;
    std::array<grain::Player, 2> players;
    std::array<Recorder, 2> recorders;
    for (std::size_t p = 0; p < players.size(); ++p)
        players[p].set_observer({&Recorder::notify, &recorders[p]});
    const auto write = [&](std::size_t block, std::size_t p, bool bind) {
        const grain::Player& player = players[p];
        const char name = p == 0 ? 'A' : 'B';
        log.rows.push_back({block,
                            name,
                            bind,
                            recorders[p].take(block, name, log.picks),
                            player.active(),
                            {player.slot(0), player.slot(1)},
                            player.record(),
                            generator.words()});
    };
    const float silence = 0.0f; // nothing is rendered here; a recording only has to exist
    std::size_t frame_before = static_cast<std::size_t>(-1);
    for (std::size_t block = 0; block < blocks; ++block) {
        const std::size_t frame = kBlockFrames * block * 60 / kSampleRate;
        const auto records = scenario.records(frame);
        if (frame != frame_before && scenario.binds(frame)) {
            const bed::Member member = scenario.member(frame);
            const bed::SurfaceTuning& surface =
                bed::default_tuning().surface[static_cast<std::size_t>(member)];
            const grain::RecordingView view{&silence, 1, kSampleRate, golden_duration(member)};
            players[0].bind(view, surface.player_a, {}, records[0], generator);
            players[1].bind(view, surface.player_b, {}, records[1], generator);
            write(block, 0, true);
            write(block, 1, true);
        }
        frame_before = frame;
        for (std::size_t p = 0; p < players.size(); ++p) {
            players[p].set_record(records[p]);
            players[p].tick(generator);
            write(block, p, false);
        }
    }
    return log;
}

} // namespace quern::vectors
