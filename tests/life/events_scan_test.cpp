// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "quern/life/event_kernels.hpp"
#include "tests/life/events_rig.hpp"
#include "tests/life/reference/reference_data.hpp"
#include "tests/support/rt_trap.hpp"

namespace quern::life {
namespace {

std::vector<Event> all_events(const Changes& changes, const std::optional<Roi>& roi)
{
    std::vector<Event> events{Event{7}}; // what it held is replaced
    reader_for(changes.size).read_all(changes.delta(), roi, events);
    return events;
}

TEST(EventScan, FindsEachEventOfEveryWidth)
{
    on_all_targets([] {
        for (std::int32_t width = 64; width <= 4096; width += 64) {
            for (const double density : {0.002, 0.2, 1.0}) {
                const Changes changes = Changes::random({width, 5}, density, static_cast<unsigned>(width));
                ASSERT_EQ(all_events(changes, {}), changes.events({})) << width << ' ' << density;
            }
        }
    });
}

TEST(EventScan, FindsALoneEventWhereverItIs)
{
    on_all_targets([] {
        for (const GridSize size : {GridSize{64, 1}, GridSize{192, 3}, GridSize{1024, 2}}) {
            for (std::int32_t at = 0; at < static_cast<std::int32_t>(size.cells()); ++at) {
                Changes changes(size);
                changes.set(at % size.width, at / size.width, at % 2 == 0);
                ASSERT_EQ(all_events(changes, {}), changes.events({})) << at;
            }
        }
    });
}

// A processor that moves bytes together never runs the other form by itself.
TEST(EventScan, DoesWithoutTheRarerInstructions)
{
    const EventKernels& plain = event_kernels(false);
    for (const double density : {0.001, 0.3, 1.0}) {
        const Changes changes = Changes::random({320, 40}, density, 1);
        const EventPlane births{changes.changed.data(), changes.alive.data(), 0, 5, EventType::birth};
        std::vector<Event> found(changes.size.cells() + kEventSlack), expected = found;
        for (const std::size_t begin : {0u, 3u, 190u}) {
            const auto size = plain.list(births, begin, 199, found.data()) - found.data();
            const auto expected_size =
                kScalarEventKernels.list(births, begin, 199, expected.data()) - expected.data();
            ASSERT_EQ(size, expected_size);
            ASSERT_TRUE(std::equal(found.begin(), found.begin() + size, expected.begin()));
        }
    }
}

TEST(EventScan, ListsWhatTheGoldenFilesList)
{
    const std::vector<reference::EventRow> rows = reference::events_of("soup30_256x128_seed7");
    ASSERT_FALSE(rows.empty());
    on_all_targets([&rows] {
        auto automaton = std::move(make_oracle({256, 128}, Rule{}).value());
        ASSERT_TRUE(automaton->load(soup({256, 128}, 0.3, 7)).ok());
        const EventReader reader = reader_for({256, 128});
        std::vector<Event> events;
        std::vector<reference::EventRow> found;
        while (automaton->generation() < rows.back().generation) {
            ASSERT_TRUE(automaton->advance({}).ok());
            const auto delta = automaton->poll();
            ASSERT_TRUE(delta);
            reader.read_all(*delta, {}, events);
            for (const Event event : events)
                found.push_back(
                    {delta->generation, static_cast<std::uint32_t>(event.type()), event.x(), event.y()});
        }
        EXPECT_TRUE(found == rows);
    });
}

TEST(EventScan, TakesDeathsInThePlayersRegionOverTheSeams)
{
    on_all_targets([] {
        for (const GridSize size : {GridSize{2048, 64}, GridSize{192, 100}, GridSize{128, 48},
                                    GridSize{128, 47}, GridSize{64, 7}}) {
            const Changes changes = Changes::random(size, 0.5, 3);
            for (const Roi roi : {Roi{0, 0}, Roi{16, 16}, Roi{17, 3}, Roi{size.width - 1, size.height - 1},
                                  Roi{size.width - 47, size.height - 47}, Roi{-30, -5}, Roi{63, -48},
                                  Roi{size.width * 5 + 100, size.height * -7 + 2}}) {
                ASSERT_EQ(all_events(changes, roi), changes.events(roi))
                    << size.width << 'x' << size.height << " at " << roi.x << ',' << roi.y;
            }
        }
    });
}

RC_GTEST_PROP(EventScan, AgreesWithALookAtEveryCell, ())
{
    const GridSize size{64 * *rc::gen::inRange(1, 40), *rc::gen::inRange(1, 70)};
    const Changes changes = Changes::random(size, *rc::gen::element(0.0, 0.001, 0.05, 0.3, 0.9),
                                            *rc::gen::arbitrary<std::uint64_t>());
    std::optional<Roi> roi;
    if (*rc::gen::arbitrary<bool>())
        roi = Roi{*rc::gen::inRange(-5000, 5000), *rc::gen::inRange(-2000, 2000)};
    const std::vector<Event> expected = changes.events(roi);
    const auto most = static_cast<std::uint32_t>(std::max<std::size_t>(expected.size(), 1));
    on_all_targets([&] {
        RC_ASSERT(all_events(changes, roi) == expected);
        if (most > 65536)
            return;
        EventReader reader = reader_for(size, most);
        const EventBatch batch = reader.read(changes.delta(), roi);
        RC_ASSERT(std::ranges::equal(batch.events, expected));
        RC_ASSERT(batch.dropped == 0u);
    });
}

TEST(EventScan, CountsWhatItLists)
{
    Changes changes = Changes::random({512, 96}, 0.1, 9);
    changes.generation = 77;
    const Roi roi{490, 80};
    const std::vector<Event> expected = changes.events(roi);
    const auto of_type = [&](EventType type) {
        return static_cast<std::uint32_t>(
            std::ranges::count_if(expected, [type](Event event) { return event.type() == type; }));
    };
    on_all_targets([&] {
        for (const std::uint32_t most : {1u, 100u, 65536u}) {
            EventReader reader = reader_for(changes.size, most);
            const EventBatch batch = reader.read(changes.delta(), roi);
            EXPECT_EQ(batch.generation, 77u);
            EXPECT_EQ(batch.total, expected.size());
            EXPECT_EQ(batch.births, of_type(EventType::birth));
            EXPECT_EQ(batch.player_deaths, of_type(EventType::player_death));
            EXPECT_EQ(batch.deaths, of_type(EventType::death) + batch.player_deaths);
            EXPECT_EQ(batch.kept, batch.events.size());
            EXPECT_EQ(batch.kept, std::min<std::size_t>(most, expected.size()));
            EXPECT_EQ(batch.kept + batch.dropped, batch.total);
        }
    });
}

TEST(EventScan, FindsNothingWhereNothingChanges)
{
    on_all_targets([] {
        Changes changes({2048, 512});
        std::fill(changes.alive.begin(), changes.alive.end(), ~std::uint64_t{0});
        EventReader reader = reader_for(changes.size);
        const EventBatch batch = reader.read(changes.delta(), Roi{3, 4});
        EXPECT_EQ(batch.total, 0u);
        EXPECT_EQ(batch.kept, 0u);
        EXPECT_TRUE(batch.events.empty());
        EXPECT_TRUE(all_events(changes, Roi{3, 4}).empty());
    });
}

TEST(EventScan, AllocatesNothingWhileItReads)
{
    if (!test::RtTrap::works())
        GTEST_SKIP();
    const Changes changes = Changes::random({2048, 64}, 0.3, 2);
    on_all_targets([&] {
        for (const std::uint32_t most : {100u, 65536u}) {
            EventReader reader = reader_for(changes.size, most);
            EXPECT_TRUE(test::is_real_time_safe([&] {
                const EventBatch batch = reader.read(changes.delta(), Roi{2030, 60});
                static_cast<void>(batch);
            }));
        }
    });
}

TEST(EventScan, NamesTheNumberThatIsOutOfRange)
{
    const auto error = [](EventReaderConfig config) { return EventReader::create(config).error().text(); };
    EXPECT_EQ(error({.size = {100, 512}}),
              "size: found 100x512, expected a width of 64 to 4096 that is a multiple of 64, and a height of "
              "1 to 1024");
    EXPECT_EQ(error({.max_events = 0}), "max_events: found 0, expected 1 to 65536");
    EXPECT_EQ(error({.max_events = 65537}), "max_events: found 65537, expected 1 to 65536");
}

} // namespace
} // namespace quern::life
