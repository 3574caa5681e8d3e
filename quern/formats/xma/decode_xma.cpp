// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/codec/xma.hpp"
#include "quern/formats/xma/decoder.hpp"
#include "quern/formats/xma/foreign.hpp"

namespace quern::formats {

std::uint32_t foreign_xma_version()
{
    return xma::foreign_version();
}

Result<std::vector<std::int16_t>> decode_xma(const XmaSubstream& stream, std::string_view file)
{
    // Our own decoder first, in every build: what our encoder wrote must not depend on the build.
    auto decoded = xma::decode_own(stream, file);
    if (decoded || decoded.error().code != Error::Code::unsupported)
        return decoded;
    return xma::decode_foreign(stream, file, decoded.error());
}

} // namespace quern::formats
