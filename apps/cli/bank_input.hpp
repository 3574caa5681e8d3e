// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include <CLI/CLI.hpp>

#include "quern/formats/bank/bank_reader.hpp"

namespace quern::cli {

/// Where recordings come from, as the command line says.
struct BankInput {
    std::string path; ///< empty: built in
    bool mixdown = false;
    bool no_cache = false;
};

/// Adds --bank, --mixdown and --no-cache. Returns the first.
CLI::Option* add_bank_input(CLI::App& verb, BankInput& input);

/// Reads a bank or a recording as `input` wants it.
class BankInputReader {
public:
    explicit BankInputReader(const BankInput& input);

    [[nodiscard]] Result<formats::BankContents> bank() const;
    [[nodiscard]] Result<formats::SoundFile> recording(const std::string& path) const;

private:
    [[nodiscard]] formats::BankReadOptions options() const;

    BankInput input_;
    formats::PcmCache cache_;
};

} // namespace quern::cli
