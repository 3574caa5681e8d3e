// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bank_input.hpp"
#include "json_text.hpp"
#include "option_checks.hpp"
#include "quern/bank/measure.hpp"
#include "quern/core/units.hpp"
#include "quern/engine/bank.hpp"
#include "quern/formats/new_folder.hpp"
#include "quern/formats/wav_writer.hpp"
#include "verbs.hpp"

namespace quern::cli {
namespace {

struct BankOptions {
    BankInput input;
    std::string write;
    std::string format = "s16";
    bool measure = false;
    bool json = false;
};

/// A member with what was measured on it.
struct MemberSheet {
    bed::Member member{};
    Bank::Handle recording;
    bank::Figures figures{}; // --measure only
    double level_dbfs = 0.0; // mean over the bins of power and centroid, for soft against hard
    double centroid_hz = 0.0;
};

/// The built-in bank, or the one that was named, and the members that it has itself.
struct OpenedBank {
    std::shared_ptr<Bank> bank = std::make_shared<Bank>();
    std::vector<bed::Member> members;
};

Result<OpenedBank> open_bank(const BankOptions& options, const Console& console)
{
    OpenedBank opened;
    std::array<bool, bed::kMembers> borrowed{};
    if (!options.input.path.empty()) {
        Result<formats::BankContents> read = BankInputReader(options.input).bank();
        if (!read)
            return read.error();
        for (const std::string& note : read->notes)
            console.note(note);
        for (const formats::BankFallback& fallback : read->fallbacks)
            borrowed[static_cast<std::size_t>(fallback.member)] = true;
        opened.bank = std::move(read->bank);
    }
    for (std::size_t i = 0; i < bed::kMembers; ++i) {
        if (!borrowed[i])
            opened.members.push_back(static_cast<bed::Member>(i));
    }
    return opened;
}

std::vector<MemberSheet> make_sheets(const OpenedBank& opened, const BankOptions& options,
                                     const Console& console)
{
    Bank& bank = *opened.bank;
    std::vector<MemberSheet> sheets;
    Progress progress(console, options.measure ? "measuring" : "synthesising", opened.members.size());
    for (const bed::Member member : opened.members) {
        MemberSheet sheet;
        sheet.member = member;
        sheet.recording = bank.get(sheet.member);
        if (options.measure) {
            sheet.figures = bank::measure(sheet.recording->view());
            double power = 0.0;
            for (const bank::BinFigures& bin : sheet.figures.bins) {
                power += std::pow(10.0, bin.level_dbfs / 10.0) / bank::kMeasureBins;
                sheet.centroid_hz += bin.centroid_hz / bank::kMeasureBins;
            }
            sheet.level_dbfs = 10.0 * std::log10(power);
        }
        sheets.push_back(std::move(sheet));
        progress.at(sheets.size());
    }
    return sheets;
}

/// The hard sheet of a soft one, or null.
const MemberSheet* hard_of(const MemberSheet& soft, const std::vector<MemberSheet>& sheets)
{
    const std::optional<bed::Member> hard = bed::hard_of(soft.member);
    const auto found = std::find_if(sheets.begin(), sheets.end(),
                                    [&](const MemberSheet& sheet) { return sheet.member == hard; });
    return found == sheets.end() ? nullptr : &*found;
}

double rounded(double value, double step)
{
    return std::round(value / step) * step;
}

nlohmann::ordered_json as_json(const std::vector<MemberSheet>& sheets, bool measured)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const MemberSheet& sheet : sheets) {
        const grain::Recording& recording = *sheet.recording;
        nlohmann::ordered_json json{{"name", bed::name_of(sheet.member)},
                                    {"rate", recording.rate},
                                    {"frames", recording.samples.size()},
                                    {"duration_s", recording.duration},
                                    {"duration_bits", fmt::format("{:08X}", to_bits(recording.duration))}};
        if (measured) {
            std::vector<double> level, centroid, power_centroid, kurtosis, beat, contrast;
            for (const bank::BinFigures& bin : sheet.figures.bins) {
                level.push_back(rounded(bin.level_dbfs, 0.01));
                centroid.push_back(rounded(bin.centroid_hz, 0.1));
                power_centroid.push_back(rounded(bin.power_centroid_hz, 0.1));
                kurtosis.push_back(rounded(bin.kurtosis, 0.01));
                beat.push_back(rounded(bin.beat_hz, 0.01));
                contrast.push_back(rounded(bin.beat_contrast, 0.01));
            }
            json["level_dbfs"] = level;
            json["centroid_hz"] = centroid;
            json["power_centroid_hz"] = power_centroid;
            json["kurtosis"] = kurtosis;
            json["beat_hz"] = beat;
            json["beat_contrast"] = contrast;
            json["rise_db"] = level.back() - level.front();
            json["peak_dbfs"] = sheet.figures.peak_dbfs;
            json["crest_db"] = sheet.figures.crest_db;
            json["ring_s"] = sheet.figures.ring_s;
            json["sharpest_step"] = sheet.figures.sharpest_step;
            if (const MemberSheet* hard = hard_of(sheet, sheets)) {
                json["against_hard_db"] = rounded(sheet.level_dbfs - hard->level_dbfs, 0.01);
                json["against_hard_centroid"] = rounded(sheet.centroid_hz / hard->centroid_hz, 0.001);
            }
        }
        all.push_back(std::move(json));
    }
    return all;
}

