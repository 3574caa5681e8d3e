// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "bank_input.hpp"

namespace quern::cli {

CLI::Option* add_bank_input(CLI::App& verb, BankInput& input)
{
    verb.add_flag("--mixdown", input.mixdown,
                  "Fold the channels of recordings to their mean instead of taking the first");
    verb.add_flag("--no-cache", input.no_cache,
                  "Decode the game's sounds anew, and keep nothing of them in the user's cache");
    return verb.add_option("--bank", input.path,
                           "Recordings named as members (see quern bank): an archive of the game "
                           "(grains.big), or a folder of .grain, WAV, FLAC, OGG or AIFF files; soft falls "
                           "back to hard, missing to built-in");
}

BankInputReader::BankInputReader(const BankInput& input)
    : input_(input), cache_(input.no_cache ? std::string() : formats::PcmCache::user_folder())
{
}

formats::BankReadOptions BankInputReader::options() const
{
    return {input_.mixdown ? formats::Fold::mean : formats::Fold::first, &cache_};
}

Result<formats::BankContents> BankInputReader::bank() const
{
    return formats::read_bank(input_.path, options());
}

Result<formats::SoundFile> BankInputReader::recording(const std::string& path) const
{
    return formats::read_recording(path, options());
}

} // namespace quern::cli
