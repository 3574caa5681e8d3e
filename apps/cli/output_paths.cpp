// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "output_paths.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace quern::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardOutput = "/dev/stdout";

bool takes_anything(const fs::path& path)
{
    return path == "/dev/null";
}

/// One name for all spellings of a place.
fs::path place_of(const std::string& path)
{
    std::error_code failed;
    const fs::path given = path == "-" ? fs::path(kStandardOutput) : fs::absolute(path, failed);
    fs::path real = fs::weakly_canonical(given, failed);
    if (failed)
        real = given.lexically_normal();
    return real.has_filename() ? real : real.parent_path(); // "new/"
}

/// While a file is written it stands beside its place with this ending (formats::StagedFile).
bool collide(const fs::path& a, const fs::path& b)
{
    std::error_code ignored;
    return a == b || a.string() + ".part" == b || b.string() + ".part" == a || fs::equivalent(a, b, ignored);
}

Error shared(const NamedFile& output, const NamedFile& other)
{
    return Error{Error::Code::usage, output.option,
                 "found \"" + output.path + "\", expected another place than \"" + other.path + "\" of " +
                     other.option};
}

bool is_standard_input(const std::string& path)
{
    return path == "-" || path == "/dev/stdin";
}

/// It can be read once.
Status refuse_shared_standard_input(std::span<const NamedFile> inputs)
{
    const NamedFile* reader = nullptr;
    for (const NamedFile& input : inputs) {
        if (!is_standard_input(input.path))
            continue;
        if (reader != nullptr && reader->option != input.option)
            return Error{Error::Code::usage, input.option,
                         "found standard input, which " + reader->option + " reads, expected a file"};
        reader = &input;
    }
    return Ok{};
}

bool is_below(const fs::path& path, const fs::path& folder)
{
    const auto [rest, end] = std::mismatch(path.begin(), path.end(), folder.begin(), folder.end());
    return end == folder.end() && rest != path.end();
}

bool replaces(const fs::path& output, const fs::path& input)
{
    std::error_code ignored;
    if (!fs::exists(output, ignored))
        return false;
    return output == input || fs::equivalent(output, input, ignored) || output.parent_path() == input;
}

} // namespace

Status refuse_terminal(const std::string& output)
{
    if (output == "-" && isatty(STDOUT_FILENO) == 1)
        return Error{Error::Code::usage, "-o -", "standard output is a terminal, expected a pipe or a file"};
    return Ok{};
}

Status refuse_shared_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs)
{
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const fs::path place = place_of(outputs[i].path);
        if (takes_anything(place))
            continue;
        for (std::size_t j = 0; j < i; ++j) {
            if (collide(place, place_of(outputs[j].path)))
                return shared(outputs[i], outputs[j]);
        }
        for (const NamedFile& input : inputs) {
            if (outputs[i].path != "-" && input.path != "-" && replaces(place, place_of(input.path)))
                return shared(outputs[i], input);
        }
    }
    return refuse_shared_standard_input(inputs);
}

Status refuse_outputs_inside(const NamedFile& folder, std::span<const NamedFile> outputs)
{
    const fs::path place = place_of(folder.path);
    for (const NamedFile& output : outputs) {
        const fs::path inside = place_of(output.path);
        if (is_below(inside, place) || is_below(inside, place.string() + ".part"))
            return shared(output, folder);
    }
    return Ok{};
}

} // namespace quern::cli
