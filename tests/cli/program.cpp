// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace quern::test {
namespace fs = std::filesystem;

namespace {

std::string read_file(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::uint32_t little(const std::string& bytes, std::size_t at, int count)
{
    std::uint32_t value = 0;
    for (int i = 0; i < count; ++i)
        value |=
            static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.at(at + static_cast<std::size_t>(i))))
            << (8 * i);
    return value;
}

float sample_at(const std::string& bytes, std::size_t at, const Wav& wav)
{
    const std::uint32_t word = little(bytes, at, wav.bits / 8);
    if (wav.floating) {
        float value;
        std::memcpy(&value, &word, 4);
        return value;
    }
    const auto left = static_cast<std::int32_t>(word << (32 - wav.bits));
    return static_cast<float>(left) / 2147483648.0f;
}

} // namespace

void ProgramTest::SetUp()
{
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("quern_cli_" + std::to_string(::getpid()) + "_" + info->name());
    fs::create_directories(folder_);
}

void ProgramTest::TearDown()
{
    fs::remove_all(folder_);
    fs::remove_all(cache());
}

Outcome ProgramTest::quern(const std::string& arguments) const
{
    const fs::path kept = folder_.string() + ".streams";
    fs::create_directories(kept);
    const std::string command = "cd '" + folder_.string() + "' && export XDG_CACHE_HOME='" + cache() +
                                "' && { '" QUERN_PROGRAM "' " + arguments + "; } > '" +
                                (kept / "out").string() + "' 2> '" + (kept / "err").string() +
                                "' < /dev/null";
    const int status = std::system(command.c_str());
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(kept / "out"),
                    read_file(kept / "err")};
    fs::remove_all(kept);
    return outcome;
}

void ProgramTest::write(const std::string& name, std::string_view text) const
{
    std::ofstream(folder_ / name, std::ios::binary) << text;
}

std::string ProgramTest::read(const std::string& name) const
{
    return read_file(folder_ / name);
}

std::vector<std::string> ProgramTest::listing() const
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

void expect_refused(const Outcome& run, const std::string& place)
{
    EXPECT_EQ(run.exit, 3) << run.err;
    EXPECT_TRUE(run.err.starts_with("quern: ")) << run.err;
    EXPECT_NE(run.err.find(place), std::string::npos) << "expected " << place << " in: " << run.err;
}

Wav parse_wav(const std::string& bytes)
{
    Wav wav;
    if (bytes.size() < 44 || bytes.compare(0, 4, "RIFF") != 0 || bytes.compare(8, 4, "WAVE") != 0) {
        ADD_FAILURE() << "no WAV file, " << bytes.size() << " bytes";
        return wav;
    }
    EXPECT_EQ(little(bytes, 4, 4) + 8, bytes.size()) << "the RIFF size is the file's";
    for (std::size_t at = 12; at + 8 <= bytes.size();) {
        const std::string id = bytes.substr(at, 4);
        const std::size_t size = little(bytes, at + 4, 4);
        at += 8;
        if (id == "fmt ") {
            std::uint32_t code = little(bytes, at, 2);
            wav.channels = static_cast<int>(little(bytes, at + 2, 2));
            wav.rate = little(bytes, at + 4, 4);
            wav.bits = static_cast<int>(little(bytes, at + 14, 2));
            if (code == 0xFFFE) {
                wav.mask = little(bytes, at + 20, 4);
                code = little(bytes, at + 24, 2);
            }
            wav.floating = code == 3;
        } else if (id == "data") {
            for (std::size_t i = 0; i < size; i += static_cast<std::size_t>(wav.bits / 8))
                wav.samples.push_back(sample_at(bytes, at + i, wav));
        }
        at += size + size % 2;
    }
    return wav;
}

std::string ride_csv(double seconds, double top_mps)
{
    std::string text = "time_s,speed_mps,surface\n";
    char line[64];
    for (double t = 0.0; t <= seconds + 1e-9; t += 0.1) {
        std::snprintf(line, sizeof line, "%.2f,%.3f,concrete_rough\n", t, std::min(top_mps, 2.0 * t));
        text += line;
    }
    return text;
}

} // namespace quern::test
