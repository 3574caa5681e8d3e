// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "life_pictures.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "quern/formats/life/png_file.hpp"

namespace quern::cli {

namespace fs = std::filesystem;

formats::PaletteImage draw(formats::LifeView view, const life::Field& field, const life::Delta& delta,
                           const std::optional<life::Roi>& roi)
{
    return view == formats::LifeView::events ? formats::draw_events(field, delta, roi)
                                             : formats::draw_teams(field);
}

Result<LifePictures> LifePictures::make(const std::string& folder, formats::LifeView view)
{
    fs::path place(folder);
    if (!place.has_filename()) // "new/"
        place = place.parent_path();
    const fs::path parent = place.parent_path();
    Result<formats::NewFolder> above = formats::NewFolder::make(parent.empty() ? "." : parent.string());
    if (!above)
        return above.error();
    Result<formats::StagedFolder> staged = formats::StagedFolder::open(folder);
    if (!staged)
        return staged.error();
    return LifePictures(std::move(*above), std::move(*staged), view);
}

Status LifePictures::add(const life::Field& field, const life::Delta& delta,
                         const std::optional<life::Roi>& roi)
{
    const fs::path picture = fs::path(folder_.folder()) / fmt::format("{:06}.png", written_++);
    return formats::write_png(picture.string(), draw(view_, field, delta, roi));
}

Status LifePictures::commit()
{
    Status status = folder_.commit();
    if (status)
        above_.keep();
    return status;
}

Status can_make_pictures(const std::string& folder)
{
    const auto refused = [&](const char* expected) {
        return Error{Error::Code::usage, "--frames", fmt::format("found \"{}\", {}", folder, expected)};
    };
    std::error_code failed;
    if (folder == "-")
        return refused("expected a folder");
    if (!fs::exists(folder, failed))
        return Ok{};
    if (!fs::is_directory(folder, failed))
        return refused("which is a file, expected a new or an empty folder");
    if (!fs::is_empty(folder, failed) || failed)
        return refused("which has files in it, expected a new or an empty folder");
    // It would be replaced below the feet of the shell.
    if (fs::equivalent(folder, fs::current_path(failed), failed))
        return refused("which is the current folder, expected a new one");
    return Ok{};
}

} // namespace quern::cli
