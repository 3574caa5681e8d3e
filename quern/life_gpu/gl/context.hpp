// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <optional>
#include <string>

#include <epoxy/egl.h>

#include "quern/core/result.hpp"
#include "quern/life_gpu/gl/saved_state.hpp"

namespace quern::life::gl {

/// An EGL context of OpenGL ES 3.0 or later: one of our own without any surface, or the caller's. Our own is
/// current only between `enter` and `leave`, so that an automaton can be handed to another thread, and the
/// caller's windows keep their context.
class Context {
public:
    /// Errors are those of `make_gpu`. Our own display is never terminated: others in the process may use it.
    [[nodiscard]] static Result<std::unique_ptr<Context>> open(bool own);
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context();

    /// False where it cannot be made current, or the caller's is not. Calls do not nest.
    [[nodiscard]] bool enter();
    void leave();
    [[nodiscard]] bool is_entered() const noexcept { return entered_; }

    /// Of an entered context: the driver says that what was in the device's memory is gone.
    [[nodiscard]] bool is_lost() const;
    /// Of an entered context: renderer and version.
    [[nodiscard]] std::string describe() const;

private:
    enum class ResetQuery { none, khr, ext };

    explicit Context(bool own) noexcept : own_(own) {}
    Status open_own();
    Status adopt_current();
    Status check_version();

    bool own_ = true;
    bool entered_ = false;
    ResetQuery reset_query_ = ResetQuery::none;
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;

    // What was current on the thread before `enter`: of our own context, or in the caller's.
    struct Before {
        EGLenum api = EGL_OPENGL_ES_API;
        EGLDisplay display = EGL_NO_DISPLAY;
        EGLContext context = EGL_NO_CONTEXT;
        EGLSurface draw = EGL_NO_SURFACE;
        EGLSurface read = EGL_NO_SURFACE;
    } before_{};
    std::optional<SavedState> callers_state_;
};

/// Enters a context for the length of a block.
class Entry {
public:
    explicit Entry(Context& context) : context_(context), entered_(context.enter()) {}
    ~Entry()
    {
        if (entered_)
            context_.leave();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    explicit operator bool() const noexcept { return entered_; }

private:
    Context& context_;
    bool entered_;
};

} // namespace quern::life::gl
