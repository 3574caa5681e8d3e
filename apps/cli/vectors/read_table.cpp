// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <filesystem>
#include <string>

#include <zlib.h>

#include "apps/cli/vectors/vectors.hpp"

namespace quern::vectors {
namespace {

constexpr std::size_t kMostBytes = std::size_t{512} << 20; // unpacked

/// Whole file, unpacked when it is gzip (zlib reads plain files as they are).
Result<std::string> slurp(const std::string& path)
{
    if (!std::filesystem::is_regular_file(path))
        return Error{Error::Code::bad_input, path,
                     "found no such file, expected a golden file (.tsv or .csv, or either as .gz)"};
    gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr)
        return Error{Error::Code::bad_input, path, "cannot be opened"};
    std::string text;
    char buffer[1 << 16];
    int got = 0;
    while ((got = gzread(file, buffer, sizeof buffer)) > 0) {
        if (text.size() + static_cast<std::size_t>(got) > kMostBytes) {
            gzclose(file);
            return Error{Error::Code::bad_input, path,
                         "found more than " + std::to_string(kMostBytes >> 20) +
                             " MiB, expected a golden file"};
        }
        text.append(buffer, static_cast<std::size_t>(got));
    }
    // A truncated stream reads to its end without complaint until it is closed.
    const int closed = gzclose(file);
    if (got < 0 || closed != Z_OK)
        return Error{Error::Code::bad_input, path, "found a damaged gzip stream"};
    return text;
}

std::string kind_of(const std::string& path)
{
    std::string name = std::filesystem::path(path).filename().string();
    return name.substr(0, name.find('.'));
}

} // namespace

Result<Table> read_table(const std::string& path)
{
    auto text = slurp(path);
    if (!text)
        return text.error();
    return parse_table(kind_of(path), *text, path);
}

} // namespace quern::vectors
