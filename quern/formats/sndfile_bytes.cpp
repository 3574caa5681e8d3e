// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include "quern/formats/sndfile_bytes.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace quern::formats {

SndfileBytes::SndfileBytes(Bytes bytes) : stream_(std::make_unique<Stream>(Stream{bytes}))
{
    SF_VIRTUAL_IO io{Stream::size, Stream::seek, Stream::read, Stream::refuse, Stream::tell};
    file_.reset(sf_open_virtual(&io, SFM_READ, &info_, stream_.get()));
}

sf_count_t SndfileBytes::Stream::size(void* stream)
{
    return static_cast<sf_count_t>(static_cast<Stream*>(stream)->bytes.size());
}

sf_count_t SndfileBytes::Stream::seek(sf_count_t offset, int whence, void* stream)
{
    auto& s = *static_cast<Stream*>(stream);
    const sf_count_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? s.at : size(stream);
    // Sizes that a damaged file claims may lead anywhere.
    if (offset < -from || offset > size(stream) - from)
        return -1;
    return s.at = from + offset;
}

sf_count_t SndfileBytes::Stream::read(void* to, sf_count_t count, void* stream)
{
    auto& s = *static_cast<Stream*>(stream);
    const sf_count_t got = std::clamp<sf_count_t>(count, 0, size(stream) - s.at);
    if (got > 0)
        std::memcpy(to, s.bytes.data() + s.at, static_cast<std::size_t>(got));
    s.at += got;
    return got;
}

sf_count_t SndfileBytes::Stream::refuse(const void* /*from*/, sf_count_t /*count*/, void* /*stream*/)
{
    return 0;
}

sf_count_t SndfileBytes::Stream::tell(void* stream)
{
    return static_cast<Stream*>(stream)->at;
}

} // namespace quern::formats
