// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "life_pictures.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "quern/formats/life/png_file.hpp"

namespace quern::cli {

formats::PaletteImage draw(formats::LifeView view, const life::Field& field, const life::Delta& delta,
                           const std::optional<life::Roi>& roi)
{
    return view == formats::LifeView::events ? formats::draw_events(field, delta, roi)
                                             : formats::draw_teams(field);
}

Result<LifePictures> LifePictures::make(const std::string& folder, formats::LifeView view)
{
    Result<formats::NewFolder> made = formats::NewFolder::make(folder);
    if (!made)
        return made.error();
    return LifePictures(folder, std::move(*made), view);
}

LifePictures::~LifePictures()
{
    std::error_code ignored;
    for (std::uint32_t picture = 0; picture < written_; ++picture)
        std::filesystem::remove(path_of(picture), ignored);
}

std::string LifePictures::path_of(std::uint32_t picture) const
{
    return (std::filesystem::path(folder_) / fmt::format("{:06}.png", picture)).string();
}

Status LifePictures::add(const life::Field& field, const life::Delta& delta,
                         const std::optional<life::Roi>& roi)
{
    Status status = formats::write_png(path_of(written_), draw(view_, field, delta, roi));
    written_ += status ? 1 : 0;
    return status;
}

void LifePictures::keep() noexcept
{
    written_ = 0;
    made_.keep();
}

} // namespace quern::cli
