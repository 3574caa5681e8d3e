// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "pack_sources.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace quern::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGrain = ".grain";
constexpr std::array<std::string_view, 8> kEndings{".wav", ".flac", ".ogg",  ".oga",
                                                   ".aif", ".aiff", ".aifc", kGrain};

std::string ending_of(const fs::path& path)
{
    std::string ending = path.extension().string();
    for (char& c : ending)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return ending;
}

Status add_folder(const std::string& folder, PackSources& sources)
{
    std::error_code failed;
    std::vector<fs::path> files;
    for (fs::recursive_directory_iterator it(folder, failed), end; !failed && it != end;
         it.increment(failed)) {
        if (std::error_code ignored; it->is_regular_file(ignored))
            files.push_back(it->path());
    }
    if (failed)
        return Error{Error::Code::io, folder, "cannot read: " + failed.message()};
    std::sort(files.begin(), files.end());
    const std::size_t before = sources.list.size();
    for (const fs::path& file : files) {
        if (std::find(kEndings.begin(), kEndings.end(), ending_of(file)) == kEndings.end()) {
            sources.notes.push_back(fmt::format("{}: no sound file by its name, left out", file.string()));
            continue;
        }
        const fs::path below = file.lexically_relative(folder).parent_path();
        sources.list.push_back({below.generic_string(), file.stem().string(), file.string()});
    }
    if (sources.list.size() == before)
        return Error{Error::Code::bad_input, folder, "found no sound file, expected recordings"};
    return Ok{};
}

} // namespace

bool is_grain_path(const std::string& path)
{
    return ending_of(path) == kGrain;
}

Result<PackSource> parse_named_file(const std::string& option, const std::string& word)
{
    const std::size_t sign = word.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == word.size())
        return Error{Error::Code::usage, option, fmt::format("found \"{}\", expected NAME=FILE", word)};
    std::string name = word.substr(0, sign);
    if (name.size() > kGrain.size() && name.ends_with(kGrain))
        name.resize(name.size() - kGrain.size());
    const fs::path path(name);
    return PackSource{path.parent_path().generic_string(), path.filename().string(), word.substr(sign + 1)};
}

Result<PackSources> find_pack_sources(const PackOptions& o)
{
    PackSources sources;
    if (o.built_in) {
        for (std::size_t i = 0; i < bed::kMembers; ++i) {
            const auto member = static_cast<bed::Member>(i);
            sources.list.push_back({"", std::string(bed::name_of(member)), "", member});
        }
        return sources;
    }
    for (const std::string& input : o.inputs) {
        std::error_code ignored;
        if (fs::is_directory(input, ignored)) {
            if (const Status status = add_folder(input, sources); !status)
                return status.error();
        } else if (!fs::exists(input, ignored) && input.find('=') != std::string::npos) {
            const Result<PackSource> named = parse_named_file("INPUT", input);
            if (!named)
                return named.error();
            sources.list.push_back(*named);
        } else {
            sources.list.push_back({"", fs::path(input).stem().string(), input});
        }
    }
    return sources;
}

void spread_over_surfaces(PackSources& sources)
{
    if (sources.list.size() != 1 || bed::member_named(sources.list.front().name))
        return;
    const PackSource only = sources.list.front();
    sources.list.clear();
    for (std::size_t i = 0; i < bed::kSurfaceMembers; ++i)
        sources.list.push_back({"", std::string(bed::kMemberNames[i]), only.path});
    sources.notes.push_back(
        fmt::format("{}: \"{}\" is no member of the game's archive, packed as each of the thirteen surfaces; "
                    "NAME={} makes a single member",
                    only.path, only.name, only.path));
}

void note_member_names(PackSources& sources)
{
    std::array<bool, bed::kMembers> there{};
    for (const PackSource& source : sources.list) {
        const std::optional<bed::Member> member = bed::member_named(source.name);
        if (member)
            there[static_cast<std::size_t>(*member)] = true;
        else
            sources.notes.push_back(fmt::format("{}: the game asks for no member of this name", source.name));
    }
    std::string missing;
    for (std::size_t i = 0; i < bed::kMembers; ++i) {
        if (!there[i])
            missing += (missing.empty() ? "" : ", ") + std::string(bed::kMemberNames[i]);
    }
    if (!missing.empty())
        sources.notes.push_back(
            fmt::format("the game asks for more members: {}; --base keeps an archive's others", missing));
}

} // namespace quern::cli
