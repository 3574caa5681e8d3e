// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life_gpu/gl/field_passes.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "quern/life_gpu/gl/seams.hpp"
#include "quern/life_gpu/gl/shaders.hpp"

namespace quern::life::gl {
namespace {

// Of the textures for parts and patterns at first: a move's box fits, and most patterns.
constexpr std::int32_t kPartSide = 64;

void set_samplers(const Program& program, const char* first, const char* second)
{
    glUseProgram(program.get());
    glUniform1i(glGetUniformLocation(program.get(), first), 0);
    if (second != nullptr)
        glUniform1i(glGetUniformLocation(program.get(), second), 1);
}

void draw_pieces(const Surface& target, const Pieces& pieces)
{
    for (const Piece& piece : pieces)
        draw(target, piece.x, piece.y, piece.width, piece.height);
}

// What a stamp lets live, as a shader writes it.
std::array<GLfloat, 4> texel_of(const Stamp& stamp)
{
    return {1.0f, static_cast<GLfloat>(stamp.team) / 255.0f, 0.0f, static_cast<GLfloat>(stamp.tag) / 255.0f};
}

bool fits(const Surface& surface, std::int32_t width, std::int32_t height)
{
    return surface.width >= width && surface.height >= height;
}

} // namespace

Result<FieldPasses> FieldPasses::make(const Context& context, GridSize size, Rule rule)
{
    FieldPasses passes(context, size, rule);
    if (Status made = passes.make_programs(); !made)
        return made.error();
    if (Status made = passes.make_surfaces(); !made)
        return made.error();
    return passes;
}

Status FieldPasses::make_programs()
{
    for (const auto& [program, source] :
         {std::pair{&step_.program, kStepShader}, std::pair{&move_.program, kMoveShader},
          std::pair{&stamp_.program, kStampShader}, std::pair{&delta_, kDeltaShader}}) {
        Result<Program> made = make_program(*context_, source);
        if (!made)
            return made.error();
        *program = std::move(*made);
    }
    const auto place = [](const Program& program, const char* name) {
        return glGetUniformLocation(program.get(), name);
    };
    step_.size = place(step_.program, "size");
    step_.birth = place(step_.program, "birth");
    step_.survival = place(step_.program, "survival");
    move_.box = place(move_.program, "box");
    move_.region = place(move_.program, "region");
    move_.extent = place(move_.program, "extent");
    move_.offset = place(move_.program, "offset");
    move_.size = place(move_.program, "size");
    stamp_.corner = place(stamp_.program, "corner");
    stamp_.size = place(stamp_.program, "size");
    stamp_.mode = place(stamp_.program, "mode");
    stamp_.cell = place(stamp_.program, "cell");
    set_samplers(step_.program, "field", nullptr);
    set_samplers(move_.program, "part", nullptr);
    set_samplers(stamp_.program, "part", "pattern");
    set_samplers(delta_, "before", "after");
    return Ok{};
}

Status FieldPasses::make_surfaces()
{
    for (Surface& field : fields_) {
        Result<Surface> made = make_target(*context_, GL_RGBA8, size_.width, size_.height);
        if (!made)
            return made.error();
        field = std::move(*made);
    }
    part_ = make_texture(*context_, GL_RGBA8, kPartSide, kPartSide);
    pattern_ = make_texture(*context_, GL_R8UI, kPartSide, kPartSide);
    load(Field(size_));
    return Ok{};
}

void FieldPasses::load(const Field& field)
{
    bind_texture(0, fields_[now_].texture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size_.width, size_.height, GL_RGBA, GL_UNSIGNED_BYTE,
                    field.cells.data());
}

void FieldPasses::step()
{
    glUseProgram(step_.program.get());
    glUniform2i(step_.size, size_.width, size_.height);
    glUniform1i(step_.birth, rule_.birth);
    glUniform1i(step_.survival, rule_.survival);
    bind_texture(0, fields_[now_].texture);
    now_ = 1 - now_;
    draw(fields_[now_], 0, 0, size_.width, size_.height);
}

void FieldPasses::take_part(const Surface& field, std::int32_t x, std::int32_t y, std::int32_t width,
                            std::int32_t height)
{
    if (!fits(part_, width, height))
        part_ =
            make_texture(*context_, GL_RGBA8, std::max(width, part_.width), std::max(height, part_.height));
    bind_texture(0, part_.texture);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, field.framebuffer.get());
    for (const Piece& piece : Pieces(size_, x, y, width, height))
        glCopyTexSubImage2D(GL_TEXTURE_2D, 0, piece.dx, piece.dy, piece.x, piece.y, piece.width,
                            piece.height);
}

