// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Npy.h"
#include "../Support/Errors.h"
#include "fusion/Runtime/Random.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;

namespace {
/// A file that goes away with the test.
struct TemporaryFile {
  std::string path = "/tmp/fusion-npy-XXXXXX";
  TemporaryFile() { close(mkstemp(path.data())); }
  ~TemporaryFile() { unlink(path.c_str()); }

  void write(const std::string &bytes) const {
    FILE *file = std::fopen(path.c_str(), "wb");
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
  }
};
} // namespace

/// A version 1.0 file with this header text and data.
static std::string npy(const std::string &header, size_t dataBytes) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header + std::string(dataBytes, '\0');
}

static std::string header(const std::string &descr, const std::string &shape, const char *order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

static Expected<HostTensor> readBytes(const std::string &bytes, std::optional<FusionDType> wanted = {}) {
  TemporaryFile file;
  file.write(bytes);
  return readNpy(file.path, wanted);
}

static Error errorOf(const std::string &bytes) { return readBytes(bytes).takeError(); }

TEST(Npy, NpyUnsignedIntegersHaveTheSameBits) {
  const std::pair<const char *, FusionDType> rows[] = {
      {"|u1", FUSION_I8}, {"<u2", FUSION_I16}, {"<u4", FUSION_I32}, {"<u8", FUSION_I64}};
  for (auto [descr, dtype] : rows) {
    auto tensor = readBytes(npy(header(descr, "(4,)"), 4 * static_cast<size_t>(elementSize(dtype))));
    EXPECT_TRUE(tensor);
    EXPECT_EQ(tensor->dtype(), dtype);
  }
}

TEST(Npy, NpyRoundTrip) {
  for (int dtype = FUSION_F16; dtype < FUSION_NUM_DTYPES; ++dtype)
    for (const Shape &shape : {Shape{}, Shape{5}, Shape{2, 3}, Shape{4, 0, 2}, Shape{1, 2, 3, 1}}) {
      auto tensor = HostTensor::allocate(static_cast<FusionDType>(dtype), shape);
      EXPECT_TRUE(tensor);
      fillRandom(*tensor, 1, dtype);
      TemporaryFile file;
      EXPECT_FALSE(writeNpy(file.path, *tensor));
      auto back = readNpy(file.path, static_cast<FusionDType>(dtype));
      EXPECT_TRUE(back);
      EXPECT_EQ(back->dtype(), dtype);
      EXPECT_EQ(back->shape(), shape);
      EXPECT_EQ(std::memcmp(back->data(), tensor->data(), tensor->bytes()), 0);
    }
}

TEST(Npy, NpyReadsOtherSpellings) {
  EXPECT_EQ(readBytes(npy(header("|V2", "(3,)"), 6))->dtype(), FUSION_BF16);
  EXPECT_EQ(readBytes(npy(header("bfloat16", "(3,)"), 6))->dtype(), FUSION_BF16);
  EXPECT_EQ(readBytes(npy(header("<u2", "(3,)"), 6), FUSION_BF16)->dtype(), FUSION_BF16);
  EXPECT_EQ(readBytes(npy(header("<V1", "(3,)"), 3))->dtype(), FUSION_F8E4M3FN);
  EXPECT_EQ(readBytes(npy(header("<V1", "(3,)"), 3), FUSION_F8E5M2)->dtype(), FUSION_F8E5M2);
  EXPECT_EQ(readBytes(npy(header("<f1", "(3,)"), 3))->dtype(), FUSION_F8E5M2);
  EXPECT_EQ(readBytes(npy(header("float8_e5m2", "(3,)"), 3))->dtype(), FUSION_F8E5M2);
  EXPECT_EQ(readBytes(npy(header("|u1", "(3,)"), 3), FUSION_F8E4M3FN)->dtype(), FUSION_F8E4M3FN);
  EXPECT_EQ(readBytes(npy("{\"shape\":(1,2),\"fortran_order\":False,\"descr\":\"=f4\"}", 8))->shape(), Shape({1, 2}));
  EXPECT_TRUE(readBytes(npy(header("<f4", "(4,)", "True"), 16)));
  std::string bools = npy(header("|b1", "(2,)"), 0) + "\x02\x01";
  EXPECT_EQ(int(readBytes(bools)->as<uint8_t>()[0]), 1);
}

TEST(Npy, NpyRefusesMalformedFiles) {
  EXPECT_ERROR(readNpy("/nonexistent/a.npy").error(), "cannot read '/nonexistent/a.npy': No such file");
  EXPECT_ERROR(readNpy("/tmp").error(), "is not a regular file");
  EXPECT_ERROR(errorOf(""), "is not an .npy file");
  EXPECT_ERROR(errorOf("not numpy at all"), "is not an .npy file");
  EXPECT_ERROR(errorOf(npy(header("<f4", "(4,)"), 16).substr(0, 40)), "is truncated in its header");
  EXPECT_ERROR(errorOf(npy(header("<f4", "(4,)"), 15)), "is truncated: 4xf32 takes 16 bytes, the file has 15");
  EXPECT_ERROR(errorOf(npy(header("<f4", "(4,)"), 17)), "has too much data");
  EXPECT_ERROR(errorOf(npy(header("<f4", "(2, 2)", "True"), 16)), "is in Fortran order");
  EXPECT_ERROR(errorOf(npy(header(">f4", "(4,)"), 16)), "is big-endian");
  EXPECT_ERROR(errorOf(npy(header("<c8", "(4,)"), 32)), "element type '<c8' is not supported");
  EXPECT_ERROR(errorOf(npy(header("", "(4,)"), 8)), "element type '' is not supported");
  EXPECT_ERROR(errorOf(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (4,)}", 16)), "structured");
  EXPECT_ERROR(errorOf(npy("garbage", 0)), "malformed header: expected '{'");
  EXPECT_ERROR(errorOf(npy("{'descr': '<f4'}", 0)), "a key is missing");
  EXPECT_ERROR(errorOf(npy("{'descr': '<f4', 'descr': '<f4'}", 0)), "unexpected key 'descr'");
  EXPECT_ERROR(errorOf(npy(header("<f4", "(-4,)"), 16)), "malformed header");
  EXPECT_ERROR(errorOf(npy(header("<f4", "(4"), 16)), "malformed header");
  EXPECT_ERROR(errorOf(npy(header("<f4", "(99999999999999999999,)"), 16)), "below 2^62");
  EXPECT_ERROR(errorOf(npy(header("<f4", "(4294967296, 4294967296, 16)"), 16)), "overflows");
  EXPECT_ERROR(errorOf(npy(header("<f8", "(1000000000000,)"), 16)), "is truncated");
  std::string manyDims = "(";
  for (int i = 0; i < 100; ++i)
    manyDims += "1, ";
  EXPECT_ERROR(errorOf(npy(header("<f4", manyDims + ")"), 4)), "more than 32 dimensions");
  std::string version = npy(header("<f4", "(4,)"), 16);
  version[6] = 9;
  EXPECT_ERROR(errorOf(version), "unknown .npy version 9.0");
  EXPECT_ERROR(errorOf(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)), "has a header of 4294967295 bytes");
}

TEST(Npy, NpyEveryPrefixIsRefused) {
  std::string whole = npy(header("<f4", "(2, 2)"), 16);
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(readBytes(whole.substr(0, length)));
  EXPECT_TRUE(readBytes(whole));
}
