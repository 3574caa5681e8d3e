// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/finding.hpp"

#include <utility>

#include "quern/formats/byte_io.hpp"

namespace quern::formats {

std::string Finding::text(std::string_view file) const
{
    return place_at(file, offset) + ": " + what + ": found " + found + ", expected " + expected;
}

void Findings::warn(std::uint64_t offset, std::string what, std::string found, std::string expected)
{
    add({Finding::Severity::warning, offset, std::move(what), std::move(found), std::move(expected)});
}

void Findings::fail(std::uint64_t offset, std::string what, std::string found, std::string expected)
{
    add({Finding::Severity::error, offset, std::move(what), std::move(found), std::move(expected)});
}

void Findings::append(const Findings& others)
{
    for (const Finding& finding : others.list_)
        add(finding);
    dropped_ += others.dropped_;
    any_error_ = any_error_ || others.any_error_;
}

void Findings::add(Finding finding)
{
    any_error_ = any_error_ || finding.severity == Finding::Severity::error;
    if (list_.size() < kMost)
        list_.push_back(std::move(finding));
    else
        ++dropped_;
}

} // namespace quern::formats
