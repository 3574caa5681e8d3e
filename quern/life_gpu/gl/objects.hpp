// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>
#include <utility>

#include <epoxy/gl.h>

#include "quern/core/result.hpp"
#include "quern/life_gpu/gl/context.hpp"

namespace quern::life::gl {

/// Owns one name of a kind of GL object. Deletes it where its context is entered; at any other time, which is
/// after a loss, it forgets it: another context's object may have the same number.
template <void (*Delete)(GLuint)> class Name {
public:
    Name() = default;
    Name(const Context& context, GLuint name) noexcept : context_(&context), name_(name) {}
    Name(Name&& other) noexcept : context_(other.context_), name_(std::exchange(other.name_, 0)) {}
    Name& operator=(Name&& other) noexcept
    {
        std::swap(context_, other.context_);
        std::swap(name_, other.name_);
        return *this;
    }
    ~Name()
    {
        if (name_ != 0 && context_->is_entered())
            Delete(name_);
    }
    [[nodiscard]] GLuint get() const noexcept { return name_; }

private:
    const Context* context_ = nullptr;
    GLuint name_ = 0;
};

inline void delete_texture(GLuint name)
{
    glDeleteTextures(1, &name);
}
inline void delete_framebuffer(GLuint name)
{
    glDeleteFramebuffers(1, &name);
}
inline void delete_buffer(GLuint name)
{
    glDeleteBuffers(1, &name);
}
inline void delete_vertex_array(GLuint name)
{
    glDeleteVertexArrays(1, &name);
}
inline void delete_program(GLuint name)
{
    glDeleteProgram(name);
}
inline void delete_shader(GLuint name)
{
    glDeleteShader(name);
}

using Texture = Name<delete_texture>;
using Framebuffer = Name<delete_framebuffer>;
using Buffer = Name<delete_buffer>;
using VertexArray = Name<delete_vertex_array>;
using Program = Name<delete_program>;
using Shader = Name<delete_shader>;

/// A texture of one level without filtering, and a framebuffer that draws into it and reads from it.
struct Surface {
    Texture texture;
    Framebuffer framebuffer; ///< none where the texture is only read
    GLsizei width = 0;
    GLsizei height = 0;
};

/// Its content is undefined.
[[nodiscard]] Surface make_texture(const Context& context, GLenum format, GLsizei width, GLsizei height);
/// An error where the driver cannot draw into it.
[[nodiscard]] Result<Surface> make_target(const Context& context, GLenum format, GLsizei width,
                                          GLsizei height);
/// A buffer to read pixels into.
[[nodiscard]] Buffer make_pack_buffer(const Context& context, GLsizeiptr bytes);
/// A fragment shader behind a triangle that covers the target. An error holds the driver's own words.
[[nodiscard]] Result<Program> make_program(const Context& context, std::string_view fragment);

/// A shader for every texel of a rectangle of a target; its program and textures are set.
void draw(const Surface& target, GLint x, GLint y, GLsizei width, GLsizei height);
/// A program's sampler `unit`.
void bind_texture(GLenum unit, const Texture& texture);

} // namespace quern::life::gl
