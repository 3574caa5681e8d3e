// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "rate_converter.hpp"

#include <new>
#include <vector>

#include <soxr.h>

namespace quern::cli {
namespace {

struct Release {
    void operator()(soxr* handle) const noexcept { soxr_delete(handle); }
};

constexpr std::size_t kTailFrames = 8192; // far more than the filter holds

} // namespace

struct RateConverter::State {
    double ratio;
    std::size_t channels;
    std::unique_ptr<soxr, Release> handle; // null when the rates are equal
    std::vector<float> out;
};

RateConverter::RateConverter(std::uint32_t from_rate, std::uint32_t to_rate, int channels)
    : state_(std::make_unique<State>())
{
    state_->ratio = static_cast<double>(to_rate) / from_rate;
    state_->channels = static_cast<std::size_t>(channels);
    if (from_rate == to_rate)
        return;
    const soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
    const soxr_quality_spec_t quality = soxr_quality_spec(SOXR_HQ, 0);
    const soxr_runtime_spec_t runtime = soxr_runtime_spec(1);
    soxr_error_t error = nullptr;
    state_->handle.reset(
        soxr_create(from_rate, to_rate, static_cast<unsigned>(channels), &error, &io, &quality, &runtime));
    if (!state_->handle)
        throw std::bad_alloc{}; // the only way left once the rates are checked
}

RateConverter::~RateConverter() = default;
RateConverter::RateConverter(RateConverter&&) noexcept = default;
RateConverter& RateConverter::operator=(RateConverter&&) noexcept = default;

std::span<const float> RateConverter::convert(std::span<const float> interleaved)
{
    State& s = *state_;
    if (!s.handle)
        return interleaved;
    const std::size_t frames = interleaved.size() / s.channels;
    s.out.resize((static_cast<std::size_t>(static_cast<double>(frames) * s.ratio) + kTailFrames) *
                 s.channels);
    std::size_t used = 0;
    std::size_t made = 0;
    soxr_process(s.handle.get(), interleaved.data(), frames, &used, s.out.data(), s.out.size() / s.channels,
                 &made);
    return {s.out.data(), made * s.channels};
}

std::span<const float> RateConverter::finish()
{
    State& s = *state_;
    if (!s.handle)
        return {};
    s.out.resize(kTailFrames * s.channels);
    std::size_t made = 0;
    soxr_process(s.handle.get(), nullptr, 0, nullptr, s.out.data(), kTailFrames, &made);
    return {s.out.data(), made * s.channels};
}

} // namespace quern::cli
