// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>

#include "quern/formats/ride_motion.hpp"
#include "quern/formats/ride_script.hpp"
#include "quern/formats/ride_toml.hpp"

namespace quern::formats {
namespace {

constexpr double kGravity = 9.81;    // m/s2
constexpr float kManualTilt = 0.25f; // rad

/// What lies under the two trucks: the front one enters first, the rear one a wheelbase later.
template <class Value> class Crossing {
public:
    explicit Crossing(Value all) : front_(all), rear_(all) {}

    void enter(Value value, double front_way, double wheelbase)
    {
        front_ = value;
        pending_.push_back({front_way + wheelbase, value});
    }
    void roll(double front_way)
    {
        while (!pending_.empty() && front_way >= pending_.front().first) {
            rear_ = pending_.front().second;
            pending_.erase(pending_.begin());
        }
    }
    [[nodiscard]] Value front() const { return front_; }
    [[nodiscard]] Value rear() const { return rear_; }

private:
    Value front_;
    Value rear_;
    std::vector<std::pair<double, Value>> pending_; ///< way at which the rear truck follows
};

/// Plays acts one after the other. The inner motion is unscaled; speed_scale acts on what leaves.
class Player {
public:
    Player(const Script& script, const RideContext& context, std::size_t most)
        : script_(script),
          constants_(context.options.constants.script),
          slope_per_percent_(context.options.constants.slope_per_percent),
          scale_(context.options.speed_scale),
          dt_(1.0 / context.rate()),
          rate_(context.rate()),
          most_(most),
          speed_(script.speed_mps),
          soft_(script.soft),
          ground_(script.surface.material),
          seam_(0)
    {
    }

    std::vector<bed::RiderState> play()
    {
        for (const Act& act : script_.acts) {
            turn_target_ = act.turn;
            std::visit([this](const auto& what) { run(what); }, act.what);
        }
        return std::move(frames_);
    }

private:
    // ---- time ----

    [[nodiscard]] double now() const { return static_cast<double>(frames_.size()) / rate_; }
    /// Whether a frame still belongs to an act that ends at `end_s`.
    [[nodiscard]] bool before(double end_s) const { return now() < end_s - 1e-9 && frames_.size() < most_; }

    /// Emits the frame of this instant, changed by `change`, and rolls on to the next with `acceleration`.
    template <class Change> void step(double acceleration, Change change)
    {
        ease();
        bed::RiderState frame = rolling_frame();
        change(frame);
        planted_ = frame.push_planted;
        frames_.push_back(frame);
        advance();
        speed_ = std::max(0.0, speed_ + acceleration * dt_);
    }

    void ease()
    {
        const double turn_step = dt_ / constants_.turn_ease_s;
        turn_ += std::clamp(turn_target_ - turn_, -turn_step, turn_step);
        percent_ += std::clamp(percent_target_ - percent_, -percent_rate_ * dt_, percent_rate_ * dt_);
    }

    void advance()
    {
        const double ahead = speed_ * scale_ * dt_;
        way_ += ahead;
        x_ += ahead * std::sin(heading_);
        z_ += ahead * std::cos(heading_);
        y_ += ahead * percent_ / 100.0;
        heading_ = std::remainder(heading_ + heading_rate_ * dt_, 2.0 * std::numbers::pi);
        ground_.roll(way_);
        seam_.roll(way_);
    }

    // ---- what the board does when nothing else is said ----

