// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/engine/bank.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "quern/bank/built_in.hpp"

namespace quern {
namespace {

/// A stored duration may be off by this much from frames/rate, as in the original's own checks
/// (docs/spec/formats.md §5).
constexpr double kDurationSlackSeconds = 0.01;

/// Beyond this a file was not scaled to full scale 1: integers stored as floats, or damage.
constexpr float kLoudestSample = 16.0f;

Status usable(const grain::Recording& recording, std::string_view name)
{
    const auto refuse = [name](std::string message) {
        return Error{Error::Code::bad_input, std::string(name), std::move(message)};
    };
    if (recording.samples.empty())
        return refuse("found no samples, expected at least one");
    if (recording.samples.size() > UINT32_MAX)
        return refuse("found more than 2^32 samples");
    if (recording.rate < 1000 || recording.rate > 192000)
        return refuse("found a rate of " + std::to_string(recording.rate) +
                      " Hz, expected 1000 to 192000 Hz");
    for (std::size_t i = 0; i < recording.samples.size(); ++i) {
        if (!(std::abs(recording.samples[i]) <= kLoudestSample))
            return refuse("sample " + std::to_string(i) + ": found " + std::to_string(recording.samples[i]) +
                          ", expected at most 16 times full scale (1)");
    }
    const double seconds = static_cast<double>(recording.samples.size()) / recording.rate;
    const double stored = static_cast<double>(recording.duration);
    if (!(stored > 0.0) || std::abs(stored - seconds) > kDurationSlackSeconds)
        return refuse("found a stored duration of " + std::to_string(stored) + " s, expected " +
                      std::to_string(seconds) + " s within 0.01 s");
    return Ok{};
}

} // namespace

Status Bank::set(bed::Member member, grain::Recording recording)
{
    const auto index = static_cast<std::size_t>(member);
    if (index >= bed::kMembers)
        return Error{Error::Code::usage, "member", "found " + std::to_string(index) + ", expected 0 to 13"};
    if (Status status = usable(recording, bed::name_of(member)); !status)
        return status;
    recordings_[index] = std::make_shared<const grain::Recording>(std::move(recording));
    replaced_[index] = true;
    return Ok{};
}

Status Bank::set_all_surfaces(grain::Recording recording)
{
    if (Status status = usable(recording, "recording"); !status)
        return status;
    const auto shared = std::make_shared<const grain::Recording>(std::move(recording));
    for (std::size_t i = 0; i < bed::kSurfaceMembers; ++i) {
        recordings_[i] = shared;
        replaced_[i] = true;
    }
    return Ok{};
}

Bank::Handle Bank::get(bed::Member member)
{
    assert(static_cast<std::size_t>(member) < bed::kMembers);
    Handle& handle = recordings_[std::min(static_cast<std::size_t>(member), bed::kMembers - 1)];
    if (!handle)
        handle =
            std::make_shared<const grain::Recording>(bank::synthesise(*bank::find(bed::name_of(member))));
    return handle;
}

bool Bank::replaced(bed::Member member) const noexcept
{
    const auto index = static_cast<std::size_t>(member);
    return index < bed::kMembers && replaced_[index];
}

void Bank::warm_up()
{
    for (std::size_t i = 0; i < bed::kMembers; ++i)
        get(static_cast<bed::Member>(i));
}

} // namespace quern
