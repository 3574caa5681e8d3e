// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/voice.hpp"

#include <array>
#include <cstdint>

#include "quern/dsp/kernels.hpp"

namespace quern::grain {

namespace {

// In double: a single product lands a frame off for some starts.
std::uint64_t frame_of(std::uint32_t rate, float seconds) noexcept QUERN_RT
{
    return seconds > 0.0f
               ? static_cast<std::uint64_t>(static_cast<double>(rate) * static_cast<double>(seconds))
               : 0;
}

} // namespace

void Voice::start(const RecordingView& recording, float start_seconds, float attack_seconds, float gain,
                  float pitch, const VoiceOptions& options) noexcept QUERN_RT
{
    recording_ = recording;
    resampler_ = dsp::Resampler{};
    resampler_.start(frame_of(recording.rate, start_seconds));
    fader_ = dsp::Fader{options.fade_origin == 0 ? dsp::Fader::Origin::port : dsp::Fader::Origin::console};
    fader_.set_gain(0.0f);
    fader_.fade_to(1.0f, dsp::Fader::frames_of(attack_seconds));
    level_ = dsp::LevelRamp{options.send_short ? dsp::LevelRamp::End::short_of_target
                                               : dsp::LevelRamp::End::on_target};
    silent_block_ = options.voice_latency;
    follow(gain, pitch);
}

void Voice::follow(float gain, float pitch) noexcept QUERN_RT
{
    level_.set(gain);
    resampler_.set_ratio(dsp::Resampler::ratio_of(static_cast<float>(recording_.rate), pitch));
}

void Voice::release(float seconds) noexcept QUERN_RT
{
    fader_.fade_to(0.0f, dsp::Fader::frames_of(seconds));
}

void Voice::render(std::span<float, kBlockFrames> bus, bool blank) noexcept QUERN_RT
{
    const std::span<const float> source(recording_.samples, recording_.frames);
    if (!silent_block_ && fader_.origin() == dsp::Fader::Origin::console &&
        resampler_.lies_within(source, kBlockFrames, dsp::kReadAhead)) {
        const bool short_end = level_.end() == dsp::LevelRamp::End::short_of_target;
        level_.sent(dsp::kernels().voice({source.data() + resampler_.position(), resampler_.fraction(),
                                          resampler_.step(), fader_.piece(), level_.from(), level_.target(),
                                          short_end, blank},
                                         bus.data()));
        resampler_.skip(kBlockFrames);
        fader_.skip(static_cast<std::int32_t>(kBlockFrames));
        return;
    }
    if (blank)
        dsp::kernels().clear(bus.data(), bus.size());
    std::array<float, kBlockFrames> block;
    if (silent_block_) {
        silent_block_ = false;
        block.fill(0.0f);
        fader_.skip(static_cast<std::int32_t>(kBlockFrames));
    } else {
        resampler_.process(source, block);
        fader_.process(block);
    }
    level_.add(block, bus);
}

} // namespace quern::grain
