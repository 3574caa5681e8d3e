// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "quern/core/generator.hpp"
#include "quern/formats/xma/codes.hpp"
#include "quern/formats/xma/level_coding.hpp"
#include "quern/formats/xma/packets.hpp"
#include "quern/formats/xma/tables.hpp"

/// Frames with all that a stream can have and our encoder does not write: stereo, uneven scale factors and
/// changes of them, such of earlier frames, groups up to a zero, fill bits.
namespace quern::formats::xma::test {

class AnyStream {
public:
    AnyStream(std::uint32_t rate, int channels) : bands_(band_edges(rate).size()), channels_(channels) {}

    std::vector<std::uint8_t> packets(std::size_t frames)
    {
        std::vector<BitWriter> bodies;
        for (std::size_t f = 0; f < frames; ++f)
            bodies.push_back(frame());
        return write_packets(bodies).data;
    }
    BitWriter frame()
    {
        BitWriter out;
        out.put(0x7F, 7);
        if (channels_ > 1)
            out.put(0, 1);
        out.put(0, 8);
        out.put(0, 1);
        factors_known_[0] = factors_known_[1] = false;
        for (int b = 0; b < kBlocksPerFrame; ++b)
            put_block(out, b == 0);
        out.put(1, 1);
        return out;
    }

private:
    std::uint32_t draw(std::uint32_t below) { return generator_.draw() % below; }

    void put_block(BitWriter& out, bool first)
    {
        if (draw(4) == 0) { // fill bits
            const std::uint32_t count = draw(4);
            out.put(1, 1);
            out.put(count, 2);
            if (count == 0) {
                out.put(3, 4);
                out.put(4, 3);
            }
            out.put(draw(32), static_cast<int>(count == 0 ? 5 : count));
        } else {
            out.put(0, 1);
        }
        out.put(0, 1);
        if (channels_ > 1)
            put_transform(out);
        bool coded[2]{};
        bool any = false;
        for (int c = 0; c < channels_; ++c) {
            coded[c] = draw(5) != 0;
            any = any || coded[c];
            out.put(coded[c] ? 1 : 0, 1);
        }
        if (any)
            put_coded(out, first, coded);
    }

    void put_transform(BitWriter& out)
    {
        out.put(0, 1);
        const std::uint32_t kind = draw(3);
        if (kind == 0) {
            out.put(2, 2); // none
            return;
        }
        out.put(0, 1);
        out.put(kind == 1 ? 1 : 0, 1); // all bands
        for (std::size_t band = 0; kind == 2 && band < bands_; ++band)
            out.put(draw(2), 1);
    }

    Block levels(bool until_zero)
    {
        Block block;
        const std::uint32_t size = 1u << draw(9);
        const std::uint32_t last = 1 + draw(128);
        for (std::uint32_t k = 0; k < last; ++k)
            if (until_zero ? draw(20) != 0 : draw(3) != 0)
                block.level[k] = static_cast<std::int32_t>(draw(size)) - static_cast<std::int32_t>(size / 3);
        choose_coding(block);
        if (until_zero) {
            block.grouped = 0;
            for (bool zero = false; block.grouped < kBlockSize && !zero; block.grouped += 4)
                for (int i = 0; i < 4; ++i)
                    zero = zero || block.level[static_cast<std::size_t>(block.grouped + i)] == 0;
        }
        return block;
    }

    void put_coded(BitWriter& out, bool first, const bool* coded)
    {
        const bool until_zero = draw(3) == 0;
        std::vector<Block> blocks;
        for (int c = 0; c < channels_; ++c)
            blocks.push_back(levels(until_zero));
        out.put(until_zero ? 0 : 1, 1);
        for (int c = 0; c < channels_ && !until_zero; ++c)
            out.put(static_cast<std::uint32_t>(blocks[static_cast<std::size_t>(c)].grouped / 4), 6);
        out.put(static_cast<std::uint32_t>(-static_cast<int>(10 + draw(20))) & 63, 6); // 61 to 80 dB
        if (channels_ > 1) {
            const int width = static_cast<int>(draw(4));
            out.put(static_cast<std::uint32_t>(width), 3);
            for (int c = 0; c < channels_; ++c) {
                const bool more = draw(2) == 0;
                out.put(more ? 1 : 0, 1);
                if (more)
                    out.put(draw(1u << width), width);
            }
        }
        for (int c = 0; c < channels_; ++c)
            put_factors(out, first, factors_known_[c]);
        for (int c = 0; c < channels_; ++c)
            if (coded[c]) {
                out.put(static_cast<std::uint32_t>(blocks[static_cast<std::size_t>(c)].table), 1);
                put_levels(out, blocks[static_cast<std::size_t>(c)]);
            }
    }

    void put_factors(BitWriter& out, bool first, bool& known)
    {
        const bool sent = first || draw(2) == 0;
        if (!first)
            out.put(sent ? 1 : 0, 1);
        if (!sent)
            return;
        if (!known) {
            known = true;
            out.put(draw(4), 2);
            for (std::size_t band = 0; band < bands_; ++band)
                kScaleStepCode.put(out, static_cast<std::size_t>(kScaleStepBias) + draw(9) - 4);
            return;
        }
        std::size_t band = 0;
        while (band < bands_ && draw(4) != 0) {
            const std::size_t symbol = draw(8) == 0 ? kRunEscape : 2 + draw(60);
            const std::size_t run = symbol == kRunEscape ? draw(3) : scale_change(symbol).run;
            if (band + run >= bands_)
                break;
            kScaleChangeCode.put(out, symbol);
            if (symbol == kRunEscape) {
                out.put(draw(12), 8);
                out.put(static_cast<std::uint32_t>(run), 5);
            }
            out.put(draw(2), 1);
            band += run + 1;
        }
        if (band < bands_)
            kScaleChangeCode.put(out, kRunEnd);
    }

    Generator generator_;
    std::size_t bands_;
    int channels_;
    bool factors_known_[2]{};
};

} // namespace quern::formats::xma::test
