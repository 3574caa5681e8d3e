// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include <nlohmann/json.hpp>

namespace quern::cli {

/// Indented JSON. File names need not be UTF-8, JSON must: what is not becomes the replacement character.
template <class Json> std::string json_text(const Json& json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace quern::cli
