// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "apps/cli/vectors/bed_cells.hpp"
#include "apps/cli/vectors/grain_cells.hpp"
#include "quern/bed/brake.hpp"
#include "quern/bed/latches.hpp"
#include "quern/bed/push.hpp"
#include "quern/bed/records.hpp"
#include "quern/bed/seam_gain.hpp"
#include "quern/bed/shifts.hpp"
#include "quern/bed/slope.hpp"
#include "quern/bed/turn.hpp"
#include "quern/core/units.hpp"
#include "quern/dsp/fused.hpp"

namespace quern::vectors {
namespace {

/// The golden rows follow a push scale on a millisecond clock instead of the segment envelope, and an unfused
/// peak of the shift. Kept here for one purpose: to know the rows in which that form and ours part.
class OtherPush {
public:
    void start(float speed, const bed::SurfaceTuning& tuning)
    {
        const float t = bed::limited(((speed - 1.0f) * kKmhPerMps) / tuning.push_ramp_kmh, 0.0f, 1.0f);
        from_ = scaling() ? scale_ : 1.0f;
        peak_ = tuning.push_scale_slow + (tuning.push_scale_fast - tuning.push_scale_slow) * t;
        shift_peak_ = tuning.push_shift_slow_hz + (tuning.push_shift_fast_hz - tuning.push_shift_slow_hz) * t;
        fused_shift_peak_ =
            dsp::fused(tuning.push_shift_fast_hz - tuning.push_shift_slow_hz, t, tuning.push_shift_slow_hz);
        ms_ = tuning.push_scale_ms;
        elapsed_ = 0.0f;
    }
    void advance(float dt)
    {
        if (!scaling())
            return;
        elapsed_ += dt * 1000.0f;
        const float held = ms_[0] + ms_[1];
        if (elapsed_ < ms_[0])
            scale_ = from_ + (peak_ - from_) * (elapsed_ / ms_[0]);
        else if (elapsed_ < held)
            scale_ = peak_;
        else if (elapsed_ < held + ms_[2])
            scale_ = peak_ + (1.0f - peak_) * ((elapsed_ - held) / ms_[2]);
        else
            elapsed_ = -1.0f;
    }
    [[nodiscard]] bool scaling() const { return elapsed_ >= 0.0f; }
    [[nodiscard]] float scale() const { return scale_; }
    [[nodiscard]] bool shift_agrees() const { return shift_peak_ == fused_shift_peak_; }

private:
    float elapsed_ = -1.0f; // negative while idle
    float from_ = 1.0f, peak_ = 1.0f, scale_ = 1.0f;
    float shift_peak_ = 0.0f, fused_shift_peak_ = 0.0f;
    std::array<float, 3> ms_{};
};

/// Seam patterns as the header gives them; others are flat.
bed::SeamRow seam_row(int pattern)
{
    bed::SeamRow row;
    switch (pattern) {
    case 1:
        row = {.gain_low = 0.8f, .gain_high = 0.6f, .ms_low = 30.0f, .ms_high = 80.0f};
        break;
    case 2:
        row = {.gain_low = 0.5f, .gain_high = 0.9f, .ms_low = 40.0f, .ms_high = 40.0f};
        break;
    case 3:
        row = {.gain_low = 0.7f, .gain_high = 0.7f, .ms_low = 60.0f, .ms_high = 20.0f};
        break;
    default:
        break;
    }
    return row;
}

struct Inputs {
    int frame = 0;
    int cadence = 1;
    float speed = 0.0f, com = 0.0f, turn = 0.0f, slope = 0.0f;
    bool braking = false, push = false;
    bed::RiderState rider;
    int pattern = 0;
    int level_a = 0, level_b = 0, pitch = 4096;
};

Inputs read_inputs(Cells& in)
{
    Inputs row;
    row.frame = in.whole("frame", 0, 10'000'000);
    row.cadence = in.whole("cadence", 1, 2);
    row.speed = in.bits("speed");
    row.com = in.bits("com");
    row.turn = in.bits("turn_in");
    row.slope = in.bits("slope");
    row.braking = in.flag("braking");
    row.push = in.flag("push");
    row.rider.balance = in.flag("balance");
    row.rider.wheel_count = in.whole("wheels", 0, 4);
    row.rider.air_trick = in.flag("trick_in");
    const std::string& feet = in.text("feet");
    row.rider.feet_in_deck_box = {feet.starts_with('1'), feet.size() > 1 && feet[1] == '1'};
    row.pattern = in.whole("pattern", 0, 15);
    row.level_a = in.whole("level_a", 0, 32767);
    row.level_b = in.whole("level_b", 0, 32767);
    row.pitch = in.whole("pitch_word", 0, 65535);
    return row;
}

/// One board on one surface, in the frame order of the file's header.
class Driver {
public:
    explicit Driver(const bed::SurfaceTuning& tuning) : tuning_(tuning) {}

