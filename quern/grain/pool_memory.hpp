// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "quern/core/rt.hpp"

namespace quern::grain {

/// Where something lies in memory. Every part of a pool that allocates says whether a span touches it, so
/// that a part added later cannot be forgotten by whoever asks the whole.
struct MemorySpan {
    std::uintptr_t begin;
    std::uintptr_t end;

    /// Of a vector, an array or a span.
    template <class View> [[nodiscard]] static MemorySpan of(const View& view) noexcept QUERN_RT
    {
        const auto begin = reinterpret_cast<std::uintptr_t>(view.data());
        return {begin, begin + view.size() * sizeof(*view.data())};
    }
    [[nodiscard]] bool overlaps(MemorySpan other) const noexcept QUERN_RT
    {
        return begin < other.end && other.begin < end;
    }
    /// Any of these vectors.
    template <class... Views> [[nodiscard]] bool overlaps_any(const Views&... views) const noexcept QUERN_RT
    {
        return (overlaps(of(views)) || ...);
    }
};

} // namespace quern::grain
