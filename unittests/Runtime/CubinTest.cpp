// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Runtime/Cubin.h"
#include "../Support/Errors.h"

#include <cstring>

using namespace fusion;
using namespace fusion::runtime;

static const char goodPtx[] = R"(
.version 7.8
.target sm_80
.address_size 64
.visible .entry twice(.param .u64 p) {
  .reg .b64 %rd<3>;
  .reg .f32 %f<3>;
  ld.param.u64 %rd1, [p];
  cvta.to.global.u64 %rd2, %rd1;
  ld.global.f32 %f1, [%rd2];
  add.f32 %f2, %f1, %f1;
  st.global.f32 [%rd2], %f2;
  ret;
}
)";

TEST(Cubin, CubinFromEachMaker) {
  for (const std::string &maker : availableCubinMakers()) {
    auto result = makeCubin(goodPtx, {"sm_80", 3, maker});
    EXPECT_TRUE(result) << result.error().message();
    if (!result)
      continue;
    EXPECT_EQ(result->maker, maker);
    EXPECT_EQ(std::memcmp(result->cubin.data(),
                          "\x7f"
                          "ELF",
                          4),
              0);
    if (maker == "driver")
      continue; // its log may be empty
    EXPECT_EQ(result->kernels.size(), 1u);
    EXPECT_EQ(result->kernels[0].name, "twice");
    EXPECT_GT(result->kernels[0].registers, 0);
    EXPECT_EQ(result->kernels[0].spillStores, 0);
    EXPECT_EQ(result->log.find("Compile time"), std::string::npos);
    auto again = makeCubin(goodPtx, {"sm_80", 3, maker});
    EXPECT_TRUE(again && again->cubin == result->cubin && again->log == result->log);
  }
}

TEST(Cubin, CubinRefusesBadPtx) {
  std::string bad = goodPtx;
  bad.replace(bad.find("add.f32"), 7, "bad.f32");
  for (const std::string &maker : availableCubinMakers()) {
    EXPECT_ERROR(makeCubin(bad, {"sm_80", 3, maker}).error(), "Not a name of any known instruction");
    EXPECT_FALSE(makeCubin("", {"sm_80", 3, maker}));
  }
}

TEST(Cubin, CubinOptionsAreChecked) {
  EXPECT_ERROR(makeCubin(goodPtx, {"sm_80 -o /tmp/x", 3, ""}).error(), "is not the name of a chip");
  EXPECT_ERROR(makeCubin(goodPtx, {"", 3, ""}).error(), "is not the name of a chip");
  EXPECT_ERROR(makeCubin(goodPtx, {"sm_80", 3, "gcc"}).error(), "'gcc' is not a cubin maker");
}

TEST(Cubin, CubinUnknownChip) {
  for (const std::string &maker : availableCubinMakers())
    if (maker != "driver")
      EXPECT_ERROR(makeCubin(goodPtx, {"sm_47", 3, maker}).error(), "sm_47");
}

TEST(Cubin, AssemblerLogIsParsed) {
  CubinResult result;
  result.log = "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized due to "
               "insufficient register resources for the function 'gemm'\n"
               "ptxas info    : Compiling entry function 'gemm' for 'sm_90a'\n"
               "ptxas info    : Function properties for gemm\n"
               "    96 bytes stack frame, 88 bytes spill stores, 104 bytes spill loads\n"
               "ptxas info    : Used 168 registers, used 1 barriers, 96 bytes cumulative stack size, 1024 bytes smem\n"
               "ptxas info    : Compiling entry function 'other' for 'sm_90a'\n"
               "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
               "ptxas info    : Used 8 registers, used 0 barriers\n"
               "info    : used 9 registers, used 0 barriers, 0 stack, 0 bytes smem, 540 bytes cmem[0], 0 bytes lmem\n";
  parseAssemblerLog(result);
  EXPECT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("C7510"), std::string::npos);
  EXPECT_EQ(result.kernels.size(), 2u);
  EXPECT_EQ(result.kernels[0].name, "gemm");
  EXPECT_EQ(result.kernels[0].registers, 168);
  EXPECT_EQ(result.kernels[0].stackBytes, 96);
  EXPECT_EQ(result.kernels[0].spillStores, 88);
  EXPECT_EQ(result.kernels[0].spillLoads, 104);
  EXPECT_EQ(result.kernels[0].staticShared, 1024);
  EXPECT_EQ(result.kernels[1].registers, 8);
}
