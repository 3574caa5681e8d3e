// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "quern/bank/built_in.hpp"
#include "tests/formats/xma_signals.hpp"

namespace quern::formats::xma {
namespace {

using test::Samples;

Samples sixteen_bit(const grain::Recording& recording)
{
    const test::Signal signal{"", [&](double i) {
                                  return 32768.0 *
                                         static_cast<double>(recording.samples[static_cast<std::size_t>(i)]);
                              }};
    return signal.make(recording.samples.size());
}

class XmaBankLong : public testing::TestWithParam<const bank::MemberSpec*> {};

TEST_P(XmaBankLong, EveryGoalIsReachedOnTheWholeRecording)
{
    const bank::MemberSpec& spec = *GetParam();
    const Samples samples = sixteen_bit(bank::synthesise(spec));
    const auto round_trip = [&](const EncodeGoal& goal, double& rate_kbps) {
        const auto encoded = encode(samples, spec.rate, goal);
        EXPECT_TRUE(encoded.ok());
        EXPECT_EQ(encoded->chunks.size(), 1u);
        rate_kbps = test::kbps(*encoded, spec.rate, samples.size());
        const auto decoded = test::decode(*encoded, spec.rate, samples.size());
        EXPECT_TRUE(decoded.ok());
        return test::snr_db(samples, *decoded);
    };
    double rate = 0.0;
    EXPECT_EQ(round_trip({}, rate), std::numeric_limits<double>::infinity());
    EXPECT_LT(rate, 900.0);

    const double fine = round_trip({EncodeGoal::Kind::snr, 60.0, 0.0}, rate);
    EXPECT_GE(fine, 60.0);
    EXPECT_LE(fine, 61.0);
    EXPECT_LT(rate, 500.0);

    EXPECT_GE(round_trip({EncodeGoal::Kind::rate, 0.0, 96.0}, rate), 20.0);
    EXPECT_NEAR(rate / 96.0, 1.0, 0.03);
}

std::vector<const bank::MemberSpec*> members()
{
    std::vector<const bank::MemberSpec*> all;
    for (const bank::MemberSpec& spec : bank::specs())
        all.push_back(&spec);
    return all;
}

INSTANTIATE_TEST_SUITE_P(All, XmaBankLong, testing::ValuesIn(members()),
                         [](const auto& given) { return std::string(given.param->name); });

} // namespace
} // namespace quern::formats::xma
