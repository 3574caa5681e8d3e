// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/cache/content_hash.hpp"

#include <xxhash.h>

#include <algorithm>
#include <iterator>
#include <new>

namespace quern::formats {

std::string ContentKey::hex() const
{
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

void ContentHash::Free::operator()(XXH3_state_s* state) const noexcept
{
    XXH3_freeState(state);
}

ContentHash::ContentHash() : state_(XXH3_createState())
{
    if (state_ == nullptr)
        throw std::bad_alloc();
    XXH3_128bits_reset(state_.get());
}

void ContentHash::add(Bytes bytes)
{
    XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
}

void ContentHash::add(std::uint64_t value)
{
    std::array<std::uint8_t, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(value >> 8 * i);
    add(Bytes(bytes));
}

ContentKey ContentHash::key() const
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state_.get()));
    ContentKey key;
    std::copy(std::begin(canonical.digest), std::end(canonical.digest), key.bytes.begin());
    return key;
}

} // namespace quern::formats
