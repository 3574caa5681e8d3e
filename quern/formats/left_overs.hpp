// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <csignal>
#include <memory>
#include <string>

namespace quern::formats {

/// A path that must not outlive its owner: while this lives, `remove_left_overs` takes it away. The owner
/// removes the path itself in the normal course of things; this is for a program that ends by a signal.
class LeftOver {
public:
    /// `folder` goes when it is empty, `full_folder` with the files in it.
    enum class Kind { file, folder, full_folder };
    LeftOver() = default;
    LeftOver(const std::string& path, Kind kind);
    ~LeftOver();
    LeftOver(LeftOver&& other) noexcept;
    LeftOver& operator=(LeftOver&& other) noexcept;

    /// The path may stay, or is gone already.
    void forget() noexcept;

private:
    std::unique_ptr<char[]> path_; // at one address however often the owner moves
    int slot_ = -1;
};

/// While this lives, signals wait, on its thread: so that a path is not made yet, or known to be a left-over.
class SignalHold {
public:
    SignalHold() noexcept;
    ~SignalHold();
    SignalHold(const SignalHold&) = delete;
    SignalHold& operator=(const SignalHold&) = delete;

private:
    sigset_t before_;
};

/// Unlinks every registered file, then every registered full folder with its files, then every registered
/// folder that is empty. Async-signal-safe: made for the handler of a signal that ends the program. At most
/// 256 paths of a kind at a time are known; more are left behind.
void remove_left_overs() noexcept;

} // namespace quern::formats
