// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_surface.hpp"

#include <algorithm>
#include <charconv>

namespace quern::formats {
namespace {

std::optional<int> whole_number(std::string_view text)
{
    int value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || fault != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// The first material that the map sends to `surface`.
std::optional<int> material_of_surface(int surface, const bed::Tuning& tuning)
{
    const auto& map = tuning.surface_of_material;
    const auto found = std::find(map.begin(), map.end(), surface);
    if (found == map.end())
        return std::nullopt;
    return static_cast<int>(found - map.begin());
}

std::string_view without_suffix(std::string_view name, std::string_view suffix)
{
    return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

std::string_view base_name(bed::Member member)
{
    return without_suffix(without_suffix(bed::name_of(member), "_hard"), "_soft");
}

/// The rolling surface that plays recordings called `base`, not the one that only borrows them.
std::optional<int> surface_of_base(std::string_view base, const bed::Tuning& tuning)
{
    for (std::size_t i = 0; i < tuning.surfaces.size(); ++i) {
        const bed::SurfaceRow& row = tuning.surfaces[i];
        if (row.grain && !row.fallback_tuning && base_name(row.hard) == base)
            return static_cast<int>(i);
    }
    return std::nullopt;
}

} // namespace

std::optional<SurfaceChoice> surface_named(std::string_view text, const bed::Tuning& tuning)
{
    if (text == "none")
        return SurfaceChoice{};
    if (text.starts_with("tag:")) {
        const auto tag = whole_number(text.substr(4));
        if (!tag || *tag < 0 || *tag > bed::kNoMaterial)
            return std::nullopt;
        return SurfaceChoice{*tag == 0 ? bed::kNoMaterial : *tag - 1, std::nullopt};
    }
    std::optional<int> surface;
    SurfaceChoice choice;
    if (text.starts_with("surface:")) {
        surface = whole_number(text.substr(8));
    } else {
        if (text.ends_with("_soft") || text.ends_with("_hard"))
            choice.soft = text.ends_with("_soft");
        surface = surface_of_base(without_suffix(without_suffix(text, "_hard"), "_soft"), tuning);
    }
    const auto material = surface ? material_of_surface(*surface, tuning) : std::nullopt;
    if (!material)
        return std::nullopt;
    choice.material = *material;
    return choice;
}

std::string surface_names(const bed::Tuning& tuning)
{
    std::string names;
    for (const bed::SurfaceRow& row : tuning.surfaces) {
        const std::string name = std::string(base_name(row.hard)) + ", ";
        if (row.grain && !row.fallback_tuning && names.find(name) == std::string::npos)
            names += name;
    }
    return names + "surface:N (a rolling surface), tag:N (0..143) or none";
}

std::string material_text(int material)
{
    return material == bed::kNoMaterial ? "none" : "tag:" + std::to_string(material + 1);
}

} // namespace quern::formats
