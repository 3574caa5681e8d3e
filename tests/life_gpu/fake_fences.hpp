// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>

#include "quern/life_gpu/readback_pool.hpp"

namespace quern::life {

/// Fences that signal when a test says so, by the generation they were made for.
class FakeFences final : public FenceSource {
public:
    void signal(std::uint32_t generation) { states_[generation] = FenceState::signalled; }
    void fail(std::uint32_t generation) { states_[generation] = FenceState::failed; }
    /// From now on `insert` gives none.
    void run_dry() { dry_ = true; }

    [[nodiscard]] std::unique_ptr<Fence> insert(std::uint32_t generation) override
    {
        if (dry_)
            return nullptr;
        return std::make_unique<One>(*this, generation);
    }
    /// Fences that exist.
    [[nodiscard]] int living() const { return living_; }

private:
    class One final : public Fence {
    public:
        One(FakeFences& owner, std::uint32_t generation) : owner_(owner), generation_(generation)
        {
            ++owner_.living_;
        }
        ~One() override { --owner_.living_; }
        One(const One&) = delete;
        One& operator=(const One&) = delete;
        [[nodiscard]] FenceState poll() noexcept override
        {
            const auto found = owner_.states_.find(generation_);
            return found == owner_.states_.end() ? FenceState::pending : found->second;
        }
        [[nodiscard]] FenceState wait(std::chrono::nanoseconds) noexcept override { return poll(); }

    private:
        FakeFences& owner_;
        std::uint32_t generation_;
    };

    std::map<std::uint32_t, FenceState> states_;
    bool dry_ = false;
    int living_ = 0;
};

} // namespace quern::life
