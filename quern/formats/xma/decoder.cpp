// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/xma/decoder.hpp"

#include <algorithm>
#include <string>

#include "quern/formats/xma/frame_reader.hpp"
#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/place.hpp"
#include "quern/formats/xma/synthesis.hpp"

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
    explicit Decoder(const XmaSubstream& stream)
        : channels_(static_cast<std::size_t>(stream.channels)),
          frames_(stream.rate, stream.channels),
          synthesis_(channels_),
          spectra_(channels_),
          wanted_(stream.samples * channels_)
    {
    }

    // One chunk's frames; the number of them, or what is wrong.
    std::optional<Fault> add(const XmaChunk& chunk, std::uint64_t& frames)
    {
        PacketReader packets(chunk.data);
        for (frames = 0; const auto bits = packets.next(); ++frames) {
            if (auto fault = frames_.read(*bits, spectra_))
                return fault;
            for (std::size_t b = 0; b < kBlocksPerFrame; ++b)
                add_block(b);
        }
        return packets.fault();
    }
    std::vector<std::int16_t> take() && { return std::move(samples_); }

private:
    void add_block(std::size_t index)
    {
        std::array<std::array<float, kBlockSize>, 2> out;
        for (std::size_t c = 0; c < channels_; ++c)
            synthesis_[c].add(spectra_[c][index], out[c]);
        if (delay_ > 0) {
            delay_ -= kBlockSize;
            return;
        }
        for (std::size_t i = 0; i < kBlockSize && samples_.size() < wanted_; ++i)
            for (std::size_t c = 0; c < channels_; ++c)
                samples_.push_back(to_sample(out[c][i]));
    }

    std::size_t channels_;
    FrameReader frames_;
    std::vector<Synthesis> synthesis_;
    std::vector<FrameSpectra> spectra_; // of a frame
    std::vector<std::int16_t> samples_;
    std::size_t wanted_;
    std::uint32_t delay_ = kStartDelay; // still to be dropped; whole blocks
};

} // namespace

Result<std::vector<std::int16_t>> decode_own(const XmaSubstream& stream, std::string_view file)
{
    if (stream.channels != 1 && stream.channels != 2)
        return Error{Error::Code::unsupported,
                     place(file, stream.chunks.empty() ? 0 : stream.chunks.front().offset),
                     "unsupported feature at XMA packet 0, bit 32: more than two channels in one substream"};
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
