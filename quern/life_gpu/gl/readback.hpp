// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "quern/life_gpu/gl/objects.hpp"
#include "quern/life_gpu/readback_pool.hpp"

namespace quern::life::gl {

/// The driver's fences. The context must be entered wherever one is made, asked or ended.
class SyncSource final : public FenceSource {
public:
    explicit SyncSource(const Context& context) noexcept : context_(context) {}
    [[nodiscard]] std::unique_ptr<Fence> insert(std::uint32_t generation) override;

private:
    const Context& context_;
};

/// Commands that a surface of RGBA32UI is read into a buffer; returns at once. The buffer must not be touched
/// until a fence behind this has signalled.
void read_into(const Buffer& buffer, const Surface& surface);
/// What was read there. False where the driver does not hand it out.
[[nodiscard]] bool copy_from(const Buffer& buffer, std::span<std::uint32_t> words);

} // namespace quern::life::gl
