// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/left_overs.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <utility>

namespace quern::formats {
namespace {

constexpr std::size_t kPaths = 256;
constexpr int kDeepest = 16; // nested folders: each pass takes the innermost ones

using Slots = std::array<std::atomic<const char*>, kPaths>;
static_assert(std::atomic<const char*>::is_always_lock_free, "a signal handler reads these");
constinit std::array<Slots, 2> slots{}; // by kind

/// The kind is the lowest bit of a slot's number.
std::atomic<const char*>& slot_at(int slot) noexcept
{
    return slots[static_cast<std::size_t>(slot & 1)][static_cast<std::size_t>(slot >> 1)];
}

} // namespace

LeftOver::LeftOver(const std::string& path, Kind kind)
{
    path_ = std::make_unique<char[]>(path.size() + 1);
    std::memcpy(path_.get(), path.c_str(), path.size() + 1);
    for (int i = 0; i < static_cast<int>(kPaths); ++i) {
        const int slot = i * 2 + (kind == Kind::folder ? 1 : 0);
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

void remove_left_overs() noexcept
{
    for (const std::atomic<const char*>& slot : slots[0]) {
        if (const char* path = slot.load())
            ::unlink(path);
    }
    for (int pass = 0; pass < kDeepest; ++pass) {
        for (const std::atomic<const char*>& slot : slots[1]) {
            if (const char* path = slot.load())
                ::rmdir(path);
        }
    }
}

} // namespace quern::formats
