// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/bank_dir.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "quern/bed/members.hpp"

namespace quern::formats {
namespace {

namespace fs = std::filesystem;
using bed::Member;

constexpr std::array<std::string_view, 7> kExtensions{".wav",  ".flac", ".ogg", ".oga",
                                                      ".aiff", ".aif",  ".aifc"};

std::string lower(std::string text)
{
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// Files of the directory by member. The names are sorted first: which of two files wins must not hang on the
/// disk.
Result<std::array<std::string, bed::kMembers>> find_members(const std::string& path,
                                                            std::vector<std::string>& notes)
{
    std::error_code failed;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(path, failed), end; !failed && it != end; it.increment(failed)) {
        if (std::error_code ignored; it->is_regular_file(ignored))
            files.push_back(it->path());
    }
    if (failed)
        return Error{Error::Code::io, path, "cannot read: " + failed.message()};
    std::sort(files.begin(), files.end());

    std::array<std::string, bed::kMembers> found;
    for (const fs::path& file : files) {
        const std::string extension = lower(file.extension().string());
        if (std::find(kExtensions.begin(), kExtensions.end(), extension) == kExtensions.end())
            continue;
        const std::optional<Member> member = bed::member_named(file.stem().string());
        if (!member) {
            notes.push_back(file.string() + ": no member has this name, ignored");
            continue;
        }
        std::string& slot = found[static_cast<std::size_t>(*member)];
        if (slot.empty())
            slot = file.string();
        else
            notes.push_back(file.string() + ": ignored, " + slot + " is played");
    }
    return found;
}

} // namespace

Result<BankDir> read_bank_dir(const std::string& path, Fold fold)
{
    BankDir result;
    Result<std::array<std::string, bed::kMembers>> files = find_members(path, result.notes);
    if (!files)
        return files.error();
    if (std::all_of(files->begin(), files->end(), [](const std::string& file) { return file.empty(); }))
        return Error{Error::Code::bad_input, path,
                     "found no file named as a member, expected names such as concrete_rough_hard.wav "
                     "(`quern bank` lists them)"};

    result.bank = std::make_shared<Bank>();
    for (std::size_t i = 0; i < bed::kMembers; ++i) {
        const auto member = static_cast<Member>(i);
        std::string file = (*files)[i];
        if (file.empty()) {
            std::optional<Member> plays = bed::hard_of(member);
            if (plays)
                file = (*files)[static_cast<std::size_t>(*plays)];
            if (file.empty())
                plays.reset();
            result.fallbacks.push_back({member, plays});
        }
        if (file.empty())
            continue;
        Result<SoundFile> sound = read_sound_file(file, fold);
        if (!sound)
            return sound.error();
        if (file == (*files)[i])
            result.notes.insert(result.notes.end(), sound->notes.begin(), sound->notes.end());
        if (Status status = result.bank->set(member, std::move(sound->recording)); !status)
            return Error{status.error().code, file, status.error().message};
    }
    return result;
}

} // namespace quern::formats
