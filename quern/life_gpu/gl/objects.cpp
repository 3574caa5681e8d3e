// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life_gpu/gl/objects.hpp"

#include <array>
#include <string>

#include "quern/life_gpu/gl/shaders.hpp"

namespace quern::life::gl {
namespace {

Error refused(std::string message)
{
    return {Error::Code::unsupported, "gpu", std::move(message)};
}

Shader compile(const Context& context, GLenum kind, std::string_view source)
{
    Shader shader(context, glCreateShader(kind));
    const char* text = source.data();
    const auto length = static_cast<GLint>(source.size());
    glShaderSource(shader.get(), 1, &text, &length);
    glCompileShader(shader.get());
    return shader;
}

} // namespace

Surface make_texture(const Context& context, GLenum format, GLsizei width, GLsizei height)
{
    GLuint name = 0;
    glGenTextures(1, &name);
    Surface surface{Texture(context, name), {}, width, height};
    bind_texture(0, surface.texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, format, width, height);
    for (const auto& [parameter, value] : {std::pair{GL_TEXTURE_MIN_FILTER, GL_NEAREST},
                                           {GL_TEXTURE_MAG_FILTER, GL_NEAREST},
                                           {GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE},
                                           {GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE}})
        glTexParameteri(GL_TEXTURE_2D, static_cast<GLenum>(parameter), value);
    return surface;
}

Result<Surface> make_target(const Context& context, GLenum format, GLsizei width, GLsizei height)
{
    Surface surface = make_texture(context, format, width, height);
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    surface.framebuffer = Framebuffer(context, name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, surface.texture.get(), 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return refused("the driver draws into no texture of " + std::to_string(width) + " by " +
                       std::to_string(height) + " texels");
    return surface;
}

Buffer make_pack_buffer(const Context& context, GLsizeiptr bytes)
{
    GLuint name = 0;
    glGenBuffers(1, &name);
    Buffer buffer(context, name);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, name);
    glBufferData(GL_PIXEL_PACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return buffer;
}

Result<Program> make_program(const Context& context, std::string_view fragment)
{
    const Shader corners = compile(context, GL_VERTEX_SHADER, kCoverShader);
    const Shader texels = compile(context, GL_FRAGMENT_SHADER, fragment);
    Program program(context, glCreateProgram());
    glAttachShader(program.get(), corners.get());
    glAttachShader(program.get(), texels.get());
    glLinkProgram(program.get());
    GLint linked = GL_FALSE;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE)
        return program;
    std::array<char, 2048> log{};
    std::string words;
    glGetShaderInfoLog(texels.get(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    words += log.data();
    glGetProgramInfoLog(program.get(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    words += log.data();
    return refused("the driver refuses a shader: " + words);
}

void draw(const Surface& target, GLint x, GLint y, GLsizei width, GLsizei height)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer.get());
    glViewport(0, 0, target.width, target.height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(x, y, width, height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void bind_texture(GLenum unit, const Texture& texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture.get());
}

} // namespace quern::life::gl
