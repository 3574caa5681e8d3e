// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/bed/layer_context.hpp"

#include "quern/bed/slope.hpp"

namespace quern::bed {

int word_of(float share, float top) noexcept
{
    return static_cast<int>(limited(share, 0.0f, 1.0f) * top);
}

void hold(bool wanted, bool& held, LayerEvent post, LayerEvent now, const LayerContext& context) noexcept
{
    if (wanted) {
        if (!held) {
            post.kind = LayerEvent::Kind::post;
            context.emit(post);
        }
        now.kind = LayerEvent::Kind::update;
        context.emit(now);
    } else if (held) {
        post.kind = LayerEvent::Kind::release;
        context.emit(post);
    }
    held = wanted;
}

} // namespace quern::bed
