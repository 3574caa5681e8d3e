// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#pragma once
#include <sndfile.h>

#include <memory>

#include "quern/formats/byte_io.hpp"

namespace quern::formats {

/// A sound file in memory as libsndfile reads it. The bytes must live as long.
class SndfileBytes {
public:
    explicit SndfileBytes(Bytes bytes);

    /// Null: libsndfile takes it not, and `sf_strerror` of that says why.
    [[nodiscard]] SNDFILE* get() const noexcept { return file_.get(); }
    [[nodiscard]] const SF_INFO& info() const noexcept { return info_; }

private:
    struct Stream {
        Bytes bytes;
        sf_count_t at = 0;
        static sf_count_t size(void* stream);
        static sf_count_t seek(sf_count_t offset, int whence, void* stream);
        static sf_count_t read(void* to, sf_count_t count, void* stream);
        static sf_count_t refuse(const void* from, sf_count_t count, void* stream);
        static sf_count_t tell(void* stream);
    };
    struct Close {
        void operator()(SNDFILE* file) const noexcept { sf_close(file); }
    };

    std::unique_ptr<Stream> stream_; // where libsndfile has been told that it is
    SF_INFO info_{};
    std::unique_ptr<SNDFILE, Close> file_;
};

} // namespace quern::formats
