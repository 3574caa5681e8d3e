// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/life_gpu/gl/shaders.hpp"

namespace quern::life::gl {

constexpr std::string_view kCoverShader = R"(#version 300 es
void main()
{
    gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}
)";

// Neighbours by team are counted in the four bytes of one number. As life::newborn: most parents' team; of
// three teams the fourth; of any other tie the lowest.
constexpr std::string_view kStepShader = R"(#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D field;
uniform ivec2 size;
uniform int birth;
uniform int survival;
layout(location = 0) out vec4 result;

int teams = 0;
vec4 sum = vec4(0.0);

void meet(int x, int y)
{
    vec4 cell = texelFetch(field, ivec2(x, y), 0);
    sum += cell;
    teams += int(cell.r) << (int(cell.g * 255.0 + 0.5) << 3);
}

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    int left = p.x == 0 ? size.x - 1 : p.x - 1;
    int right = p.x == size.x - 1 ? 0 : p.x + 1;
    int up = p.y == 0 ? size.y - 1 : p.y - 1;
    int down = p.y == size.y - 1 ? 0 : p.y + 1;
    meet(left, up);
    meet(p.x, up);
    meet(right, up);
    meet(left, p.y);
    meet(right, p.y);
    meet(left, down);
    meet(p.x, down);
    meet(right, down);
    int neighbours = int(sum.r + 0.5);
    vec4 self = texelFetch(field, p, 0);
    result = vec4(0.0);
    if (self.r > 0.5) {
        if ((survival >> neighbours & 1) != 0)
            result = vec4(1.0, self.g, float(min(int(self.b * 255.0 + 0.5) + 1, 255)) / 255.0, self.a);
    } else if ((birth >> neighbours & 1) != 0) {
        int team = 0;
        int most = teams & 255;
        int absent = most == 0 ? 0 : -1;
        for (int i = 1; i < 4; ++i) {
            int count = teams >> (i << 3) & 255;
            if (count > most) {
                most = count;
                team = i;
            }
            if (count == 0)
                absent = i;
        }
        if (neighbours == 3 && most == 1)
            team = absent;
        int tagged = int(sum.a * 255.0 + 0.5);
        result = vec4(1.0, float(team) / 255.0, 0.0, 2 * tagged > neighbours ? 1.0 / 255.0 : 0.0);
    }
}
)";

// `part` holds the box of cells that a move can change, its corner first; `region` is where its tagged cells
// are taken from.
constexpr std::string_view kMoveShader = R"(#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D part;
uniform ivec2 box;
uniform ivec2 region;
uniform ivec2 extent;
uniform ivec2 offset;
uniform ivec2 size;
layout(location = 0) out vec4 result;

ivec2 from(ivec2 corner, ivec2 p)
{
    ivec2 d = p - corner;
    return ivec2(d.x < 0 ? d.x + size.x : d.x, d.y < 0 ? d.y + size.y : d.y);
}

bool in_region(ivec2 p)
{
    return all(lessThan(from(region, p), extent));
}

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    ivec2 q = p - offset;
    q = ivec2(q.x < 0 ? size.x - 1 : q.x == size.x ? 0 : q.x, q.y < 0 ? size.y - 1 : q.y == size.y ? 0 : q.y);
    result = texelFetch(part, from(box, p), 0);
    if (in_region(p) && result.a > 0.0)
        result = vec4(0.0);
    if (in_region(q)) {
        vec4 coming = texelFetch(part, from(box, q), 0);
        if (coming.a > 0.0)
            result = coming;
    }
}
)";

// Modes are those of StampMode. `part` and `pattern` hold the stamp's rectangle, its corner first.
constexpr std::string_view kStampShader = R"(#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D part;
uniform highp usampler2D pattern;
uniform ivec2 corner;
uniform ivec2 size;
uniform int mode;
uniform vec4 cell;
layout(location = 0) out vec4 result;

void main()
{
    ivec2 d = ivec2(gl_FragCoord.xy) - corner;
    d = ivec2(d.x < 0 ? d.x + size.x : d.x, d.y < 0 ? d.y + size.y : d.y);
    bool living = texelFetch(pattern, d, 0).r != 0u;
    if (mode == 1) {
        result = living ? cell : vec4(0.0);
        return;
    }
    result = texelFetch(part, d, 0);
    if (!living)
        return;
    if (result.r < 0.5)
        result = cell;
    else if (mode == 2)
        result = vec4(0.0);
}
)";

constexpr std::string_view kDeltaShader = R"(#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D before;
uniform highp sampler2D after;
layout(location = 0) out highp uvec4 result;

uvec2 changes(int x, int y)
{
    uvec2 bits = uvec2(0u);
    for (int i = 0; i < 32; ++i) {
        bool was = texelFetch(before, ivec2(x + i, y), 0).r > 0.5;
        bool is = texelFetch(after, ivec2(x + i, y), 0).r > 0.5;
        bits |= uvec2(is && !was, was && !is) << uint(i);
    }
    return bits;
}

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    uvec2 first = changes(p.x * 64, p.y);
    uvec2 second = changes(p.x * 64 + 32, p.y);
    result = uvec4(first.x, second.x, first.y, second.y);
}
)";

constexpr std::string_view kRoiShader = R"(#version 300 es
precision highp float;
precision highp int;
uniform highp sampler2D field;
uniform ivec2 corner;
uniform ivec2 size;
uniform uvec2 reference[48];
layout(location = 0) out highp uvec4 result;

void main()
{
    int column = int(gl_FragCoord.x);
    int x = (corner.x + column) % size.x;
    uvec4 counts = uvec4(0u);
    for (int row = 0; row < 48; ++row) {
        bool found = texelFetch(field, ivec2(x, (corner.y + row) % size.y), 0).r > 0.5;
        uint half_row = column < 32 ? reference[row].x : reference[row].y;
        bool wanted = (half_row >> uint(column & 31) & 1u) != 0u;
        counts.xyz += uvec3(found && wanted, !found && wanted, found && !wanted);
    }
    result = counts;
}
)";

constexpr std::string_view kIntegrityShader = R"(#version 300 es
precision highp float;
precision highp int;
uniform highp usampler2D columns;
uniform uint generation;
layout(location = 0) out highp uvec4 result;

void main()
{
    uvec4 counts = uvec4(0u);
    for (int i = 0; i < 48; ++i)
        counts += texelFetch(columns, ivec2(i, 0), 0);
    result = uvec4(counts.xyz, generation);
}
)";

} // namespace quern::life::gl
