// SPDX-FileCopyrightText: 2026 The Quern authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <vector>

#include <zlib.h>

#include "apps/cli/vectors/crc32.hpp"

namespace quern::vectors {
namespace {

TEST(Crc32, IsThatOfZlibAtEveryLength)
{
    std::vector<unsigned char> bytes;
    for (unsigned i = 0; i < 100; ++i) {
        EXPECT_EQ(crc32(std::as_bytes(std::span(bytes))),
                  ::crc32(0, bytes.data(), static_cast<uInt>(bytes.size())))
            << i;
        bytes.push_back(static_cast<unsigned char>(i * 37 + i * i));
    }
}

} // namespace
} // namespace quern::vectors
