// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/core/result.hpp"
#include "quern/formats/codec/xma.hpp"

namespace quern::formats::xma {

/// The version of that decoder; 0: there is none.
std::uint32_t foreign_version();

/// Decodes what decode_own() refused, as `refusal` says. Two sources define it, and the build takes one of
/// them: libavcodec_xma.cpp with QUERN_XMA, else no_libavcodec_xma.cpp, which refuses too and says what would
/// help.
Result<std::vector<std::int16_t>> decode_foreign(const XmaSubstream& stream, std::string_view file,
                                                 const Error& refusal);

} // namespace quern::formats::xma