    void step(const Inputs& in)
    {
        constexpr float kDt = 1.0f / 60.0f;
        const bed::OwnerTuning& owner = bed::default_tuning().owner;
        latches_.update(in.rider);
        slope_ = bed::slope_levels(in.slope, tuning_);
        if (in.push) {
            push_.start(in.speed, tuning_);
            other_.start(in.speed, tuning_);
        }
        push_.advance(kDt);
        other_.advance(kDt);
        if (in.cadence == 1 || in.frame % 2 == 1) {
            turn_.step(in.com, in.turn, latches_.special(), tuning_, owner.turn_per_mps);
            brake_.step(in.braking, owner.brake_step);
        }
        if (!seam_.look(in.pattern, seam_row(in.pattern), generator_, bed::Fidelity{}))
            seam_.advance(kDt);
    }

    void write(Table& table, std::size_t row, const Inputs& in) const
    {
        write_state(table, row);
        write_records(table, row, in);
    }

private:
    void write_state(Table& table, std::size_t row) const
    {
        const auto flag = [](bool value) { return std::string(value ? "1" : "0"); };
        table.set(row, "manual", flag(latches_.manual()));
        table.set(row, "trick", flag(latches_.trick()));
        table.set(row, "special", flag(latches_.special()));
        table.set(row, "D", hex(slope_.down));
        table.set(row, "U", hex(slope_.up));
        const std::string scale = push_.scaling() ? hex(push_.scale()) : "-";
        const std::string shift = push_.shifting() ? hex(push_.shift_hz()) : "-";
        table.set(row, "scale_con", scale);
        table.set(row, "shift_con", shift);
        table.set(row, "scale", scale_agrees() ? scale : std::string(kExcepted));
        table.set(row, "shift", shift_agrees() ? shift : std::string(kExcepted));
        table.set(row, "turn_signed", hex(turn_.signed_value()));
        table.set(row, "I", hex(turn_.intensity()));
        table.set(row, "Bk", hex(brake_.level()));
        table.set(row, "seam", seam_.active() ? hex(seam_.gain()) : "-");
        table.set(row, "rng_after", words_text(generator_.words()));
    }

    void write_records(Table& table, std::size_t row, const Inputs& in) const
    {
        bed::RecordInputs record;
        record.speed = in.speed;
        record.pushing = push_.scaling();
        record.push_scale = push_.scale();
        record.intensity = turn_.intensity();
        record.brake = brake_.level();
        record.down = slope_.down;
        record.special = latches_.special();
        record.seam_active = seam_.active();
        record.seam_gain = seam_.gain();
        record.level_a = in.level_a;
        record.level_b = in.level_b;
        record.pitch = in.pitch;
        record.b_behind_a = bed::default_tuning().owner.b_behind_a;
        const auto [a, b] = bed::make_records(record, tuning_, tuning_);
        const auto shifts = bed::make_shifts(latches_.special(), push_, slope_.down, tuning_, tuning_);

        const auto where = [](bool agrees, float value) {
            return agrees ? hex(value) : std::string(kExcepted);
        };
        table.set(row, "posA_con", hex(a.position));
        table.set(row, "posB_con", hex(b.position));
        table.set(row, "posA", where(scale_agrees(), a.position));
        table.set(row, "posB", where(scale_agrees(), b.position));
        table.set(row, "gainA", hex(a.gain));
        table.set(row, "gainB", where(scale_agrees() || slope_.down == 0.0f, b.gain));
        table.set(row, "pitchA", hex(a.pitch));
        table.set(row, "pitchB", hex(b.pitch));
        table.set(row, "fssA", where(shift_agrees(), shifts[0]));
        table.set(row, "fssB", where(shift_agrees(), shifts[1]));
    }

    [[nodiscard]] bool scale_agrees() const
    {
        return push_.scaling() == other_.scaling() && (!push_.scaling() || push_.scale() == other_.scale());
    }
    [[nodiscard]] bool shift_agrees() const { return !push_.shifting() || other_.shift_agrees(); }

