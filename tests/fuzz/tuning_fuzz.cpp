// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a tuning file: refused with a place, or a tuning that keeps every rule and survives writing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "quern/formats/tuning_check.hpp"
#include "quern/formats/tuning_fields.hpp"
#include "quern/formats/tuning_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto read = formats::parse_tuning(text, bed::default_tuning());
    if (!read) {
        if (read.error().where.empty() || read.error().message.empty())
            std::abort();
        return 0;
    }
    if (formats::check_tuning(*read))
        std::abort();
    const auto again = formats::parse_tuning(formats::write_tuning(*read), bed::Tuning{});
    if (!again || !formats::tuning_differences(*again, *read).empty())
        std::abort();
    return 0;
}
