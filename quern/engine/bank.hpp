// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <memory>
#include <string>

#include "quern/bed/members.hpp"
#include "quern/core/result.hpp"
#include "quern/grain/recording.hpp"

namespace quern {

/// The recordings a bed plays, one per member. A member that was not set is synthesised the first time it is
/// asked for (some hundredths of a second), so `warm_up()` before going live. Control side only; recordings
/// are immutable once set and shared, so a bank may be replaced while another bed still plays the old one.
class Bank {
public:
    using Handle = std::shared_ptr<const grain::Recording>;

    /// Replaces one member. Refuses an empty recording, a rate of 0, non-finite samples and a duration that
    /// is not positive or is more than 0.01 s away from frames/rate.
    Status set(bed::Member member, grain::Recording recording);
    /// Plays one recording on all thirteen surfaces.
    Status set_all_surfaces(grain::Recording recording);
    /// Never null.
    Handle get(bed::Member member);
    /// True when the member was set rather than synthesised.
    [[nodiscard]] bool replaced(bed::Member member) const noexcept;
    /// Synthesises whatever is missing.
    void warm_up();

private:
    std::array<Handle, bed::kMembers> recordings_{};
    std::array<bool, bed::kMembers> replaced_{};
};

} // namespace quern
