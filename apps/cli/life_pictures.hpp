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
#include "quern/life/actions.hpp"
#include "quern/life/automaton.hpp"

namespace quern::cli {

/// A state as it is looked at.
formats::PaletteImage draw(formats::LifeView view, const life::Field& field, const life::Delta& delta,
                           const std::optional<life::Roi>& roi);

/// A folder of pictures, one a generation: 000000.png, 000001.png and so on. Without `keep`, those that were
/// written vanish again.
class LifePictures {
public:
    static Result<LifePictures> make(const std::string& folder, formats::LifeView view);
    ~LifePictures();
    LifePictures(LifePictures&& other) noexcept
        : folder_(std::move(other.folder_)),
          made_(std::move(other.made_)),
          view_(other.view_),
          written_(std::exchange(other.written_, 0))
    {
    }
    LifePictures& operator=(LifePictures&&) = delete;

    /// The next generation.
    Status add(const life::Field& field, const life::Delta& delta, const std::optional<life::Roi>& roi);
    void keep() noexcept;

private:
    LifePictures(std::string folder, formats::NewFolder made, formats::LifeView view)
        : folder_(std::move(folder)), made_(std::move(made)), view_(view)
    {
    }
    [[nodiscard]] std::string path_of(std::uint32_t picture) const;

    std::string folder_;
    formats::NewFolder made_;
    formats::LifeView view_;
    std::uint32_t written_ = 0;
};

} // namespace quern::cli
