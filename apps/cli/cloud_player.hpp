// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cloud_setup.hpp"
#include "quern/core/result.hpp"
#include "quern/grain/cloud.hpp"

namespace quern::cli {

/// Plays a setup on a cloud: posts every event before the frame it is due at, whatever blocks are asked for,
/// and never more than the cloud's queue has room for.
class CloudPlayer {
public:
    static Result<CloudPlayer> create(const CloudOptions& options, const CloudSetup& setup);

    /// The next frames, interleaved stereo.
    void render(std::span<float> interleaved);
    [[nodiscard]] grain::CloudStats stats() const { return cloud_.stats(); }

private:
    CloudPlayer(grain::Cloud cloud, const CloudSetup& setup);
    void post_block(std::uint64_t frame);
    std::size_t post_values(std::uint64_t frame);
    void fade(std::span<float> interleaved) const;

    grain::Cloud cloud_;
    const CloudSetup* setup_;
    std::vector<grain::CloudEvent> notes_; ///< by frame
    std::size_t next_note_ = 0;
    std::vector<float> last_; ///< posted of each lane
    std::uint64_t done_ = 0;
};

} // namespace quern::cli
