// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/life/actions.hpp"
#include "quern/life/cells.hpp"
#include "quern/life/integrity.hpp"
#include "quern/life/rule.hpp"

namespace quern::life {

/// What changed in one generation, one bit a cell: bit i of word y * row_words + t is the cell (64 t + i, y).
/// Births are changed & alive, deaths changed & ~alive. Borrowed from the back end.
struct Delta {
    std::uint32_t generation = 0; ///< that the changes led to; the first is 1
    GridSize size{};
    std::span<const std::uint64_t> changed;
    std::span<const std::uint64_t> alive; ///< at least the changed cells are right
};

/// Counted since `load`. advanced = delivered + skipped + lost + those still under way.
struct DeltaCounters {
    std::uint64_t advanced = 0;
    std::uint64_t delivered = 0; ///< handed out by `poll`
    std::uint64_t skipped = 0;   ///< never read back: no buffer was free, or nobody polled
    std::uint64_t lost = 0;      ///< read back, but their fence never came
};

/// A field that lives: one interface, three back ends, the same bits from each. Calls come from one thread;
/// `advance` and `poll` never wait.
class Automaton {
public:
    virtual ~Automaton() = default;
    /// `oracle`, `cpu` or `gpu`.
    [[nodiscard]] virtual std::string_view name() const noexcept = 0;
    [[nodiscard]] virtual GridSize size() const noexcept = 0;

    /// Takes a state as generation 0. An error where its size is not the automaton's, or a cell is not one
    /// that `Cell` describes.
    virtual Status load(const Field& field) = 0;
    /// One generation on: step, moves, stamps. An error for actions that are not valid, with nothing changed,
    /// and where a device was lost.
    virtual Status advance(const Actions& actions) = 0;
    /// The oldest changes that are ready and were not yet handed out, whose spans hold until the next call of
    /// anything; nothing where none are.
    virtual std::optional<Delta> poll() = 0;
    /// Waits until the changes of every generation so far are ready or lost: for tests and offline rendering.
    virtual Status settle() = 0;
    /// The state after the last `advance`. Waits.
    virtual Result<Field> read() = 0;
    /// Generations since `load`.
    [[nodiscard]] virtual std::uint32_t generation() const noexcept = 0;
    [[nodiscard]] virtual DeltaCounters counters() const noexcept = 0;

    /// Asks for a comparison of the present state with a reference; false where one is still under way, or
    /// its result was not fetched.
    virtual bool probe(const IntegrityProbe& probe) = 0;
    /// Its result, once; nothing while none is ready.
    virtual std::optional<Integrity> poll_probe() = 0;
};

/// One byte-wide cell at a time, plain and slow: what the others are compared with.
[[nodiscard]] Result<std::unique_ptr<Automaton>> make_oracle(GridSize size, Rule rule);
/// Bit planes, stepped by the kernels of the selected SIMD target (dsp::select_target).
[[nodiscard]] Result<std::unique_ptr<Automaton>> make_cpu(GridSize size, Rule rule);

/// Changes as the texels of the delta pass, little-endian: four 32-bit words for 64 cells, births of columns
/// 64 t ... 64 t + 31, births of the next 32, deaths of both alike. Bytes: size.words() * 16.
void pack_texels(const Delta& delta, std::span<std::uint32_t> texels) noexcept;

} // namespace quern::life
