// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/bank/bank_reader.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

#include "quern/bed/members.hpp"
#include "quern/formats/game/sound_source.hpp"

namespace quern::formats {
namespace {

using bed::Member;

/// Sounds without a member's name that are told one by one; an archive may have thousands.
constexpr std::size_t kMostNamed = 4;

/// The sound of each member, or null. Sounds come sorted: which of two wins does not hang on the disk.
using MemberSounds = std::array<const Sound*, bed::kMembers>;

MemberSounds find_members(const SoundSource& source, std::vector<std::string>& notes)
{
    MemberSounds found{};
    std::size_t nameless = 0;
    for (const Sound& sound : source.sounds()) {
        const std::optional<Member> member = bed::member_named(sound.stem());
        if (!member) {
            if (++nameless <= kMostNamed)
                notes.push_back(source.place(sound) + ": no member has this name, ignored");
            continue;
        }
        const Sound*& slot = found[static_cast<std::size_t>(*member)];
        if (slot == nullptr)
            slot = &sound;
        else
            notes.push_back(source.place(sound) + ": ignored, " + source.place(*slot) + " is played");
    }
    if (nameless > kMostNamed)
        notes.push_back(source.path() + ": " + std::to_string(nameless - kMostNamed) +
                        " more sounds without a member's name, ignored");
    return found;
}

/// A bank of one sound with a name of its own: all surfaces play it.
Status play_everywhere(const SoundSource& source, const BankReadOptions& options, BankContents& result)
{
    const Sound& sound = source.sounds().front();
    Result<grain::Recording> recording = source.recording(sound, options.fold, &result.notes, options.cache);
    if (!recording)
        return recording.error();
    result.notes.push_back(source.place(sound) +
                           ": no member has this name; as the only sound it is played on all surfaces");
    result.fallbacks.push_back({Member::x_jet_rolling, std::nullopt});
    const Status status = result.bank->set_all_surfaces(std::move(*recording));
    return status ? status : Status(Error{status.error().code, source.place(sound), status.error().message});
}

/// What the member plays that has no sound of its own.
BankFallback fallback_of(Member member, const MemberSounds& sounds)
{
    std::optional<Member> plays = bed::hard_of(member);
    if (plays && sounds[static_cast<std::size_t>(*plays)] == nullptr)
        plays.reset();
    return {member, plays};
}

} // namespace

Result<BankContents> read_bank(const std::string& path, const BankReadOptions& options)
{
    const Result<SoundSource> source = SoundSource::open(path);
    if (!source)
        return source.error();
    BankContents result;
    result.bank = std::make_shared<Bank>();
    std::vector<std::string> names;
    const MemberSounds sounds = find_members(*source, names);
    if (std::all_of(sounds.begin(), sounds.end(), [](const Sound* sound) { return sound == nullptr; })) {
        if (source->sounds().size() != 1)
            return Error{Error::Code::bad_input, path,
                         "found " + std::to_string(source->sounds().size()) +
                             " sounds, none named as a member, expected names such as concrete_rough_hard "
                             "(`quern bank` lists them)"};
        if (Status status = play_everywhere(*source, options, result); !status)
            return status.error();
        return result;
    }

    result.notes = std::move(names);
    const auto set = [&](Member member, grain::Recording recording, const std::string& place) -> Status {
        const Status status = result.bank->set(member, std::move(recording));
        return status ? status : Status(Error{status.error().code, place, status.error().message});
    };
    for (std::size_t i = 0; i < bed::kMembers; ++i) {
        if (sounds[i] == nullptr) {
            result.fallbacks.push_back(fallback_of(static_cast<Member>(i), sounds));
            continue;
        }
        Result<grain::Recording> recording =
            source->recording(*sounds[i], options.fold, &result.notes, options.cache);
        if (!recording)
            return recording.error();
        if (Status status = set(static_cast<Member>(i), std::move(*recording), source->place(*sounds[i]));
            !status)
            return status.error();
    }
    for (const BankFallback& fallback : result.fallbacks) {
        if (!fallback.plays)
            continue;
        if (Status status = set(fallback.member, *result.bank->get(*fallback.plays), path); !status)
            return status.error();
    }
    return result;
}

Result<SoundFile> read_recording(const std::string& path, const BankReadOptions& options)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return Error{Error::Code::bad_input, path, "is a directory, expected a sound file"};
    const Result<SoundSource> source = SoundSource::open(path);
    if (!source)
        return source.error();
    if (source->archive() != nullptr)
        return Error{Error::Code::bad_input, path,
                     "found an archive of " + std::to_string(source->sounds().size()) +
                         " sounds, expected a single one"};
    SoundFile file;
    Result<grain::Recording> recording =
        source->recording(source->sounds().front(), options.fold, &file.notes, options.cache);
    if (!recording)
        return recording.error();
    file.recording = std::move(*recording);
    return file;
}

} // namespace quern::formats
