// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/game/sound_source.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "quern/formats/cache/cached_decode.hpp"

namespace quern::formats {
namespace {

namespace fs = std::filesystem;

bool is_sound(FileKind kind)
{
    return kind == FileKind::grain || kind == FileKind::stream || kind == FileKind::xma_wave ||
           kind == FileKind::sound;
}

std::string_view extension_of(std::string_view path)
{
    const std::string_view stem = stem_of(path);
    return path.substr(static_cast<std::size_t>(stem.data() + stem.size() - path.data()));
}

bool has_extension(std::string_view path, std::string_view wanted)
{
    const std::string_view extension = extension_of(path);
    return std::equal(extension.begin(), extension.end(), wanted.begin(), wanted.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

std::string without_extension(std::string_view path)
{
    return std::string(path.substr(0, path.size() - extension_of(path).size()));
}

/// The file beside `path` with its stem and one of these extensions; empty: none.
std::string neighbour(const std::string& path, std::initializer_list<const char*> extensions)
{
    for (const char* extension : extensions) {
        std::string beside = without_extension(path) + extension;
        std::error_code ignored;
        if (fs::is_regular_file(beside, ignored))
            return beside;
    }
    return {};
}

std::string chain_beside(const std::string& path)
{
    return has_extension(path, ".sph") ? neighbour(path, {".sps", ".SPS"})
                                       : neighbour(path, {".sns", ".SNS"});
}

std::string header_beside(const std::string& path)
{
    return has_extension(path, ".sps") ? neighbour(path, {".sph", ".SPH"})
                                       : neighbour(path, {".snr", ".SNR"});
}

/// What the checks say about a sound, as far as a listener's patience goes.
void note_findings(const Findings& findings, const std::string& place, std::vector<std::string>& notes)
{
    constexpr std::size_t kMostNoted = 3;
    const auto& list = findings.list();
    for (std::size_t i = 0; i < std::min(list.size(), kMostNoted); ++i)
        notes.push_back(list[i].text(place));
    const std::size_t left = list.size() + findings.dropped() - std::min(list.size(), kMostNoted);
    if (left != 0)
        notes.push_back(place + ": " + std::to_string(left) + " more findings");
}

std::optional<Error> too_long(const OpenedSound& opened)
{
    const std::uint64_t frames = opened.wave ? opened.wave->play_length : opened.stream().header().samples;
    const std::uint64_t rate = opened.wave ? opened.wave->rate : opened.stream().header().rate;
    constexpr auto kMostSeconds = static_cast<std::uint64_t>(kLongestRecordingSeconds);
    if (frames <= kMostSeconds * rate)
        return std::nullopt;
    return error_at(opened.place, opened.wave ? 0 : opened.stream().header_offset(),
                    "found " + std::to_string(frames / rate) + " s, expected at most " +
                        std::to_string(kMostSeconds) + " s");
}

void note_oddities(const OpenedSound& opened, const Pcm16& pcm, Fold fold, std::vector<std::string>& notes)
{
    if (!opened.wave)
        note_findings(opened.grain ? opened.grain->findings : opened.stream().findings(), opened.place,
                      notes);
    if (pcm.channels > 1)
        notes.push_back(opened.place + ": " + std::to_string(pcm.channels) + " channels, " +
                        (fold == Fold::first ? "only the first is played" : "their mean is taken"));
    if (std::all_of(pcm.samples.begin(), pcm.samples.end(), [](std::int16_t sample) { return sample == 0; }))
        notes.push_back(opened.place + ": every sample is zero");
}

/// The stream of a file whose blocks are, or are not, in `chain`.
Result<EaacStream> open_stream(Bytes bytes, const std::string& place, Bytes chain, std::string chain_place)
{
    if (chain.empty())
        return EaacStream::open({bytes, place});
    return EaacStream::open({bytes, place}, EaacSource{chain, std::move(chain_place)});
}

} // namespace

Result<SoundSource> SoundSource::open(const std::string& path)
{
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
        auto file = MappedFile::open(path);
        if (!file)
            return file.error();
        return open(path, std::move(*file));
    }
    SoundSource source;
    source.path_ = path;
    if (auto error = source.list_folder())
        return *error;
    return source;
}

Result<SoundSource> SoundSource::open(const std::string& path, MappedFile file)
{
    SoundSource source;
    source.path_ = input_name(path);
    source.file_ = std::move(file);
    if (auto error = source.list_file())
        return *error;
    return source;
}

std::optional<Error> SoundSource::list_folder()
{
    std::error_code failed;
    for (fs::directory_iterator it(path_, failed), end; !failed && it != end; it.increment(failed)) {
        if (std::error_code ignored; it->is_regular_file(ignored))
            files_.push_back(it->path().string());
    }
    if (failed)
        return Error{Error::Code::io, path_, "cannot read: " + failed.message()};
    std::sort(files_.begin(), files_.end()); // not as the disk has them
    for (std::size_t i = 0; i < files_.size(); ++i) {
        const std::string& file = files_[i];
        FileKind kind = kind_by_name(file);
        if (has_extension(file, ".sps") && !header_beside(file).empty())
            kind = FileKind::chain;
        if (has_extension(file, ".wav")) {
            const auto mapped = MappedFile::open(file);
            if (!mapped)
                return mapped.error();
            kind = identify(mapped->bytes(), file);
        }
        if (is_sound(kind))
            sounds_.push_back({fs::path(file).filename().string(), kind, i});
    }
    return std::nullopt;
}

std::optional<Error> SoundSource::list_file()
{
    FileKind kind = identify(file_->bytes(), path_);
    if (kind == FileKind::archive) {
        auto archive = Archive::open(file_->bytes(), path_);
        if (!archive)
            return archive.error();
        archive_ = std::move(*archive);
        list_archive();
        return std::nullopt;
    }
    std::string file = path_;
    if (kind == FileKind::chain || (kind == FileKind::stream && has_extension(path_, ".sps"))) {
        if (const std::string head = header_beside(path_); !head.empty()) {
            file = head;
            kind = FileKind::stream;
        } else if (kind == FileKind::chain) {
            return mismatch_at(path_, 0, "blocks of a stream alone", "the .snr of the same name beside it");
        }
    }
    if (!is_sound(kind))
        return mismatch_at(path_, 0,
                           kind == FileKind::unknown ? std::string("a file of no kind that is known")
                                                     : "a " + std::string(file_kind_name(kind)),
                           "an archive, .grain, .snr or .sps, or a sound file (WAV, AIFF, FLAC, Ogg)");
    files_.push_back(file);
    sounds_.push_back({fs::path(file).filename().string(), kind, 0});
    return std::nullopt;
}

void SoundSource::list_archive()
{
    const auto& members = archive_->members();
    for (std::size_t i = 0; i < members.size(); ++i) {
        const FileKind kind = kind_by_name(members[i].name);
        if (kind != FileKind::chain && !is_sound(kind))
            continue;
        std::string path = members[i].path();
        if (kind == FileKind::chain)
            chains_.emplace(without_extension(path), i);
        else
            sounds_.push_back({std::move(path), kind, i});
    }
}

const Sound* SoundSource::find(std::string_view name) const
{
    const Sound* by_stem = nullptr;
    for (const Sound& sound : sounds_) {
        if (sound.name == name)
            return &sound;
        if (by_stem == nullptr && sound.stem() == name)
            by_stem = &sound;
    }
    return by_stem;
}

std::string SoundSource::place(const Sound& sound) const
{
    return archive_ ? path_ + "(" + sound.name + ")" : files_[sound.index];
}

std::optional<Error> SoundSource::fill_from_archive(const Sound& sound, OpenedSound& opened, Bytes& chain,
                                                    std::string& chain_place) const
{
    const auto fetch = [&](std::size_t index, std::vector<std::uint8_t>& store,
                           Bytes& bytes) -> std::optional<Error> {
        const ArchiveMember& member = archive_->members()[index];
        bytes = archive_->stored(member);
        if (member.packing == Packing::raw)
            return std::nullopt;
        auto unpacked = archive_->extract(member);
        if (!unpacked)
            return unpacked.error();
        store = std::move(*unpacked);
        bytes = store;
        return std::nullopt;
    };
    if (auto error = fetch(sound.index, opened.unpacked, opened.bytes))
        return error;
    const auto found = chains_.find(without_extension(sound.name));
    if (sound.kind != FileKind::stream || found == chains_.end())
        return std::nullopt;
    chain_place = path_ + "(" + archive_->members()[found->second].path() + ")";
    return fetch(found->second, opened.unpacked_chain, chain);
}

std::optional<Error> SoundSource::fill_from_file(const Sound& sound, OpenedSound& opened, Bytes& chain,
                                                 std::string& chain_place) const
{
    const std::string& file = files_[sound.index];
    if (file_ && file == path_) {
        opened.bytes = file_->bytes(); // a pipe can be read once
    } else {
        auto mapped = MappedFile::open(file);
        if (!mapped)
            return mapped.error();
        opened.file = std::move(*mapped);
        opened.bytes = opened.file->bytes();
    }
    chain_place = sound.kind == FileKind::stream ? chain_beside(file) : std::string();
    if (chain_place.empty())
        return std::nullopt;
    auto mapped = MappedFile::open(chain_place);
    if (!mapped)
        return mapped.error();
    opened.chain_file = std::move(*mapped);
    chain = opened.chain_file->bytes();
    return std::nullopt;
}

Result<OpenedSound> SoundSource::read(const Sound& sound) const
{
    OpenedSound opened;
    opened.place = place(sound);
    opened.kind = sound.kind;
    if (sound.kind == FileKind::sound)
        return Error{Error::Code::usage, opened.place, "found a sound file, expected one of the game's"};
    Bytes chain;
    std::string chain_place;
    auto error = archive_ ? fill_from_archive(sound, opened, chain, chain_place)
                          : fill_from_file(sound, opened, chain, chain_place);
    if (error)
        return *error;
    if (sound.kind == FileKind::grain) {
        auto grain = GrainFile::open(opened.bytes, opened.place);
        if (!grain)
            return grain.error();
        opened.grain = std::move(*grain);
        return opened;
    }
    if (sound.kind == FileKind::xma_wave) {
        auto wave = xma::read_riff_xma(opened.bytes, opened.place);
        if (!wave)
            return wave.error();
        opened.wave = std::move(*wave);
        return opened;
    }
    auto stream = open_stream(opened.bytes, opened.place, chain, std::move(chain_place));
    if (!stream)
        return stream.error();
    opened.alone = std::move(*stream);
    return opened;
}

Result<DecodedSound> decode_sound(const OpenedSound& sound, const PcmCache* cache)
{
    auto pcm =
        sound.wave ? decode_cached(*sound.wave, sound.place, cache) : decode_cached(sound.stream(), cache);
    if (!pcm)
        return pcm.error();
    const float nominal = static_cast<float>(static_cast<double>(pcm->frames()) / pcm->rate);
    return DecodedSound{std::move(*pcm), sound.grain ? sound.grain->duration : nominal};
}

Result<DecodedSound> SoundSource::decode(const Sound& sound) const
{
    const auto opened = read(sound);
    if (!opened)
        return opened.error();
    return decode_sound(*opened);
}

Error SoundSource::refuse_member(const Sound& sound) const
{
    return error_at(place(sound), 0, "found a sound file in an archive, expected it in a file of its own",
                    Error::Code::unsupported);
}

Result<SoundChannels> SoundSource::channels(const Sound& sound) const
{
    if (archive_)
        return refuse_member(sound);
    const std::string& path = files_[sound.index];
    if (file_)
        return parse_sound_channels(file_->bytes(), path);
    const auto file = MappedFile::open(path);
    if (!file)
        return file.error();
    return parse_sound_channels(file->bytes(), path);
}

Result<grain::Recording> SoundSource::recording(const Sound& sound, Fold fold,
                                                std::vector<std::string>* notes, const PcmCache* cache) const
{
    if (sound.kind == FileKind::sound && archive_)
        return refuse_member(sound);
    if (sound.kind == FileKind::sound) {
        const std::string& path = files_[sound.index];
        // A pipe can be read once.
        auto file = file_ ? parse_sound_file(file_->bytes(), path, fold) : read_sound_file(path, fold);
        if (!file)
            return file.error();
        if (notes != nullptr)
            notes->insert(notes->end(), file->notes.begin(), file->notes.end());
        return std::move(file->recording);
    }
    const auto opened = read(sound);
    if (!opened)
        return opened.error();
    if (auto error = too_long(*opened))
        return *error;
    const auto decoded = decode_sound(*opened, cache);
    if (!decoded)
        return decoded.error();
    if (notes != nullptr)
        note_oddities(*opened, decoded->pcm, fold, *notes);
    return fold_sound(*decoded, fold);
}

grain::Recording fold_sound(const DecodedSound& sound, Fold fold)
{
    constexpr double kFullScale = 32768.0;
    const auto channels = static_cast<std::size_t>(sound.pcm.channels);
    const std::size_t folded = fold == Fold::first ? 1 : channels;
    grain::Recording recording;
    recording.rate = sound.pcm.rate;
    recording.duration = sound.duration;
    recording.samples.reserve(static_cast<std::size_t>(sound.pcm.frames()));
    for (std::size_t frame = 0; frame < sound.pcm.samples.size(); frame += channels) {
        std::int64_t sum = 0;
        for (std::size_t c = 0; c < folded; ++c)
            sum += sound.pcm.samples[frame + c];
        recording.samples.push_back(
            static_cast<float>(static_cast<double>(sum) / (kFullScale * static_cast<double>(folded))));
    }
    return recording;
}

} // namespace quern::formats
