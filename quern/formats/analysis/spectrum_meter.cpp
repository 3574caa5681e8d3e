// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/analysis/spectrum_meter.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include <kiss_fftr.h>

#include "quern/bank/spectrum.hpp"

namespace quern::formats {

struct SpectrumMeter::Plan {
    explicit Plan(std::size_t size)
        : transform(kiss_fftr_alloc(static_cast<int>(size), 0, nullptr, nullptr)),
          frame(size),
          bins(size / 2 + 1)
    {
        if (transform == nullptr)
            throw std::bad_alloc();
    }
    ~Plan() { kiss_fftr_free(transform); }
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    kiss_fftr_cfg transform;
    std::vector<float> frame;
    std::vector<kiss_fft_cpx> bins;
    std::vector<double> window; // of the length used last
};

SpectrumMeter::SpectrumMeter(std::size_t size) : size_(size), plan_(std::make_unique<Plan>(size)) {}
SpectrumMeter::~SpectrumMeter() = default;
SpectrumMeter::SpectrumMeter(SpectrumMeter&&) noexcept = default;
SpectrumMeter& SpectrumMeter::operator=(SpectrumMeter&&) noexcept = default;

SpectrumMeter::Spectra SpectrumMeter::measure(std::span<const float> samples)
{
    Plan& plan = *plan_;
    const std::size_t length = std::min(size_, samples.size());
    if (plan.window.size() != length)
        plan.window = bank::hann_window(length);
    Spectra out{std::vector<double>(size_ / 2 + 1), std::vector<double>(size_ / 2 + 1), 0, 0.0};
    for (const double value : plan.window)
        out.window_power += value * value;
    for (std::size_t from = 0; length > 0 && from + length <= samples.size();
         from += std::max<std::size_t>(length / 2, 1)) {
        for (std::size_t n = 0; n < length; ++n)
            plan.frame[n] = static_cast<float>(static_cast<double>(samples[from + n]) * plan.window[n]);
        std::fill(plan.frame.begin() + static_cast<std::ptrdiff_t>(length), plan.frame.end(), 0.0f);
        kiss_fftr(plan.transform, plan.frame.data(), plan.bins.data());
        for (std::size_t k = 0; k < plan.bins.size(); ++k) {
            const double re = static_cast<double>(plan.bins[k].r), im = static_cast<double>(plan.bins[k].i);
            const double power = re * re + im * im;
            out.power[k] += power;
            out.magnitude[k] += std::sqrt(power);
        }
        ++out.frames;
    }
    const double scale = 1.0 / static_cast<double>(std::max<std::size_t>(out.frames, 1));
    for (std::size_t k = 0; k < out.power.size(); ++k) {
        out.power[k] *= scale;
        out.magnitude[k] *= scale;
    }
    return out;
}

double centroid_of(std::span<const double> weights, double bin_hz)
{
    double sum = 0.0, moment = 0.0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        sum += weights[k];
        moment += weights[k] * static_cast<double>(k);
    }
    return sum > 0.0 ? moment / sum * bin_hz : 0.0;
}

} // namespace quern::formats
