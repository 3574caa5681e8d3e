// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <array>
#include <thread>

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include "quern/life_gpu/gpu.hpp"
#include "tests/life/reference/random_run.hpp"
#include "tests/life_gpu/gpu_fixture.hpp"

namespace quern::life {
namespace {

/// A host with a context of its own, current on this thread.
class HostContext {
public:
    HostContext()
    {
        const auto get =
            reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
        display_ = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        eglInitialize(display_, nullptr, nullptr);
        eglBindAPI(EGL_OPENGL_ES_API);
        const std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
                                           EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        eglChooseConfig(display_, wanted.data(), &config, 1, &count);
        const std::array<EGLint, 3> version{EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
        context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, version.data());
        make_current();
    }
    ~HostContext()
    {
        release();
        eglDestroyContext(display_, context_);
    }
    HostContext(const HostContext&) = delete;
    HostContext& operator=(const HostContext&) = delete;

    bool make_current() { return eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != 0; }
    void release() { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }
    [[nodiscard]] bool is_current() const { return eglGetCurrentContext() == context_; }

private:
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;
};

GLint integer(GLenum name)
{
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

using CallersContext = GpuTest;

TEST_F(CallersContext, IsCurrentAgainAfterEveryCallToAnotherOne)
{
    HostContext host;
    const auto gpu = make({64, 64});
    EXPECT_TRUE(host.is_current());
    ASSERT_TRUE(gpu->load(soup({64, 64}, 0.3, 1)));
    ASSERT_TRUE(gpu->advance({}));
    ASSERT_TRUE(gpu->settle());
    EXPECT_TRUE(gpu->poll().has_value());
    EXPECT_TRUE(host.is_current());
    EXPECT_TRUE(gpu->read().ok());
    EXPECT_TRUE(host.is_current());
}

TEST_F(CallersContext, CanBeWorkedInAndFindsItsStateAsItWas)
{
    HostContext host;
    GLuint texture = 0, buffer = 0;
    glGenTextures(1, &texture);
    glGenBuffers(1, &buffer);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, texture);
    glActiveTexture(GL_TEXTURE3);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glViewport(1, 2, 30, 40);
    glScissor(5, 6, 7, 8);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_BLEND);
    glEnable(GL_RASTERIZER_DISCARD);
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 17);

    const GridSize size{128, 64};
    const auto gpu = make(size, {}, {.own_context = false});
    EXPECT_EQ(reference::differences(*gpu, *oracle(size), {.seed = 6, .generations = 12}), "");

    std::array<GLint, 4> box{};
    glGetIntegerv(GL_VIEWPORT, box.data());
    EXPECT_EQ(box, (std::array<GLint, 4>{1, 2, 30, 40}));
    glGetIntegerv(GL_SCISSOR_BOX, box.data());
    EXPECT_EQ(box, (std::array<GLint, 4>{5, 6, 7, 8}));
    std::array<GLboolean, 4> mask{};
    glGetBooleanv(GL_COLOR_WRITEMASK, mask.data());
    EXPECT_EQ(mask, (std::array<GLboolean, 4>{1, 0, 1, 0}));
    EXPECT_TRUE(glIsEnabled(GL_SCISSOR_TEST));
    EXPECT_TRUE(glIsEnabled(GL_BLEND));
    EXPECT_TRUE(glIsEnabled(GL_RASTERIZER_DISCARD));
    EXPECT_TRUE(glIsEnabled(GL_DITHER)); // as in a new context
    EXPECT_EQ(integer(GL_PACK_ALIGNMENT), 8);
    EXPECT_EQ(integer(GL_UNPACK_ROW_LENGTH), 17);
    EXPECT_EQ(integer(GL_PIXEL_PACK_BUFFER_BINDING), static_cast<GLint>(buffer));
    EXPECT_EQ(integer(GL_ACTIVE_TEXTURE), static_cast<GLint>(GL_TEXTURE3));
    glActiveTexture(GL_TEXTURE1);
    EXPECT_EQ(integer(GL_TEXTURE_BINDING_2D), static_cast<GLint>(texture));
    EXPECT_EQ(integer(GL_CURRENT_PROGRAM), 0);
    EXPECT_EQ(integer(GL_FRAMEBUFFER_BINDING), 0);
    EXPECT_EQ(integer(GL_VERTEX_ARRAY_BINDING), 0);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(CallersContext, MustBeCurrent)
{
    const Result<std::unique_ptr<Automaton>> none = make_gpu({64, 64}, {}, {.own_context = false});
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, Error::Code::unsupported);

    HostContext host;
    const auto gpu = make({64, 64}, {}, {.own_context = false});
    ASSERT_TRUE(gpu->advance({}));
    host.release();
    EXPECT_FALSE(gpu->advance({}));
    host.make_current();
    EXPECT_FALSE(gpu->advance({})); // lost is lost
}

TEST_F(CallersContext, IsNotNeededOnAnotherThread)
{
    const auto gpu = make({64, 64});
    const Field start = soup({64, 64}, 0.3, 1);
    ASSERT_TRUE(gpu->load(start));
    ASSERT_TRUE(gpu->advance({}));
    bool advanced = false;
    std::thread([&] { advanced = gpu->advance({}).ok() && gpu->settle().ok() && gpu->read().ok(); }).join();
    EXPECT_TRUE(advanced);
    EXPECT_TRUE(gpu->read().ok());
}

} // namespace
} // namespace quern::life
