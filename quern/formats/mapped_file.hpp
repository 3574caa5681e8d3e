// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/byte_io.hpp"

namespace quern::formats {

/// A path as messages call it: "standard input" for "-".
std::string input_name(const std::string& path);

/// A file's bytes, mapped and not read: only the parts that are looked at come from the disk. A file that is
/// cut short by somebody else while it is mapped ends the program; that is the price. What cannot be mapped
/// (a pipe) is read, up to kMostPipedBytes.
class MappedFile {
public:
    static constexpr std::size_t kMostPipedBytes = std::size_t{256} << 20;

    /// "-" is standard input. Errors: no such file, no permission, a folder, a pipe that gives too much.
    static Result<MappedFile> open(const std::string& path);
    ~MappedFile();
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;

    /// Valid as long as this object, or the one that it is moved to.
    [[nodiscard]] Bytes bytes() const noexcept;

private:
    MappedFile() = default;

    void* address_ = nullptr; // null: nothing mapped
    std::size_t size_ = 0;
    std::vector<std::uint8_t> copy_; // of a pipe
};

} // namespace quern::formats
