// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/grain/pool_windows.hpp"

#include "quern/grain/pool_kernels.hpp"

namespace quern::grain {

WindowCache::WindowCache(std::int32_t windows, std::int32_t frames)
    : frames_(frames),
      distance_(static_cast<std::size_t>(frames) + WindowCurves::kPadding),
      entries_(static_cast<std::size_t>(windows)),
      memory_(WindowCurves::kPadding + static_cast<std::size_t>(windows) * distance_)
{
}

std::uint8_t WindowCache::find(std::uint8_t shape, std::int32_t length) noexcept QUERN_RT
{
    ++asked_;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        Entry& entry = entries_[i];
        if (entry.length == length && entry.shape == shape) {
            entry.used_at = asked_;
            ++entry.users;
            return static_cast<std::uint8_t>(i);
        }
    }
    return Grain::kNoWindow;
}

std::uint8_t WindowCache::take(std::uint8_t shape, std::int32_t length) noexcept QUERN_RT
{
    if (entries_.empty() || length > frames_)
        return Grain::kNoWindow;
    if (const std::uint8_t found = find(shape, length); found != Grain::kNoWindow)
        return found;
    const std::uint64_t pair = std::uint64_t{shape} << 32 | static_cast<std::uint32_t>(length);
    std::uint64_t& missed = missed_[(pair * 0x9E3779B97F4A7C15u) >> 58];
    if (missed != pair) { // a length that never comes back would only push others out
        missed = pair;
        return Grain::kNoWindow;
    }
    return take_now(shape, length);
}

std::uint8_t WindowCache::take_now(std::uint8_t shape, std::int32_t length) noexcept QUERN_RT
{
    if (entries_.empty() || length > frames_ || length < 1)
        return Grain::kNoWindow;
    if (const std::uint8_t found = find(shape, length); found != Grain::kNoWindow)
        return found;
    Entry* oldest = nullptr;
    for (Entry& entry : entries_) {
        if (entry.users == 0 && (oldest == nullptr || asked_ - entry.used_at > asked_ - oldest->used_at))
            oldest = &entry;
    }
    if (oldest == nullptr)
        return Grain::kNoWindow;
    *oldest = {length, 0, 1, asked_, shape};
    return static_cast<std::uint8_t>(oldest - entries_.data());
}

bool WindowCache::render(std::uint8_t place, const float* curve, std::int32_t age,
                         std::int32_t count) noexcept QUERN_RT
{
    Entry& entry = entries_[place];
    if (age > entry.rendered)
        return false;
    pool_kernels().window(curve, entry.rendered, entry.length, at(place) + entry.rendered,
                          age + count - entry.rendered);
    entry.rendered = age + count;
    return true;
}

void WindowCache::release_all() noexcept QUERN_RT
{
    for (Entry& entry : entries_)
        entry.users = 0;
}

} // namespace quern::grain
