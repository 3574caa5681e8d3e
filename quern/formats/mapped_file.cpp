// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/mapped_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace quern::formats {
namespace {

Error system_error(const std::string& path)
{
    return {Error::Code::io, path, std::string("cannot read: ") + std::strerror(errno)};
}

struct Descriptor {
    int number;
    explicit Descriptor(const std::string& path)
        : number(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                             : ::open(path.c_str(), O_RDONLY | O_CLOEXEC))
    {
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (number >= 0)
            ::close(number);
    }
};

/// Everything that a pipe gives.
std::optional<Error> drain(int descriptor, const std::string& path, std::vector<std::uint8_t>& bytes)
{
    constexpr std::size_t kStep = std::size_t{1} << 16;
    for (;;) {
        const std::size_t have = bytes.size();
        if (have > MappedFile::kMostPipedBytes)
            return Error{Error::Code::bad_input, path,
                         "found more than " + std::to_string(MappedFile::kMostPipedBytes) +
                             " bytes in a pipe, expected fewer; save it to a file first"};
        bytes.resize(have + kStep);
        const ssize_t got = ::read(descriptor, bytes.data() + have, kStep);
        bytes.resize(have + static_cast<std::size_t>(got > 0 ? got : 0));
        if (got < 0 && errno != EINTR)
            return system_error(path);
        if (got == 0)
            return std::nullopt;
    }
}

} // namespace

std::string input_name(const std::string& path)
{
    return path == "-" ? "standard input" : path;
}

Result<MappedFile> MappedFile::open(const std::string& name)
{
    const Descriptor file(name);
    const std::string path = input_name(name);
    struct stat status {};
    if (file.number < 0 || ::fstat(file.number, &status) != 0)
        return system_error(path);
    if (S_ISDIR(status.st_mode))
        return Error{Error::Code::io, path, "found a folder, expected a file"};
    MappedFile mapped;
    if (!S_ISREG(status.st_mode)) {
        if (auto error = drain(file.number, path, mapped.copy_))
            return *error;
        return mapped;
    }
    if (status.st_size == 0) // the system maps no empty files
        return mapped;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
    if (address == MAP_FAILED)
        return system_error(path);
    mapped.address_ = address;
    mapped.size_ = size;
    return mapped;
}

MappedFile::~MappedFile()
{
    if (address_ != nullptr)
        ::munmap(address_, size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : address_(std::exchange(other.address_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      copy_(std::move(other.copy_))
{
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept
{
    std::swap(address_, other.address_);
    std::swap(size_, other.size_);
    std::swap(copy_, other.copy_);
    return *this;
}

Bytes MappedFile::bytes() const noexcept
{
    if (address_ != nullptr)
        return {static_cast<const std::uint8_t*>(address_), size_};
    return copy_;
}

} // namespace quern::formats
