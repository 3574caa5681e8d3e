// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_text.hpp"

#include "quern/formats/ride.hpp"
#include "quern/formats/text_file.hpp"

namespace quern::formats {

Result<std::string> read_ride_bytes(const std::string& path)
{
    return read_text_file(path, kMaxRideBytes, "a ride");
}

void NoteBook::add(const std::string& kind, const std::string& place, const std::string& detail)
{
    auto found =
        std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& known) { return known.name == kind; });
    if (found == kinds_.end())
        found = kinds_.insert(kinds_.end(), Kind{kind, {}, 0});
    if (++found->count <= kShown)
        found->shown.push_back(place + ": " + kind + (detail.empty() ? "" : " (" + detail + ")"));
}

std::vector<std::string> NoteBook::lines() const
{
    std::vector<std::string> lines;
    for (const Kind& kind : kinds_) {
        lines.insert(lines.end(), kind.shown.begin(), kind.shown.end());
        if (kind.count > kind.shown.size())
            lines.push_back(kind.name + ": " + std::to_string(kind.count - kind.shown.size()) + " more");
    }
    return lines;
}

} // namespace quern::formats
