// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "quern/life_gpu/gl/context.hpp"
#include "quern/life_gpu/gl/field_passes.hpp"
#include "quern/life_gpu/gl/integrity_pass.hpp"
#include "quern/life_gpu/gl/readback.hpp"
#include "quern/life_gpu/gpu.hpp"

namespace quern::life {
namespace {

// How long `settle` waits for one fence. A device that needs longer for one generation is as good as lost.
constexpr std::chrono::seconds kLongestWait{10};

// What GL says since OpenGL ES 3.2 where the device is gone; the headers of 3.0 have no name for it.
constexpr GLenum kContextLost = 0x0507;

/// Everything that lives in the device: made and destroyed while its context is entered.
struct Device {
    gl::VertexArray corners; // without any: the caller's might read from buffers that are not there
    gl::FieldPasses passes;
    gl::IntegrityPass integrity;
    gl::Surface delta;
    std::vector<gl::Buffer> buffers; // as many as the pool has
    ReadbackPool pool;
};

class GpuAutomaton final : public Automaton {
public:
    GpuAutomaton(std::unique_ptr<gl::Context> context, GridSize size, const GpuConfig& config)
        : context_(std::move(context)),
          size_(size),
          config_(config),
          sync_(*context_),
          fences_(config_.fences ? *config_.fences : sync_),
          texels_(size.words() * 4),
          changed_(size.words()),
          alive_(size.words())
    {
    }
    ~GpuAutomaton() override
    {
        const gl::Entry entry(*context_);
        device_.reset();
    }

    Status build(Rule rule);

    [[nodiscard]] std::string_view name() const noexcept override { return "gpu"; }
    [[nodiscard]] GridSize size() const noexcept override { return size_; }
    Status load(const Field& field) override;
    Status advance(const Actions& actions) override;
    std::optional<Delta> poll() override;
    Status settle() override;
    Result<Field> read() override;
    [[nodiscard]] std::uint32_t generation() const noexcept override { return generation_; }
    [[nodiscard]] DeltaCounters counters() const noexcept override { return device_->pool.counters(); }
    bool probe(const IntegrityProbe& probe) override;
    std::optional<Integrity> poll_probe() override;

private:
    [[nodiscard]] bool is_gone() const;
    Error lose();
    void begin_readback();
    void unpack() noexcept;

