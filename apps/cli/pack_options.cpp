// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "pack_options.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "option_checks.hpp"

namespace quern::cli {
namespace {

using formats::EaacCodec;
using formats::EaacType;
using Kind = formats::xma::EncodeGoal::Kind;

Error usage(const std::string& option, const std::string& message)
{
    return {Error::Code::usage, option, message};
}

void add_sound_options(CLI::App& verb, PackOptions& o)
{
    verb.add_option("--codec", o.codec, "xma, as in the game; pcm16; xas1")
        ->check(one_of({"xma", "pcm16", "xas1"}))
        ->capture_default_str();
    auto* lossless = verb.add_flag("--lossless", o.lossless, "Keep every 16-bit sample");
    auto* snr = verb.add_option("--snr-db", o.snr_db, "Noise this far below the sound, or up to 1 dB further")
                    ->check(in_range(0.1, 120.0))
                    ->excludes(lossless);
    verb.add_option("--kbps", o.kbps,
                    "Kilobits a second, all bytes counted, within 3 %; 96 unless told otherwise, about what "
                    "the game's recordings have")
        ->check(in_range(0.1, 10000.0))
        ->excludes(lossless)
        ->excludes(snr);
    verb.add_option("--channel", o.channel, "Take this channel, from 1, in place of the mean of all")
        ->check(in_range(1.0, 64.0));
    verb.add_option("--rate", o.rate, "Convert to this rate in Hz; recordings play at 44100 and 48000")
        ->check(in_range(formats::kLowestStreamRate, formats::kHighestStreamRate));
}

} // namespace

void add_pack_options(CLI::App& verb, PackOptions& o)
{
    verb.add_option("INPUT", o.inputs,
                    "Sound files, .grain files or folders of them; NAME=FILE gives a file another name");
    verb.add_option("-o,--output", o.output, "x.grain, x.big (an archive) or x.snr")->required();
    auto* built_in = verb.add_flag("--built-in", o.built_in, "Pack the fourteen built-in recordings");
    auto* base = verb.add_option("--base", o.base, "Archive to change members of")->excludes(built_in);
    verb.add_option("--replace", o.replace,
                    "NAME=FILE: put FILE in place of this member; all others stay byte for byte")
        ->needs(base)
        ->allow_extra_args(false);
    add_sound_options(verb, o);
    verb.add_option("--duration", o.duration_s,
                    "Seconds to store in a single .grain, in place of samples / rate")
        ->check(in_range(0.0, 1e6));
    verb.add_flag("--stream", o.stream, ".snr: blocks in a .sns beside it");
    verb.add_flag("--loop", o.loop, ".snr: the sound loops");
    verb.add_option("--loop-start", o.loop_start, ".snr: sample that the loop returns to");
    verb.add_flag("--json", o.json, "Print the summary as one JSON object");
}

namespace {

std::optional<PackKind> kind_of(const std::string& output)
{
    std::string ending = std::filesystem::path(output).extension().string();
    for (char& c : ending)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (ending == ".grain")
        return PackKind::grain;
    if (ending == ".big")
        return PackKind::archive;
    if (ending == ".snr")
        return PackKind::stream;
    return std::nullopt;
}

Result<formats::PackGoal> goal_of(const PackOptions& o)
{
    formats::PackGoal goal;
    if (o.codec != "xma") {
        goal.codec = o.codec == "pcm16" ? EaacCodec::pcm16be : EaacCodec::xas1;
        if (o.snr_db || o.kbps)
            return usage(o.snr_db ? "--snr-db" : "--kbps",
                         "found --codec " + o.codec + ", expected xma: the others have one quality");
        if (o.lossless && goal.codec == EaacCodec::xas1)
            return usage("--lossless", "found --codec xas1, expected xma or pcm16");
        return goal;
    }
    if (o.lossless)
        goal.xma = {Kind::lossless, 0.0, 0.0};
    else if (o.snr_db)
        goal.xma = {Kind::snr, *o.snr_db, 0.0};
    else if (o.kbps)
        goal.xma = {Kind::rate, 0.0, *o.kbps};
    return goal;
}

Status check_kind(const PackOptions& o, PackKind kind)
{
    if (kind != PackKind::stream && (o.stream || o.loop || o.loop_start))
        return usage(o.stream ? "--stream" : "--loop", "expected an output of the kind .snr");
    if (kind != PackKind::grain && o.duration_s)
        return usage("--duration", "expected an output of the kind .grain");
    const auto& rates = formats::kGrainRates;
    if (kind != PackKind::stream && o.rate &&
        std::find(std::begin(rates), std::end(rates), *o.rate) == std::end(rates))
        return usage("--rate", "found " + std::to_string(*o.rate) + ", expected 44100 or 48000");
    if (kind != PackKind::archive && (o.built_in || !o.base.empty()))
        return usage(o.built_in ? "--built-in" : "--base", "expected an output of the kind .big");
    return Ok{};
}

Status check_inputs(const PackOptions& o, PackKind kind)
{
    if (!o.base.empty()) {
        if (o.replace.empty())
            return usage("--base", "expected --replace NAME=FILE as well");
        if (!o.inputs.empty())
            return usage("INPUT",
                         "found \"" + o.inputs.front() + "\", expected --replace NAME=FILE with --base");
        return Ok{};
    }
    if (o.built_in) {
        if (!o.inputs.empty())
            return usage("INPUT", "found \"" + o.inputs.front() + "\", expected nothing with --built-in");
        return Ok{};
    }
    if (o.inputs.empty())
        return usage("INPUT", "expected sound files, a folder, --built-in or --base");
    if (kind != PackKind::archive && o.inputs.size() != 1)
        return usage("INPUT", "found " + std::to_string(o.inputs.size()) +
                                  " inputs, expected one for this kind of output");
    return Ok{};
}

} // namespace

Result<PackOrder> pack_order(const PackOptions& o)
{
    const std::optional<PackKind> kind = kind_of(o.output);
    if (!kind)
        return usage("-o", "found \"" + o.output + "\", expected a name that ends in .grain, .big or .snr");
    if (const Status status = check_kind(o, *kind); !status)
        return status.error();
    if (const Status status = check_inputs(o, *kind); !status)
        return status.error();
    const Result<formats::PackGoal> goal = goal_of(o);
    if (!goal)
        return goal.error();
    PackOrder order;
    order.kind = *kind;
    order.goal = *goal;
    order.form.type = o.stream ? EaacType::stream : EaacType::ram;
    if (o.loop || o.loop_start)
        order.form.loop_start = o.loop_start.value_or(0);
    if (o.stream)
        order.outputs.push_back(std::filesystem::path(o.output).replace_extension(".sns").string());
    order.outputs.push_back(o.output);
    return order;
}

} // namespace quern::cli
