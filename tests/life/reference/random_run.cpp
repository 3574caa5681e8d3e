// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "tests/life/reference/random_run.hpp"

#include "tests/life/reference/reference_data.hpp"

namespace quern::life::reference {
namespace {

std::string at(std::uint32_t generation, const std::string& what)
{
    return "generation " + std::to_string(generation) + ": " + what;
}

/// The one set of changes that is ready after `advance` and `settle`.
std::string different_changes(const std::optional<Delta>& found, const std::optional<Delta>& expected)
{
    if (!found || !expected)
        return "no changes came";
    if (found->generation != expected->generation)
        return "changes of generation " + std::to_string(found->generation) + " came";
    for (std::size_t i = 0; i < expected->changed.size(); ++i) {
        const std::uint64_t changed = expected->changed[i];
        if (found->changed[i] != changed || ((found->alive[i] ^ expected->alive[i]) & changed) != 0)
            return "other changes in word " + std::to_string(i);
    }
    return {};
}

std::string different_states(Automaton& found, Automaton& expected)
{
    const Result<Field> ours = found.read();
    const Result<Field> theirs = expected.read();
    if (!ours || !theirs)
        return "a state cannot be read";
    for (std::size_t i = 0; i < theirs->cells.size(); ++i) {
        const Cell a = ours->cells[i];
        const Cell b = theirs->cells[i];
        if (!(a == b))
            return "cell " + std::to_string(i) + ": found " + std::to_string(a.alive) + "," +
                   std::to_string(a.team) + "," + std::to_string(a.age) + "," + std::to_string(a.tag) +
                   ", expected " + std::to_string(b.alive) + "," + std::to_string(b.team) + "," +
                   std::to_string(b.age) + "," + std::to_string(b.tag);
    }
    return {};
}

std::string different_probes(Automaton& found, Automaton& expected, const IntegrityProbe& probe)
{
    if (!found.probe(probe) || !expected.probe(probe))
        return "a probe was refused";
    if (!found.settle())
        return "the probe never came";
    return found.poll_probe() == expected.poll_probe() ? "" : "another integrity";
}

} // namespace

RandomActions::RandomActions(GridSize size, std::uint64_t seed)
    : size_(size),
      state_(seed),
      patterns_{pattern_of("bob$2bo$3o!"), pattern_of("b2o$o2bo$b2o!"), pattern_of("5o$o3bo$o$bo2bo!"), {}}
{
    Pattern& square = patterns_[3]; // large, and half full
    square.width = 70;
    square.height = 20;
    for (int i = 0; i < 70 * 20; ++i)
        square.cells.push_back(static_cast<std::uint8_t>(draw(2)));
    body_ = {static_cast<std::int32_t>(draw(static_cast<std::uint32_t>(size.width))),
             static_cast<std::int32_t>(draw(static_cast<std::uint32_t>(size.height)))};
}

std::uint32_t RandomActions::draw(std::uint32_t below)
{
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t r = state_;
    r = (r ^ r >> 30) * 0xBF58476D1CE4E5B9u;
    r = (r ^ r >> 27) * 0x94D049BB133111EBu;
    return static_cast<std::uint32_t>(((r ^ r >> 31) >> 32) * below >> 32);
}

Stamp RandomActions::stamp()
{
    Stamp stamp{.pattern = &patterns_[draw(4)],
                .x = static_cast<std::int32_t>(draw(20000)) - 10000,
                .y = static_cast<std::int32_t>(draw(20000)) - 10000,
                .team = static_cast<std::uint8_t>(draw(4)),
                .tag = static_cast<std::uint8_t>(draw(2)),
                .mode = static_cast<StampMode>(draw(3))};
    if (draw(2) == 0) { // on the body, or across its edge
        stamp.x = body_.x + static_cast<std::int32_t>(draw(56)) - 4;
        stamp.y = body_.y + static_cast<std::int32_t>(draw(56)) - 4;
    }
    return stamp;
}

Actions RandomActions::next()
{
    stamps_.clear();
    moves_.clear();
    if (draw(4) != 0) {
        stamps_.resize(draw(6));
        for (Stamp& one : stamps_)
            one = stamp();
        moves_.resize(1 + draw(2));
        for (Move& move : moves_) {
            move = {body_, static_cast<std::int32_t>(draw(3)) - 1, static_cast<std::int32_t>(draw(3)) - 1};
            body_ = {size_.wrap_x(body_.x + move.dx), size_.wrap_y(body_.y + move.dy)};
        }
    }
    return {moves_, stamps_};
}

std::string differences(Automaton& found, Automaton& expected, const RandomRun& run)
{
    const Field start = soup(expected.size(), run.density, run.seed);
    if (!found.load(start) || !expected.load(start))
        return "the soup was refused";
    RandomActions actions(expected.size(), run.seed);
    for (std::uint32_t generation = 1; generation <= run.generations; ++generation) {
        const Actions now = actions.next();
        if (!found.advance(now) || !expected.advance(now) || !found.settle())
            return at(generation, "no step");
        if (const std::string text = different_changes(found.poll(), expected.poll()); !text.empty())
            return at(generation, text);
        if (generation % run.state_every != 0 && generation != run.generations)
            continue;
        if (const std::string text = different_states(found, expected); !text.empty())
            return at(generation, text);
        IntegrityProbe probe{{static_cast<std::int32_t>(actions.draw(9000)) - 4000,
                              static_cast<std::int32_t>(actions.draw(9000)) - 4000},
                             {}};
        for (std::uint64_t& row : probe.reference)
            row = std::uint64_t{actions.draw(1u << 24)} << 24 | actions.draw(1u << 24);
        if (const std::string text = different_probes(found, expected, probe); !text.empty())
            return at(generation, text);
    }
    return {};
}

} // namespace quern::life::reference
