// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "meter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <ebur128.h>

namespace quern::cli {
namespace {

struct Release {
    void operator()(ebur128_state* state) const noexcept { ebur128_destroy(&state); }
};

} // namespace

struct Meter::State {
    int channels;
    std::unique_ptr<ebur128_state, Release> loudness;
    std::uint64_t samples = 0;
    double square_sum = 0.0;
    float peak = 0.0f;
};

Meter::Meter(int channels, std::uint32_t rate) : state_(std::make_unique<State>())
{
    state_->channels = channels;
    state_->loudness.reset(ebur128_init(static_cast<unsigned>(channels), rate, EBUR128_MODE_I));
    if (channels == 6) {
        constexpr int kOrder[6] = {EBUR128_LEFT,   EBUR128_RIGHT,         EBUR128_CENTER,
                                   EBUR128_UNUSED, EBUR128_LEFT_SURROUND, EBUR128_RIGHT_SURROUND};
        for (unsigned i = 0; i < 6; ++i)
            ebur128_set_channel(state_->loudness.get(), i, kOrder[i]);
    }
}

Meter::~Meter() = default;
Meter::Meter(Meter&&) noexcept = default;
Meter& Meter::operator=(Meter&&) noexcept = default;

void Meter::add(std::span<const float> interleaved)
{
    for (const float sample : interleaved) {
        state_->peak = std::max(state_->peak, std::fabs(sample));
        state_->square_sum += static_cast<double>(sample) * static_cast<double>(sample);
    }
    state_->samples += interleaved.size();
    ebur128_add_frames_float(state_->loudness.get(), interleaved.data(),
                             interleaved.size() / static_cast<std::size_t>(state_->channels));
}

Levels Meter::levels() const
{
    Levels levels;
    levels.frames = state_->samples / static_cast<std::uint64_t>(state_->channels);
    levels.peak_dbfs = to_db(static_cast<double>(state_->peak));
    levels.rms_dbfs = to_db(
        state_->samples == 0 ? 0.0 : std::sqrt(state_->square_sum / static_cast<double>(state_->samples)));
    if (ebur128_loudness_global(state_->loudness.get(), &levels.loudness_lufs) != EBUR128_SUCCESS)
        levels.loudness_lufs = -std::numeric_limits<double>::infinity();
    return levels;
}

double to_db(double linear)
{
    return linear > 0.0 ? 20.0 * std::log10(linear) : -std::numeric_limits<double>::infinity();
}

double from_db(double db)
{
    return std::pow(10.0, db / 20.0);
}

} // namespace quern::cli
