// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace quern::bed {

/// The sounds beside the bed. This engine tells what they do; a host may sound them.
enum class Layer : std::uint8_t {
    patch,        ///< per truck (index 0, 1): rolling on a surface without grains
    held0,        ///< sparse texture, held from the first frame of a local board
    held3,        ///< as held0
    spidercrack,  ///< layer 5: while a wheel is on the cracked pattern
    rattle,       ///< one per push
    seam,         ///< per wheel (index 0..3): one click over a seam
    wheel_spin,   ///< spinning wheels in the air (index 0) or in a manual (index 1)
    speed_rattle, ///< above 30 km/h
    wind,         ///< above 15 km/h
    skid,
    squeak,
    board_slide, ///< a board that lies on its back or side
};
inline constexpr std::size_t kLayers = 12;

/// One post, update or release with the original's message words by name (docs/spec/control.md §9). Fields
/// that a layer does not use keep their defaults.
struct LayerEvent {
    enum class Kind : std::uint8_t { post, update, release };
    Kind kind = Kind::post;
    Layer layer = Layer::patch;
    std::uint8_t index = 0;
    int pitch = 4096;        ///< word 2: 4096 = unity
    int speed = 0;           ///< word 3 (seam: word 8; speed layers: intensity 0..1000): 0..10000
    int selector = 0;        ///< word 4: 0..15, of rolling patches and held layers
    int surface = 0;         ///< word 6: 0..13
    bool balance = false;    ///< word 7: in a manual or braking by it
    int send = 0;            ///< word 8: 0..32767
    int low_pass_hz = 25000; ///< word 9
    int high_pass_hz = 0;    ///< word 10
    int level = 32767;       ///< word 11: 0..32767
    int code = 0;            ///< rattle: 1..5 by hard recording, else 0. Wheel spin: which of two recordings
    int pattern = 0;         ///< seam: 1..15; 0 = the material changed under the wheel
    bool soft = false;       ///< seam
    float gain = 1.0f;       ///< seam, wheel spin: linear
    float start_s = 0.0f;    ///< wheel spin: where in the spin-down it starts
};

/// Receives the events of the neighbour layers, on the control thread, within `Board::step`. Must not throw.
class NeighbourLayers {
public:
    virtual ~NeighbourLayers() = default;
    virtual void on_event(const LayerEvent& event) noexcept = 0;
};

/// Counts and stays silent.
class CountingLayers final : public NeighbourLayers {
public:
    void on_event(const LayerEvent& event) noexcept override
    {
        ++counts_[static_cast<std::size_t>(event.layer)][static_cast<std::size_t>(event.kind)];
    }
    [[nodiscard]] std::uint64_t count(Layer layer, LayerEvent::Kind kind) const noexcept
    {
        return counts_[static_cast<std::size_t>(layer)][static_cast<std::size_t>(kind)];
    }

private:
    std::array<std::array<std::uint64_t, 3>, kLayers> counts_{};
};

} // namespace quern::bed
