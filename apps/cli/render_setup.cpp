// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "render_setup.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bank_input.hpp"
#include "quern/bed/router.hpp"
#include "quern/bed/surfaces.hpp"
#include "quern/core/units.hpp"
#include "quern/formats/recording_shape.hpp"
#include "quern/formats/ride_constants.hpp"
#include "quern/formats/tuning_file.hpp"
#include "sound_output.hpp"

namespace quern::cli {
namespace {

Result<bed::Tuning> read_tunings(const RenderOptions& options)
{
    bed::Tuning tuning = bed::default_tuning();
    for (const std::string& path : options.tunings) {
        Result<bed::Tuning> read = formats::read_tuning(path, tuning);
        if (!read)
            return read.error();
        tuning = *read;
    }
    if (options.max_kmh) {
        tuning.fallback.max_kmh = static_cast<float>(*options.max_kmh);
        for (bed::SurfaceTuning& surface : tuning.surface)
            surface.max_kmh = static_cast<float>(*options.max_kmh);
    }
    return tuning;
}

Result<formats::Ride> read_ride(const RenderOptions& options, const bed::Tuning& tuning)
{
    formats::RideOptions ride_options;
    ride_options.control_rate_hz = options.control_rate;
    ride_options.speed_scale = options.speed_scale;
    ride_options.tuning = &tuning;
    if (!options.surface.empty())
        ride_options.surface = options.surface;
    if (!options.ride_constants.empty()) {
        Result<formats::RideConstants> constants = formats::read_ride_constants(options.ride_constants);
        if (!constants)
            return constants.error();
        ride_options.constants = *constants;
    }
    if (options.to_s) {
        const double behind_s = static_cast<double>(SoundOutput::lookahead(options.rate)) / kSampleRate;
        // The converter's look ahead must not push a cut at the very limit over it.
        const double limit_s = std::max(*options.to_s, formats::kMaxRideHours * 3600.0);
        ride_options.to_s = std::min(*options.to_s + behind_s, limit_s);
    }
    Result<formats::Ride> ride = formats::read_ride(options.ride, ride_options);
    if (!ride && ride.error().code == Error::Code::io && options.ride.find('.') == std::string::npos)
        return Error{Error::Code::io, ride.error().where,
                     ride.error().message + "; built-in rides are demo, acceptance/ollie, ..."};
    if (!ride)
        return ride;
    if (ride->size() == 0)
        return Error{Error::Code::bad_input, options.ride, "found no control frame, expected a ride"};
    if (ride->generic() && (!options.surface.empty() || options.soft))
        return Error{Error::Code::usage, options.ride,
                     "this ride has no board: --surface and --soft mean nothing to it"};
    if (!ride->generic() && !options.member.empty())
        return Error{Error::Code::usage, options.ride,
                     "this ride has a board: --member is for generic rides"};
    return ride;
}

Status apply_member(const RenderOptions& options, formats::Ride& ride)
{
    if (!options.member.empty()) {
        const std::optional<bed::Member> member = bed::member_named(options.member);
        if (!member)
            return Error{Error::Code::usage, "--member",
                         "found \"" + options.member + "\", expected a member that `quern bank` lists"};
        for (bed::DriveState& state : ride.drive)
            state.member = *member;
    }
    if (options.soft) {
        for (bed::RiderState& state : ride.frames)
            state.soft_wheels = true;
    }
    return Ok{};
}

/// Makes a foreign recording serve: no silent ends, no steps into drop-outs, and for a board, which reads it
/// as slow at its start and fast at its end, the rise of level that one made at a single speed lacks.
void shape(const RenderOptions& options, bool generic, grain::Recording& recording,
           std::vector<std::string>& notes)
{
    const std::string& name = options.recording;
    if (const double dropped_s = formats::trim_silent_ends(recording); dropped_s > 0.0)
        notes.push_back(fmt::format("{}: {:.3f} s of silence dropped at its ends", name, dropped_s));
    for (const double at_s : formats::soften_dropouts(recording))
        notes.push_back(fmt::format("{}: a drop-out at {:.3f} s, its edges were faded", name, at_s));
    if (const float window_s = bed::default_tuning().fallback.player_a.window; recording.duration < window_s)
        notes.push_back(
            fmt::format("{}: lasts {:.2f} s, less than the {:.1f} s in which players look for grains: "
                        "they will repeat",
                        name, recording.duration, window_s));
    const bool silent = std::all_of(recording.samples.begin(), recording.samples.end(),
                                    [](float sample) { return sample == 0.0f; });
    const double rise_db = formats::level_rise_db(recording);
    if (silent || generic || options.steady != "rise" || rise_db >= formats::kSteadyRiseDb)
        return;
    formats::add_rise(recording, formats::kRollRiseDb - rise_db);
    notes.push_back(
        fmt::format("{}: its level rises by {:.1f} dB from start to end, made {:.0f} dB as in a real roll "
                    "(--steady keep leaves it alone)",
                    name, rise_db, formats::kRollRiseDb));
}

/// The rolling surfaces under the two wheels that routing looks at; kNoContact under one that touches
/// nothing.
std::array<int, 2> touched_surfaces(const bed::RiderState& state, const bed::Tuning& tuning)
{
    const auto surface = [&](std::size_t wheel) {
        const int material = state.wheel_material[wheel];
        const bool touches =
            state.wheel_contact[wheel] && !state.grinding && material >= 0 && material < bed::kNoMaterial;
        return touches ? bed::surface_of(material, tuning) : bed::kNoContact;
    };
    return {surface(0), surface(3)};
}

using Members = std::array<bool, bed::kMembers>;

/// The recordings that a ride may bind, by what lies under its wheels and by its speed; all without a ride.
Members members_of(const RenderSetup& setup)
{
    Members members{};
    if (setup.ride.size() == 0)
        members.fill(true);
    const auto bind = [&](bed::Member member) { members[static_cast<std::size_t>(member)] = true; };
    for (const bed::RiderState& state : setup.ride.frames) {
        const bool soft = state.soft_wheels != (!state.local && setup.fidelity.inverted_soft != 0);
        for (const int surface : touched_surfaces(state, setup.tuning)) {
            const bed::SurfaceRow& row = setup.tuning.surfaces[static_cast<std::size_t>(surface)];
            if (row.grain)
                bind(soft ? row.soft : row.hard);
        }
        if (state.ground_speed * kKmhPerMps > setup.tuning.owner.rocket_start_kmh)
            bind(bed::Member::x_jet_rolling);
    }
    for (const bed::DriveState& state : setup.ride.drive)
        bind(state.member);
    return members;
}

void append(std::string& list, bed::Member member)
{
    list += (list.empty() ? "" : ", ") + std::string(bed::name_of(member));
}

/// Members without a sound: first those of this ride, a line each for what a hard recording stands in for and
/// one line for all built-in ones; then the others, in one line a kind.
std::vector<std::string> fallback_notes(const std::vector<formats::BankFallback>& fallbacks,
                                        const Members& of_ride)
{
    std::vector<std::string> notes;
    std::string built_in, others_hard, others_built_in;
    for (const formats::BankFallback& fallback : fallbacks) {
        const bool bound = of_ride[static_cast<std::size_t>(fallback.member)];
        if (!fallback.plays)
            append(bound ? built_in : others_built_in, fallback.member);
        else if (bound)
            notes.push_back(fmt::format("{}: no sound, plays {}", bed::name_of(fallback.member),
                                        bed::name_of(*fallback.plays)));
        else
            append(others_hard, fallback.member);
    }
    if (!built_in.empty() || !others_built_in.empty())
        notes.push_back(fmt::format("no sound in the bank, so built-in recordings for: {}{}",
                                    built_in.empty() ? "nothing that this ride plays" : built_in,
                                    others_built_in.empty() ? "" : "; not in this ride: " + others_built_in));
    if (!others_hard.empty())
        notes.push_back("no sound, hard recordings, not in this ride: " + others_hard);
    return notes;
}

Result<std::shared_ptr<Bank>> read_bank(const RenderOptions& options, const RenderSetup& setup,
                                        std::vector<std::string>& notes)
{
    const bool generic = setup.ride.generic();
    const BankInputReader reader(options.bank);
    if (!options.bank.path.empty()) {
        Result<formats::BankContents> read = reader.bank();
        if (!read)
            return read.error();
        notes.insert(notes.end(), read->notes.begin(), read->notes.end());
        const std::vector<std::string> fallbacks = fallback_notes(read->fallbacks, members_of(setup));
        notes.insert(notes.begin(), fallbacks.begin(), fallbacks.end()); // the summary shows the first few
        return read->bank;
    }
    auto bank = std::make_shared<Bank>();
    if (options.recording.empty())
        return bank;
    Result<formats::SoundFile> sound = reader.recording(options.recording);
    if (!sound)
        return sound.error();
    notes.insert(notes.end(), sound->notes.begin(), sound->notes.end());
    shape(options, generic, sound->recording, notes);
    // A drive may name any member; a board's rocket keeps its own recording.
    Status status = generic ? bank->set(bed::Member::x_jet_rolling, sound->recording) : Status(Ok{});
    if (status)
        status = bank->set_all_surfaces(std::move(sound->recording));
    if (!status)
        return Error{status.error().code, options.recording, status.error().message};
    return bank;
}

/// Time spent on surfaces that `tuning` gives no grains, and what `played` gives them.
std::vector<MuteSurface> find_mute(const formats::Ride& ride, const bed::Tuning& tuning,
                                   const bed::Tuning& played)
{
    std::array<std::size_t, bed::kSurfaces> frames{};
    for (const bed::RiderState& state : ride.frames) {
        std::array<bool, bed::kSurfaces> touched{};
        for (const int surface : touched_surfaces(state, tuning))
            touched[static_cast<std::size_t>(surface)] = true;
        for (std::size_t s = 0; s < frames.size(); ++s)
            frames[s] += touched[s] ? 1 : 0;
    }
    std::vector<MuteSurface> mute;
    const std::uint16_t silent = bed::silent_surfaces(tuning);
    for (std::size_t s = 0; s < frames.size(); ++s) {
        if (frames[s] == 0 || (silent >> s & 1) == 0)
            continue;
        const bed::SurfaceRow& row = played.surfaces[s];
        mute.push_back({std::string(bed::surface_name(static_cast<int>(s))),
                        static_cast<double>(frames[s]) / ride.rate_hz,
                        row.grain ? std::string(bed::name_of(row.hard)) : ""});
    }
    return mute;
}

/// Switches and numbers.
Status read_numbers(const RenderOptions& options, RenderSetup& setup)
{
    const Result<bed::Fidelity> fidelity = parse_fidelity(options.fidelity);
    if (!fidelity)
        return fidelity.error();
    setup.fidelity = *fidelity;

    const Result<bed::Tuning> tuning = read_tunings(options);
    if (!tuning)
        return tuning.error();
    setup.own_tuning = *tuning;
    setup.tuning = options.silent_surfaces == "nearest" ? bed::with_nearest_sounds(*tuning) : *tuning;
    return Ok{};
}

} // namespace

Result<RenderSetup> set_up_render(const RenderOptions& options)
{
    RenderSetup setup;
    if (const Status status = read_numbers(options, setup); !status)
        return status.error();

    Result<formats::Ride> ride = read_ride(options, setup.own_tuning);
    if (!ride)
        return ride.error();
    setup.ride = std::move(*ride);
    setup.notes = setup.ride.notes;
    if (const Status status = apply_member(options, setup.ride); !status)
        return status.error();
    setup.mute = find_mute(setup.ride, setup.own_tuning, setup.tuning);

    Result<std::shared_ptr<Bank>> bank = read_bank(options, setup, setup.notes);
    if (!bank)
        return bank.error();
    setup.bank = std::move(*bank);
    return setup;
}

Result<RenderSetup> set_up_world(const RenderOptions& options)
{
    RenderSetup setup;
    if (const Status status = read_numbers(options, setup); !status)
        return status.error();
    Result<std::shared_ptr<Bank>> bank = read_bank(options, setup, setup.notes);
    if (!bank)
        return bank.error();
    setup.bank = std::move(*bank);
    return setup;
}

} // namespace quern::cli
