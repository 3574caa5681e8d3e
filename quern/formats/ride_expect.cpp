// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/ride_expect.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "quern/formats/ride_toml.hpp"

namespace quern::formats {
namespace {

using What = RideExpectation::What;
using Player = RideExpectation::Player;

constexpr std::pair<std::string_view, What> kWhats[] = {
    {"bind", What::bind}, {"start", What::start},       {"release", What::release},   {"stop", What::stop},
    {"gain", What::gain}, {"shift_hz", What::shift_hz}, {"position", What::position},
};
constexpr std::pair<std::string_view, Player> kPlayers[] = {
    {"a", Player::a}, {"b", Player::b}, {"rocket", Player::rocket}};

template <class Value, std::size_t Count>
Value choose(TomlFields& fields, std::string_view key,
             const std::pair<std::string_view, Value> (&choices)[Count], const std::string& found)
{
    std::string expected;
    for (const auto& [name, value] : choices) {
        if (name == found)
            return value;
        expected += (expected.empty() ? "" : ", ") + std::string(name);
    }
    fields.refuse(key,
                  "expect: '" + std::string(key) + "': found '" + found + "', expected one of " + expected);
    return choices[0].second;
}

void read_members(TomlFields& fields, RideExpectation& expectation)
{
    const toml::array* names = fields.array("members");
    if (names == nullptr)
        return;
    for (const toml::node& name : *names) {
        const auto* text = name.as_string();
        const auto member = text != nullptr ? bed::member_named(text->get()) : std::nullopt;
        if (member)
            expectation.members.push_back(*member);
        else
            fields.refuse_at(name, "expect: 'members': expected names of recordings, as asphalt_smooth_hard");
    }
}

RideExpectation read_expectation(const toml::table& table, const std::string& name,
                                 std::optional<Error>& fault)
{
    TomlFields fields(table, "expect", name, fault);
    RideExpectation expectation;
    expectation.place = fields.place();
    expectation.what = choose(fields, "what", kWhats, fields.required_text("what"));
    expectation.player = choose(fields, "player", kPlayers, fields.text("player").value_or("a"));
    expectation.from_s = fields.number("from_s", 0.0, 86400.0).value_or(expectation.from_s);
    expectation.to_s = fields.number("to_s", expectation.from_s, 86400.0).value_or(expectation.to_s);
    expectation.min = fields.number("min", -1e6, 1e6).value_or(expectation.min);
    expectation.max = fields.number("max", -1e6, 1e6).value_or(expectation.max);
    if (const auto count = fields.integer("count", 0, 1'000'000))
        expectation.min = expectation.max = *count;
    read_members(fields, expectation);
    if (expectation.min > expectation.max)
        fields.refuse("min", "expect: 'min' is above 'max'");
    fields.refuse_unknown();
    return expectation;
}

} // namespace

Result<std::vector<RideExpectation>> read_ride_expectations(std::string_view text, const std::string& name)
{
    auto parsed = parse_ride_toml(text, name);
    if (!parsed)
        return parsed.error();
    std::optional<Error> fault;
    std::vector<RideExpectation> expectations;
    TomlFields fields(*parsed, "ride", name, fault);
    for (const toml::table* table : fields.tables("expect"))
        expectations.push_back(read_expectation(*table, name, fault));
    if (fault)
        return *fault;
    return expectations;
}

} // namespace quern::formats
