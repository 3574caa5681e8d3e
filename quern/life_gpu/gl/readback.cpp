// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life_gpu/gl/readback.hpp"

#include <algorithm>
#include <cstring>

namespace quern::life::gl {
namespace {

class Sync final : public Fence {
public:
    Sync(const Context& context, GLsync sync) noexcept : context_(context), sync_(sync) {}
    ~Sync() override
    {
        if (context_.is_entered())
            glDeleteSync(sync_);
    }
    Sync(const Sync&) = delete;
    Sync& operator=(const Sync&) = delete;

    [[nodiscard]] FenceState poll() noexcept override { return ask(0, 0); }
    [[nodiscard]] FenceState wait(std::chrono::nanoseconds most) noexcept override
    {
        return ask(GL_SYNC_FLUSH_COMMANDS_BIT,
                   static_cast<GLuint64>(std::max<std::int64_t>(most.count(), 0)));
    }

private:
    FenceState ask(GLbitfield flags, GLuint64 nanoseconds) noexcept
    {
        switch (glClientWaitSync(sync_, flags, nanoseconds)) {
        case GL_ALREADY_SIGNALED:
        case GL_CONDITION_SATISFIED:
            return FenceState::signalled;
        case GL_TIMEOUT_EXPIRED:
            return FenceState::pending;
        default:
            return FenceState::failed;
        }
    }

    const Context& context_;
    GLsync sync_;
};

} // namespace

std::unique_ptr<Fence> SyncSource::insert(std::uint32_t)
{
    const GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (sync == nullptr)
        return nullptr;
    // A poll does not flush: without this it might never turn.
    glFlush();
    return std::make_unique<Sync>(context_, sync);
}

void read_into(const Buffer& buffer, const Surface& surface)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, surface.framebuffer.get());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.get());
    glReadPixels(0, 0, surface.width, surface.height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, nullptr);
    // Whoever reads into memory next would write into the buffer otherwise.
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

bool copy_from(const Buffer& buffer, std::span<std::uint32_t> words)
{
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.get());
    const void* found = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(words.size_bytes()),
                                         GL_MAP_READ_BIT);
    bool whole = found != nullptr;
    if (whole) {
        std::memcpy(words.data(), found, words.size_bytes());
        whole = glUnmapBuffer(GL_PIXEL_PACK_BUFFER) == GL_TRUE;
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return whole;
}

} // namespace quern::life::gl
