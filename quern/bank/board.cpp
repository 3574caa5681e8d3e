// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bank/board.hpp"

#include <algorithm>
#include <cmath>

namespace quern::bank {
namespace {

constexpr std::size_t kWheels = 4; // front left, front right, rear left, rear right
constexpr double kWheelbaseM = 0.36;
constexpr double kFirstPlaceM = 10.0; // ground behind the start, for the rear wheels
// At this speed the load has evened out to half its slow wobble: fast wheels must not buzz.
constexpr double kEvenMps = 36.0;
constexpr double kContactM = 0.006; // the stretch over which a scrape dies away

struct Wheel {
    double more_m; // beyond kWheelTurnM: no two are worn alike, so their turns drift apart, if slowly
    double turned; // where in its turn it starts
    float worn;    // its share of the wobble
};
constexpr std::array<Wheel, kWheels> kWheel{{
    {0.00000, 0.10, 1.0f},
    {0.00005, 0.19, 0.8f},
    {-0.00002, 0.03, 0.9f},
    {0.00003, 0.24, 0.7f},
}};

/// A joint has two edges, a narrow gap apart.
constexpr double kJointGapM = 0.008;

} // namespace

Board::Board(const Ground& ground, std::uint64_t seed, double rate_hz)
    : place_m_(kFirstPlaceM), seconds_per_frame_(1.0 / rate_hz), wobble_(ground.wobble)
{
    add(ground.grit, seed * 8 + 1, false, 0.0, 1.0f);
    add(ground.stones, seed * 8 + 2, false, 0.0, 1.0f);
    add(ground.joints, seed * 8 + 3, true, 0.0, 1.0f);
    add(ground.joints, seed * 8 + 3, true, kJointGapM, -0.7f);
}

void Board::add(const Texture& texture, std::uint64_t stream, bool across, double edge_m, float sign)
{
    if (texture.spacing_m <= 0.0f)
        return;
    for (std::size_t w = 0; w < kWheels; ++w) {
        const std::size_t side = across ? 0 : w % 2;
        const AsperityTrack::Path path{stream * 16 + side, stream * 16 + 8 + w,
                                       (w / 2 == 0 ? 0.0 : kWheelbaseM) + edge_m};
        tracks_.push_back({AsperityTrack(texture, path, place_m_), w, sign});
    }
}

float Board::pressure(std::size_t wheel, double place_m, float wobble) const noexcept
{
    const Wheel& it = kWheel[wheel];
    const double turns = place_m / (kWheelTurnM + it.more_m) + it.turned;
    const auto t = static_cast<float>(2.0 * (turns - std::floor(turns)) - 1.0);
    const float wave = 4.0f * t * (1.0f - std::fabs(t)); // a sine within 6 %: two parabolas
    return 1.0f + wobble * it.worn * wave;
}

void Board::roll(double speed_mps, Step& impulses, Step& scraping) noexcept
{
    const double metres_per_frame = speed_mps * seconds_per_frame_;
    const double frames_per_metre = 1.0 / metres_per_frame;
    const double end_m = place_m_ + metres_per_frame * static_cast<double>(kStepFrames);
    const float wobble = wobble_ * static_cast<float>(kEvenMps / (kEvenMps + speed_mps));
    for (Track& track : tracks_) {
        for (; track.asperities.ahead().place_m < end_m; track.asperities.advance()) {
            const Hit& hit = track.asperities.ahead();
            const double frame = std::max(0.0, (hit.place_m - place_m_) * frames_per_metre);
            const std::size_t at = std::min(static_cast<std::size_t>(frame), kStepFrames - 1);
            const auto late = static_cast<float>(frame - static_cast<double>(at));
            const float height = track.sign * hit.height * pressure(track.wheel, hit.place_m, wobble);
            struck_[at] += height * (1.0f - late);
            struck_[at + 1] += height * late;
            stirred_[at] += std::fabs(height);
            ++hits_;
        }
    }
    place_m_ = end_m;

    // One pole whose time constant is the time a wheel takes to cross the contact.
    const auto decay = static_cast<float>(1.0 / (1.0 + metres_per_frame / kContactM));
    for (std::size_t n = 0; n < kStepFrames; ++n) {
        impulses[n] = struck_[n];
        scraping_ = scraping_ * decay + stirred_[n] * (1.0f - decay);
        scraping[n] = scraping_;
    }
    struck_ = {struck_[kStepFrames]};
    stirred_ = {};
}

} // namespace quern::bank
