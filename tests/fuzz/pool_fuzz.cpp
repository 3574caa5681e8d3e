// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "quern/dsp/simd_target.hpp"
#include "quern/grain/pool.hpp"

namespace {

using namespace quern::grain;

/// Values from the fuzzer's bytes; zeros when there are no more.
class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    bool empty() const { return size_ == 0; }
    int byte()
    {
        if (size_ == 0)
            return 0;
        --size_;
        return *data_++;
    }
    std::int64_t number()
    {
        constexpr std::int64_t kEdges[] = {0, -1, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 1, 256};
        const int kind = byte();
        return kind < 8 ? kEdges[kind] : kind < 200 ? byte() : byte() * 256 + byte() - 1000;
    }
    std::int32_t small_number() { return static_cast<std::int32_t>(number()); }
    double real()
    {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        constexpr double kEdges[] = {0.0,    -0.0,         kInfinity, -kInfinity,   1e39,
                                     -1e300, 3.4028234e38, 1e-320,    2147483648.0, -2147483649.0,
                                     1.0,    -1.0,         2.0};
        const int kind = byte();
        if (kind < 13)
            return kEdges[kind];
        if (kind == 13)
            return std::numeric_limits<double>::quiet_NaN();
        return (byte() * 256 + byte() - 20000) / (kind < 128 ? 16.0 : 4096.0);
    }

private:
    const std::uint8_t* data_;
    std::size_t size_;
};

GrainStart a_grain(Bytes& in)
{
    GrainStart grain{in.byte() < 200 ? 0 : in.small_number(),
                     in.real(),
                     in.real(),
                     in.real(),
                     in.real(),
                     in.real(),
                     in.real(),
                     in.byte() < 128 ? 0 : in.small_number(),
                     {}};
    if (in.byte() < 64) {
        grain.form.interpolation = static_cast<Interpolation>(in.byte() % 3);
        grain.form.direction = static_cast<Direction>(in.byte() % 3);
        grain.form.offset = static_cast<OffsetPrecision>(in.byte() % 3);
        grain.form.filter = {static_cast<GrainFilter::Kind>(in.byte() % 4), static_cast<float>(in.real()),
                             static_cast<float>(in.real())};
        grain.form.left_channel = in.byte() < 128 ? 0 : in.small_number();
        grain.form.right_channel = in.byte() < 128 ? 0 : in.small_number();
    }
    return grain;
}

void expect(bool what)
{
    if (!what)
        std::abort();
}

} // namespace

/// Calls of the pool with numbers and views that make sense and that don't. A start that is refused changes
/// no counter but its own, a render that is refused moves no clock and writes nothing; everything else is the
/// sanitizers' to say. Each buffer has an allocation of its own size, so that a read beyond it shows.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Bytes in(data, std::min<std::size_t>(size, 4096));
    PoolConfig config;
    config.owners = 1 + in.byte() % 4;
    config.capacity = 1 + in.byte() % 20;
    config.steal = static_cast<StealPolicy>(in.byte() % 4);
    config.cut = static_cast<CutForm>(in.byte() % 2);
    config.cached_windows = in.byte() % 3;
    config.cached_frames = in.byte() * 4;
    expect(!Pool::create({in.small_number(), 0, StealPolicy::oldest, CutForm::hard, 0, 0, 0}));
    Pool pool = std::move(Pool::create(config)).value();
    quern::dsp::select_target(
        quern::dsp::kTargets[static_cast<std::size_t>(in.byte()) % quern::dsp::kTargets.size()]);

    std::vector<float> table(static_cast<std::size_t>(in.byte() * 8), 0.5f);
    std::vector<float> left(static_cast<std::size_t>(in.byte() * 16));
    std::vector<float> right(static_cast<std::size_t>(in.byte() * 16));
    while (!in.empty()) {
        const PoolStats before = pool.stats();
        const std::int64_t clock = pool.clock();
        switch (in.byte() % 9) {
        case 0:
        case 1:
        case 2: {
            const std::int32_t slot = pool.start(a_grain(in));
            expect(slot >= -1 && slot < config.capacity);
            expect(pool.stats().started == before.started + (slot >= 0 ? 1 : 0));
            break;
        }
        case 3: {
            const std::int32_t slot = in.small_number();
            const bool live = pool.is_live(slot);
            expect(!pool.retune(slot, in.real()) || live);
            break;
        }
        case 4:
        case 5: {
            GrainSource source = GrainSource::mono(table);
            if (in.byte() < 100)
                source = {table, in.number(), in.number(), in.small_number(), in.number()};
            OwnerBuses buses{left, right, in.number()};
            if (in.byte() < 20)
                buses.right = buses.left;
            const auto frames = static_cast<std::int32_t>(std::min<std::int64_t>(in.number(), 1 << 16));
            const std::vector<float> kept = left;
            const std::int32_t live = pool.render(source, buses, frames);
            expect(live >= -1 && pool.clock() == clock + (live >= 0 ? frames : 0));
            if (live < 0)
                expect(left.empty() ||
                       std::memcmp(kept.data(), left.data(), left.size() * sizeof(float)) == 0);
            break;
        }
        case 6:
            (void)pool.render_frame(GrainSource::mono(table), left, right);
            break;
        case 7:
            (void)pool.stop_owner(in.small_number(), static_cast<CutForm>(in.byte() % 2));
            if (in.byte() < 20)
                (void)pool.leave(GrainSource::mono(table), static_cast<CutForm>(in.byte() % 2));
            break;
        default:
            (void)pool.prepare_window(in.real(), in.small_number());
            (void)pool.is_memory_valid({table, in.number(), in.number(), 1, 0}, {left, right, in.number()},
                                       in.small_number());
            (void)pool.steals(in.small_number());
            if (in.byte() < 10)
                pool.reset();
        }
        expect(pool.stats().live >= 0 && pool.stats().live <= config.capacity);
    }
    return 0;
}
