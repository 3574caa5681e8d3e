// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/life/png_file.hpp"

#include <png.h>

#include "quern/formats/staged_file.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kMostColours = 256;

} // namespace

Result<std::vector<std::uint8_t>> png_bytes(const PaletteImage& image)
{
    const bool has_size = image.width > 0 && image.height > 0;
    const std::size_t cells =
        has_size ? static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) : 0;
    if (cells == 0 || image.pixels.size() != cells || image.palette.empty() ||
        image.palette.size() > kMostColours)
        return Error{Error::Code::usage, "picture",
                     "found " + std::to_string(image.pixels.size()) + " pixels and " +
                         std::to_string(image.palette.size()) +
                         " colours, expected width * height and 1 to 256"};
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = PNG_FORMAT_RGB_COLORMAP;
    png.flags = PNG_IMAGE_FLAG_FAST; // frames are many
    png.colormap_entries = static_cast<png_uint_32>(image.palette.size());
    static_assert(sizeof(Rgb) == 3);
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    std::vector<std::uint8_t> bytes(size);
    if (png_image_write_to_memory(&png, bytes.data(), &size, 0, image.pixels.data(), 0,
                                  image.palette.data()) == 0)
        return Error{Error::Code::io, "picture", std::string("cannot be packed: ") + png.message};
    bytes.resize(size);
    return bytes;
}

Status write_png(const std::string& path, const PaletteImage& image)
{
    const Result<std::vector<std::uint8_t>> bytes = png_bytes(image);
    if (!bytes)
        return bytes.error();
    Result<StagedFile> file = StagedFile::open(path);
    if (!file)
        return file.error();
    if (Status status = file->write(bytes->data(), bytes->size()); !status)
        return status;
    return file->commit();
}

} // namespace quern::formats
