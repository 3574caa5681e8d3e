// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/engine/recording_keeper.hpp"

#include <initializer_list>
#include <memory>

#include <gtest/gtest.h>

namespace quern {
namespace {

using Target = bed::Command::Target;
using Kind = bed::Command::Kind;

bed::Command command(Kind kind, Target target, bed::Member member = bed::Member::wood_ramp_hard)
{
    bed::Command out;
    out.kind = kind;
    out.target = target;
    out.member = member;
    return out;
}

bed::BedFrame frame(std::uint64_t sequence, std::initializer_list<bed::Command> commands)
{
    bed::BedFrame out;
    out.sequence = sequence;
    for (const bed::Command& one : commands)
        out.command[out.commands++] = one;
    return out;
}

/// A bank with one short recording of its own, and a watch on it.
struct Watched {
    std::shared_ptr<Bank> bank = std::make_shared<Bank>();
    std::weak_ptr<const grain::Recording> recording;

    Watched()
    {
        EXPECT_TRUE(bank->set_all_surfaces({std::vector<float>(48000), 48000, 1.0f}));
        recording = bank->get(bed::Member::wood_ramp_hard);
    }
};

TEST(RecordingKeeper, KeepsARecordingUntilTheAudioSideHasMovedOn)
{
    RecordingKeeper keeper;
    Watched first;
    Watched second;
    bed::BedFrame bind = frame(1, {command(Kind::bind, Target::truck0)});
    keeper.resolve(bind, *first.bank);
    EXPECT_EQ(bind.command[0].recording.samples, first.recording.lock()->samples.data());
    first.bank.reset();
    EXPECT_FALSE(first.recording.expired()) << "the player still reads it";

    bed::BedFrame rebind = frame(5, {command(Kind::bind, Target::truck0)});
    keeper.resolve(rebind, *second.bank);
    keeper.collect(4);
    EXPECT_FALSE(first.recording.expired()) << "the rebind has not been taken";
    keeper.collect(5);
    EXPECT_TRUE(first.recording.expired());
    EXPECT_FALSE(second.recording.expired());
}

TEST(RecordingKeeper, TargetsHoldTheirOwnRecordings)
{
    RecordingKeeper keeper;
    Watched first;
    Watched second;
    bed::BedFrame bind = frame(1, {command(Kind::bind, Target::truck0), command(Kind::bind, Target::truck1)});
    keeper.resolve(bind, *first.bank);
    first.bank.reset();
    bed::BedFrame rebind = frame(2, {command(Kind::bind, Target::truck0)});
    keeper.resolve(rebind, *second.bank);
    keeper.collect(2);
    EXPECT_FALSE(first.recording.expired()) << "the other truck still plays it";
}

TEST(RecordingKeeper, AStopLetsGoOnlyWithTheNextBind)
{
    RecordingKeeper keeper;
    Watched first;
    bed::BedFrame bind = frame(1, {command(Kind::bind, Target::rocket)});
    keeper.resolve(bind, *first.bank);
    first.bank.reset();
    bed::BedFrame stop = frame(2, {command(Kind::stop, Target::rocket)});
    keeper.resolve(stop, *std::make_shared<Bank>());
    keeper.collect(2);
    EXPECT_FALSE(first.recording.expired());
}

TEST(CommandCarrier, RefusedCommandsRideOnWithTheNextFrame)
{
    CommandCarrier carrier;
    carrier.keep(frame(1, {command(Kind::stop, Target::truck0), command(Kind::bind, Target::truck1)}));
    bed::BedFrame next = frame(2, {command(Kind::bind, Target::rocket)});
    carrier.merge_into(next);
    ASSERT_EQ(next.commands, 3);
    EXPECT_EQ(next.command[0].target, Target::truck0);
    EXPECT_EQ(next.command[1].target, Target::truck1);
    EXPECT_EQ(next.command[2].target, Target::rocket);
    carrier.clear();
    bed::BedFrame later = frame(3, {});
    carrier.merge_into(later);
    EXPECT_EQ(later.commands, 0);
}

TEST(CommandCarrier, ANewerCommandReplacesTheOlderOfItsTarget)
{
    CommandCarrier carrier;
    carrier.keep(frame(1, {command(Kind::bind, Target::truck0, bed::Member::wood_ramp_hard)}));
    bed::BedFrame next = frame(2, {command(Kind::stop, Target::truck0),
                                   command(Kind::bind, Target::truck0, bed::Member::metal_smooth_hard)});
    carrier.merge_into(next);
    ASSERT_EQ(next.commands, 1);
    EXPECT_EQ(next.command[0].kind, Kind::bind);
    EXPECT_EQ(next.command[0].member, bed::Member::metal_smooth_hard);
}

} // namespace
} // namespace quern