void print_list(const std::vector<MemberSheet>& sheets)
{
    fmt::print("{:<24} {:>6} {:>8} {:>9}\n", "member", "Hz", "frames", "seconds");
    for (const MemberSheet& sheet : sheets)
        fmt::print("{:<24} {:>6} {:>8} {:>9.3f}\n", bed::name_of(sheet.member), sheet.recording->rate,
                   sheet.recording->samples.size(), sheet.recording->duration);
}

void print_figures(const std::vector<MemberSheet>& sheets)
{
    fmt::print("Twenty equal bins from slow to fast: RMS in dBFS, then spectral centroid in Hz\n");
    for (const MemberSheet& sheet : sheets) {
        const auto& bins = sheet.figures.bins;
        fmt::print("\n{}: {:.1f} -> {:.1f} dBFS ({:+.1f} dB), centroid {:.2f} -> {:.2f} kHz\n",
                   bed::name_of(sheet.member), bins.front().level_dbfs, bins.back().level_dbfs,
                   bins.back().level_dbfs - bins.front().level_dbfs, bins.front().centroid_hz / 1000.0,
                   bins.back().centroid_hz / 1000.0);
        std::string levels, centroids;
        for (const bank::BinFigures& bin : bins) {
            levels += fmt::format("{:6.1f}", bin.level_dbfs);
            centroids += fmt::format("{:6.0f}", bin.centroid_hz);
        }
        fmt::print("  dBFS {}\n  Hz   {}\n", levels, centroids);
        fmt::print("  peak {:.1f} dBFS, crest {:.1f} dB, rings {:.0f} ms, wheel beat {:.1f} -> {:.1f} Hz\n",
                   sheet.figures.peak_dbfs, sheet.figures.crest_db, sheet.figures.ring_s * 1000.0,
                   bins.front().beat_hz, bins.back().beat_hz);
        if (const MemberSheet* hard = hard_of(sheet, sheets))
            fmt::print("  against {}: {:+.1f} dB, centroid {:+.0f} %\n", bed::name_of(hard->member),
                       sheet.level_dbfs - hard->level_dbfs,
                       (sheet.centroid_hz / hard->centroid_hz - 1.0) * 100.0);
    }
}

Status write_members(const std::vector<MemberSheet>& sheets, const BankOptions& options)
{
    Result<formats::NewFolder> folder = formats::NewFolder::make(options.write);
    if (!folder)
        return folder.error();
    std::vector<formats::WavWriter> writers; // all are written before any takes its name
    for (const MemberSheet& sheet : sheets) {
        const auto path =
            std::filesystem::path(options.write) / (std::string(bed::name_of(sheet.member)) + ".wav");
        const grain::Recording& recording = *sheet.recording;
        Result<formats::WavWriter> writer = formats::WavWriter::open(
            path.string(),
            {1, recording.rate, *formats::sample_format_named(options.format), recording.samples.size()});
        if (!writer)
            return writer.error();
        Status status = writer->write(recording.samples);
        if (status)
            status = writer->settle();
        if (!status)
            return status;
        writers.push_back(std::move(*writer));
    }
    for (formats::WavWriter& writer : writers) {
        if (Status status = writer.commit(); !status)
            return status;
    }
    folder->keep();
    return Ok{};
}

int run(const BankOptions& options, const Console& console)
{
    const Result<OpenedBank> opened = open_bank(options, console);
    if (!opened)
        return console.fail_input(opened.error());
    const std::vector<MemberSheet> sheets = make_sheets(*opened, options, console);
    if (!options.write.empty()) {
        if (const Status status = write_members(sheets, options); !status)
            return console.fail(status.error(), kFailed);
        console.note(fmt::format("{}: {} recordings written", options.write, sheets.size()));
    }
    if (options.json)
        fmt::print("{}\n", json_text(as_json(sheets, options.measure)));
    else if (options.measure)
        print_figures(sheets);
    else if (options.write.empty())
        print_list(sheets);
    return kOk;
}

} // namespace

void add_bank(CLI::App& app, const Console& console, Job& job)
{
    auto options = std::make_shared<BankOptions>();
    CLI::App* verb =
        app.add_subcommand("bank", "List, measure or write recordings: the built-in ones, or a bank's");
    add_bank_input(*verb, options->input);
    verb->add_flag("--measure", options->measure,
                   "Level and spectral centroid of twenty bins, soft against hard");
    verb->add_option("--write", options->write,
                     "Folder for the recordings as WAV at their own rates, named as members");
    verb->add_option("--format", options->format, "s16, s24 or f32 for --write")
        ->check(one_of({"s16", "s24", "f32"}))
        ->capture_default_str();
    verb->add_flag("--json", options->json, "Print one JSON array");
    verb->footer("A folder written here is one that `quern render --bank` reads: replace what you like.");
    verb->callback(
        [&job, &console, options] { job = [&console, options] { return run(*options, console); }; });
}

} // namespace quern::cli
