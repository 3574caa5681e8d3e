// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life_gpu/gl/saved_state.hpp"

namespace quern::life::gl {
namespace {

GLint integer(GLenum name)
{
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

void set_switch(GLenum name, bool on)
{
    if (on)
        glEnable(name);
    else
        glDisable(name);
}

GLenum texture_unit(std::size_t unit)
{
    return GL_TEXTURE0 + static_cast<GLenum>(unit);
}

} // namespace

SavedState::SavedState()
{
    for (std::size_t i = 0; i < kSwitches.size(); ++i)
        switches_[i] = glIsEnabled(kSwitches[i]);
    for (std::size_t i = 0; i < kStores.size(); ++i)
        stores_[i] = integer(kStores[i]);
    active_texture_ = integer(GL_ACTIVE_TEXTURE);
    for (std::size_t i = 0; i < kTextureUnits; ++i) {
        glActiveTexture(texture_unit(i));
        textures_[i] = integer(GL_TEXTURE_BINDING_2D);
        samplers_[i] = integer(GL_SAMPLER_BINDING);
    }
    glGetIntegerv(GL_VIEWPORT, viewport_.data());
    glGetIntegerv(GL_SCISSOR_BOX, scissor_.data());
    glGetBooleanv(GL_COLOR_WRITEMASK, colour_mask_.data());
    draw_framebuffer_ = integer(GL_DRAW_FRAMEBUFFER_BINDING);
    read_framebuffer_ = integer(GL_READ_FRAMEBUFFER_BINDING);
    program_ = integer(GL_CURRENT_PROGRAM);
    vertex_array_ = integer(GL_VERTEX_ARRAY_BINDING);
    pack_buffer_ = integer(GL_PIXEL_PACK_BUFFER_BINDING);
    unpack_buffer_ = integer(GL_PIXEL_UNPACK_BUFFER_BINDING);
}

SavedState::~SavedState()
{
    for (std::size_t i = 0; i < kSwitches.size(); ++i)
        set_switch(kSwitches[i], switches_[i] != GL_FALSE);
    for (std::size_t i = 0; i < kStores.size(); ++i)
        glPixelStorei(kStores[i], stores_[i]);
    for (std::size_t i = 0; i < kTextureUnits; ++i) {
        glActiveTexture(texture_unit(i));
        glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(textures_[i]));
        glBindSampler(static_cast<GLuint>(i), static_cast<GLuint>(samplers_[i]));
    }
    glActiveTexture(static_cast<GLenum>(active_texture_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
    glColorMask(colour_mask_[0], colour_mask_[1], colour_mask_[2], colour_mask_[3]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_framebuffer_));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_framebuffer_));
    glUseProgram(static_cast<GLuint>(program_));
    glBindVertexArray(static_cast<GLuint>(vertex_array_));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(pack_buffer_));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(unpack_buffer_));
}

void set_plain_state()
{
    // Among them dithering, which is on in a new context, and may change the last bit of an RGBA8 target.
    for (const GLenum name : kSwitches)
        glDisable(name);
    for (const GLenum name : kStores)
        glPixelStorei(name, name == GL_PACK_ALIGNMENT || name == GL_UNPACK_ALIGNMENT ? 1 : 0);
    for (std::size_t i = 0; i < kTextureUnits; ++i)
        glBindSampler(static_cast<GLuint>(i), 0);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

} // namespace quern::life::gl
