// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "tests/support/rt_trap.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>

#if !defined(QUERN_SANITIZED) && defined(__GLIBC__)
#define QUERN_TRAP_WORKS 1
#include <dlfcn.h>
#include <pthread.h>
#else
#define QUERN_TRAP_WORKS 0
#endif

namespace {

// Plain thread-local values: touching them allocates nothing, which the replaced malloc relies on.
thread_local bool t_armed = false;
thread_local quern::test::RtCounts t_counts{};
thread_local std::array<quern::test::RtBlock, 64> t_blocks{};
thread_local std::size_t t_blocks_used = 0;

} // namespace

namespace quern::test {

RtTrap::RtTrap()
{
    t_counts = RtCounts{};
    t_blocks_used = 0;
    t_armed = true;
}

RtTrap::~RtTrap()
{
    t_armed = false;
}

RtCounts RtTrap::counts() const
{
    return t_counts;
}

std::span<const RtBlock> RtTrap::blocks() const
{
    return std::span<const RtBlock>(t_blocks).first(t_blocks_used);
}

bool RtTrap::works()
{
    return QUERN_TRAP_WORKS != 0;
}

testing::AssertionResult is_real_time_safe(const std::function<void()>& work)
{
    RtCounts counts;
    {
        RtTrap trap;
        work();
        counts = trap.counts();
    }
    if (counts.total() == 0)
        return testing::AssertionSuccess();
    return testing::AssertionFailure() << counts.allocations << " allocations, " << counts.frees << " frees, "
                                       << counts.locks << " locks";
}

} // namespace quern::test

#if QUERN_TRAP_WORKS

// The C library's own entry points under the names it keeps for replacement.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace {

void* note_allocation(void* block, std::size_t bytes)
{
    if (!t_armed)
        return block;
    ++t_counts.allocations;
    if (t_blocks_used < t_blocks.size())
        t_blocks[t_blocks_used++] = {block, bytes};
    return block;
}

void note_free(const void* block)
{
    if (!t_armed || block == nullptr)
        return;
    ++t_counts.frees;
    for (std::size_t i = 0; i < t_blocks_used; ++i) {
        if (t_blocks[i].data == block)
            t_blocks[i--] = t_blocks[--t_blocks_used];
    }
}

void note_lock()
{
    if (t_armed)
        ++t_counts.locks;
}

// The next definition of a replaced call, which is the C library's.
template <class Function> Function* real(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" {

void* malloc(std::size_t size)
{
    return note_allocation(__libc_malloc(size), size);
}

void* calloc(std::size_t count, std::size_t size)
{
    return note_allocation(__libc_calloc(count, size), count * size);
}

void* realloc(void* old, std::size_t size)
{
    return note_allocation(__libc_realloc(old, size), size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    return note_allocation(__libc_memalign(alignment, size), size);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t size)
{
    *out = note_allocation(__libc_memalign(alignment, size), size);
    return *out == nullptr ? 12 : 0; // ENOMEM
}

void free(void* block)
{
    note_free(block);
    __libc_free(block);
}

int pthread_mutex_lock(pthread_mutex_t* mutex)
{
    static const auto next = real<int(pthread_mutex_t*)>("pthread_mutex_lock");
    note_lock();
    return next(mutex);
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock)
{
    static const auto next = real<int(pthread_rwlock_t*)>("pthread_rwlock_rdlock");
    note_lock();
    return next(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock)
{
    static const auto next = real<int(pthread_rwlock_t*)>("pthread_rwlock_wrlock");
    note_lock();
    return next(lock);
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex)
{
    static const auto next = real<int(pthread_cond_t*, pthread_mutex_t*)>("pthread_cond_wait");
    note_lock();
    return next(condition, mutex);
}
}

#endif
