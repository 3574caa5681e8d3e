// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "quern/life/integrity.hpp"
#include "quern/life_gpu/gl/readback.hpp"

namespace quern::life::gl {

/// Compares a region with a reference in two passes, 48 x 48 cells to 48 columns to one texel {hit, missing,
/// extra, generation}, and reads that back without waiting; one at a time. Every call needs the context
/// entered.
class IntegrityPass {
public:
    [[nodiscard]] static Result<IntegrityPass> make(const Context& context, GridSize size);

    [[nodiscard]] bool is_under_way() const noexcept { return fence_ != nullptr; }
    void begin(const IntegrityProbe& probe, const Surface& field, std::uint32_t generation,
               FenceSource& fences);
    /// Its result, once. What has not arrived after `lost_after` generations is given up.
    [[nodiscard]] std::optional<Integrity> poll(std::uint32_t now, std::uint32_t lost_after);
    /// Waits.
    void settle(std::chrono::nanoseconds most);
    /// What is under way is nobody's any more.
    void forget();

private:
    IntegrityPass(const Context& context, GridSize size) noexcept : context_(&context), size_(size) {}

    const Context* context_;
    GridSize size_;
    Program roi_;
    Program sum_;
    GLint corner_ = -1, grid_ = -1, reference_ = -1, generation_place_ = -1;
    Surface columns_;
    Surface total_;
    Buffer buffer_;
    std::unique_ptr<Fence> fence_;
    std::uint32_t generation_ = 0; // of what is under way
};

} // namespace quern::life::gl