    std::unique_ptr<gl::Context> context_;
    GridSize size_;
    GpuConfig config_;
    gl::SyncSource sync_;
    FenceSource& fences_;
    std::optional<Device> device_;
    std::uint32_t generation_ = 0;
    bool lost_ = false;
    std::vector<std::uint32_t> texels_;
    std::vector<std::uint64_t> changed_;
    std::vector<std::uint64_t> alive_;
};

Status GpuAutomaton::build(Rule rule)
{
    const gl::Entry entry(*context_);
    if (!entry)
        return lose();
    GLint largest = 0;
    std::array<GLint, 2> viewport{};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport.data());
    largest = std::min({largest, viewport[0], viewport[1]});
    if (std::max(size_.width, size_.height) > largest)
        return Error{Error::Code::unsupported, "gpu",
                     "a field of " + std::to_string(size_.width) + " by " + std::to_string(size_.height) +
                         " cells, expected at most " + std::to_string(largest) +
                         " either way: the driver has no larger textures"};
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    gl::VertexArray corners(*context_, name);
    glBindVertexArray(name);
    Result<gl::FieldPasses> passes = gl::FieldPasses::make(*context_, size_, rule);
    if (!passes)
        return passes.error();
    Result<gl::IntegrityPass> integrity = gl::IntegrityPass::make(*context_, size_);
    if (!integrity)
        return integrity.error();
    Result<gl::Surface> delta =
        gl::make_target(*context_, GL_RGBA32UI, static_cast<GLsizei>(size_.row_words()), size_.height);
    if (!delta)
        return delta.error();
    device_.emplace(Device{std::move(corners),
                           std::move(*passes),
                           std::move(*integrity),
                           std::move(*delta),
                           {},
                           ReadbackPool(config_.readback, fences_)});
    return is_gone() ? Status(lose()) : Status(Ok{});
}

// The device, asked once a call: what it was told before may be in vain.
bool GpuAutomaton::is_gone() const
{
    if (context_->is_lost() || (config_.device_lost && config_.device_lost()))
        return true;
    // Errors in a caller's context may be the caller's.
    if (!config_.own_context)
        return false;
    const GLenum error = glGetError();
    return error == GL_OUT_OF_MEMORY || error == kContextLost;
}

Error GpuAutomaton::lose()
{
    lost_ = true;
    if (device_)
        device_->pool.abandon();
    return {Error::Code::io, "gpu",
            "the device or its context was lost after generation " + std::to_string(generation_) +
                ", expected one that stays: make another automaton and load a state"};
}

Status GpuAutomaton::load(const Field& field)
{
    if (Status checked = check(field, size_); !checked)
        return checked;
    const gl::Entry entry(*context_);
    if (lost_ || !entry)
        return lose();
    device_->passes.load(field);
    generation_ = 0;
    // What is under way belongs to the former state. The driver may still write into its buffers.
    device_->buffers.clear();
    device_->pool = ReadbackPool(config_.readback, fences_);
    device_->integrity.forget();
    return is_gone() ? Status(lose()) : Status(Ok{});
}

Status GpuAutomaton::advance(const Actions& actions)
{
    if (Status checked = check(actions); !checked)
        return checked;
    const gl::Entry entry(*context_);
    if (lost_ || !entry)
        return lose();
    glBindVertexArray(device_->corners.get());
    device_->passes.step();
    for (const Move& move : actions.moves)
        device_->passes.move(move);
    for (const Stamp& stamp : actions.stamps)
        device_->passes.stamp(stamp);
    ++generation_;
    begin_readback();
    if (is_gone())
        return lose();
    if (config_.wait)
        device_->pool.settle(kLongestWait);
    return Ok{};
}

void GpuAutomaton::begin_readback()
{
    const std::optional<std::size_t> buffer = device_->pool.begin(generation_);
    if (!buffer)
        return;
    while (device_->buffers.size() < device_->pool.buffers())
        device_->buffers.push_back(
            gl::make_pack_buffer(*context_, static_cast<GLsizeiptr>(texels_.size() * sizeof(std::uint32_t))));
    device_->passes.draw_delta(device_->delta);
    gl::read_into(device_->buffers[*buffer], device_->delta);
    device_->pool.end(*buffer);
}

std::optional<Delta> GpuAutomaton::poll()
{
    if (lost_ || !device_->pool.is_under_way())
        return std::nullopt;
    const gl::Entry entry(*context_);
    if (!entry) {
        lose();
        return std::nullopt;
    }
    const auto ready = device_->pool.take(generation_);
    if (!ready)
        return std::nullopt;
    const bool whole = gl::copy_from(device_->buffers[ready->buffer], texels_);
    device_->pool.give_back(ready->buffer);
    if (!whole) {
        lose();
        return std::nullopt;
    }
    unpack();
    return Delta{ready->generation, size_, changed_, alive_};
}

void GpuAutomaton::unpack() noexcept
{
    for (std::size_t i = 0; i < changed_.size(); ++i) {
        const std::uint32_t* texel = texels_.data() + 4 * i;
        const std::uint64_t births = texel[0] | std::uint64_t{texel[1]} << 32;
        const std::uint64_t deaths = texel[2] | std::uint64_t{texel[3]} << 32;
        changed_[i] = births | deaths;
        alive_[i] = births;
    }
}

Status GpuAutomaton::settle()
{
    const gl::Entry entry(*context_);
    if (lost_ || !entry)
        return lose();
    device_->pool.settle(kLongestWait);
    device_->integrity.settle(kLongestWait);
    return is_gone() ? Status(lose()) : Status(Ok{});
}

Result<Field> GpuAutomaton::read()
{
    const gl::Entry entry(*context_);
    if (lost_ || !entry)
        return lose();
    Field field(size_);
    device_->passes.read(field);
    if (is_gone())
        return lose();
    return field;
}

bool GpuAutomaton::probe(const IntegrityProbe& probe)
{
    if (lost_ || device_->integrity.is_under_way())
        return false;
    const gl::Entry entry(*context_);
    if (!entry) {
        lose();
        return false;
    }
    glBindVertexArray(device_->corners.get());
    device_->integrity.begin(probe, device_->passes.now(), generation_, fences_);
    return true;
}

std::optional<Integrity> GpuAutomaton::poll_probe()
{
    if (lost_ || !device_->integrity.is_under_way())
        return std::nullopt;
    const gl::Entry entry(*context_);
    if (!entry) {
        lose();
        return std::nullopt;
    }
    return device_->integrity.poll(generation_, config_.readback.lost_after);
}

} // namespace

Result<std::unique_ptr<Automaton>> make_gpu(GridSize size, Rule rule, const GpuConfig& config)
{
    if (Status checked = check(size); !checked)
        return checked.error();
    const ReadbackPoolConfig& pool = config.readback;
    if (pool.buffers < 1 || pool.buffers > pool.most_buffers || pool.most_buffers > kMostReadbackBuffers)
        return Error{Error::Code::usage, "gpu",
                     "a pool of " + std::to_string(pool.buffers) + " to " +
                         std::to_string(pool.most_buffers) + " buffers, expected 1 to " +
                         std::to_string(kMostReadbackBuffers)};
    Result<std::unique_ptr<gl::Context>> context = gl::Context::open(config.own_context);
    if (!context)
        return context.error();
    auto automaton = std::make_unique<GpuAutomaton>(std::move(*context), size, config);
    if (Status built = automaton->build(rule); !built)
        return built.error();
    return std::unique_ptr<Automaton>(std::move(automaton));
}

Result<std::string> describe_gpu(const GpuConfig& config)
{
    Result<std::unique_ptr<gl::Context>> context = gl::Context::open(config.own_context);
    if (!context)
        return context.error();
    const gl::Entry entry(**context);
    if (!entry)
        return Error{Error::Code::io, "gpu", "the context was lost, expected one that stays"};
    return (*context)->describe();
}

} // namespace quern::life
