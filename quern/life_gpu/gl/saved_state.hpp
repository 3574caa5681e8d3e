// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include <epoxy/gl.h>

namespace quern::life::gl {

inline constexpr std::size_t kTextureUnits = 2; ///< that passes read from

/// Switches that must be off while we draw, and how client memory is laid out.
inline constexpr std::array<GLenum, 9> kSwitches{
    GL_SCISSOR_TEST,   GL_BLEND,  GL_DEPTH_TEST,         GL_STENCIL_TEST,
    GL_CULL_FACE,      GL_DITHER, GL_RASTERIZER_DISCARD, GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_SAMPLE_COVERAGE};
inline constexpr std::array<GLenum, 9> kStores{
    GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH,    GL_PACK_SKIP_ROWS,
    GL_PACK_SKIP_PIXELS, GL_UNPACK_ALIGNMENT,   GL_UNPACK_ROW_LENGTH,
    GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_IMAGE_HEIGHT};

/// What our passes change in a context, taken when made and put back at the end: a caller that draws its own
/// scene finds its context as it left it. Not covered: a transform feedback that is under way, during which
/// nothing may be drawn.
class SavedState {
public:
    SavedState();
    ~SavedState();
    SavedState(const SavedState&) = delete;
    SavedState& operator=(const SavedState&) = delete;

private:
    std::array<GLboolean, kSwitches.size()> switches_{};
    std::array<GLint, kStores.size()> stores_{};
    std::array<GLint, kTextureUnits> textures_{};
    std::array<GLint, kTextureUnits> samplers_{};
    std::array<GLint, 4> viewport_{};
    std::array<GLint, 4> scissor_{};
    std::array<GLboolean, 4> colour_mask_{};
    GLint draw_framebuffer_ = 0;
    GLint read_framebuffer_ = 0;
    GLint program_ = 0;
    GLint vertex_array_ = 0;
    GLint pack_buffer_ = 0;
    GLint unpack_buffer_ = 0;
    GLint active_texture_ = 0;
};

/// Nothing that could touch a bit between a shader and its target; client memory packed tightly.
void set_plain_state();

} // namespace quern::life::gl
