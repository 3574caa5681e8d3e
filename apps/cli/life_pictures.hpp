// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "quern/core/result.hpp"
#include "quern/formats/life/life_frame.hpp"
#include "quern/formats/new_folder.hpp"
#include "quern/formats/staged_folder.hpp"
#include "quern/life/actions.hpp"
#include "quern/life/automaton.hpp"

namespace quern::cli {

/// A state as it is looked at.
formats::PaletteImage draw(formats::LifeView view, const life::Field& field, const life::Delta& delta,
                           const std::optional<life::Roi>& roi);

/// A folder of pictures, one a generation: 000000.png, 000001.png and so on. It appears whole or not at all.
class LifePictures {
public:
    /// Folders above it are made where they are missing.
    static Result<LifePictures> make(const std::string& folder, formats::LifeView view);

    /// The next generation.
    Status add(const life::Field& field, const life::Delta& delta, const std::optional<life::Roi>& roi);
    Status commit();

private:
    LifePictures(formats::NewFolder above, formats::StagedFolder folder, formats::LifeView view)
        : above_(std::move(above)), folder_(std::move(folder)), view_(view)
    {
    }

    formats::NewFolder above_;
    formats::StagedFolder folder_; // goes before those above it
    formats::LifeView view_;
    std::uint32_t written_ = 0;
};

/// A usage error where something stands in the way of such a folder: it must be new, or empty.
Status can_make_pictures(const std::string& folder);

} // namespace quern::cli