    const bed::SurfaceTuning& tuning_;
    Generator generator_;
    bed::Latches latches_;
    bed::SlopeLevels slope_;
    bed::Push push_;
    OtherPush other_;
    bed::Turn turn_;
    bed::Brake brake_;
    bed::SeamGain seam_;
};

Status recompute_records(Table& table)
{
    std::optional<Driver> driver;
    std::string group;
    long last_frame = -1;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        Cells cells(table, row);
        const Inputs in = read_inputs(cells);
        if (cells.error())
            return *cells.error();
        const std::string name =
            cells.text("script") + " " + cells.text("surface") + " " + cells.text("cadence");
        if (name != group || in.frame <= last_frame) {
            const bed::SurfaceTuning* tuning = tuning_named(cells.text("surface"));
            if (tuning == nullptr)
                return in_row(
                    {Error::Code::bad_input, {}, "found no surface '" + cells.text("surface") + "'"}, row,
                    "surface");
            group = name;
            driver.emplace(*tuning);
        }
        last_frame = in.frame;
        driver->step(in);
        driver->write(table, row, in);
    }
    return Ok{};
}

/// 1 ulp while a seam runs (a segment envelope stands in for a millisecond clock), 2 ulp in the downhill term
/// where its gain is no power of two (its place in the product is a convention); exact everywhere else.
Tolerance tolerance_at(const Table& ours, std::size_t row, std::string_view column)
{
    Tolerance tolerance;
    const bool gain_b = column == "gainB";
    if ((column == "seam" || column == "gainA" || gain_b) && ours.at(row, "seam") != "-")
        tolerance = {Tolerance::Mode::ulp, 1.0};
    if (gain_b && ours.at(row, "D") != hex(0.0f)) {
        const bed::SurfaceTuning* tuning = tuning_named(ours.at(row, "surface"));
        int exponent = 0;
        if (tuning != nullptr && std::frexp(tuning->slope_gain, &exponent) != 0.5f)
            tolerance = {Tolerance::Mode::ulp, 2.0};
    }
    return tolerance;
}

const std::vector<std::string> kColumns{
    "script",   "surface",     "cadence", "frame",      "speed",     "com",       "turn_in",
    "braking",  "slope",       "push",    "balance",    "wheels",    "trick_in",  "feet",
    "pattern",  "level_a",     "level_b", "pitch_word", "manual",    "trick",     "special",
    "D",        "U",           "scale",   "shift",      "scale_con", "shift_con", "posA_con",
    "posB_con", "turn_signed", "I",       "Bk",         "seam",      "gainA",     "pitchA",
    "posA",     "gainB",       "pitchB",  "posB",       "fssA",      "fssB",      "rng_after"};
constexpr std::size_t kInputs = 18;

struct ScriptRow {
    float speed = 5.0f, turn = 0.0f, slope = 0.0f;
    bool braking = false, push = false, balance = false, trick = false;
    int wheels = 4;
    const char* feet = "11";
    int pattern = 0;
};

ScriptRow row_of(std::string_view script, int frame)
{
    ScriptRow row;
    if (script == "push") {
        row.speed = 1.5f + 0.01f * static_cast<float>(frame);
        row.push = frame == 10 || frame == 90 || frame == 110;
    } else if (script == "turn") {
        row.turn = frame < 60 ? 0.6f : (frame < 120 ? -1.0f : 0.2f);
    } else if (script == "brake") {
        row.braking = frame >= 20 && frame < 70;
    } else if (script == "slope") {
        row.slope = 0.25f * static_cast<float>(frame - 80);
        row.turn = 0.3f;
    } else if (script == "manual") {
        row.balance = frame >= 20 && frame < 80;
        row.wheels = row.balance ? 2 : 4;
        row.turn = 0.5f;
    } else if (script == "trick") {
        row.trick = frame >= 20 && frame < 40;
        row.feet = frame < 20 || frame >= 70 ? "11" : (frame >= 60 ? "10" : "00");
    } else if (script == "seam") {
        constexpr int kPatterns[]{0, 1, 2, 3, 4, 1};
        row.pattern = kPatterns[frame / 25 % 6];
        row.turn = 0.4f;
    }
    return row;
}

Table make_records_table()
{
    Table table{"records", {}, kColumns, {}};
    const auto digit = [](bool value) { return std::string(value ? "1" : "0"); };
    for (std::string_view script : {"push", "turn", "brake", "slope", "manual", "trick", "seam"}) {
        for (const char* surface : {"concrete_rough_hard", "concrete_aggregate_hard", "wood_ramp_soft"}) {
            for (int cadence : {1, 2}) {
                for (int frame = 0; frame < 160; ++frame) {
                    const ScriptRow in = row_of(script, frame);
                    std::vector<std::string> cells{std::string(script),
                                                   surface,
                                                   std::to_string(cadence),
                                                   std::to_string(frame),
                                                   hex(in.speed),
                                                   hex(5.0f),
                                                   hex(in.turn),
                                                   digit(in.braking),
                                                   hex(in.slope),
                                                   digit(in.push),
                                                   digit(in.balance),
                                                   std::to_string(in.wheels),
                                                   digit(in.trick),
                                                   in.feet,
                                                   std::to_string(in.pattern),
                                                   "7859",
                                                   "16000",
                                                   "4096"};
                    cells.resize(kColumns.size());
                    table.rows.push_back(std::move(cells));
                }
            }
        }
    }
    return table;
}

} // namespace

std::vector<Kind> bed_record_kinds()
{
    Kind records{
        "records", {kColumns.begin() + kInputs, kColumns.end()}, {}, recompute_records, make_records_table};
    records.tolerance_at = tolerance_at;
    return {records};
}

} // namespace quern::vectors
