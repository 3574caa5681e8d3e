// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <span>

namespace quern::cli {

/// Streaming sample-rate conversion by soxr, high quality, without delay: output frame n lies at n / to_rate.
/// Equal rates pass through untouched.
class RateConverter {
public:
    RateConverter(std::uint32_t from_rate, std::uint32_t to_rate, int channels);
    ~RateConverter();
    RateConverter(RateConverter&&) noexcept;
    RateConverter& operator=(RateConverter&&) noexcept;

    /// Valid until the next call. May be shorter or longer than the input's share.
    std::span<const float> convert(std::span<const float> interleaved);
    /// What is still inside, after the last input.
    std::span<const float> finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace quern::cli