    bed::RiderState rolling_frame()
    {
        const double speed = speed_ * scale_;
        heading_rate_ = heading_rate_of(turn_, speed, constants_);
        bed::RiderState frame;
        frame.dt = static_cast<float>(1.0f / static_cast<float>(rate_));
        frame.ground_speed = static_cast<float>(speed);
        frame.board_velocity = {static_cast<float>(speed * std::sin(heading_)), 0.0f,
                                static_cast<float>(speed * std::cos(heading_))};
        frame.com_velocity = frame.board_velocity;
        frame.board_position = {static_cast<float>(x_), static_cast<float>(y_), static_cast<float>(z_)};
        frame.wheel_material = {ground_.front(), ground_.front(), ground_.rear(), ground_.rear()};
        frame.seam_pattern = {seam_.front(), seam_.front(), seam_.rear(), seam_.rear()};
        frame.turn = static_cast<float>(turn_);
        frame.heading_rate = static_cast<float>(heading_rate_);
        frame.slope = static_cast<float>(percent_ * slope_per_percent_);
        frame.soft_wheels = soft_;
        frame.has_listener = camera_.on;
        frame.listener_position = camera_.position;
        frame.listener_forward = camera_.forward;
        return frame;
    }

    static void lift(bed::RiderState& frame, std::array<bool, bed::kWheels> contact)
    {
        frame.wheel_contact = contact;
        frame.wheel_count = static_cast<int>(std::count(contact.begin(), contact.end(), true));
        for (std::size_t wheel = 0; wheel < contact.size(); ++wheel) {
            if (!contact[wheel])
                frame.wheel_material[wheel] = bed::kNoMaterial;
        }
    }

    /// Acceleration of a free board, m/s2: drag against the motion, gravity along the road.
    [[nodiscard]] double free_acceleration(bool drag) const
    {
        const double gravity = -kGravity * percent_ / 100.0;
        const double loss = constants_.rolling_mps2 + constants_.air_per_m * speed_ * speed_;
        if (!drag)
            return 0.0;
        return gravity - loss;
    }

    // ---- acts ----

    void run(const Accelerate& act)
    {
        const double begin = now();
        const double from = speed_;
        while (before(begin + act.seconds)) {
            const double part = std::min(1.0, (now() + dt_ - begin) / act.seconds);
            const double next = from + (act.to_mps - from) * part * part * (3.0 - 2.0 * part);
            step((next - speed_) / dt_, [](bed::RiderState&) {});
        }
        speed_ = act.to_mps;
    }

    void run(const Push& act)
    {
        const double begin = now();
        while (before(begin + act.count * act.cadence_s)) {
            const double phase = std::fmod(now() - begin + 1e-9, act.cadence_s);
            const bool foot = phase < constants_.push_s;
            const bool plant = foot && (phase < dt_ || !planted_);
            const double drive = foot ? act.gain_mps / constants_.push_s : 0.0;
            step(free_acceleration(true) + drive, [&](bed::RiderState& frame) {
                frame.push_planted = foot;
                frame.push_trigger = plant;
                frame.feet_in_deck_box[1] = !foot;
            });
        }
    }

    void run(const Coast& act) { roll(act.seconds, act.drag); }

    void roll(double seconds, bool drag)
    {
        const double end = now() + seconds;
        while (before(end))
            step(free_acceleration(drag), [](bed::RiderState&) {});
    }

    void run(const Brake& act)
    {
        while (speed_ > act.to_mps && frames_.size() < most_) {
            const double least = (act.to_mps - speed_) / dt_;
            step(std::max(-act.mps2, least), [](bed::RiderState& frame) { frame.brake = true; });
        }
    }

    void run(const Ollie& act)
    {
        const double begin = now();
        const double ground = y_;
        while (before(begin + act.air_s)) {
            const double in_air = now() - begin;
            const double height = 0.5 * kGravity * in_air * (act.air_s - in_air);
            const double climb = kGravity * (0.5 * act.air_s - in_air);
            step(0.0, [&](bed::RiderState& frame) {
                lift(frame, {false, false, false, false});
                frame.airborne = true;
                frame.air_time = static_cast<float>(in_air);
                frame.board_position.y = static_cast<float>(ground + height);
                frame.board_velocity.y = static_cast<float>(climb);
                frame.com_velocity.y = static_cast<float>(climb);
            });
        }
    }

