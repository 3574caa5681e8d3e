// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "quern/formats/analysis/roll_check.hpp"

namespace quern::cli {

/// A checked file and what the reports need to know about it.
struct CheckedFile {
    std::string path;
    formats::SoundChannels sound;
    formats::ChannelChoice choice;
    std::optional<bed::Member> member;
    formats::RollCheck check;

    [[nodiscard]] double seconds() const;
    [[nodiscard]] std::string verdict() const; ///< "usable", "usable with warnings", "not usable"
};

std::string check_text(const CheckedFile& file);
nlohmann::ordered_json check_json(const CheckedFile& file);

/// The fitted points, and the level where it is off by 1 dB and more, as a tuning file: for the member, or
/// for all thirteen surfaces when the file is meant for none. Needs a fit.
std::string check_tuning(const CheckedFile& file);

} // namespace quern::cli
