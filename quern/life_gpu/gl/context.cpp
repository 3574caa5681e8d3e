// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life_gpu/gl/context.hpp"

#include <array>
#include <cstdio>
#include <utility>

#include <dlfcn.h>
#include <epoxy/gl.h>

namespace quern::life::gl {
namespace {

Error unsupported(std::string message)
{
    return {Error::Code::unsupported, "gpu", std::move(message)};
}

std::string egl_error()
{
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "0x%04X", static_cast<unsigned>(eglGetError()));
    return "EGL error " + std::string(text.data());
}

// libepoxy ends the program where a library is not there: it must not be asked for one.
bool has_library(const char* name)
{
    void* library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr)
        return false;
    dlclose(library);
    return true;
}

bool has_extension(const char* list, const char* name)
{
    return list != nullptr && epoxy_extension_in_string(list, name);
}

Status find_libraries()
{
    if (!has_library("libEGL.so.1") || !epoxy_has_egl())
        return unsupported("no EGL on this machine (libEGL.so.1), expected a driver for OpenGL ES 3.0");
    if (!has_library("libGLESv2.so.2"))
        return unsupported(
            "no OpenGL ES on this machine (libGLESv2.so.2), expected a driver for OpenGL ES 3.0");
    return Ok{};
}

} // namespace

Result<std::unique_ptr<Context>> Context::open(bool own)
{
    if (Status found = find_libraries(); !found)
        return found.error();
    std::unique_ptr<Context> context(new Context(own));
    if (Status opened = own ? context->open_own() : context->adopt_current(); !opened)
        return opened.error();
    return context;
}

Status Context::open_own()
{
    const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!has_extension(client, "EGL_MESA_platform_surfaceless") ||
        !has_extension(client, "EGL_EXT_platform_base"))
        return unsupported("EGL has no surfaceless platform (EGL_MESA_platform_surfaceless)");
    // Asked for by name: libepoxy looks up the function of EGL 1.5 by the version of a display, and there is
    // none yet.
    const auto get_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (get_display != nullptr)
        display_ = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    EGLint major = 0, minor = 0;
    if (display_ == EGL_NO_DISPLAY || eglInitialize(display_, &major, &minor) == EGL_FALSE)
        return unsupported("no driver opens EGL's surfaceless display: " + egl_error());

    const EGLenum api = eglQueryAPI();
    if (eglBindAPI(EGL_OPENGL_ES_API) == EGL_FALSE)
        return unsupported("EGL knows no OpenGL ES: " + egl_error());
    // No surface is ever made, so the configuration need not fit one.
    const std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
                                       EGL_NONE};
    EGLConfig configuration = nullptr;
    EGLint found = 0;
    if (eglChooseConfig(display_, wanted.data(), &configuration, 1, &found) == EGL_FALSE || found < 1) {
        eglBindAPI(api);
        return unsupported("EGL's surfaceless display has no OpenGL ES 3.0");
    }
    // With robustness the driver reports a reset; without, it may end the program or leave rubbish.
    const bool reports_resets =
        has_extension(eglQueryString(display_, EGL_EXTENSIONS), "EGL_EXT_create_context_robustness");
    const std::array<EGLint, 5> robust{EGL_CONTEXT_CLIENT_VERSION, 3,
                                       EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT,
                                       EGL_LOSE_CONTEXT_ON_RESET_EXT, EGL_NONE};
    const std::array<EGLint, 3> plain{EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    if (reports_resets)
        context_ = eglCreateContext(display_, configuration, EGL_NO_CONTEXT, robust.data());
    if (context_ == EGL_NO_CONTEXT)
        context_ = eglCreateContext(display_, configuration, EGL_NO_CONTEXT, plain.data());
    const std::string error = context_ == EGL_NO_CONTEXT ? egl_error() : "";
    eglBindAPI(api);
    if (context_ == EGL_NO_CONTEXT)
        return unsupported("the driver makes no context of OpenGL ES 3.0: " + error);
    const Entry entry(*this);
    if (!entry)
        return unsupported("the driver makes no context current without a surface: " + egl_error());
    return check_version();
}

Status Context::adopt_current()
{
    context_ = eglGetCurrentContext();
    display_ = eglGetCurrentDisplay();
    if (context_ == EGL_NO_CONTEXT)
        return unsupported("no EGL context is current on this thread, expected the one to work in");
    EGLint type = 0;
    if (eglQueryContext(display_, context_, EGL_CONTEXT_CLIENT_TYPE, &type) == EGL_FALSE ||
        type != EGL_OPENGL_ES_API)
        return unsupported("the current context is not one of OpenGL ES, expected OpenGL ES 3.0 or later");
    return check_version();
}

// The context is current. A version comes as 32 for OpenGL ES 3.2.
Status Context::check_version()
{
    const int version = epoxy_gl_version();
    if (version < 30)
        return unsupported("found OpenGL ES " + std::to_string(version / 10) + "." +
                           std::to_string(version % 10) + ", expected 3.0 or later");
    if (epoxy_has_gl_extension("GL_KHR_robustness"))
        reset_query_ = ResetQuery::khr;
    else if (epoxy_has_gl_extension("GL_EXT_robustness"))
        reset_query_ = ResetQuery::ext;
    return Ok{};
}

bool Context::enter()
{
    if (!own_) {
        if (eglGetCurrentContext() != context_)
            return false;
        callers_state_.emplace();
        set_plain_state();
        entered_ = true;
        return true;
    }
    before_ = {eglQueryAPI(), eglGetCurrentDisplay(), eglGetCurrentContext(), eglGetCurrentSurface(EGL_DRAW),
               eglGetCurrentSurface(EGL_READ)};
    eglBindAPI(EGL_OPENGL_ES_API);
    if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE) {
        eglBindAPI(before_.api);
        return false;
    }
    set_plain_state();
    entered_ = true;
    return true;
}

void Context::leave()
{
    entered_ = false;
    if (!own_) {
        callers_state_.reset();
        return;
    }
    if (before_.context == EGL_NO_CONTEXT) {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglBindAPI(before_.api);
    } else {
        eglBindAPI(before_.api);
        eglMakeCurrent(before_.display, before_.draw, before_.read, before_.context);
    }
}

bool Context::is_lost() const
{
    switch (reset_query_) {
    case ResetQuery::khr:
        return glGetGraphicsResetStatusKHR() != GL_NO_ERROR;
    case ResetQuery::ext:
        return glGetGraphicsResetStatusEXT() != GL_NO_ERROR;
    case ResetQuery::none:
        break;
    }
    return false;
}

std::string Context::describe() const
{
    const auto text = [](GLenum name) {
        const GLubyte* found = glGetString(name);
        return found == nullptr ? std::string("?") : std::string(reinterpret_cast<const char*>(found));
    };
    return text(GL_RENDERER) + ", " + text(GL_VERSION);
}

Context::~Context()
{
    if (own_ && context_ != EGL_NO_CONTEXT)
        eglDestroyContext(display_, context_);
}

} // namespace quern::life::gl
