// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once

/// `QUERN_RT` stands after `noexcept` on every function that may run on the audio thread: no allocation,
/// lock, wait, throw or I/O. Clang checks it at compile time (function effects) and at run time
/// (RealtimeSanitizer); g++ knows no such attribute and warns about it, so there the mark is for the reader
/// alone.
#if defined(__clang__) && defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::nonblocking)
#define QUERN_RT [[clang::nonblocking]]
#endif
#endif
#ifndef QUERN_RT
#define QUERN_RT
#endif

/// Brackets calls whose realtime safety clang cannot see, such as the C library's sine. Say why beside each
/// use.
#if defined(__clang__)
#define QUERN_RT_TRUSTED_BEGIN                                                                               \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wunknown-warning-option\"")        \
        _Pragma("clang diagnostic ignored \"-Wfunction-effects\"")
#define QUERN_RT_TRUSTED_END _Pragma("clang diagnostic pop")
#else
#define QUERN_RT_TRUSTED_BEGIN
#define QUERN_RT_TRUSTED_END
#endif
