// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/tuning_file.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "quern/formats/text_file.hpp"
#include "quern/formats/tuning_merge.hpp"

namespace quern::formats {
namespace {

constexpr std::size_t kLargestFile = 1 << 20; // bytes; the whole default set is 30 kB

Result<TuningDocument> parse_document(std::string_view text, std::string name)
{
    try {
        return TuningDocument{name, toml::parse(text)};
    } catch (const toml::parse_error& error) {
        return Error{Error::Code::bad_input, place_text(name, error.source()),
                     std::string(error.description())};
    }
}

Result<TuningDocument> read_document(const std::filesystem::path& path)
{
    const Result<std::string> text = read_text_file(path.string(), kLargestFile, "a tuning");
    if (!text)
        return text.error();
    return parse_document(*text, path == "-" ? "standard input" : path.string());
}

Result<std::vector<std::filesystem::path>> toml_files(const std::filesystem::path& folder)
{
    std::error_code failure;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator it(folder, failure), end; !failure && it != end;
         it.increment(failure)) {
        if (it->path().extension() == ".toml")
            files.push_back(it->path());
    }
    if (failure)
        return Error{Error::Code::io, folder.string(), failure.message()};
    if (files.empty())
        return Error{Error::Code::bad_input, folder.string(), "found no .toml file in this folder"};
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

Result<bed::Tuning> parse_tuning(std::string_view text, const bed::Tuning& base, std::string_view name,
                                 TuningSources* sources)
{
    Result<TuningDocument> document = parse_document(text, std::string(name));
    if (!document)
        return document.error();
    return merge_tuning({&*document, 1}, base, sources);
}

Result<bed::Tuning> read_tuning(const std::filesystem::path& path, const bed::Tuning& base,
                                TuningSources* sources)
{
    std::vector<std::filesystem::path> files{path};
    std::error_code ignored; // a path that is nothing is reported by the attempt to read it
    if (std::filesystem::is_directory(path, ignored)) {
        Result<std::vector<std::filesystem::path>> found = toml_files(path);
        if (!found)
            return found.error();
        files = std::move(found).value();
    }
    std::vector<TuningDocument> documents;
    for (const std::filesystem::path& file : files) {
        Result<TuningDocument> document = read_document(file);
        if (!document)
            return document.error();
        documents.push_back(std::move(document).value());
    }
    return merge_tuning(documents, base, sources);
}

} // namespace quern::formats
