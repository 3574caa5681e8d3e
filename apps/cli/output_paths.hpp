// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>

#include "quern/core/result.hpp"

namespace quern::cli {

/// A file that the command line asks for.
struct NamedFile {
    std::string option; ///< as messages call it: "--trace"
    std::string path;   ///< "-": standard output
};

/// A usage error when binary output ("-") would go to a terminal.
Status refuse_terminal(const std::string& output);

/// A usage error when two outputs go to one place, however it is spelled: links, dots, /dev/stdout; or when
/// an output would replace an input, or an existing file of an input folder. What takes anything, such as
/// /dev/null, may be named twice. Inputs may share a place, but not standard input ("-").
Status refuse_shared_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

/// A usage error when an output lies inside a folder that the program makes, or inside the one beside it that
/// it is until it is complete (formats::StagedFolder).
Status refuse_outputs_inside(const NamedFile& folder, std::span<const NamedFile> outputs);

} // namespace quern::cli
