// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/core/generator.hpp"

#include <gtest/gtest.h>

namespace quern {
namespace {

TEST(Generator, DrawsTheDocumentedSequenceFromZero)
{
    Generator generator{Generator::Words{}};
    for (std::uint32_t expected : {0u, 1u, 7u, 28u, 84u, 210u, 462u, 924u, 1716u, 3003u, 5005u, 8008u})
        EXPECT_EQ(generator.draw(), expected);
}

TEST(Generator, DrawsTheDocumentedSequenceFromTheImageState)
{
    Generator generator;
    for (std::uint32_t expected : {0x559A51EDu, 0x274EA7F5u, 0xE827F7E0u, 0x76B65632u, 0x7F1B3FEBu,
                                   0xEAE8D5EEu, 0x5101186Fu, 0x6575225Au})
        EXPECT_EQ(generator.draw(), expected);
    EXPECT_EQ(generator.words(),
              (Generator::Words{0x6575225A, 0x147409EA, 0xAE5BC769, 0xB4111AEC, 0x1D2F1AB9, 0x6FDF3B6C}));
}

TEST(Generator, WrapsOfTheCounterRippleUpwards)
{
    Generator low{Generator::Words{0, 0, 0, 0, 0, 0xFFFFFFFF}};
    EXPECT_EQ(low.draw(), 0u);
    EXPECT_EQ(low.words(), Generator::Words{});
    Generator high{Generator::Words{0, 0, 0, 0, 0xFFFFFFFF, 0xFFFFFFFF}};
    EXPECT_EQ(high.draw(), 0xFFFFFFFFu);
    EXPECT_EQ(high.words(),
              (Generator::Words{0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0}));
}

TEST(Generator, SeedsGiveDifferentSequencesAndSeedZeroIsTheImageState)
{
    EXPECT_EQ(Generator::seeded(0).words(), Generator::kImage);
    EXPECT_NE(Generator::seeded(1).draw(), Generator::seeded(2).draw());
    EXPECT_EQ(Generator::seeded(7).words(), Generator::seeded(7).words());
}

} // namespace
} // namespace quern
