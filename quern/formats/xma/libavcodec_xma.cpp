// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
extern "C" {
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
}

#include <algorithm>
#include <cstdarg>
#include <cstring>
#include <memory>
#include <string>

#include "quern/formats/xma/foreign.hpp"
#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/place.hpp"
#include "quern/formats/xma/synthesis.hpp"

namespace quern::formats::xma {
namespace {

struct Free {
    void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
    void operator()(AVFrame* frame) const { av_frame_free(&frame); }
    void operator()(AVPacket* packet) const { av_packet_free(&packet); }
};
template <class T> using Owned = std::unique_ptr<T, Free>;

// libavcodec drops most damaged frames with no more than a message; the caller must know, since all that
// follows such a frame comes early. Its decoder runs on the calling thread.
thread_local bool complained = false;

void note_complaint(void*, int level, const char*, std::va_list)
{
    complained = complained || level <= AV_LOG_ERROR;
}

// XMA2WAVEFORMATEX behind the plain format: one stream; the decoder reads nothing else of it.
constexpr int kExtraBytes = 34;

Owned<AVCodecContext> open(const XmaSubstream& stream)
{
    const AVCodec* codec = avcodec_find_decoder(AV_CODEC_ID_XMA2);
    Owned<AVCodecContext> context(codec != nullptr ? avcodec_alloc_context3(codec) : nullptr);
    if (!context)
        return nullptr;
    av_channel_layout_default(&context->ch_layout, stream.channels);
    context->sample_rate = static_cast<int>(stream.rate);
    context->pkt_timebase = {1, context->sample_rate};
    context->extradata = static_cast<std::uint8_t*>(av_mallocz(kExtraBytes + AV_INPUT_BUFFER_PADDING_SIZE));
    if (context->extradata == nullptr)
        return nullptr;
    context->extradata_size = kExtraBytes;
    context->extradata[0] = 1;
    return avcodec_open2(context.get(), codec, nullptr) < 0 ? nullptr : std::move(context);
}

class Decoder {
public:
    explicit Decoder(const XmaSubstream& stream)
        : context_(open(stream)),
          frame_(av_frame_alloc()),
          packet_(av_packet_alloc()),
          wanted_(std::size_t{stream.samples} * static_cast<std::size_t>(stream.channels))
    {
    }
    [[nodiscard]] bool ready() const { return context_ && frame_ && packet_; }

    // A packet, or its beginning with only padding missing; none at all ends the stream.
    bool send(std::span<const std::uint8_t> bytes)
    {
        if (!bytes.empty()) {
            if (av_new_packet(packet_.get(), kPacketBytes) < 0)
                return false;
            std::memset(packet_->data, 0xFF, kPacketBytes);
            std::memcpy(packet_->data, bytes.data(), bytes.size());
        }
        const int sent = avcodec_send_packet(context_.get(), bytes.empty() ? nullptr : packet_.get());
        av_packet_unref(packet_.get());
        return sent >= 0 && receive() && !complained;
    }
    std::vector<std::int16_t> take() && { return std::move(samples_); }

private:
    bool receive()
    {
        int status = 0;
        while ((status = avcodec_receive_frame(context_.get(), frame_.get())) >= 0) {
            if (frame_->format != AV_SAMPLE_FMT_FLTP)
                return false;
            for (int i = 0; i < frame_->nb_samples; ++i)
                for (int c = 0; c < frame_->ch_layout.nb_channels && samples_.size() < wanted_; ++c) {
                    const float value = reinterpret_cast<const float*>(frame_->extended_data[c])[i];
                    samples_.push_back(value == value ? to_sample(32768.0f * value) : 0);
                }
        }
        return status == AVERROR(EAGAIN) || status == AVERROR_EOF;
    }

    Owned<AVCodecContext> context_;
    Owned<AVFrame> frame_;
    Owned<AVPacket> packet_;
    std::size_t wanted_;
    std::vector<std::int16_t> samples_;
};

} // namespace

std::uint32_t foreign_version()
{
    return avcodec_version();
}

Result<std::vector<std::int16_t>> decode_foreign(const XmaSubstream& stream, std::string_view file,
                                                 const Error& refusal)
{
    av_log_set_callback(note_complaint);
    complained = false;
    if (stream.channels > 2 || stream.rate > 200000)
        return refusal;
    Decoder decoder(stream);
    if (!decoder.ready())
        return Error{Error::Code::unsupported, std::string(file),
                     "this libavcodec has no usable xma2 decoder"};
    for (const XmaChunk& chunk : stream.chunks)
        for (std::size_t at = 0; at < chunk.data.size(); at += kPacketBytes)
            if (!decoder.send(chunk.data.subspan(at, std::min(kPacketBytes, chunk.data.size() - at))))
                return Error{Error::Code::bad_input, place(file, chunk.offset + at),
                             "found an XMA packet that libavcodec cannot decode, expected whole frames"};
    if (!decoder.send({}))
        return Error{Error::Code::bad_input, std::string(file),
                     "found an XMA stream that ends inside a frame"};
    std::vector<std::int16_t> samples = std::move(decoder).take();
    const std::size_t held = samples.size() / static_cast<std::size_t>(stream.channels);
    if (held < stream.samples)
        return Error{Error::Code::bad_input, std::string(file),
                     "found XMA frames for " + std::to_string(held) + " samples, expected " +
                         std::to_string(stream.samples)};
    return samples;
}

} // namespace quern::formats::xma
