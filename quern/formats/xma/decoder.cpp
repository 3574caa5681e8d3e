// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/decoder.hpp"

#include <algorithm>
#include <string>

#include "quern/formats/xma/frame_reader.hpp"
#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/place.hpp"
#include "quern/formats/xma/transform.hpp"

namespace quern::formats::xma {
namespace {

Error located(const Fault& fault, const XmaChunk& chunk, std::string_view file)
{
    const std::size_t packet = fault.bit / kPayloadBits;
    const std::size_t bit = 32 + fault.bit % kPayloadBits; // from the packet's first byte
    const std::string what = fault.code == Error::Code::unsupported ? "unsupported feature at " : "at ";
    return {fault.code, place(file, chunk.offset + packet * kPacketBytes + bit / 8),
            what + "XMA packet " + std::to_string(packet) + ", bit " + std::to_string(bit) + ": " +
                fault.message};
}

// Frames in, samples out, across chunks.
class Decoder {
public:
    explicit Decoder(const XmaSubstream& stream) : frames_(stream.rate), wanted_(stream.samples) {}

    // One chunk's frames; the number of them, or what is wrong.
    std::optional<Fault> add(const XmaChunk& chunk, std::uint64_t& frames)
    {
        PacketReader packets(chunk.data);
        std::array<Spectrum, kBlocksPerFrame> spectra;
        for (frames = 0; const auto bits = packets.next(); ++frames) {
            if (auto fault = frames_.read(*bits, spectra))
                return fault;
            for (const Spectrum& spectrum : spectra)
                add_block(spectrum);
        }
        return packets.fault();
    }
    std::vector<std::int16_t> take() && { return std::move(samples_); }

private:
    void add_block(const Spectrum& spectrum)
    {
        std::array<double, kBlockSize> out;
        synthesis_.add(spectrum, out);
        if (delay_ > 0) {
            delay_ -= kBlockSize;
            return;
        }
        const std::size_t count = std::min(out.size(), wanted_ - samples_.size());
        for (std::size_t i = 0; i < count; ++i)
            samples_.push_back(to_sample(out[i]));
    }

    FrameReader frames_;
    Synthesis synthesis_;
    std::vector<std::int16_t> samples_;
    std::size_t wanted_;
    std::uint32_t delay_ = kStartDelay; // still to be dropped; whole blocks
};

} // namespace

Result<std::vector<std::int16_t>> decode_own(const XmaSubstream& stream, std::string_view file)
{
    if (stream.channels != 1)
        return Error{Error::Code::unsupported,
                     place(file, stream.chunks.empty() ? 0 : stream.chunks.front().offset),
                     "unsupported feature at XMA packet 0, bit 32: two channels in one substream"};
    Decoder decoder(stream);
    std::uint64_t held = 0;
    for (std::size_t c = 0; c < stream.chunks.size(); ++c) {
        const XmaChunk& chunk = stream.chunks[c];
        std::uint64_t frames = 0;
        if (const auto fault = decoder.add(chunk, frames))
            return located(*fault, chunk, file);
        const std::uint64_t samples = frames * kFrameSize;
        const std::uint64_t delay = c == 0 ? kStartDelay : 0;
        if (samples < chunk.samples + delay)
            return Error{Error::Code::bad_input, place(file, chunk.offset),
                         "found " + std::to_string(frames) + " XMA frames, expected enough for " +
                             std::to_string(chunk.samples) + " samples"};
        held += samples - delay;
    }
    if (held < stream.samples)
        return Error{Error::Code::bad_input, std::string(file),
                     "found XMA frames for " + std::to_string(held) + " samples, expected " +
                         std::to_string(stream.samples)};
    return std::move(decoder).take();
}

} // namespace quern::formats::xma
