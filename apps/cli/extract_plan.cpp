// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "extract_plan.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace quern::cli {
namespace {

namespace fs = std::filesystem;
using namespace formats;

// More than this many times the archive, and more than a little, is a bomb: the codecs of archives do not
// shrink sounds or texts that far.
constexpr std::uint64_t kMostGrowth = 100;
constexpr std::uint64_t kLittle = std::uint64_t{64} << 20;
constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30;

std::string wav_name(std::string_view name)
{
    const std::string_view stem = stem_of(name);
    const auto folder = static_cast<std::size_t>(stem.data() - name.data());
    return std::string(name.substr(0, folder)) + std::string(stem) + ".wav";
}

class Planner {
public:
    explicit Planner(const ExtractOptions& options) : options_(options), found_(options.members.size(), false)
    {
    }

    Result<ExtractPlan> run()
    {
        plan_.sources.reserve(options_.files.size()); // the plan points into them
        for (const std::string& file : options_.files) {
            auto source = SoundSource::open(file);
            if (!source)
                return source.error();
            plan_.sources.push_back(std::move(*source));
            const SoundSource& opened = plan_.sources.back();
            auto error = opened.archive() != nullptr ? add_archive(opened) : add_single(opened);
            if (error)
                return *error;
        }
        for (std::size_t i = 0; i < found_.size(); ++i) {
            if (!found_[i])
                return Error{Error::Code::usage, "--member",
                             "found no \"" + options_.members[i] + "\"" +
                                 (options_.wav ? " that is a sound" : "") +
                                 ", expected a path, name or stem in " + options_.files.front() +
                                 (options_.files.size() > 1 ? " or the other files" : "") +
                                 "; quern inspect lists them"};
        }
        if (auto error = check_outputs())
            return *error;
        return std::move(plan_);
    }

private:
    /// Whether --member asks for this; notes that it is there.
    bool wanted(const std::string& path)
    {
        bool any = options_.members.empty();
        for (std::size_t i = 0; i < options_.members.size(); ++i) {
            const std::string& member = options_.members[i];
            const std::size_t slash = path.rfind('/');
            const std::string_view name =
                std::string_view(path).substr(slash == std::string::npos ? 0 : slash + 1);
            if (member == path || member == name || member == stem_of(name)) {
                found_[i] = true;
                any = true;
            }
        }
        return any;
    }

    std::optional<Error> add_archive(const SoundSource& source)
    {
        const Archive& archive = *source.archive();
        std::uint64_t stored = 0;
        for (const ArchiveMember& member : archive.members())
            stored += member.stored;
        const std::uint64_t limit = std::min(kMostBytes, std::max(kLittle, kMostGrowth * stored));
        if (const Status safe = archive.check_extraction(std::max(limit, stored)); !safe)
            return safe.error();
        if (!options_.wav) {
            for (const ArchiveMember& member : archive.members()) {
                if (std::string path = member.path(); wanted(path))
                    plan_.files.push_back({std::move(path), &source, &member, nullptr});
            }
            return std::nullopt;
        }
        std::size_t sounds = 0;
        for (const Sound& sound : source.sounds()) {
            if (sound.kind == FileKind::sound)
                continue; // WAV already
            ++sounds;
            if (wanted(sound.name))
                plan_.files.push_back({wav_name(sound.name), &source, nullptr, &sound});
        }
        plan_.left_out += archive.members().size() - sounds;
        return std::nullopt;
    }

    std::optional<Error> add_single(const SoundSource& source)
    {
        if (source.sounds().empty() || fs::is_directory(source.path()))
            return Error{Error::Code::io, source.path(), "found a folder, expected a file"};
        const Sound& sound = source.sounds().front();
        if (sound.kind == FileKind::sound)
            return mismatch_at(source.path(), 0, "a sound file",
                               "an archive, .grain, .snr, .sps or XMA wave");
        plan_.files.push_back({wav_name(sound.name), &source, nullptr, &sound});
        return std::nullopt;
    }

    std::optional<Error> check_outputs()
    {
        std::unordered_map<std::string, const Extraction*> paths;
        for (const Extraction& file : plan_.files) {
            const auto [other, fresh] = paths.emplace(file.path, &file);
            if (!fresh)
                return Error{Error::Code::usage, name_of(file),
                             "found another output \"" + file.path + "\", that of " +
                                 name_of(*other->second) + "; extract them one by one"};
            const fs::path output = fs::path(options_.folder) / file.path;
            std::error_code ignored;
            if (!fs::exists(output, ignored))
                continue;
            for (const std::string& input : options_.files) {
                if (fs::equivalent(output, input, ignored))
                    return Error{Error::Code::usage, input,
                                 "found an output of the same place, expected -o with another folder"};
            }
        }
        return std::nullopt;
    }

    static std::string name_of(const Extraction& file)
    {
        return file.sound != nullptr ? file.source->place(*file.sound)
                                     : file.source->path() + "(" + file.member->path() + ")";
    }

    const ExtractOptions& options_;
    std::vector<bool> found_;
    ExtractPlan plan_;
};

} // namespace

Result<ExtractPlan> plan_extraction(const ExtractOptions& options)
{
    return Planner(options).run();
}

} // namespace quern::cli
