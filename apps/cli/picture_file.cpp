// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "picture_file.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <vector>

#include "quern/formats/staged_file.hpp"

namespace quern::cli {
namespace {

constexpr const char* kConverter = "rsvg-convert";

std::optional<std::string> find_converter()
{
    const char* path = std::getenv("PATH");
    for (std::string_view rest = path == nullptr ? "" : path; !rest.empty();) {
        const std::size_t colon = rest.find(':');
        const std::string program = std::string(rest.substr(0, colon)) + "/" + kConverter;
        if (::access(program.c_str(), X_OK) == 0)
            return program;
        rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    }
    return std::nullopt;
}

Error failed(const std::string& what)
{
    return {Error::Code::io, kConverter, what};
}

/// The two ends of a pipe, closed when it goes.
class Pipe {
public:
    Pipe() { ok_ = ::pipe(ends_.data()) == 0; }
    ~Pipe()
    {
        close(0);
        close(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] int end(std::size_t which) const { return ends_[which]; }
    void close(std::size_t which)
    {
        if (ends_[which] >= 0)
            ::close(ends_[which]);
        ends_[which] = -1;
    }

private:
    std::array<int, 2> ends_{-1, -1};
    bool ok_ = false;
};

bool write_all(int file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::vector<char> read_all(int file)
{
    std::vector<char> bytes;
    std::array<char, 65536> part;
    for (;;) {
        const ssize_t got = ::read(file, part.data(), part.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return bytes;
        bytes.insert(bytes.end(), part.begin(), part.begin() + got);
    }
}

/// The converter reads all of its input before it writes, so one side after the other cannot block.
Result<std::vector<char>> convert(std::string_view svg)
{
    const std::optional<std::string> program = find_converter();
    if (!program)
        return failed("not found");
    Pipe in, out;
    if (!in.ok() || !out.ok())
        return failed(std::strerror(errno));
    const pid_t child = ::fork();
    if (child < 0)
        return failed(std::strerror(errno));
    if (child == 0) {
        ::dup2(in.end(0), STDIN_FILENO);
        ::dup2(out.end(1), STDOUT_FILENO);
        for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
            in.close(end);
            out.close(end);
        }
        ::execl(program->c_str(), kConverter, "--format=png", static_cast<char*>(nullptr));
        ::_exit(127);
    }
    in.close(0);
    out.close(1);
    const bool sent = write_all(in.end(1), svg);
    in.close(1);
    std::vector<char> png = read_all(out.end(0));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!sent || !WIFEXITED(status) || WEXITSTATUS(status) != 0 || png.empty())
        return failed("could not draw the picture; write .svg instead");
    return png;
}

} // namespace

bool wants_png(std::string_view path)
{
    return path.ends_with(".png") || path.ends_with(".PNG");
}

Status can_write_picture(std::string_view path)
{
    if (!wants_png(path) || find_converter())
        return Ok{};
    return Error{
        Error::Code::usage, std::string(path),
        "a PNG needs the program rsvg-convert (Debian package librsvg2-bin), which is not installed; "
        "write .svg instead"};
}

Status write_picture(const std::string& path, std::string_view svg)
{
    Result<formats::StagedFile> file = formats::StagedFile::open(path);
    if (!file)
        return file.error();
    Status status = Ok{};
    if (wants_png(path)) {
        const Result<std::vector<char>> png = convert(svg);
        if (!png)
            return png.error();
        status = file->write(png->data(), png->size());
    } else {
        status = file->write(svg.data(), svg.size());
    }
    return status ? file->commit() : status;
}

} // namespace quern::cli