void FieldPasses::move(const Move& move)
{
    // The region and where it goes, which together fill a box; in a field of few rows the box is all of them.
    const std::int32_t rows = std::min(kRoiSize, size_.height);
    const std::int32_t left = size_.wrap_x(move.from.x), top = size_.wrap_y(move.from.y);
    const std::int32_t x = size_.wrap_x(left + std::min(move.dx, 0)), width = kRoiSize + std::abs(move.dx);
    const std::int32_t y = size_.wrap_y(top + std::min(move.dy, 0));
    const std::int32_t height = std::min(kRoiSize + std::abs(move.dy), size_.height);
    for (const Surface& field : fields_) {
        take_part(field, x, y, width, height);
        glUseProgram(move_.program.get());
        glUniform2i(move_.box, x, y);
        glUniform2i(move_.region, left, top);
        glUniform2i(move_.extent, kRoiSize, rows);
        glUniform2i(move_.offset, move.dx, move.dy);
        glUniform2i(move_.size, size_.width, size_.height);
        draw_pieces(field, Pieces(size_, x, y, width, height));
    }
}

void FieldPasses::stamp(const Stamp& stamp)
{
    if (stamp.pattern->cells.empty())
        return;
    // A pattern larger than the field meets itself: in parts no larger, in the order of its rows.
    for (std::int32_t top = 0; top < stamp.pattern->height; top += size_.height)
        for (std::int32_t left = 0; left < stamp.pattern->width; left += size_.width)
            stamp_part(stamp, left, top, std::min(size_.width, stamp.pattern->width - left),
                       std::min(size_.height, stamp.pattern->height - top));
}

void FieldPasses::stamp_part(const Stamp& stamp, std::int32_t left, std::int32_t top, std::int32_t width,
                             std::int32_t height)
{
    const Surface& field = fields_[now_];
    // Parts begin a whole field apart, so all have the pattern's own corner.
    const std::int32_t x = size_.wrap_x(stamp.x), y = size_.wrap_y(stamp.y);
    take_part(field, x, y, width, height);
    if (!fits(pattern_, width, height))
        pattern_ = make_texture(*context_, GL_R8UI, std::max(width, pattern_.width),
                                std::max(height, pattern_.height));
    bind_texture(1, pattern_.texture);
    const std::size_t first = static_cast<std::size_t>(top) * static_cast<std::size_t>(stamp.pattern->width) +
                              static_cast<std::size_t>(left);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, stamp.pattern->width);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RED_INTEGER, GL_UNSIGNED_BYTE,
                    stamp.pattern->cells.data() + first);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);

    glUseProgram(stamp_.program.get());
    glUniform2i(stamp_.corner, x, y);
    glUniform2i(stamp_.size, size_.width, size_.height);
    glUniform1i(stamp_.mode, static_cast<GLint>(stamp.mode));
    glUniform4fv(stamp_.cell, 1, texel_of(stamp).data());
    bind_texture(0, part_.texture);
    draw_pieces(field, Pieces(size_, x, y, width, height));
}

void FieldPasses::draw_delta(const Surface& target)
{
    glUseProgram(delta_.get());
    bind_texture(0, fields_[1 - now_].texture);
    bind_texture(1, fields_[now_].texture);
    draw(target, 0, 0, target.width, target.height);
}

void FieldPasses::read(Field& field) const
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, fields_[now_].framebuffer.get());
    glReadPixels(0, 0, size_.width, size_.height, GL_RGBA, GL_UNSIGNED_BYTE, field.cells.data());
}

} // namespace quern::life::gl
