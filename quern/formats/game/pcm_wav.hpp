// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include "quern/formats/codec/block.hpp"
#include "quern/formats/staged_file.hpp"

namespace quern::formats {

/// Writes decoded sound as a WAV file of 16-bit samples, as they are. Up to two channels in the plain form;
/// more in the extensible one, without a mask: which loudspeaker each is for is not known. `where` names the
/// sound in messages. Error: more than 4 GiB (Error::Code::unsupported).
Status write_pcm_wav(StagedFile& file, const Pcm16& sound, const std::string& where);

} // namespace quern::formats
