// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "output_paths.hpp"
#include "pack_options.hpp"
#include "pack_recording.hpp"
#include "pack_sources.hpp"
#include "pack_summary.hpp"
#include "quern/formats/archive/archive_replace.hpp"
#include "quern/formats/archive/archive_writer.hpp"
#include "quern/formats/mapped_file.hpp"
#include "quern/formats/pack/verify.hpp"
#include "quern/formats/staged_file.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

constexpr int kArchiveShift = 4; // members at multiples of 16, as in the game's archive of grains
constexpr double kLargeRatio = 1.5;

/// Sources packed side by side, each different one once. `of[i]` is that of the i-th source.
struct Packed {
    std::vector<std::unique_ptr<PackedRecording>> all;
    std::vector<const PackedRecording*> of;
};

/// The error reported is that of the first source that failed, however the threads ran.
Result<Packed> pack_all(const std::vector<PackSource>& sources, const PackOptions& options,
                        const PackOrder& order, const Console& console)
{
    std::vector<const PackSource*> different;
    std::map<std::pair<std::string, std::string>, std::size_t> index; // path, or name of what is built in
    std::vector<std::size_t> which;
    for (const PackSource& source : sources) {
        const auto key = std::pair(source.path, source.built_in ? source.name : std::string{});
        const auto [at, fresh] = index.emplace(key, different.size());
        if (fresh)
            different.push_back(&source);
        which.push_back(at->second);
    }
    std::vector<std::optional<Result<PackedRecording>>> results(different.size());
    {
        Progress progress(console, "packing", different.size());
        std::mutex progress_lock;
        std::size_t done = 0;
        std::atomic<std::size_t> next{0};
        std::atomic<bool> failed{false};
        const auto work = [&] {
            for (std::size_t i = next++; i < different.size() && !failed; i = next++) {
                try {
                    results[i].emplace(pack_recording(*different[i], options, order));
                } catch (const std::bad_alloc&) { // must not leave a thread
                    results[i].emplace(Error{Error::Code::io, different[i]->path, "not enough memory"});
                } catch (const std::exception& error) {
                    results[i].emplace(Error{Error::Code::io, different[i]->path, error.what()});
                }
                if (!results[i]->ok())
                    failed = true;
                const std::lock_guard lock(progress_lock);
                progress.at(++done);
            }
        };
        const std::size_t threads =
            std::min<std::size_t>(std::max(1u, std::thread::hardware_concurrency()), different.size());
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < threads; ++i)
            helpers.emplace_back(work);
        work();
    }
    Packed packed;
    for (auto& result : results) {
        // Work is handed out in order, so whatever was left undone stands behind the failure.
        if (!result->ok())
            return result->error();
        packed.all.push_back(std::make_unique<PackedRecording>(std::move(**result)));
    }
    for (const std::size_t i : which)
        packed.of.push_back(packed.all[i].get());
    return packed;
}

/// The files of a run, open under temporary names from its start, so that what cannot be written is known
/// before the work is done.
class Outputs {
public:
    static Result<Outputs> open(const std::vector<std::string>& paths)
    {
        Outputs outputs;
        for (const std::string& path : paths) {
            Result<formats::StagedFile> file = formats::StagedFile::open(path);
            if (!file)
                return file.error();
            outputs.files_.push_back(std::move(*file));
        }
        return outputs;
    }

    Status write(std::size_t file, formats::Bytes bytes)
    {
        return files_[file].write(bytes.data(), bytes.size());
    }

    /// All of them, or none that is not whole.
    Status publish()
    {
        for (formats::StagedFile& file : files_) {
            Status status = file.sync();
            if (status)
                status = file.settle();
            if (!status)
                return status;
        }
        for (formats::StagedFile& file : files_) {
            if (const Status status = file.commit(); !status)
                return status;
        }
        return Ok{};
    }

private:
    Outputs() = default;
    std::vector<formats::StagedFile> files_;
};

class PackRun {
public:
    PackRun(const PackOptions& options, const PackOrder& order, const Console& console)
        : o_(options), order_(order), console_(console)
    {
    }

    int run()
    {
        Status status = find_sources();
        if (!status)
            return console_.fail_input(status.error());
        Result<Outputs> outputs = Outputs::open(order_.outputs);
        if (!outputs)
            return console_.fail(outputs.error(), kFailed);
        Result<Packed> packed = pack_all(sources_.list, o_, order_, console_);
        if (!packed)
            return fail(packed.error());
        packed_ = std::move(*packed);
        status = order_.kind == PackKind::archive ? write_archive(*outputs) : write_single(*outputs);
        if (!status)
            return fail(status.error());
        if (status = outputs->publish(); !status)
            return console_.fail(status.error(), kFailed);
        report();
        return kOk;
    }

private:
    /// A promise that was not kept is our failure, all else is about the input.
    int fail(const Error& error) const
    {
        return error.code == Error::Code::io ? console_.fail(error, kFailed) : console_.fail_input(error);
    }

    Status find_sources()
    {
        Result<PackSources> sources = o_.base.empty() ? find_pack_sources(o_) : open_base();
        if (!sources)
            return sources.error();
        sources_ = std::move(*sources);
        if (order_.kind != PackKind::archive && sources_.list.size() != 1)
            return Error{Error::Code::usage, "INPUT",
                         fmt::format("found {} recordings, expected one for this kind of output",
                                     sources_.list.size())};
        if (order_.kind == PackKind::archive && o_.base.empty()) {
            // A folder and NAME=FILE say what they mean.
            if (o_.inputs.size() == 1 && sources_.list.front().path == o_.inputs.front())
                spread_over_surfaces(sources_);
            note_member_names(sources_);
        }
        std::vector<NamedFile> outputs;
        for (const std::string& path : order_.outputs)
            outputs.push_back({"-o", path});
        std::vector<NamedFile> inputs;
        for (const PackSource& source : sources_.list) {
            if (!source.path.empty())
                inputs.push_back({o_.base.empty() ? "the inputs" : "--replace", source.path});
        }
        if (!o_.base.empty())
            inputs.push_back({"--base", o_.base});
        return refuse_shared_outputs(outputs, inputs);
    }

