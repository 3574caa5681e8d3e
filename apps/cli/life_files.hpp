// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "life_options.hpp"
#include "life_pictures.hpp"
#include "quern/core/result.hpp"
#include "quern/formats/staged_file.hpp"
#include "quern/life/world.hpp"

namespace quern::cli {

/// What is written of every generation: two tables, as lines of comma-separated values behind two lines of
/// comment (docs/life.md), and pictures. A world's watcher; what goes wrong while it watches is told by
/// `status`.
class LifeFiles final : public life::WorldWatcher {
public:
    /// What the options name. `what` is the first line of both tables, `start` generation 0.
    static Result<LifeFiles> open(const LifeOptions& options, const std::string& what,
                                  const life::Field& start, const std::optional<life::Roi>& roi);

    /// Where states come from.
    void attach(life::Automaton& automaton) noexcept { automaton_ = &automaton; }
    void on_generation(const life::Delta& delta, const life::EventBatch& batch,
                       const std::optional<life::Roi>& roi) override;

    /// The first thing that went wrong so far.
    [[nodiscard]] const Status& status() const noexcept { return status_; }
    /// Closes the tables under their temporary names. `commit` publishes everything.
    Status settle();
    Status commit();

private:
    explicit LifeFiles(life::EventReader reader) : reader_(std::move(reader)) {}
    Status add_events(std::uint32_t generation);
    Status add_state(const life::Delta& delta, const life::EventBatch& batch,
                     const std::optional<life::Roi>& roi);

    life::EventReader reader_;
    life::Automaton* automaton_ = nullptr;
    std::optional<formats::StagedFile> masks_;
    std::optional<formats::StagedFile> events_;
    std::optional<LifePictures> pictures_;
    std::vector<std::uint32_t> texels_;
    std::vector<life::Event> list_;
    std::string lines_;
    Status status_ = Ok{};
};

} // namespace quern::cli
