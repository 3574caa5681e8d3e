// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/foreign.hpp"

namespace quern::formats::xma {

std::uint32_t foreign_version()
{
    return 0;
}

Result<std::vector<std::int16_t>> decode_foreign(const XmaSubstream&, std::string_view, const Error& refusal)
{
    Error error = refusal;
    error.message += ". A build with libavcodec decodes more: scripts/build --xma makes "
                     "build/xma/bin/quern";
    return error;
}

} // namespace quern::formats::xma
