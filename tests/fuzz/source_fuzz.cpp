// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "quern/formats/game/sound_source.hpp"

namespace {

/// A file without a name that holds the bytes.
int memory_file(const std::uint8_t* data, std::size_t size)
{
    static const int file = ::memfd_create("fuzz", MFD_CLOEXEC);
    if (file < 0 || ::ftruncate(file, 0) != 0 || ::pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
        std::abort();
    return file;
}

} // namespace

/// Any bytes as a file of unknown kind: refused, or sounds that are as long as they say, or that are refused
/// one by one. What it is must be found by its bytes alone: the file has no extension.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace quern::formats;
    const auto source = SoundSource::open("/proc/self/fd/" + std::to_string(memory_file(data, size)));
    if (!source)
        return 0;
    std::uint64_t frames = 0;
    for (const Sound& sound : source->sounds()) {
        if (source->find(sound.name) == nullptr)
            std::abort();
        const auto opened =
            sound.kind == FileKind::sound ? quern::Result<OpenedSound>(OpenedSound{}) : source->read(sound);
        if (!opened)
            continue;
        std::vector<std::string> notes;
        const auto recording = source->recording(sound, Fold::mean, &notes);
        if (!recording)
            continue;
        if (recording->samples.empty() || recording->rate == 0)
            std::abort();
        frames += recording->samples.size();
        // Members may share their bytes: enough is enough here.
        if (frames > (std::uint64_t{1} << 22))
            break;
    }
    return 0;
}
