// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life_gpu/gl/integrity_pass.hpp"

#include <array>
#include <utility>

#include "quern/life_gpu/gl/shaders.hpp"

namespace quern::life::gl {
namespace {

constexpr GLsizeiptr kTexelBytes = 16;

} // namespace

Result<IntegrityPass> IntegrityPass::make(const Context& context, GridSize size)
{
    IntegrityPass pass(context, size);
    for (const auto& [program, source] :
         {std::pair{&pass.roi_, kRoiShader}, std::pair{&pass.sum_, kIntegrityShader}}) {
        Result<Program> made = make_program(context, source);
        if (!made)
            return made.error();
        *program = std::move(*made);
    }
    for (const auto& [surface, width] : {std::pair{&pass.columns_, kRoiSize}, std::pair{&pass.total_, 1}}) {
        Result<Surface> made = make_target(context, GL_RGBA32UI, width, 1);
        if (!made)
            return made.error();
        *surface = std::move(*made);
    }
    pass.corner_ = glGetUniformLocation(pass.roi_.get(), "corner");
    pass.grid_ = glGetUniformLocation(pass.roi_.get(), "size");
    pass.reference_ = glGetUniformLocation(pass.roi_.get(), "reference");
    pass.generation_place_ = glGetUniformLocation(pass.sum_.get(), "generation");
    glUseProgram(pass.roi_.get());
    glUniform1i(glGetUniformLocation(pass.roi_.get(), "field"), 0);
    glUseProgram(pass.sum_.get());
    glUniform1i(glGetUniformLocation(pass.sum_.get(), "columns"), 0);
    pass.buffer_ = make_pack_buffer(context, kTexelBytes);
    return pass;
}

void IntegrityPass::begin(const IntegrityProbe& probe, const Surface& field, std::uint32_t generation,
                          FenceSource& fences)
{
    std::array<GLuint, 2 * static_cast<std::size_t>(kRoiSize)> reference{};
    for (std::size_t row = 0; row < probe.reference.size(); ++row) {
        reference[2 * row] = static_cast<GLuint>(probe.reference[row]);
        reference[2 * row + 1] = static_cast<GLuint>(probe.reference[row] >> 32);
    }
    glUseProgram(roi_.get());
    glUniform2i(corner_, size_.wrap_x(probe.roi.x), size_.wrap_y(probe.roi.y));
    glUniform2i(grid_, size_.width, size_.height);
    glUniform2uiv(reference_, kRoiSize, reference.data());
    bind_texture(0, field.texture);
    draw(columns_, 0, 0, kRoiSize, 1);

    glUseProgram(sum_.get());
    glUniform1ui(generation_place_, generation);
    bind_texture(0, columns_.texture);
    draw(total_, 0, 0, 1, 1);
    read_into(buffer_, total_);
    generation_ = generation;
    fence_ = fences.insert(generation);
}

std::optional<Integrity> IntegrityPass::poll(std::uint32_t now, std::uint32_t lost_after)
{
    if (!fence_)
        return std::nullopt;
    const FenceState state = fence_->poll();
    if (state == FenceState::pending) {
        if (now - generation_ > lost_after)
            forget();
        return std::nullopt;
    }
    fence_.reset();
    std::array<std::uint32_t, 4> found{};
    if (state == FenceState::failed || !copy_from(buffer_, found))
        return std::nullopt;
    return Integrity{found[0], found[1], found[2], found[3]};
}

void IntegrityPass::settle(std::chrono::nanoseconds most)
{
    if (fence_ && fence_->wait(most) != FenceState::signalled)
        forget();
}

void IntegrityPass::forget()
{
    fence_.reset();
    // The driver may still write into the old one.
    buffer_ = make_pack_buffer(*context_, kTexelBytes);
}

} // namespace quern::life::gl
