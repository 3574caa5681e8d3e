// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/text_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

namespace quern::formats {

Result<std::string> read_text_file(const std::string& path, std::size_t most_bytes, std::string_view kind)
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
    if (std::error_code ignored; !standard_input && std::filesystem::is_directory(path, ignored))
        return Error{Error::Code::bad_input, name, "is a directory, expected " + std::string(kind)};
    std::string bytes;
    std::vector<char> chunk(1 << 16);
    while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
        bytes.append(chunk.data(), count);
        if (bytes.size() > most_bytes)
            return Error{Error::Code::bad_input, name,
                         "found more than " + std::to_string(most_bytes) + " bytes, expected " +
                             std::string(kind) + " of at most that many"};
    }
    if (std::ferror(file.get()) != 0)
        return Error{Error::Code::io, name, std::string("cannot read: ") + std::strerror(errno)};
    return bytes;
}

} // namespace quern::formats
