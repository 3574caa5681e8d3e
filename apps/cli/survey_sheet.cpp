// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "survey_sheet.hpp"

#include <algorithm>
#include <utility>

#include "console.hpp"
#include "quern/formats/game/sound_source.hpp"

namespace quern::cli {
namespace {

using formats::Sound;
using formats::SoundSource;

GrainHeader header_of(const formats::GrainFile& grain)
{
    GrainHeader header;
    header.header_bytes = grain.header_bytes;
    if (!grain.rows.empty())
        header.row = grain.rows.front();
    const std::uint32_t table = static_cast<std::uint32_t>(formats::GrainFile::kTableOffset);
    if (const std::uint32_t side = grain.table.side_offset(); side > 0 && grain.header_bytes > table + side)
        header.side_bytes = grain.header_bytes - table - side;
    return header;
}

void measure(const formats::SoundSpan& sound, SurveySheet& sheet)
{
    sheet.profile = formats::profile_of(sound);
    sheet.silences = formats::find_silences(sound);
    sheet.clipping = formats::find_clipping(sound);
    static_cast<void>(formats::find_clicks(sound, 0, sheet.clicks));
}

Result<SurveySheet> sheet_of(const SoundSource& source, const Sound& sound, formats::Fold fold,
                             std::vector<std::string>& notes)
{
    SurveySheet sheet;
    sheet.name = sound.stem();
    sheet.place = source.place(sound);
    grain::Recording recording;
    if (sound.kind == formats::FileKind::sound) {
        Result<grain::Recording> read = source.recording(sound, fold, &notes);
        if (!read)
            return read.error();
        recording = std::move(*read);
        sheet.codec = formats::file_kind_name(sound.kind);
    } else {
        const Result<formats::OpenedSound> opened = source.read(sound);
        if (!opened)
            return opened.error();
        const Result<formats::DecodedSound> decoded = formats::decode_sound(*opened);
        if (!decoded)
            return decoded.error();
        recording = formats::fold_sound(*decoded, fold);
        if (opened->grain)
            sheet.grain = header_of(*opened->grain);
        sheet.codec = opened->kind == formats::FileKind::xma_wave
                          ? formats::file_kind_name(opened->kind)
                          : formats::eaac_codec_name(opened->stream().header().codec);
    }
    sheet.rate = recording.rate;
    sheet.frames = recording.samples.size();
    sheet.duration = recording.duration;
    measure({recording.samples, static_cast<double>(recording.rate)}, sheet);
    return sheet;
}

void compare(std::vector<SurveySheet>& sheets)
{
    if (sheets.size() < 2)
        return;
    double sum = 0.0;
    for (const SurveySheet& sheet : sheets)
        sum += sheet.profile.level_dbfs;
    for (SurveySheet& sheet : sheets) {
        const double others = (sum - sheet.profile.level_dbfs) / static_cast<double>(sheets.size() - 1);
        sheet.against_db = sheet.profile.level_dbfs - others;
    }
}

} // namespace

Survey survey_paths(const std::vector<std::string>& paths, formats::Fold fold, const Console& console)
{
    Survey survey;
    for (const std::string& path : paths) {
        const Result<SoundSource> source = SoundSource::open(path);
        if (!source) {
            survey.failures.push_back({source.error()});
            continue;
        }
        if (source->sounds().empty())
            survey.failures.push_back(
                {{Error::Code::bad_input, path, "found no recording, expected at least one"}});
        Progress progress(console, "measuring", source->sounds().size());
        std::uint64_t done = 0;
        const std::size_t first = survey.sheets.size();
        for (const Sound& sound : source->sounds()) {
            Result<SurveySheet> sheet = sheet_of(*source, sound, fold, survey.notes);
            if (sheet)
                survey.sheets.push_back(std::move(*sheet));
            else
                survey.failures.push_back({sheet.error()});
            progress.at(++done);
        }
        // By name: an archive's own order is that of its hashes.
        std::stable_sort(survey.sheets.begin() + static_cast<std::ptrdiff_t>(first), survey.sheets.end(),
                         [](const SurveySheet& a, const SurveySheet& b) { return a.name < b.name; });
    }
    compare(survey.sheets);
    return survey;
}

} // namespace quern::cli
