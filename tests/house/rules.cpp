// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "tests/house/rules.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

namespace quern::house {
namespace {

namespace fs = std::filesystem;

// Top-level folders that hold C++ of the project. Build folders and data have none.
constexpr std::array<const char*, 5> kTopFolders{"quern", "apps", "tests", "bench", "examples"};

// What a pure room may not take even from the standard library: files, streams, threads, waiting, clocks,
// exceptions and run-time types.
const std::set<std::string> kImpure{
    "iostream",     "istream",    "ostream",   "fstream", "sstream",      "iomanip",
    "filesystem",   "syncstream", "thread",    "mutex",   "shared_mutex", "condition_variable",
    "future",       "semaphore",  "latch",     "barrier", "stop_token",   "chrono",
    "ctime",        "cstdio",     "csignal",   "csetjmp", "exception",    "stdexcept",
    "system_error", "typeinfo",   "typeindex", "any",     "regex",        "locale",
    "clocale",      "random"};

std::vector<std::string> read_lines(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

std::string place(const fs::path& file, std::size_t line_index)
{
    return file.generic_string() + ":" + std::to_string(line_index + 1) + ": ";
}

struct Include {
    bool quoted = false;
    std::string path;
};

// The include a line makes. A preprocessor line starts with '#', whatever blanks stand around it.
std::optional<Include> include_of(std::string_view line)
{
    const auto skip_blanks = [&line] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    skip_blanks();
    if (!line.starts_with('#'))
        return std::nullopt;
    line.remove_prefix(1);
    skip_blanks();
    if (!line.starts_with("include"))
        return std::nullopt;
    line.remove_prefix(std::string_view("include").size());
    skip_blanks();
    const bool quoted = line.starts_with('"');
    if (!quoted && !line.starts_with('<'))
        return Include{true,
                       std::string(line)}; // a macro as the name: no rule can read it, so it is refused below
    line.remove_prefix(1);
    return Include{quoted, std::string(line.substr(0, line.find(quoted ? '"' : '>')))};
}

bool is_standard(const std::string& header)
{
    return header.find_first_of("./") == std::string::npos;
}

// Empty when the include is allowed, else why it is not.
std::string refusal(const Include& include, const std::string& folder, const Room& room, const Matrix& matrix)
{
    if (include.quoted) {
        // Headers of the library are installed, so they go by their full path. Programs and tests may call a
        // file of their own folder by its plain name.
        const bool plain_name = include.path.find('/') == std::string::npos && !folder.starts_with("quern/");
        const std::string target =
            plain_name ? folder : fs::path(include.path).parent_path().generic_string();
        if (target == folder || room.rooms.contains(target))
            return {};
        if (!matrix.contains(target))
            return "includes \"" + include.path +
                   "\", which is no path from the root of the tree into a known room";
        return folder + " may not include " + target + " (\"" + include.path + "\")";
    }
    if (is_standard(include.path)) {
        if (room.pure && kImpure.contains(include.path))
            return folder + " is pure and may not include <" + include.path + ">";
        return {};
    }
    const std::string library = fs::path(include.path).begin()->generic_string();
    if (room.libraries.contains(library))
        return {};
    return folder + " may not include <" + include.path + ">";
}

} // namespace

Matrix read_matrix(const fs::path& file, Findings& findings)
{
    Matrix matrix;
    const auto lines = read_lines(file);
    if (lines.empty())
        findings.push_back(file.generic_string() + ": cannot be read");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::istringstream words(lines[i]);
        std::string folder, kind, word;
        if (!(words >> folder) || folder.starts_with('#'))
            continue;
        if (!(words >> kind) || (kind != "pure" && kind != "open")) {
            findings.push_back(place(file, i) + "expected `pure` or `open` after " + folder);
            continue;
        }
        Room room{kind == "pure", {}, {}};
        bool libraries = false;
        while (words >> word) {
            if (word == ":")
                libraries = true;
            else
                (libraries ? room.libraries : room.rooms).insert(word);
        }
        if (room.pure && !room.libraries.empty())
            findings.push_back(place(file, i) + folder + " is pure and cannot have libraries");
        if (!matrix.emplace(folder, std::move(room)).second)
            findings.push_back(place(file, i) + folder + " has two lines");
    }
    for (const auto& [folder, room] : matrix)
        for (const std::string& other : room.rooms)
            if (!matrix.contains(other))
                findings.push_back(file.generic_string() + ": " + folder + " names the unknown folder " +
                                   other);
    return matrix;
}

std::vector<fs::path> sources(const fs::path& root)
{
    static const std::set<std::string> kExtensions{".cpp", ".hpp", ".inl", ".cc", ".h"};
    std::vector<fs::path> files;
    for (const char* top : kTopFolders) {
        if (!fs::exists(root / top))
            continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / top))
            if (entry.is_regular_file() && kExtensions.contains(entry.path().extension().string()))
                files.push_back(fs::relative(entry.path(), root));
    }
    std::sort(files.begin(), files.end());
    return files;
}

Findings check_includes(const fs::path& root, const Matrix& matrix)
{
    Findings findings;
    for (const fs::path& file : sources(root)) {
        const std::string folder = file.parent_path().generic_string();
        const auto room = matrix.find(folder);
        if (room == matrix.end()) {
            findings.push_back(place(file, 0) + "the folder " + folder + " has no line in rooms.txt");
            continue;
        }
        const auto lines = read_lines(root / file);
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (const auto include = include_of(lines[i]))
                if (const std::string why = refusal(*include, folder, room->second, matrix); !why.empty())
                    findings.push_back(place(file, i) + why);
    }
    return findings;
}

Findings check_text(const fs::path& root, int max_lines)
{
    Findings findings;
    for (const fs::path& file : sources(root)) {
        const auto lines = read_lines(root / file);
        const auto head = [&lines](std::string_view wanted) {
            return std::any_of(
                lines.begin(), lines.begin() + std::min<std::ptrdiff_t>(10, std::ssize(lines)),
                [wanted](const std::string& line) { return line.find(wanted) != std::string::npos; });
        };
        if (lines.size() < 2 || !lines[0].starts_with("// SPDX-FileCopyrightText: ") ||
            lines[1] != "// SPDX-License-Identifier: MIT")
            findings.push_back(place(file, 0) + "does not start with the two SPDX lines");
        const bool header = file.extension() == ".hpp" || file.extension() == ".h";
        if (header && std::find(lines.begin(), lines.end(), "#pragma once") == lines.end())
            findings.push_back(place(file, 0) + "a header without #pragma once");
        if (std::ssize(lines) > max_lines && !head("enerated by"))
            findings.push_back(place(file, lines.size() - 1) + "longer than " + std::to_string(max_lines) +
                               " lines");
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (lines[i].find_first_of("\t\r") != std::string::npos)
                findings.push_back(place(file, i) + "a tab or a carriage return");
        std::ifstream in(root / file, std::ios::binary | std::ios::ate);
        if (in.tellg() > 0 && in.seekg(-1, std::ios::end) && in.get() != '\n')
            findings.push_back(place(file, lines.size() - 1) + "no newline at the end");
    }
    return findings;
}

} // namespace quern::house