    Result<PackSources> open_base()
    {
        Result<formats::MappedFile> file = formats::MappedFile::open(o_.base);
        if (!file)
            return file.error();
        base_file_.emplace(std::move(*file));
        Result<formats::Archive> archive = formats::Archive::open(base_file_->bytes(), o_.base);
        if (!archive)
            return archive.error();
        base_.emplace(std::move(*archive));
        PackSources sources;
        for (const std::string& word : o_.replace) {
            Result<PackSource> source = parse_named_file("--replace", word);
            if (!source)
                return source.error();
            const std::string name =
                (source->directory.empty() ? "" : source->directory + "/") + source->name;
            const auto member = formats::archive_member_named(*base_, name);
            if (!member)
                return member.error();
            if (!is_grain_path(std::string((*member)->name)))
                return Error{
                    Error::Code::usage, o_.base,
                    fmt::format("found `{}`, expected a member that is a .grain", (*member)->path())};
            members_.push_back(*member);
            sources.list.push_back(std::move(*source));
        }
        return sources;
    }

    Status write_single(Outputs& outputs)
    {
        const formats::PackedSound& files = packed_.of.front()->files;
        if (order_.outputs.size() == 1)
            return outputs.write(0, files.head);
        // The header comes last: a reader that finds it finds its blocks.
        const Status status = outputs.write(0, files.chain);
        return status ? outputs.write(1, files.head) : status;
    }

    Status write_archive(Outputs& outputs)
    {
        Result<std::vector<std::uint8_t>> bytes = base_ ? replaced_archive() : new_archive();
        if (!bytes)
            return bytes.error();
        archive_bytes_ = bytes->size();
        return outputs.write(0, *bytes);
    }

    Result<std::vector<std::uint8_t>> new_archive() const
    {
        std::vector<formats::ArchiveInput> members;
        for (std::size_t i = 0; i < sources_.list.size(); ++i)
            members.push_back(
                {sources_.list[i].directory, sources_.list[i].name + ".grain", packed_.of[i]->files.head});
        Result<std::vector<std::uint8_t>> bytes = formats::write_archive(members, kArchiveShift);
        if (bytes) {
            if (const Status status = formats::verify_archive(*bytes, members); !status)
                return status.error();
        }
        return bytes;
    }

    Result<std::vector<std::uint8_t>> replaced_archive() const
    {
        std::vector<formats::ArchiveReplacement> replacements;
        for (std::size_t i = 0; i < members_.size(); ++i)
            replacements.push_back({members_[i], packed_.of[i]->files.head});
        Result<std::vector<std::uint8_t>> bytes = formats::replace_members(*base_, replacements);
        if (bytes) {
            if (const Status status = formats::verify_replaced(*bytes, *base_, replacements); !status)
                return status.error();
        }
        return bytes;
    }

    void report()
    {
        PackSummary summary;
        summary.outputs = order_.outputs;
        summary.warnings = std::move(sources_.notes);
        for (const auto& recording : packed_.all)
            summary.warnings.insert(summary.warnings.end(), recording->notes.begin(), recording->notes.end());
        for (std::size_t i = 0; i < sources_.list.size(); ++i) {
            PackRow row{&sources_.list[i], packed_.of[i], std::nullopt};
            const std::size_t bytes = row.recording->files.figures.bytes;
            if (base_) {
                row.original_bytes = members_[i]->size;
                if (static_cast<double>(bytes) > kLargeRatio * static_cast<double>(*row.original_bytes))
                    summary.warnings.push_back(fmt::format(
                        "{}: {} bytes in place of {}, more than {} times as many; the game may have "
                        "no room for them",
                        members_[i]->path(), bytes, *row.original_bytes, kLargeRatio));
            } else if (order_.kind != PackKind::archive) {
                summary.bytes += bytes;
            }
            summary.rows.push_back(row);
        }
        if (order_.kind == PackKind::archive)
            summary.bytes = archive_bytes_;
        if (base_)
            summary.kept = base_->members().size() - members_.size();
        for (const std::string& warning : summary.warnings)
            console_.note(warning);
        if (o_.json)
            print_pack_json(summary);
        else if (!console_.quiet)
            print_pack_table(summary);
    }

    const PackOptions& o_;
    const PackOrder& order_;
    const Console& console_;
    PackSources sources_;
    Packed packed_;
    std::size_t archive_bytes_ = 0;
    std::optional<formats::MappedFile> base_file_;
    std::optional<formats::Archive> base_;
    std::vector<const formats::ArchiveMember*> members_; ///< --base: what each source replaces
};

} // namespace

void add_pack(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<PackOptions>();
    CLI::App* verb =
        app.add_subcommand("pack", "Make the game's files from recordings, or change an archive");
    add_pack_options(*verb, *options);
    verb->footer("quern pack roll.wav -o roll.grain\n"
                 "quern pack folder -o grains.big\n"
                 "quern pack --base grains.big --replace wood_ramp_hard=roll.wav -o new.big");
    verb->callback([&job, &console, options] {
        job = [&console, options]() -> int {
            const Result<PackOrder> order = pack_order(*options);
            if (!order)
                return console.fail(order.error(), kUsage);
            return PackRun(*options, *order, console).run();
        };
    });
}

} // namespace quern::cli
