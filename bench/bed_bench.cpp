// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "quern/bank/built_in.hpp"
#include "quern/bed/tuning.hpp"
#include "quern/dsp/simd_target.hpp"
#include "quern/engine/block_renderer.hpp"

/// bed/<trucks>/<full|plain|idle>/<m/s>/<target>: one iteration renders one 256-frame block of so many trucks
/// on concrete_rough_hard. full = every module of the chain and all its values moving 60 times a second;
/// plain = filters and panner alone; idle = nothing bound. Times are CPU time of the thread.
namespace quern {
namespace {

enum class Form { full, plain, idle };

const grain::Recording& recording()
{
    static const grain::Recording made = bank::synthesise(*bank::find("concrete_rough_hard"));
    return made;
}

bed::BedFrame moving_frame(std::size_t number, float speed)
{
    const float phase = static_cast<float>(number) * 0.37f;
    bed::BedFrame frame;
    frame.truck[0].running = true;
    const float position = std::min(speed * 3.6f / 60.0f, 1.0f) + 0.01f * std::sin(phase);
    frame.truck[0].record = {grain::PlayerRecord{0.20f + 0.03f * std::sin(phase), 0.99f, position},
                             grain::PlayerRecord{0.10f + 0.03f * std::cos(phase), 0.99f, position - 0.1f}};
    bed::ChainValues& chain = frame.truck[0].chain;
    chain.high_pass_hz = 77.0f;
    chain.low_pass_hz = 24971.0f;
    chain.shift_hz = {20.0f * std::sin(phase), -10.0f + 20.0f * std::cos(phase)};
    chain.azimuth_deg = 30.0f * std::sin(phase * 0.3f);
    chain.env_send = 0.08f + 0.01f * std::sin(phase);
    chain.graph3_send = 1.0f + std::sin(phase);
    chain.graph1_gain = {1.0f - 0.1f * std::cos(phase), 1.0f + 0.1f * std::cos(phase)};
    chain.graph3_gain = chain.graph1_gain;
    return frame;
}

void render_blocks(benchmark::State& state, std::size_t trucks, Form form, float speed,
                   dsp::SimdTarget target)
{
    if (!dsp::select_target(target)) {
        state.SkipWithError("not available here");
        return;
    }
    BlockRenderer renderer({trucks, {}, form != Form::plain, false});
    Generator generator;
    std::vector<bed::BedFrame> frames;
    for (std::size_t i = 0; i < 64; ++i)
        frames.push_back(moving_frame(i, speed));
    if (form != Form::idle) {
        for (std::size_t board = 0; board < trucks; ++board) {
            bed::BedFrame frame = frames[board % frames.size()];
            bed::Command& bind = frame.command[frame.commands++];
            bind.kind = bed::Command::Kind::bind;
            bind.recording = recording().view();
            bind.params = {bed::default_tuning().fallback.player_a, bed::default_tuning().fallback.player_b};
            renderer.apply(board, frame, generator);
        }
    }
    std::size_t block = 0;
    for (auto _ : state) {
        if (form != Form::idle && block * kBlockFrames / 800 != (block + 1) * kBlockFrames / 800) {
            for (std::size_t board = 0; board < trucks; ++board)
                renderer.apply(board, frames[(block + board) % frames.size()], generator);
        }
        renderer.render(generator);
        benchmark::DoNotOptimize(renderer.main().channel(0).data());
        ++block;
    }
    state.counters["x_realtime"] = benchmark::Counter(
        static_cast<double>(state.iterations()) * kBlockFrames / kSampleRate, benchmark::Counter::kIsRate);
}

const bool registered = [] {
    const std::array<std::pair<Form, const char*>, 3> forms{
        {{Form::full, "full"}, {Form::plain, "plain"}, {Form::idle, "idle"}}};
    const auto add = [&](std::size_t trucks, std::string_view target_name, dsp::SimdTarget target) {
        for (const auto& [form, name] : forms) {
            const std::string title =
                "bed/" + std::to_string(trucks) + "/" + name + "/8/" + std::string(target_name);
            benchmark::RegisterBenchmark(title.c_str(), render_blocks, trucks, form, 8.0f, target);
        }
    };
    for (std::size_t trucks : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u}) {
        for (const dsp::SimdTarget target : dsp::kTargets) {
            if (dsp::is_available(target))
                add(trucks, dsp::name_of(target), target);
        }
        add(trucks, "best", dsp::best_target());
    }
    return true;
}();

void synthesise_member(benchmark::State& state)
{
    const bank::MemberSpec& spec = *bank::find("concrete_rough_hard");
    for (auto _ : state)
        benchmark::DoNotOptimize(bank::synthesise(spec).samples.data());
}
BENCHMARK(synthesise_member)->Name("bank/concrete_rough_hard")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace quern

BENCHMARK_MAIN();