    void run(const Manual& act)
    {
        const double end = now() + act.seconds;
        while (before(end)) {
            step(free_acceleration(true), [&](bed::RiderState& frame) {
                const bool front = act.nose;
                lift(frame, {front, front, !front, !front});
                frame.balance = true;
                frame.deck_tilt = front ? -kManualTilt : kManualTilt;
            });
        }
    }

    void run(const Grind& act)
    {
        const double end = now() + act.seconds;
        while (before(end)) {
            step(-constants_.grind_mps2, [](bed::RiderState& frame) {
                lift(frame, {false, false, false, false});
                frame.grinding = true;
            });
        }
    }

    void run(const Ground& act)
    {
        ground_.enter(act.surface.material, way_, constants_.wheelbase_m);
        soft_ = act.surface.soft.value_or(soft_);
    }

    void run(const Seam& act) { seam_.enter(act.pattern, way_, constants_.wheelbase_m); }

    void run(const Slope& act)
    {
        percent_target_ = act.percent;
        percent_rate_ = std::abs(act.percent - percent_) / constants_.slope_ease_s;
    }

    /// The camera stands where the board is closest at half time, looking straight across the road.
    void run(const PassBy& act)
    {
        const double ahead = speed_ * scale_ * act.seconds / 2.0;
        const double side = act.right ? act.distance_m : -act.distance_m;
        const double sine = std::sin(heading_);
        const double cosine = std::cos(heading_);
        Camera camera;
        camera.position = {static_cast<float>(x_ + ahead * sine + side * cosine),
                           static_cast<float>(y_ + constants_.camera_height_m),
                           static_cast<float>(z_ + ahead * cosine - side * sine)};
        const double look = act.right ? -1.0 : 1.0;
        camera.forward = {static_cast<float>(look * cosine), 0.0f, static_cast<float>(-look * sine)};
        camera.on = true;
        camera_ = camera;
        roll(act.seconds, false);
        camera_ = {};
    }

    struct Camera {
        bool on = false;
        bed::Vec3 position{};
        bed::Vec3 forward{0.0f, 0.0f, 1.0f};
    };

    const Script& script_;
    const ScriptConstants& constants_;
    double slope_per_percent_;
    double scale_;
    double dt_;
    double rate_;
    std::size_t most_;
    std::vector<bed::RiderState> frames_;
    double speed_; ///< m/s, before scaling
    double way_ = 0.0;
    double x_ = 0.0;
    double y_ = 0.0;
    double z_ = 0.0;
    double heading_ = 0.0;
    double heading_rate_ = 0.0;
    double turn_ = 0.0;
    double turn_target_ = 0.0;
    double percent_ = 0.0; ///< grade
    double percent_target_ = 0.0;
    double percent_rate_ = 0.0;
    bool soft_;
    bool planted_ = false;
    Crossing<int> ground_;
    Crossing<int> seam_;
    Camera camera_;
};

} // namespace

std::vector<bed::RiderState> play_script(const Script& script, const RideContext& context, std::size_t most)
{
    return Player(script, context, most).play();
}

Result<Ride> read_script_ride(std::string_view text, const RideContext& context)
{
    const auto script = parse_script(text, context);
    if (!script)
        return script.error();
    const auto most = static_cast<std::size_t>(kMaxRideHours * 3600.0 * context.rate());
    const std::size_t wanted =
        context.options.to_s ? frames_before(*context.options.to_s, context.rate()) : most + 1;
    auto frames = play_script(*script, context, std::min(wanted, most + 1));
    if (frames.empty())
        return context.error("the acts take no time, expected one that does");
    if (frames.size() > most)
        return context.error("the ride lasts longer than " + number_text(kMaxRideHours) +
                             " h, expected at most that, or --to to play that much of it");
    if (frames.size() > wanted)
        frames.resize(wanted);
    Ride ride;
    ride.name = script->name;
    ride.frames = std::move(frames);
    return ride;
}

} // namespace quern::formats
