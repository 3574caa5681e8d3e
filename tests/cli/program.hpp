// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace quern::test {

/// What one run of the program left behind.
struct Outcome {
    int exit = -1;
    std::string out;
    std::string err;
};

/// Runs the program of this build in a folder of its own, which is the current one of the run.
class ProgramTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    /// `arguments` as typed in a shell: quoting, redirections and pipes work.
    Outcome quern(const std::string& arguments) const;
    /// A path inside the folder.
    [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }
    void write(const std::string& name, std::string_view text) const;
    [[nodiscard]] std::string read(const std::string& name) const;
    [[nodiscard]] bool exists(const std::string& name) const
    {
        return std::filesystem::exists(folder_ / name);
    }
    /// The user's cache of the runs.
    [[nodiscard]] std::string cache() const { return folder_.string() + ".cache"; }
    /// Names in the folder, sorted.
    [[nodiscard]] std::vector<std::string> listing() const;

    std::filesystem::path folder_;
};

/// Exit 3 and a message that begins with the program's name and holds `place`.
void expect_refused(const Outcome& run, const std::string& place);

/// The parts of a WAV file that tests look at.
struct Wav {
    int channels = 1;
    std::uint32_t rate = 0;
    int bits = 0;
    bool floating = false;
    std::uint32_t mask = 0; ///< 0 without the extensible form
    std::vector<float> samples;
    [[nodiscard]] std::size_t frames() const { return samples.size() / static_cast<std::size_t>(channels); }
};
/// Fails the test when `bytes` is no WAV file.
Wav parse_wav(const std::string& bytes);

/// A ride over concrete: rest, acceleration to `top_mps`, constant speed.
std::string ride_csv(double seconds, double top_mps);

} // namespace quern::test
