// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "event_log.hpp"
#include "explain.hpp"
#include "output_paths.hpp"
#include "quern/core/units.hpp"
#include "quern/engine/offline_render.hpp"
#include "quern/formats/staged_file.hpp"
#include "render_options.hpp"
#include "render_setup.hpp"
#include "render_summary.hpp"
#include "sound_output.hpp"
#include "stem_files.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

std::uint64_t frames_at(double seconds, std::uint32_t rate)
{
    return static_cast<std::uint64_t>(std::llround(seconds * rate));
}

/// Where the cut lies, in frames at the file's rate, and how far the engine has to go for it.
struct Cut {
    std::uint64_t skip = 0;
    std::uint64_t frames = 0;
    std::uint64_t engine_frames = 0;
};

Result<Cut> find_cut(const RenderOptions& o, const formats::Ride& ride)
{
    const std::uint64_t whole = ride.motions().frames();
    const double end_s = std::min(o.to_s.value_or(ride.seconds()), ride.seconds());
    const double from_s = o.from_s.value_or(0.0);
    if (from_s >= end_s)
        return Error{Error::Code::usage, "--from",
                     "found " + std::to_string(from_s) + " s, expected less than the end at " +
                         std::to_string(end_s) + " s"};
    Cut cut;
    cut.skip = frames_at(from_s, o.rate);
    const bool to_the_end = end_s >= ride.seconds();
    const std::uint64_t end =
        to_the_end ? (whole * o.rate + kSampleRate / 2) / kSampleRate : frames_at(end_s, o.rate);
    if (end <= cut.skip)
        return Error{Error::Code::usage, "--from", "nothing is left between --from and --to"};
    cut.frames = end - cut.skip;
    cut.engine_frames =
        to_the_end ? whole : std::min(whole, frames_at(end_s, kSampleRate) + SoundOutput::lookahead(o.rate));
    return cut;
}

std::vector<NamedFile> outputs_of(const RenderOptions& o)
{
    std::vector<NamedFile> outputs{{"-o", o.output}};
    if (!o.trace.empty())
        outputs.push_back({"--trace", o.trace});
    if (!o.save_ride.empty())
        outputs.push_back({"--save-ride", o.save_ride});
    if (!o.stems.empty()) {
        for (const std::string& path : StemFiles::paths(o.stems))
            outputs.push_back({"--stems", path});
    }
    return outputs;
}

std::vector<NamedFile> inputs_of(const RenderOptions& o)
{
    std::vector<NamedFile> inputs{{"the ride", o.ride}};
    for (const auto& [option, path] : {std::pair{"--recording", o.recording},
                                       {"--bank", o.bank.path},
                                       {"--ride-constants", o.ride_constants}}) {
        if (!path.empty())
            inputs.push_back({option, path});
    }
    for (const std::string& path : o.tunings)
        inputs.push_back({"--tuning", path});
    return inputs;
}

/// One render from open files to published ones. Every file is opened before any sound is made, and none
/// takes its name before all of them are written to the end and closed.
class RenderRun {
public:
    RenderRun(const RenderOptions& options, const RenderSetup& setup, const Console& console)
        : o_(options), setup_(setup), console_(console)
    {
    }

    Result<RenderSummary> run(const Cut& cut)
    {
        Status status = open(cut);
        if (status)
            status = render();
        if (!status)
            return status.error();
        Result<Delivered> delivered = output_->settle();
        if (!delivered)
            return delivered.error();
        if (status = settle_others(); status)
            status = publish();
        if (!status)
            return status.error();
        RenderSummary summary;
        summary.options = &o_;
        summary.setup = &setup_;
        summary.delivered = *delivered;
        summary.stats = bed_->stats();
        summary.rendered_s = static_cast<double>(plan_.frames) / kSampleRate;
        return summary;
    }

private:
    Status open(const Cut& cut)
    {
        plan_.frames = cut.engine_frames;
        // The engine shows the parts of its latest block only.
        plan_.block = o_.stems.empty() ? o_.block : kBlockFrames;
        plan_.lock_step = setup_.fidelity.shared_generator != 0;

        OutputOptions out;
        out.path = o_.output;
        out.spec = {o_.channels, o_.rate, *formats::sample_format_named(o_.format), cut.frames};
        out.skip = cut.skip;
        out.gain_db = o_.gain_db;
        out.loudness_lufs = o_.loudness_lufs;
        Result<SoundOutput> output = SoundOutput::open(out);
        if (!output)
            return output.error();
        output_.emplace(std::move(*output));
        if (!o_.stems.empty()) {
            Result<StemFiles> stems = StemFiles::open(o_.stems, out);
            if (!stems)
                return stems.error();
            stems_.emplace(std::move(*stems));
        }
        if (!o_.trace.empty()) {
            Result<EventLog> log = EventLog::open(o_.trace, setup_.ride.rate_hz);
            if (!log)
                return log.error();
            log_.emplace(std::move(*log));
        }
        if (Status status = save_ride(); !status)
            return status;
        return make_bed();
    }

