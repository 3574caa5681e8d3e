// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <span>

namespace quern::cli {

/// What a stretch of sound measures as. Silence has levels of minus infinity.
struct Levels {
    std::uint64_t frames = 0;
    double peak_dbfs = 0.0;     ///< largest sample of any channel
    double rms_dbfs = 0.0;      ///< over all channels
    double loudness_lufs = 0.0; ///< EBU R 128, integrated
};

/// Measures interleaved sound as it passes.
class Meter {
public:
    /// 1 channel, 2 or 6 (FL FR FC LFE SL SR; the LFE does not count for loudness).
    Meter(int channels, std::uint32_t rate);
    ~Meter();
    Meter(Meter&&) noexcept;
    Meter& operator=(Meter&&) noexcept;

    void add(std::span<const float> interleaved);
    [[nodiscard]] Levels levels() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// 20·log10, minus infinity for 0.
double to_db(double linear);
double from_db(double db);

} // namespace quern::cli
