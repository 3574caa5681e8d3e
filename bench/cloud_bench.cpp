// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "quern/core/generator.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/grain/cloud.hpp"

/// cloud/<grains>/<target>: one iteration renders a second of a cloud in which so many grains of 100 ms
/// overlap, with all that starts them, in host blocks of 512 frames.
namespace quern {
namespace {

constexpr std::size_t kHostBlock = 512;
constexpr std::size_t kBlocks = 94; // about a second

const grain::Recording& source()
{
    static const grain::Recording made = [] {
        grain::Recording recording;
        Generator noise;
        float slow = 0.0f;
        for (int i = 0; i < 960000; ++i) {
            slow += 0.3f * (static_cast<float>(noise.draw()) / 4294967296.0f - 0.5f - slow);
            recording.samples.push_back(slow);
        }
        return recording;
    }();
    return made;
}

void render_cloud(benchmark::State& state, float overlap, dsp::SimdTarget target)
{
    using P = grain::CloudParam;
    dsp::select_target(target);
    grain::Cloud cloud = std::move(grain::Cloud::create({.grains = 4096}, source().view())).value();
    cloud.set(P::density, overlap * 10.0f);
    cloud.set(P::duration, 0.1f);
    cloud.set(P::spray, 5.0f);
    cloud.set(P::pitch_spray, 12.0f);
    grain::CloudEvent note;
    note.kind = grain::CloudEvent::Kind::note_on;
    note.value = 60.0f;
    cloud.post(note);
    std::vector<float> out(2 * kHostBlock);
    for (std::size_t i = 0; i < kBlocks; ++i)
        cloud.process(out.data(), kHostBlock); // until as many sound as will
    for (auto _ : state) {
        for (std::size_t i = 0; i < kBlocks; ++i)
            cloud.process(out.data(), kHostBlock);
        benchmark::DoNotOptimize(out.data());
    }
    dsp::select_target(dsp::best_target());
    const double seconds =
        static_cast<double>(state.iterations()) * static_cast<double>(kBlocks * kHostBlock) / kSampleRate;
    state.counters["x_realtime"] = benchmark::Counter(seconds, benchmark::Counter::kIsRate);
}

const bool registered = [] {
    for (const int overlap : {64, 1000}) {
        for (const dsp::SimdTarget target : {dsp::SimdTarget::scalar, dsp::SimdTarget::sse4,
                                             dsp::SimdTarget::avx2, dsp::SimdTarget::avx512}) {
            if (!dsp::is_available(target))
                continue;
            const std::string title =
                "cloud/" + std::to_string(overlap) + "/" + std::string(dsp::name_of(target));
            benchmark::RegisterBenchmark(title.c_str(), render_cloud, static_cast<float>(overlap), target)
                ->Unit(benchmark::kMillisecond);
        }
    }
    return true;
}();

} // namespace
} // namespace quern
