// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
//
// What an event does to a cloud.
#include "quern/grain/cloud_state.hpp"

namespace quern::grain {
void Cloud::State::take(const CloudEvent& event, std::size_t offset) noexcept QUERN_RT
{
    switch (event.kind) {
    case CloudEvent::Kind::set:
        if (static_cast<std::size_t>(event.param) >= kCloudParams) {
            ++stats.values_refused;
            break;
        }
        switch (values_.aim(event.param, event.value)) {
        case CloudSmoother::Taken::as_is:
            break;
        case CloudSmoother::Taken::clamped:
            ++stats.values_clamped;
            break;
        case CloudSmoother::Taken::refused:
            ++stats.values_refused;
            break;
        }
        break;
    case CloudEvent::Kind::note_on:
        note_on(event, offset);
        break;
    case CloudEvent::Kind::note_off:
    case CloudEvent::Kind::all_off:
        note_off(event, offset);
        break;
    }
}

} // namespace quern::grain
