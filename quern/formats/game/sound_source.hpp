// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/formats/archive/archive.hpp"
#include "quern/formats/cache/pcm_cache.hpp"
#include "quern/formats/codec/block.hpp"
#include "quern/formats/game/file_kind.hpp"
#include "quern/formats/mapped_file.hpp"
#include "quern/formats/sound_channels.hpp"
#include "quern/formats/sound_file.hpp"
#include "quern/formats/stream/grain_file.hpp"
#include "quern/formats/xma/riff_xma.hpp"
#include "quern/grain/recording.hpp"

namespace quern::formats {

/// A sound that a source has: what its name tells, nothing of it is read yet.
struct Sound {
    std::string name;                  ///< file name, or path in the archive, with its extension
    FileKind kind = FileKind::unknown; ///< grain, stream, xma_wave or sound
    std::size_t index = 0;             ///< of the archive's member, or of the file in the source

    [[nodiscard]] std::string_view stem() const { return stem_of(name); }
};

/// A sound's parts, read but not decoded. Keeps the bytes that they refer to, but for those of the source,
/// which must live as long.
struct OpenedSound {
    std::string place;                ///< for messages: "grains.big(x.grain)", "folder/x.snr"
    FileKind kind = FileKind::stream; ///< grain, stream or xma_wave
    Bytes bytes;                      ///< of the member or file, unpacked
    std::optional<GrainFile> grain;   ///< of a grain
    std::optional<EaacStream> alone;  ///< of a stream
    std::optional<xma::RiffXma> wave; ///< of an XMA wave

    /// The stream of a grain or a stream, whichever holds it. An XMA wave has none.
    [[nodiscard]] const EaacStream& stream() const noexcept { return grain ? grain->stream : *alone; }

    // What the parts refer to, where it is not the source's.
    std::vector<std::uint8_t> unpacked, unpacked_chain;
    std::optional<MappedFile> file, chain_file;
};

/// A sound of the game, decoded: a loop played once.
struct DecodedSound {
    Pcm16 pcm;
    float duration = 0.0f; ///< seconds: as a .grain stores it, to the bit, else single(samples / rate)
};

/// The sounds that a path holds: of one file, an archive or a folder (docs/files.md). Files are mapped;
/// opening an archive reads its table and opening a folder its names, and a sound is read when it is asked
/// for. A stream's blocks (.sns) are looked for beside its header, in the same folder or archive.
class SoundSource {
public:
    /// `path`: an archive, .grain, .snr (or its .sns), .sph, .sps, an XMA wave, WAV, AIFF, FLAC, Ogg, or a
    /// folder of those; "-" is standard input. Errors: no such file, none of these kinds, an archive whose
    /// table is wrong. A folder or an archive without any sound is no error.
    static Result<SoundSource> open(const std::string& path);

    /// The same of a file that has been opened already.
    static Result<SoundSource> open(const std::string& path, MappedFile file);

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// Null: the path is no archive.
    [[nodiscard]] const Archive* archive() const noexcept { return archive_ ? &*archive_ : nullptr; }
    /// In the order of the archive's table, or by name in a folder.
    [[nodiscard]] const std::vector<Sound>& sounds() const noexcept { return sounds_; }
    /// The sound of this name, or else the first of this stem; null: none.
    [[nodiscard]] const Sound* find(std::string_view name) const;
    /// Where a sound is, for messages: "grains.big(x.grain)", "folder/x.snr".
    [[nodiscard]] std::string place(const Sound& sound) const;

    /// Reads headers, tables and the places of blocks. Errors name place and offset; sound files
    /// (FileKind::sound) have no such parts (Error::Code::usage).
    [[nodiscard]] Result<OpenedSound> read(const Sound& sound) const;
    /// Decodes a sound of the game in full or not at all. Errors as read() and decode_eaac().
    [[nodiscard]] Result<DecodedSound> decode(const Sound& sound) const;
    /// All channels of a sound file (FileKind::sound) that is no member of an archive.
    [[nodiscard]] Result<SoundChannels> channels(const Sound& sound) const;
    /// Any sound as what a player reads: mono at its own rate, full scale 1, at most ten minutes. `notes`
    /// gets what is odd about it, a sentence each; `cache` spares sounds of the game the decoding.
    [[nodiscard]] Result<grain::Recording> recording(const Sound& sound, Fold fold = Fold::first,
                                                     std::vector<std::string>* notes = nullptr,
                                                     const PcmCache* cache = nullptr) const;

private:
    SoundSource() = default;
    std::optional<Error> list_folder();
    std::optional<Error> list_file();
    void list_archive();
    [[nodiscard]] Error refuse_member(const Sound& sound) const;
    std::optional<Error> fill_from_archive(const Sound& sound, OpenedSound& opened, Bytes& chain,
                                           std::string& chain_place) const;
    std::optional<Error> fill_from_file(const Sound& sound, OpenedSound& opened, Bytes& chain,
                                        std::string& chain_place) const;

    std::string path_;
    std::optional<MappedFile> file_;
    std::optional<Archive> archive_;
    std::vector<std::string> files_; // paths, of a file or a folder
    std::map<std::string, std::size_t, std::less<>>
        chains_; // of an archive: member by path without extension
    std::vector<Sound> sounds_;
};

/// Decodes what SoundSource::read() opened, or finds it in the cache.
Result<DecodedSound> decode_sound(const OpenedSound& sound, const PcmCache* cache = nullptr);

/// One channel of floats, a 16-bit value divided by 32768; the mean is taken in double precision.
grain::Recording fold_sound(const DecodedSound& sound, Fold fold);

} // namespace quern::formats
