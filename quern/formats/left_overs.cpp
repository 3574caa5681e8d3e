// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/left_overs.hpp"

#include <fcntl.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <utility>

namespace quern::formats {
namespace {

constexpr std::size_t kPaths = 256;
constexpr int kDeepest = 16; // nested folders: each pass takes the innermost ones
constexpr int kTries = 16;   // at a full folder in which another process may still make files
constexpr int kKinds = 3;

using Slots = std::array<std::atomic<const char*>, kPaths>;
static_assert(std::atomic<const char*>::is_always_lock_free, "a signal handler reads these");
constinit std::array<Slots, kKinds> slots{}; // by kind

/// A slot's number holds its kind as the remainder.
std::atomic<const char*>& slot_at(int slot) noexcept
{
    return slots[static_cast<std::size_t>(slot % kKinds)][static_cast<std::size_t>(slot / kKinds)];
}

/// Unlinks the files of a folder. readdir may allocate, which no handler of a signal may, so the kernel is
/// asked.
void remove_files_of(const char* path) noexcept
{
#ifdef __linux__
    const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (folder < 0)
        return;
    // struct linux_dirent64: inode and offset of 8 bytes each, the entry's length in 2, its type in 1, its
    // name.
    constexpr long kLengthAt = 16;
    constexpr long kNameAt = 19;
    alignas(8) std::array<char, 4096> entries;
    for (bool removed = true; removed;) {
        removed = false; // what is removed may hide others from this pass
        ::lseek(folder, 0, SEEK_SET);
        for (;;) {
            const long size = ::syscall(SYS_getdents64, folder, entries.data(), entries.size());
            if (size <= 0)
                break;
            for (long at = 0; at < size;) {
                std::uint16_t length = 0;
                std::memcpy(&length, entries.data() + at + kLengthAt, sizeof length);
                removed = ::unlinkat(folder, entries.data() + at + kNameAt, 0) == 0 || removed;
                at += length;
            }
        }
    }
    ::close(folder);
#else
    static_cast<void>(path);
#endif
}

} // namespace

LeftOver::LeftOver(const std::string& path, Kind kind)
{
    path_ = std::make_unique<char[]>(path.size() + 1);
    std::memcpy(path_.get(), path.c_str(), path.size() + 1);
    for (int i = 0; i < static_cast<int>(kPaths); ++i) {
        const int slot = i * kKinds + static_cast<int>(kind);
        const char* empty = nullptr;
        if (slot_at(slot).compare_exchange_strong(empty, path_.get())) {
            slot_ = slot;
            return;
        }
    }
}

LeftOver::~LeftOver()
{
    forget();
}

LeftOver::LeftOver(LeftOver&& other) noexcept
    : path_(std::move(other.path_)), slot_(std::exchange(other.slot_, -1))
{
}

LeftOver& LeftOver::operator=(LeftOver&& other) noexcept
{
    if (this != &other) {
        forget();
        path_ = std::move(other.path_);
        slot_ = std::exchange(other.slot_, -1);
    }
    return *this;
}

void LeftOver::forget() noexcept
{
    if (slot_ >= 0)
        slot_at(std::exchange(slot_, -1)).store(nullptr);
}

SignalHold::SignalHold() noexcept
{
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
}

SignalHold::~SignalHold()
{
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void remove_left_overs() noexcept
{
    for (const std::atomic<const char*>& slot : slots[0]) {
        if (const char* path = slot.load())
            ::unlink(path);
    }
    for (const std::atomic<const char*>& slot : slots[2]) {
        const char* path = slot.load();
        if (path == nullptr)
            continue;
        for (int i = 0; i < kTries; ++i) {
            remove_files_of(path);
            if (::rmdir(path) == 0)
                break;
        }
    }
    for (int pass = 0; pass < kDeepest; ++pass) {
        for (const std::atomic<const char*>& slot : slots[1]) {
            if (const char* path = slot.load())
                ::rmdir(path);
        }
    }
}

} // namespace quern::formats
