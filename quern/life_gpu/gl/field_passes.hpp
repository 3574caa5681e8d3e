// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "quern/life/actions.hpp"
#include "quern/life/cells.hpp"
#include "quern/life/rule.hpp"
#include "quern/life_gpu/gl/objects.hpp"

namespace quern::life::gl {

/// A field in two textures that take turns, and the passes over it. Every call needs the context entered.
///
/// A generation (docs/spec/life.md §7): `step` draws the next state into the other texture and makes it the
/// present one; `move` changes both, since changes are taken against the moved former state; `stamp` changes
/// the present one; `draw_delta` compares the two. The former state lives until the next step.
class FieldPasses {
public:
    [[nodiscard]] static Result<FieldPasses> make(const Context& context, GridSize size, Rule rule);

    void load(const Field& field);
    void step();
    void move(const Move& move);
    void stamp(const Stamp& stamp);
    /// Into a target of row_words x height texels of RGBA32UI.
    void draw_delta(const Surface& target);
    /// Waits.
    void read(Field& field) const;

    [[nodiscard]] const Surface& now() const noexcept { return fields_[now_]; }

private:
    struct StepProgram {
        Program program;
        GLint size = -1, birth = -1, survival = -1;
    };
    struct MoveProgram {
        Program program;
        GLint box = -1, region = -1, extent = -1, offset = -1, size = -1;
    };
    struct StampProgram {
        Program program;
        GLint corner = -1, size = -1, mode = -1, cell = -1;
    };

    explicit FieldPasses(const Context& context, GridSize size, Rule rule) noexcept
        : context_(&context), size_(size), rule_(rule)
    {
    }
    Status make_programs();
    Status make_surfaces();
    void take_part(const Surface& field, std::int32_t x, std::int32_t y, std::int32_t width,
                   std::int32_t height);
    void stamp_part(const Stamp& stamp, std::int32_t left, std::int32_t top, std::int32_t width,
                    std::int32_t height);

    const Context* context_;
    GridSize size_;
    Rule rule_;
    StepProgram step_;
    MoveProgram move_;
    StampProgram stamp_;
    Program delta_;
    std::array<Surface, 2> fields_;
    std::size_t now_ = 0;
    Surface part_;    // a copy of a rectangle: a target cannot be read while it is drawn
    Surface pattern_; // one byte a cell
};

} // namespace quern::life::gl
