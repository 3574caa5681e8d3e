// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_text.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "quern/formats/ride.hpp"

namespace quern::formats {

Result<std::string> read_ride_bytes(const std::string& path)
{
    const bool standard_input = path == "-";
    const std::string name = standard_input ? "standard input" : path;
    const auto close = [standard_input](std::FILE* file) {
        if (!standard_input)
            std::fclose(file);
    };
    const std::unique_ptr<std::FILE, decltype(close)> file(
        standard_input ? stdin : std::fopen(path.c_str(), "rb"), close);
    if (!file)
        return Error{Error::Code::io, name, std::string("cannot open: ") + std::strerror(errno)};
    std::string bytes;
    std::vector<char> chunk(1 << 16);
    while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
        bytes.append(chunk.data(), count);
        if (bytes.size() > kMaxRideBytes)
            return Error{Error::Code::bad_input, name,
                         "larger than " + std::to_string(kMaxRideBytes >> 20) + " MiB, not a ride"};
    }
    if (std::ferror(file.get()) != 0)
        return Error{Error::Code::io, name, std::string("cannot read: ") + std::strerror(errno)};
    return bytes;
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
