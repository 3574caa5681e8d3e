// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "option_checks.hpp"
#include "output_paths.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/formats/wav_writer.hpp"
#include "quern/grain/pool_workload.hpp"
#include "simd_option.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

struct PoolOptions {
    std::string workload = "W2";
    double seconds = 60.0;
    std::string window = "cached";
    std::string format = "f32";
    std::string output;
    bool json = false;
};

struct Rendered {
    grain::PoolStats stats;
    std::int64_t grain_frames = 0;
    std::uint64_t clipped = 0;
};

Result<Rendered> render(const PoolOptions& options)
{
    const auto frames = static_cast<std::uint64_t>(options.seconds * kSampleRate + 0.5);
    Result<formats::WavWriter> writer =
        formats::WavWriter::open(options.output, {2, static_cast<std::uint32_t>(kSampleRate),
                                                  *formats::sample_format_named(options.format), frames});
    if (!writer)
        return writer.error();
    const std::vector<float> source = grain::PoolWorkload::source();
    grain::PoolWorkload workload(*grain::PoolWorkload::named(options.workload));
    Result<grain::Pool> pool = grain::Pool::create(workload.config(options.window == "cached"));
    if (!pool)
        return pool.error();

    constexpr auto kBlock = static_cast<std::int32_t>(kBlockFrames);
    alignas(64) std::array<float, kBlockFrames> left{};
    alignas(64) std::array<float, kBlockFrames> right{};
    std::array<float, 2 * kBlockFrames> both{};
    Rendered rendered;
    for (std::uint64_t done = 0; done < frames; done += kBlockFrames) {
        left.fill(0.0f);
        right.fill(0.0f);
        rendered.grain_frames += workload.start(*pool, kBlock);
        pool->render(grain::GrainSource::mono(source), {left, right, kBlock}, kBlock);
        for (std::size_t k = 0; k < kBlockFrames; ++k) {
            both[2 * k] = left[k];
            both[2 * k + 1] = right[k];
        }
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(frames - done, kBlockFrames));
        if (Status status = writer->write(std::span(both).first(2 * wanted)); !status)
            return status.error();
    }
    if (Status status = writer->finish(); !status)
        return status.error();
    rendered.stats = pool->stats();
    rendered.clipped = writer->clipped();
    return rendered;
}

int run(const PoolOptions& options, const Console& console)
{
    if (const Status status = refuse_terminal(options.output); !status)
        return console.fail(status.error(), kUsage);
    const Result<Rendered> rendered = render(options);
    if (!rendered)
        return console.fail(rendered.error(), kFailed);
    const grain::PoolStats& stats = rendered->stats;
    std::FILE* to = options.output == "-" ? stderr : stdout; // which carries the sound then
    const std::string target(dsp::name_of(dsp::selected_target()));
    if (options.json) {
        const nlohmann::ordered_json json{{"workload", options.workload},
                                          {"seconds", options.seconds},
                                          {"target", target},
                                          {"window", options.window},
                                          {"started", stats.started},
                                          {"stolen", stats.stolen},
                                          {"refused", stats.refused},
                                          {"peak_live", stats.peak_live},
                                          {"grain_frames", rendered->grain_frames},
                                          {"clipped_samples", rendered->clipped}};
        fmt::print(to, "{}\n", json_text(json));
    } else if (!console.quiet) {
        fmt::print(to, "{}: {} s with {}, {} grains started, {} stolen, {} refused, {} live at most\n",
                   options.workload, options.seconds, target, stats.started, stats.stolen, stats.refused,
                   stats.peak_live);
    }
    return kOk;
}

} // namespace

void add_pool(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<PoolOptions>();
    CLI::App* verb = app.add_subcommand("pool", "Render a workload of the grain pool, for measuring");
    verb->add_option("--workload", options->workload,
                     "W1 to W5, mixed, cubic, sinc, or empty for what a process costs besides")
        ->check(one_of({"W1", "W2", "W3", "W4", "W5", "mixed", "cubic", "sinc", "empty"}))
        ->capture_default_str();
    verb->add_option("--seconds", options->seconds, "Length of the sound")
        ->check(in_range(0.001, 3600.0))
        ->capture_default_str();
    add_target_option(*verb);
    verb->add_option("--window", options->window,
                     "Windows read from their curves (table) or kept rendered (cached)")
        ->check(one_of({"table", "cached"}))
        ->capture_default_str();
    verb->add_option("--format", options->format, "s16, s24 or f32")
        ->check(one_of({"s16", "s24", "f32"}))
        ->capture_default_str();
    verb->add_option("-o,--output", options->output, "WAV file; /dev/null to measure")
        ->check(wav_name())
        ->required();
    verb->add_flag("--json", options->json, "Print grains started, stolen, refused and live at most as JSON");
    verb->footer("scripts/compare-peers runs it in turns with other programs.");
    verb->callback(
        [&job, &console, options] { job = [&console, options] { return run(*options, console); }; });
}

} // namespace quern::cli
