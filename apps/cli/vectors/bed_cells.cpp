// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "apps/cli/vectors/bed_cells.hpp"

#include <cmath>

#include "apps/cli/vectors/grain_cells.hpp"

namespace quern::vectors {

template <class T> T Cells::keep(const Result<T>& value, std::string_view column)
{
    if (value)
        return *value;
    if (!error_)
        error_ = in_row(value.error(), row_, column);
    return T{};
}

float Cells::bits(std::string_view column)
{
    return keep(single_of_hex(text(column)), column);
}

float Cells::decimal(std::string_view column)
{
    const float value = single_of_decimal(text(column));
    if (std::isfinite(value))
        return value;
    return keep<float>(Error{Error::Code::bad_input, {}, "found '" + text(column) + "', expected a number"},
                       column);
}

int Cells::whole(std::string_view column, long low, long high)
{
    return static_cast<int>(keep(whole_of(text(column), low, high), column));
}

const bed::SurfaceTuning* tuning_named(std::string_view surface)
{
    const bed::Tuning& tuning = bed::default_tuning();
    if (surface == "default")
        return &tuning.fallback;
    const auto member = bed::member_named(surface);
    if (!member || static_cast<std::size_t>(*member) >= bed::kSurfaceMembers)
        return nullptr;
    return &tuning.surface[static_cast<std::size_t>(*member)];
}

std::vector<std::string_view> tuning_names()
{
    std::vector<std::string_view> names{"default"};
    names.insert(names.end(), bed::kMemberNames.begin(), bed::kMemberNames.begin() + bed::kSurfaceMembers);
    return names;
}

float mps_of_kmh(float kmh)
{
    return kmh / 3.6f;
}

} // namespace quern::vectors
