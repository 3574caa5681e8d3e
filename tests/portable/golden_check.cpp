// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "tests/portable/golden_check.hpp"

#include "apps/cli/vectors/life_start.hpp"
#include "apps/cli/vectors/vectors.hpp"
#include "quern/dsp/simd_target.hpp"

namespace quern::vectors {

// Those kinds are the business of files, which builds for other processors leave out.
std::vector<Kind> seek_kinds()
{
    return {};
}

Result<life::Pattern> pattern_of_runs(const std::string&)
{
    return Error{Error::Code::unsupported, {}, "this build reads no patterns"};
}

} // namespace quern::vectors

namespace quern::test {

bool check_golden(std::string_view kind, std::string_view text, std::string& report)
{
    const auto table = vectors::parse_table(kind, text, std::string(kind));
    if (!table) {
        report += table.error().text() + "\n";
        return false;
    }
    bool equal = true;
    for (const dsp::SimdTarget target : dsp::kTargets) {
        if (!dsp::select_target(target))
            continue;
        const auto checked = vectors::check(*table);
        report += std::string(kind) + " " + std::string(dsp::name_of(target)) + ": ";
        if (!checked) {
            report += checked.error().text() + "\n";
            equal = false;
            continue;
        }
        report +=
            std::to_string(checked->rows) + " rows, " + std::to_string(checked->mismatches) + " mismatches\n";
        for (const std::string& detail : checked->details)
            report += "  " + detail + "\n";
        equal = equal && checked->rows > 0 && checked->mismatches == 0;
    }
    dsp::select_target(dsp::best_target());
    return equal;
}

} // namespace quern::test
