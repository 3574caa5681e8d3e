// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// The exports by which golden.mjs has golden files checked: it writes name and text of one into memory.
#include <cstddef>
#include <string>

#include "tests/portable/golden_check.hpp"

namespace {

std::string text;
std::string report;

} // namespace

extern "C" {

[[clang::export_name("golden_text")]] char* golden_text(std::size_t size)
{
    text.assign(size, '\0');
    return text.data();
}

/// The text begins with `name_size` characters of the file's kind. 1 where every target agrees.
[[clang::export_name("golden_check")]] int golden_check(std::size_t name_size)
{
    report.clear();
    const std::string_view all = text;
    return quern::test::check_golden(all.substr(0, name_size), all.substr(name_size), report) ? 1 : 0;
}

[[clang::export_name("golden_report")]] const char* golden_report()
{
    return report.data();
}

[[clang::export_name("golden_report_size")]] std::size_t golden_report_size()
{
    return report.size();
}
}
