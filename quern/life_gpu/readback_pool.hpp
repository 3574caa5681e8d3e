// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "quern/life/automaton.hpp"

namespace quern::life {

enum class FenceState : std::uint8_t {
    pending,   ///< the commands before it are not all done
    signalled, ///< they are
    failed,    ///< nobody will ever know: the device was lost
};

/// A mark in the stream of a device's commands.
class Fence {
public:
    virtual ~Fence() = default;
    /// Never waits.
    [[nodiscard]] virtual FenceState poll() noexcept = 0;
    /// Waits, at most this long.
    [[nodiscard]] virtual FenceState wait(std::chrono::nanoseconds most) noexcept = 0;
};

/// Where fences come from: the device, or in tests a fake whose fences signal late, out of order, or never.
class FenceSource {
public:
    virtual ~FenceSource() = default;
    /// Behind all commands given so far, which lead to this generation; nothing where the device gives none.
    [[nodiscard]] virtual std::unique_ptr<Fence> insert(std::uint32_t generation) = 0;
};

inline constexpr std::size_t kMostReadbackBuffers = 8;

struct ReadbackPoolConfig {
    std::size_t buffers = 3;       ///< 1 ... most_buffers, there from the beginning
    std::size_t most_buffers = 8;  ///< 1 ... kMostReadbackBuffers, made when all others are under way
    std::uint32_t lost_after = 30; ///< generations after which a fence that did not signal counts as lost
};

/// Which buffer holds the changes of which generation, and whether they have arrived. Knows nothing of the
/// device: a buffer is a number here (docs/spec/life.md §7). What arrives out of order is handed out in
/// order; what never arrives is lost after a while and does not hold up what came after it, and its buffer
/// stays out of use until its fence signals after all. Nothing waits but `settle`. One thread.
class ReadbackPool {
public:
    /// The numbers of `config` must be in range; `fences` must outlive the pool.
    ReadbackPool(const ReadbackPoolConfig& config, FenceSource& fences);

    /// A buffer to read the changes of this generation into, below `buffers()`; nothing, and counted as
    /// skipped, where all are under way and there may be no more. Every generation is begun once.
    [[nodiscard]] std::optional<std::size_t> begin(std::uint32_t generation);
    /// The read-back of this buffer was commanded.
    void end(std::size_t buffer);

    struct Ready {
        std::uint32_t generation = 0;
        std::size_t buffer = 0;
    };
    /// The oldest read-back, if it has arrived: delivered. Its buffer is the caller's until `give_back`.
    [[nodiscard]] std::optional<Ready> take(std::uint32_t now);
    void give_back(std::size_t buffer) noexcept;

    /// Waits until every read-back has arrived; those that have not after `most` each are lost.
    void settle(std::chrono::nanoseconds most);
    /// The device is gone: what is under way is lost, and nothing begins any more.
    void abandon() noexcept;

    /// Whether `take` may have something.
    [[nodiscard]] bool is_under_way() const noexcept { return !under_way_.empty(); }
    /// Buffers that exist.
    [[nodiscard]] std::size_t buffers() const noexcept { return states_.size(); }
    [[nodiscard]] const DeltaCounters& counters() const noexcept { return counters_; }

private:
    enum class State : std::uint8_t { free, writing, under_way, lost, taken };
    struct Entry {
        std::uint32_t generation = 0;
        std::size_t buffer = 0;
        std::unique_ptr<Fence> fence;
        FenceState seen = FenceState::pending;
    };

    void look(std::uint32_t now);
    void lose(Entry& entry);

    ReadbackPoolConfig config_;
    FenceSource* fences_;
    std::vector<State> states_;    // of each buffer
    std::vector<Entry> under_way_; // by generation, rising
    std::vector<Entry> lost_;      // whose buffers are not to be touched
    std::uint32_t writing_ = 0;    // generation between `begin` and `end`
    bool abandoned_ = false;
    DeltaCounters counters_{};
};

} // namespace quern::life
