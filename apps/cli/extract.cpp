// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "extract_plan.hpp"
#include "quern/formats/game/pcm_wav.hpp"
#include "quern/formats/new_folder.hpp"
#include "quern/formats/staged_file.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

namespace fs = std::filesystem;
using namespace formats;

/// Files that are complete under temporary names, and the folders that were made for them. Dropped without
/// publish(), all of it vanishes.
class Outputs {
public:
    explicit Outputs(std::string folder) : folder_(std::move(folder)) {}
    ~Outputs()
    {
        files_.clear();
        while (!folders_.empty()) // inner ones first
            folders_.pop_back();
    }
    Outputs(const Outputs&) = delete;
    Outputs& operator=(const Outputs&) = delete;

    Result<StagedFile> open(const std::string& path)
    {
        const fs::path target = fs::path(folder_) / path;
        if (known_.insert(target.parent_path().string()).second) {
            auto folder = NewFolder::make(target.parent_path().string());
            if (!folder)
                return folder.error();
            folders_.push_back(std::move(*folder));
        }
        return StagedFile::open(target.string());
    }

    Status add(StagedFile file)
    {
        if (Status status = file.sync(); !status)
            return status;
        if (Status status = file.settle(); !status)
            return status;
        files_.push_back(std::move(file));
        return Ok{};
    }

    Status publish()
    {
        for (StagedFile& file : files_) {
            if (Status status = file.commit(); !status)
                return status;
        }
        for (NewFolder& folder : folders_)
            folder.keep();
        return Ok{};
    }

    [[nodiscard]] std::size_t count() const { return files_.size(); }

private:
    std::string folder_;
    std::set<std::string> known_;
    std::deque<NewFolder> folders_;
    std::deque<StagedFile> files_;
};

/// What went wrong, and whether reading or writing did.
struct Failure {
    Error error;
    bool reading;
};

std::optional<Failure> write_member(const Extraction& job, Outputs& outputs)
{
    const Archive& archive = *job.source->archive();
    std::vector<std::uint8_t> unpacked;
    Bytes bytes = archive.stored(*job.member);
    if (job.member->packing != Packing::raw) {
        auto extracted = archive.extract(*job.member);
        if (!extracted)
            return Failure{extracted.error(), true};
        unpacked = std::move(*extracted);
        bytes = unpacked;
    }
    auto file = outputs.open(job.path);
    if (!file)
        return Failure{file.error(), false};
    Status status = file->write(bytes.data(), bytes.size());
    if (status)
        status = outputs.add(std::move(*file));
    return status ? std::nullopt : std::optional(Failure{status.error(), false});
}

std::optional<Failure> write_sound(const Extraction& job, Outputs& outputs)
{
    const auto decoded = job.source->decode(*job.sound);
    if (!decoded)
        return Failure{decoded.error(), true};
    auto file = outputs.open(job.path);
    if (!file)
        return Failure{file.error(), false};
    Status status = write_pcm_wav(*file, decoded->pcm, job.source->place(*job.sound));
    if (status)
        status = outputs.add(std::move(*file));
    return status ? std::nullopt : std::optional(Failure{status.error(), false});
}

int run(const ExtractOptions& options, const Console& console)
{
    const auto plan = plan_extraction(options);
    if (!plan)
        return console.fail_input(plan.error());
    Outputs outputs(options.folder);
    int exit = kOk;
    {
        Progress progress(console, "extracting", plan->files.size());
        std::uint64_t done = 0;
        for (const Extraction& job : plan->files) {
            if (auto failure =
                    job.sound != nullptr ? write_sound(job, outputs) : write_member(job, outputs)) {
                const int code = failure->reading ? console.fail_input(failure->error)
                                                  : console.fail(failure->error, kFailed);
                if (!failure->reading || !options.keep_going)
                    return code;
                exit = code;
            }
            progress.at(++done);
        }
    }
    if (const Status status = outputs.publish(); !status)
        return console.fail(status.error(), kFailed);
    console.note(fmt::format("{}: {} file{} written", options.folder, outputs.count(),
                             outputs.count() == 1 ? "" : "s"));
    if (plan->left_out != 0)
        console.note(fmt::format("{} members are left out: they are no sounds of the game", plan->left_out));
    return exit;
}

} // namespace

void add_extract(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<ExtractOptions>();
    CLI::App* verb = app.add_subcommand("extract", "Take members out of archives, and decode sounds to WAV");
    verb->add_option("FILE", options->files, "Archives, .grain, .snr, .sps, waves with XMA2")->required();
    verb->add_option("-o,--output", options->folder, "Folder to write to")->capture_default_str();
    verb->add_flag("--wav", options->wav,
                   "The sounds of archives as WAV in place of their members as they are");
    verb->add_option("--member", options->members,
                     "Only this member: its path, name or stem; may be repeated");
    verb->add_flag("--keep-going", options->keep_going,
                   "Leave out what cannot be decoded or unpacked; the exit status is still 3");
    verb->footer(
        "A sound in a file of its own always becomes NAME.wav, 16 bits a sample. All files appear together "
        "or, after an error, none does.");
    verb->callback(
        [&job, &console, options] { job = [&console, options] { return run(*options, console); }; });
}

} // namespace quern::cli
