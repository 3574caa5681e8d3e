// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "quern/formats/cache/content_hash.hpp"
#include "quern/formats/codec/block.hpp"

namespace quern::formats {

/// Decoded sounds in a folder, one file each, named by a key. A cache never fails: what cannot be read, is
/// damaged or belongs to something else is not there, and what cannot be written is not kept. Entries appear
/// whole, so any number of programs may share a folder. When the files together exceed the limit, those not
/// used for longest go (docs/formats/cache.md).
class PcmCache {
public:
    static constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20;

    /// Where a user's programs keep theirs: $XDG_CACHE_HOME/quern/pcm, without that variable
    /// ~/.cache/quern/pcm; empty when there is no home either.
    static std::string user_folder();

    /// The folder is made when the first sound is kept. Empty: nothing is found and nothing kept.
    explicit PcmCache(std::string folder, std::uint64_t most_bytes = kMostBytes);

    /// The sound of this key, checked against its own sum; the entry counts as used. A damaged one is
    /// removed.
    [[nodiscard]] std::optional<Pcm16> find(const ContentKey& key) const;
    /// Keeps the sound, replacing an entry of the same key. False: it was not kept. A sound above a quarter
    /// of the limit is not.
    bool keep(const ContentKey& key, const Pcm16& sound) const;

private:
    [[nodiscard]] std::string path_of(const ContentKey& key) const;
    void make_room() const;

    std::string folder_;
    std::uint64_t most_bytes_;
};

} // namespace quern::formats