    Status settle_others()
    {
        Status status = Ok{};
        if (stems_)
            status = stems_->settle();
        if (status && log_)
            status = log_->settle();
        if (status && ride_file_)
            status = ride_file_->settle();
        return status;
    }

    Status publish()
    {
        Status status = output_->commit();
        if (status && stems_)
            status = stems_->commit();
        if (status && log_)
            status = log_->commit();
        if (status && ride_file_)
            status = ride_file_->commit();
        return status;
    }

    Status save_ride()
    {
        if (o_.save_ride.empty())
            return Ok{};
        Result<formats::StagedFile> file = formats::StagedFile::open(o_.save_ride);
        if (!file)
            return file.error();
        ride_file_.emplace(std::move(*file));
        formats::Ride ride = setup_.ride;
        if (o_.to_s) { // less what was read for the rate converter's look ahead
            const std::size_t most = formats::frames_before(*o_.to_s, ride.rate_hz);
            ride.frames.resize(std::min(ride.frames.size(), most));
            ride.drive.resize(std::min(ride.drive.size(), most));
        }
        const std::string text = formats::write_ride_csv(ride);
        return ride_file_->write(text.data(), text.size());
    }

    Status make_bed()
    {
        BedConfig config;
        config.seed = o_.seed;
        config.channels = o_.channels;
        config.fidelity = setup_.fidelity;
        config.motion_queue = motion_queue_for(plan_, setup_.ride.rate_hz);
        config.trace_queue = log_ ? kTraceQueue + plan_.block : 0;
        config.stems = stems_.has_value();
        Result<Bed> bed = Bed::create(config);
        if (!bed)
            return bed.error();
        bed_.emplace(std::move(*bed));
        Status status = bed_->set_tuning(setup_.tuning);
        if (status)
            status = bed_->set_bank(setup_.bank);
        if (log_)
            bed_->set_control_observer(&*log_);
        return status;
    }

    Status render()
    {
        Progress progress(console_, "rendering", plan_.frames);
        std::uint64_t done = 0;
        return render_offline(
            *bed_, setup_.ride.motions(), plan_, [&](std::span<const float> interleaved) -> Status {
                const std::size_t frames = interleaved.size() / static_cast<std::size_t>(o_.channels);
                progress.at(done += frames);
                Status status = output_->take(interleaved);
                if (status && stems_)
                    status = stems_->take(bed_->stems(), frames);
                for (TraceEvent event; status && log_ && bed_->next_trace(event);)
                    status = log_->add(event);
                return status;
            });
    }

    static constexpr std::size_t kTraceQueue = 4096;

    const RenderOptions& o_;
    const RenderSetup& setup_;
    const Console& console_;
    OfflinePlan plan_;
    std::optional<SoundOutput> output_;
    std::optional<StemFiles> stems_;
    std::optional<EventLog> log_; // outlives the bed, which holds a pointer to it
    std::optional<formats::StagedFile> ride_file_;
    std::optional<Bed> bed_;
};

int render(const RenderOptions& options, const Console& console)
{
    const auto began = std::chrono::steady_clock::now();
    if (const Status status = refuse_terminal(options.output); !status)
        return console.fail(status.error(), kUsage);
    if (const Status status = refuse_shared_outputs(outputs_of(options), inputs_of(options)); !status)
        return console.fail(status.error(), kUsage);

    const Result<RenderSetup> setup = set_up_render(options);
    if (!setup)
        return console.fail_input(setup.error());
    const Result<Cut> cut = find_cut(options, setup->ride);
    if (!cut)
        return console.fail_input(cut.error());
    Result<RenderSummary> summary = RenderRun(options, *setup, console).run(*cut);
    if (!summary)
        return console.fail_work(summary.error());
    summary->wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    print_summary(*summary, console);
    return kOk;
}

constexpr const char* kFooter =
    "Examples:\n"
    "  quern render demo -o demo.wav --loudness -18\n"
    "  quern render drive.gpx -o drive.wav --surface asphalt_rough\n"
    "  quern render engine.csv -o engine.wav --recording engine.wav\n"
    "Files appear whole or not at all. The same command gives the same bytes each time.";

} // namespace

void add_render(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<RenderOptions>();
    CLI::App* verb = app.add_subcommand("render", "Turn a ride into a WAV file");
    add_render_options(*verb, *options);
    verb->footer(kFooter);
    verb->callback([&job, &console, options] {
        if (options->output.empty() && !options->explain_s)
            throw CLI::RequiredError("--output");
        job = [&console, options] {
            return options->explain_s ? explain_moment(*options, console) : render(*options, console);
        };
    });
}

} // namespace quern::cli
