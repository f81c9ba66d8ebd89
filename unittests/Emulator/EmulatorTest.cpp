// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the emulator must see: small kernels in PTX, right and wrong.

#include "../Support/Errors.h"
#include "verify/Emulator/Operations.h"

#include <cmath>

using namespace emulator;

namespace {
/// A kernel of one parameter, a pointer to `memory`, and what became of it.
struct Trial {
  std::vector<uint32_t> memory = std::vector<uint32_t>(256);
  std::string fault;
  bool releasedUnwaited = false;

  Trial(std::vector<uint32_t> memory, const std::string &body, unsigned threads) : memory(std::move(memory)) {
    run(body, threads, 1, 1, 1, false, false);
  }
  Trial(const std::string &body, unsigned threads = 32, uint64_t seed = 1, unsigned blocks = 1, unsigned cluster = 1,
        bool dependent = false, bool stable = false) {
    run(body, threads, seed, blocks, cluster, dependent, stable);
  }

  void run(const std::string &body, unsigned threads, uint64_t seed, unsigned blocks, unsigned cluster, bool dependent,
           bool stable) {
    std::string ptx = ".version 8.1\n.target sm_90a\n.address_size 64\n"
                      ".extern .shared .align 128 .b8 shared[];\n.visible .entry k(\n\t.param .u64 k_param_0\n)\n"
                      ".reqnctapercluster " +
                      std::to_string(cluster) +
                      ", 1, 1\n{\n\t.reg .pred %p<9>;\n\t.reg .b16 %rs<9>;\n\t.reg .b32 %r<29>;\n\t.reg .b64 %rd<9>;\n"
                      "\tld.param.b64 %rd1, [k_param_0];\n\tmov.b32 %r1, shared;\n\tmov.u32 %r2, %tid.x;\n"
                      "\tmul.wide.u32 %rd2, %r2, 4;\n\tadd.s64 %rd2, %rd1, %rd2;\n" +
                      body + "\n}\n";
    try {
      auto kernels = parse(ptx);
      Allocations allocations = {{reinterpret_cast<uint64_t>(memory.data()), memory.size() * 4}};
      Launch launch;
      launch.kernel = &kernels.at("k");
      launch.grid[0] = blocks, launch.threads[0] = threads, launch.cluster = cluster, launch.sharedBytes = 4096;
      launch.dependent = dependent;
      Pieces none;
      if (stable)
        launch.inFlight = &none;
      uint64_t pointer = reinterpret_cast<uint64_t>(memory.data());
      launch.parameters.resize(8);
      std::memcpy(launch.parameters.data(), &pointer, 8);
      Machine machine(allocations, seed);
      machine.run(launch);
      releasedUnwaited = machine.releasedUnwaited;
    } catch (const Fault &caught) {
      fault = caught.what();
    }
  }
  bool says(const std::string &text) const {
    if (fault.find(text) == std::string::npos)
      std::cerr << "it says: " << fault << "\n";
    return fault.find(text) != std::string::npos;
  }
};

/// With how many of 30 seeds something else than 7 is in memory.
int countWrong(const std::string &body, unsigned threads = 32, unsigned blocks = 1, unsigned cluster = 1) {
  int wrong = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    Trial run(body, threads, seed, blocks, cluster);
    if (!run.fault.empty())
      std::cerr << run.fault << "\n";
    wrong += run.memory[0] != 7 || !run.fault.empty();
  }
  return wrong;
}
} // namespace

TEST(Emulator, Formats) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    uint16_t half = static_cast<uint16_t>(bits);
    float asHalf = halfToFloat(half), asBfloat = bfloatToFloat(half);
    EXPECT_TRUE(std::isnan(asHalf) ? std::isnan(halfToFloat(floatToHalf(asHalf))) : floatToHalf(asHalf) == half);
    EXPECT_TRUE(std::isnan(asBfloat) ? std::isnan(bfloatToFloat(floatToBfloat(asBfloat)))
                                     : floatToBfloat(asBfloat) == half);
  }
  EXPECT_EQ(floatToHalf(2049.0f), floatToHalf(2048.0f)); // ties to even
  EXPECT_EQ(floatToHalf(2051.0f), floatToHalf(2052.0f));
  EXPECT_EQ(floatToHalf(65519.0f), 0x7BFF);
  EXPECT_EQ(floatToHalf(65520.0f), 0x7C00);
  EXPECT_EQ(floatToBfloat(257.0f), floatToBfloat(256.0f));
  EXPECT_EQ(floatToBfloat(259.0f), floatToBfloat(260.0f));
}

TEST(Emulator, FloatsOfAByte) {
  for (char kind : {'4', '5'}) {
    const ByteFormat &format = byteFormatOf(kind);
    for (unsigned bits = 0; bits < 256; ++bits) {
      float value = byteToFloat(static_cast<uint8_t>(bits), format);
      unsigned expected = std::isnan(value)   ? 0x7F
                          : std::isinf(value) ? bits - 1 // saturated
                                              : bits;
      EXPECT_EQ(floatToByte(value, format), expected);
    }
  }
  const ByteFormat &e4m3 = byteFormatOf('4'), &e5m2 = byteFormatOf('5');
  EXPECT_EQ(byteToFloat(0x7E, e4m3), 448);
  EXPECT_EQ(byteToFloat(0x7B, e5m2), 57344);
  EXPECT_EQ(floatToByte(17.0f, e4m3), floatToByte(16.0f, e4m3)); // ties to even
  EXPECT_EQ(floatToByte(19.0f, e4m3), floatToByte(20.0f, e4m3));
  EXPECT_EQ(floatToByte(std::ldexp(1.0f, -10), e4m3), 0);
  EXPECT_EQ(floatToByte(std::ldexp(3.0f, -10), e4m3), 2);
  EXPECT_EQ(floatToByte(-1e9f, e4m3), 0xFE);

  auto result = [](const std::string &code) { return Trial(code + "\nst.global.b32 [%rd1], %r9;\nret;", 1).memory[0]; };
  EXPECT_EQ(result("mov.b32 %r3, 0f3F800000; mov.b32 %r4, 0fC0000000; cvt.rn.satfinite.e4m3x2.f32 %rs1, %r3, %r4; "
                   "cvt.u32.u16 %r9, %rs1;"),
            0x38C0u);
  EXPECT_EQ(result("mov.b32 %r3, 0f7FC00000; mov.b32 %r4, 0fFF800000; cvt.rn.satfinite.e5m2x2.f32 %rs1, %r3, %r4; "
                   "cvt.u32.u16 %r9, %rs1;"),
            0x7FFBu);
  EXPECT_EQ(result("mov.b16 %rs1, 0x38C0; cvt.rn.f16x2.e4m3x2 %r9, %rs1;"), 0x3C00C000u);
  EXPECT_EQ(result("mov.b16 %rs1, 0xFC01; cvt.rn.f16x2.e5m2x2 %r9, %rs1;"), 0xFC000100u);
  Trial unknown("cvt.rn.satfinite.relu.e4m3x2.f32 %rs1, %r1, %r1; ret;");
  EXPECT_TRUE(unknown.says("this conversion to 8-bit floats is not known"));
}

TEST(Emulator, Arithmetic) {
  auto result = [](const std::string &code) { return Trial(code + "\nst.global.b32 [%rd1], %r9;\nret;", 1).memory[0]; };
  EXPECT_EQ(result("mov.b32 %r3, -7; div.s32 %r9, %r3, 2;"), uint32_t(-3));
  EXPECT_EQ(result("mov.b32 %r3, -7; shr.s32 %r9, %r3, 1;"), uint32_t(-4));
  EXPECT_EQ(result("mov.b32 %r3, -1; add.cc.u32 %r4, %r3, 2; addc.u32 %r9, %r3, 7;"), 7u);
  EXPECT_EQ(result("mov.b32 %r3, 5; sub.cc.s32 %r4, 0, %r3; subc.cc.s32 %r5, 0, 0; subc.s32 %r9, %r4, %r5;"),
            uint32_t(-5));
  EXPECT_EQ(result("mov.b64 %rd3, 5; sub.cc.s64 %rd4, %rd3, 5; subc.s64 %rd5, %rd3, 1; cvt.u32.u64 %r9, %rd5;"), 4u);
  EXPECT_EQ(result("mov.b32 %r3, -7; shr.u32 %r9, %r3, 31;"), 1u);
  EXPECT_EQ(result("mov.b32 %r3, 305419896; bfe.u32 %r9, %r3, 8, 12;"), 0x456u);
  EXPECT_EQ(result("mov.b32 %r3, 1985229328; mov.b32 %r4, -19088744; prmt.b32.f4e %r9, %r3, %r4, 1;"), 0x98765432u);
  EXPECT_EQ(result("mov.b32 %r3, 305419896; lop3.b32 %r9, %r3, 0x000F000F, 0x43084308, 0x6A;"), 0x430C4300u);
  EXPECT_EQ(result("mov.b32 %r3, 12; mov.b32 %r4, 10; lop3.b32 %r9, %r3, %r4, 9, 0xCA;"), 9u); // a ? b : c
  EXPECT_EQ(result("mov.b32 %r3, -1; mul.hi.u32 %r9, %r3, %r3;"), 0xFFFFFFFEu);
  EXPECT_EQ(result("mov.b32 %r3, 0f7FC00000; max.NaN.f32 %r9, %r3, 0f00000000;") & 0x7FC00000, 0x7FC00000u);
  EXPECT_EQ(result("mov.b16 %rs1, 0x3FC0; cvt.rpi.bf16.bf16 %rs2, %rs1; mov.b32 %r9, {%rs2, %rs1};"), 0x3FC04000u);
  EXPECT_EQ(result("mov.b32 %r3, 3; cvt.rn.f64.s32 %rd3, %r3; mul.rn.f64 %rd3, %rd3, 0d4000000000000000; "
                   "cvt.rn.f32.f64 %r9, %rd3;"),
            0x40C00000u);
  EXPECT_EQ(result("mov.b16 %rs1, 0xC040; cvt.f64.bf16 %rd3, %rs1; cvt.rn.f32.f64 %r9, %rd3;"), 0xC0400000u);
  EXPECT_EQ(result("mov.b32 %r3, 0f7FC00000; max.f32 %r9, %r3, 0f40000000;"), 0x40000000u);
  EXPECT_EQ(result("mov.b32 %r3, 0f3F800001; cvt.rna.tf32.f32 %r9, %r3;"), 0x3F800000u);
  EXPECT_EQ(result("mov.b32 %r3, 0f3F800000; mov.b32 %r4, 0f40000000; cvt.rn.bf16x2.f32 %r9, %r3, %r4;"), 0x3F804000u);
  EXPECT_EQ(result("mov.b32 %r3, 0f7FC00000; setp.ltu.f32 %p1, %r3, 0f00000000; selp.b32 %r9, 1, 2, %p1;"), 1u);
  EXPECT_EQ(result("mov.b32 %r3, 0f3F800000; mov.b32 %r4, 0f80000000; copysign.f32 %r9, %r4, %r3;"), 0xBF800000u);
  EXPECT_EQ(result("mov.b16 %rs1, 0x4040U; mov.b16 %rs2, 0x3F80; fma.rn.bf16 %rs3, %rs1, %rs1, %rs2; "
                   "mov.b32 %r9, {%rs3, %rs2};"),
            0x3F804120u); // 3 * 3 + 1
  EXPECT_EQ(result("mov.b16 %rs1, 0x4200; mov.b16 %rs2, 0x3C00; sub.f16 %rs3, %rs1, %rs2; mov.b32 %r9, {%rs3, %rs2};"),
            0x3C004000u); // 3 - 1
  EXPECT_EQ(result("mov.b32 %r3, 0x42003C00; mov.b32 %r4, 0x40004000; max.f16x2 %r9, %r3, %r4;"), 0x42004000u);
  EXPECT_EQ(result("mov.b32 %r3, 0x3F803F80; mov.b32 %r4, 0x40003F80; add.bf16x2 %r9, %r3, %r4;"), 0x40404000u);
  EXPECT_EQ(result("mov.b32 %r3, 0x40003F80; mov.b32 %r4, 0x40404000; mul.rn.bf16x2 %r9, %r3, %r4;"), 0x40C04000u);
  EXPECT_EQ(result("mov.b32 %r3, 0x40003F80; mov.b32 %r4, 0x40404000; mov.b32 %r5, 0x3F803F80; fma.rn.bf16x2 %r9, "
                   "%r3, %r4, %r5;"),
            0x40E04040u);
  EXPECT_EQ(result("mov.b32 %r3, -56; cvt.s8.s32 %r9, %r3;"), 0xFFFFFFC8u);
  EXPECT_EQ(result("mov.b32 %r3, -3; mov.b32 %r4, 5; min.relu.s32 %r9, %r3, %r4;"), 0u);
  EXPECT_EQ(result("mov.b32 %r3, 3; mov.b32 %r4, 5; min.relu.s32 %r9, %r3, %r4;"), 3u);
  EXPECT_EQ(result("mov.b32 %r3, 3; setp.lt.s32 %p1, %r3, 4; mov.b32 %r9, 5; @%p1 mov.b32 %r9, 6;"), 6u);
}

TEST(Emulator, EndsOfIntegers) {
  auto result = [](const std::string &code) { return Trial(code + "\nst.global.b32 [%rd1], %r9;\nret;", 1).memory[0]; };
  auto upper = [&](const std::string &code) {
    return result(code + " shr.u64 %rd4, %rd4, 32; cvt.u32.u64 %r9, %rd4;");
  };
  const std::string least = "mov.b64 %rd3, 1; shl.b64 %rd3, %rd3, 63; ", minusOne = "mov.b64 %rd5, -1; ";
  EXPECT_EQ(upper(least + "abs.s64 %rd4, %rd3;"), 0x80000000u);
  EXPECT_EQ(upper(least + "neg.s64 %rd4, %rd3;"), 0x80000000u);
  EXPECT_EQ(upper(least + minusOne + "div.s64 %rd4, %rd3, %rd5;"), 0x80000000u);
  EXPECT_EQ(upper(least + minusOne + "rem.s64 %rd4, %rd3, %rd5;"), 0u);
  EXPECT_EQ(result("mov.b32 %r3, 7; mov.b32 %r4, 9; bfi.b32 %r9, %r3, %r4, 64, 8;"), 9u);
}

TEST(Emulator, FloatsBecomeTheNearestInteger) {
  auto result = [](const std::string &code) { return Trial(code + "\nst.global.b32 [%rd1], %r9;\nret;", 1).memory[0]; };
  auto upper = [&](const std::string &code) {
    return result(code + " shr.u64 %rd4, %rd4, 32; cvt.u32.u64 %r9, %rd4;");
  };
  const std::string huge = "mov.b32 %r3, 0f7149F2CA; ", negative = "mov.b32 %r3, 0fF149F2CA; "; // 1e30
  EXPECT_EQ(result(huge + "cvt.rzi.s32.f32 %r9, %r3;"), 0x7FFFFFFFu);
  EXPECT_EQ(result(huge + "cvt.rzi.u32.f32 %r9, %r3;"), 0xFFFFFFFFu);
  EXPECT_EQ(result(negative + "cvt.rzi.s32.f32 %r9, %r3;"), 0x80000000u);
  EXPECT_EQ(result(negative + "cvt.rzi.u32.f32 %r9, %r3;"), 0u);
  EXPECT_EQ(upper(huge + "cvt.rzi.s64.f32 %rd4, %r3;"), 0x7FFFFFFFu);
  EXPECT_EQ(upper(huge + "cvt.rzi.u64.f32 %rd4, %r3;"), 0xFFFFFFFFu);
  EXPECT_EQ(upper(negative + "cvt.rzi.s64.f32 %rd4, %r3;"), 0x80000000u);
  EXPECT_EQ(upper(negative + "cvt.rzi.u64.f32 %rd4, %r3;"), 0u);
  // NaN is 0, unless one of the types has 64 bits.
  const std::string nan = "mov.b32 %r3, 0f7FC00000; ", wideNan = "mov.b64 %rd3, 0d7FF8000000000000; ";
  EXPECT_EQ(result(nan + "cvt.rzi.s32.f32 %r9, %r3;"), 0u);
  EXPECT_EQ(result(nan + "cvt.rzi.u32.f32 %r9, %r3;"), 0u);
  EXPECT_EQ(upper(nan + "cvt.rzi.s64.f32 %rd4, %r3;"), 0x80000000u);
  EXPECT_EQ(upper(nan + "cvt.rzi.u64.f32 %rd4, %r3;"), 0x80000000u);
  EXPECT_EQ(result(wideNan + "cvt.rzi.s32.f64 %r9, %rd3;"), 0x80000000u);
}

TEST(Emulator, Memory) {
  EXPECT_TRUE(Trial("st.global.b32 [%rd1+1020], %r2; ret;").fault.empty());
  EXPECT_TRUE(Trial("st.global.b32 [%rd1+1024], %r2; ret;").says("not allocated"));
  EXPECT_TRUE(Trial("ld.global.b32 %r3, [%rd1+-4]; ret;").says("not allocated"));
  EXPECT_TRUE(Trial("ld.global.v2.b32 {%r3, %r4}, [%rd1+4]; ret;").says("no multiple of 8"));
  EXPECT_TRUE(Trial("st.shared.b32 [%r1+4092], %r2; ret;").fault.empty());
  EXPECT_TRUE(Trial("st.shared.b32 [%r1+4096], %r2; ret;").says("shared memory"));
}

TEST(Emulator, Variables) {
  // Without dynamic shared memory. They lie one after the other.
  const char *ptx =
      ".version 8.1\n.target sm_90a\n.address_size 64\n.visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n"
      "\t.reg .b32 %r<9>;\n\t.reg .b64 %rd<9>;\n\t.shared .align 4 .f32 one_$_0;\n"
      "\t.shared .align 16 .b8 two[32];\n\tld.param.b64 %rd1, [k_param_0];\n\tmov.b32 %r1, 5;\n"
      "\tmov.b32 %r2, 7;\n\tst.shared.b32 [one_$_0], %r1;\n\tmov.b32 %r3, two;\n"
      "\tst.shared.b32 [%r3+4], %r2;\n\tst.shared.b32 [two], %r2;\n\tld.shared.b32 %r4, [one_$_0];\n"
      "\tld.shared.b32 %r5, [two+4];\n\tst.global.b32 [%rd1], %r4;\n\tst.global.b32 [%rd1+4], %r5;\n"
      "\tst.global.b32 [%rd1+8], %r3;\n\tret;\n}\n";
  auto kernels = parse(ptx);
  std::vector<uint32_t> memory(4);
  Launch launch;
  launch.kernel = &kernels.at("k");
  launch.grid[0] = launch.threads[0] = launch.cluster = 1;
  uint64_t pointer = reinterpret_cast<uint64_t>(memory.data());
  launch.parameters.resize(8);
  std::memcpy(launch.parameters.data(), &pointer, 8);
  Machine({{pointer, memory.size() * 4}}, 1).run(launch);
  EXPECT_EQ(memory[0], 5u);
  EXPECT_EQ(memory[1], 7u);
  EXPECT_EQ(memory[2] % 16, 0u);
}

TEST(Emulator, Unknown) {
  EXPECT_TRUE(Trial("frob.b32 %r3, %r2; ret;").says("line 19: unknown instruction: frob.b32"));
  EXPECT_TRUE(Trial("mov.b32 %r3, %q; ret;").says("unknown operand '%q'"));
  EXPECT_TRUE(Trial("bra $there; ret;").says("no label $there"));
  for (const char *number : {"add.f32 %r3, %r2, %r2", "selp.f32 %r3, %r2, %r2, %p1", "cvt.rn.f32.s32 %r3, %r2"}) {
    std::string code = number;
    EXPECT_TRUE(
        Trial(code + "; st.global.b8 [%rd1], %r3; ret;").says("an assembler converts the float that is stored as 8"));
    EXPECT_TRUE(Trial(code + "; st.global.v2.b16 [%rd1], {%r2, %r3}; ret;").says("stored as 16 bits"));
    EXPECT_TRUE(Trial(code + "; mov.b32 %r4, %r3; st.global.b8 [%rd1], %r4; ret;").fault.empty());
    EXPECT_TRUE(Trial(code + "; st.global.b32 [%rd1], %r3; ret;").fault.empty());
  }
  EXPECT_TRUE(Trial("add.f64 %rd3, %rd1, %rd1; st.global.b32 [%rd1], %rd3; ret;").says("stored as 32 bits"));
  EXPECT_TRUE(Trial("add.f16 %rs3, %rs1, %rs1; st.global.b8 [%rd1], %rs3; ret;").says("stored as 8 bits"));
  EXPECT_TRUE(Trial("add.f16x2 %r3, %r2, %r2; st.global.b16 [%rd1], %r3; ret;").fault.empty());
}

TEST(Emulator, WarpsAreWhole) {
  EXPECT_TRUE(Trial("bar.warp.sync -1; ret;").fault.empty());
  EXPECT_TRUE(Trial("setp.eq.u32 %p1, %r2, 3; @%p1 bra $end; bar.warp.sync -1;\n$end:\nret;").says("all threads wait"));
  EXPECT_TRUE(Trial("setp.eq.u32 %p1, %r2, 3; @%p1 bra $other; bar.warp.sync -1; ret;\n$other:\nbar.warp.sync -1; ret;")
                  .says("different instructions"));
}

TEST(Emulator, Barriers) {
  std::string init =
      "setp.ne.u32 %p1, %r2, 0; @%p1 bra $ready; mbarrier.init.shared.b64 [%r1], 2;\n$ready:\nbar.sync 0;\n";
  EXPECT_TRUE(Trial("bar.sync 1, 64; ret;", 32).says("all threads wait"));
  EXPECT_TRUE(Trial(init + "mbarrier.try_wait.parity.shared.b64 %p2, [%r1], 0; ret;").says("all threads wait"));
  EXPECT_TRUE(
      Trial(init + "mbarrier.arrive.shared.b64 %rd3, [%r1]; mbarrier.try_wait.parity.shared.b64 %p2, [%r1], 0; ret;", 2)
          .fault.empty());
  EXPECT_TRUE(Trial(init + "mbarrier.arrive.shared.b64 %rd3, [%r1], 3; ret;", 1).says("more arrivals"));
  EXPECT_TRUE(Trial("mbarrier.arrive.shared.b64 %rd3, [%r1]; ret;", 1).says("no mbarrier"));
}

// One thread writes, another reads. Without the barrier that is right for some orders alone.
TEST(Emulator, Orders) {
  auto code = [](const std::string &wait) {
    return "setp.ne.u32 %p1, %r2, 33; mov.b32 %r3, 7; @!%p1 st.shared.b32 [%r1], %r3;\n" + wait +
           "setp.ne.u32 %p2, %r2, 0; ld.shared.b32 %r4, [%r1]; @!%p2 st.global.b32 [%rd1], %r4; ret;";
  };
  EXPECT_EQ(countWrong(code("bar.sync 0;\n"), 64), 0);
  EXPECT_GT(countWrong(code(""), 64), 0);
}

// A copy that nobody waits for may come late.
TEST(Emulator, Copies) {
  auto code = [](const std::string &wait) {
    return "mov.b32 %r3, 7; st.global.b32 [%rd2], %r3; mad.lo.s32 %r5, %r2, 4, %r1; "
           "cp.async.ca.shared.global [%r5], [%rd2], 4, 4; cp.async.commit_group;\n" +
           wait + "ld.shared.b32 %r4, [%r5]; st.global.b32 [%rd2], %r4; ret;";
  };
  EXPECT_EQ(countWrong(code("cp.async.wait_group 0;\n")), 0);
  EXPECT_GT(countWrong(code("cp.async.wait_group 1;\n")), 0);
}

// Sums that a block of the cluster sends to the other.
TEST(Emulator, Clusters) {
  auto code = [](const std::string &wait) {
    return "mov.u32 %r10, %cluster_ctarank; setp.ne.u32 %p1, %r2, 0; @%p1 bra $ready;\n"
           "mbarrier.init.shared.b64 [%r1], 1; mov.b32 %r11, 4; mbarrier.arrive.expect_tx.shared.b64 %rd3, [%r1], "
           "%r11;\n"
           "$ready:\nbarrier.cluster.arrive; barrier.cluster.wait;\n@%p1 bra $end;\nsetp.eq.u32 %p2, %r10, 0; @%p2 bra "
           "$first;\n"
           "mapa.shared::cluster.u32 %r12, %r1, 0; mov.b32 %r13, 7; add.s32 %r14, %r12, 64;\n"
           "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r14], %r13, [%r12]; bra $end;\n$first:\n" +
           wait + "ld.shared.b32 %r4, [%r1+64]; st.global.b32 [%rd1], %r4;\n$end:\nret;";
  };
  EXPECT_EQ(countWrong(code("mbarrier.try_wait.parity.shared.b64 %p3, [%r1], 0;\n"), 32, 2, 2), 0);
  EXPECT_GT(countWrong(code(""), 32, 2, 2), 0);
  EXPECT_TRUE(Trial("mapa.shared::cluster.u32 %r12, %r1, 2; st.shared::cluster.b32 [%r12], %r2; ret;", 1, 1, 2, 2)
                  .says("no block of rank 2"));
}

TEST(Emulator, DependentLaunches) {
  auto run = [](const std::string &code, bool dependent) { return Trial(code, 1, 1, 1, 1, dependent); };
  EXPECT_TRUE(run("st.global.b32 [%rd1], %r2; ret;", false).fault.empty());
  EXPECT_TRUE(run("griddepcontrol.wait; st.global.b32 [%rd1], %r2; ret;", true).fault.empty());
  EXPECT_TRUE(run("st.global.b32 [%rd1], %r2; griddepcontrol.wait; ret;", true).says("before griddepcontrol.wait"));
  EXPECT_TRUE(run("cp.async.ca.shared.global [%r1], [%rd1], 4, 4; ret;", true).says("before griddepcontrol.wait"));
  // What nobody writes who may still run may be read, and not written.
  auto runStable = [](const std::string &code) { return Trial(code, 1, 1, 1, 1, true, true); };
  EXPECT_TRUE(runStable("ld.global.b32 %r2, [%rd1]; griddepcontrol.wait; ret;").fault.empty());
  EXPECT_TRUE(runStable("st.global.b32 [%rd1], %r2; griddepcontrol.wait; ret;").says("before griddepcontrol.wait"));
  EXPECT_TRUE(run("griddepcontrol.launch_dependents; griddepcontrol.wait; ret;", true).releasedUnwaited);
  EXPECT_FALSE(run("griddepcontrol.wait; griddepcontrol.launch_dependents; ret;", true).releasedUnwaited);
  EXPECT_FALSE(run("griddepcontrol.launch_dependents; ret;", false).releasedUnwaited);
}

// What one block leaves for another behind a flag: the first one stores 7, the second one to come reads it.
TEST(Emulator, BlocksThatCommunicate) {
  auto code = [](const std::string &order) {
    return "mov.u32 %r10, %ctaid.x; mul.wide.u32 %rd4, %r10, 64; add.s64 %rd4, %rd1, %rd4; mov.b32 %r3, 7;\n"
           "st.global.b32 [%rd4+128], %r3; mov.b64 %rd5, 5; atom" +
           order +
           ".gpu.global.exch.b64 %rd6, [%rd1+64], %rd5; setp.ne.s64 %p1, %rd6, 5; @%p1 bra $end;\n"
           "xor.b32 %r10, %r10, 1; mul.wide.u32 %rd4, %r10, 64; add.s64 %rd4, %rd1, %rd4;\n"
           "ld.global.b32 %r4, [%rd4+128]; st.global.b32 [%rd1], %r4;\n$end:\nret;";
  };
  EXPECT_EQ(countWrong(code(".acq_rel"), 1, 2), 0);
  EXPECT_TRUE(Trial(code(".relaxed"), 1, 1, 2).says("and did not release"));
  EXPECT_TRUE(Trial("atom.global.add.u32 %r3, [%rd1], %r2; ret;").says("there is only exch.b64"));
  // Acquired alone; and what a block waits for another one to do.
  std::string acquires = "mov.u32 %r10, %ctaid.x; setp.ne.u32 %p1, %r10, 0; mov.b64 %rd5, 5; @%p1 bra $read;\n"
                         "st.global.b64 [%rd1], %rd5; atom.acq_rel.gpu.global.exch.b64 %rd6, [%rd1+64], %rd5; ret;\n"
                         "$read:\nld";
  auto readsUnordered = [&](const std::string &load) {
    int faults = 0;
    for (uint64_t seed = 1; seed <= 30; ++seed)
      faults += Trial(acquires + load + ".b64 %rd6, [%rd1+64]; ld.global.b64 %rd6, [%rd1]; ret;", 1, seed, 2)
                    .fault.find("which this one has not acquired") != std::string::npos;
    return faults;
  };
  EXPECT_GT(readsUnordered(".relaxed.gpu.global"), 0);
  EXPECT_TRUE(Trial("atom.global.exch.b64 %rd6, [%rd1], %rd1; griddepcontrol.wait; ret;", 1, 1, 1, 1, true)
                  .says("before griddepcontrol.wait"));
}

// Of signed numbers, in any order; what has been reached so far may be read without more.
TEST(Emulator, Maxima) {
  EXPECT_EQ(countWrong("mov.b32 %r3, -3; red.global.max.s32 [%rd1], %r3; setp.ge.u32 %p1, %r2, 8; @%p1 bra $end;\n"
                       "red.global.max.s32 [%rd1], %r2;\n$end:\nret;"),
            0);
  EXPECT_TRUE(Trial("red.global.max.u32 [%rd1], %r2; ret;").says("there is only add.u32 and max.s32"));
  std::string beside = "mov.b64 %rd5, 5; atom.relaxed.gpu.global.exch.b64 %rd6, [%rd1+64], %rd5; mov.b32 %r3, 7;\n"
                       "ld.relaxed.gpu.global.b32 %r4, [%rd1]; red.global.max.s32 [%rd1], %r3; ret;";
  EXPECT_EQ(countWrong(beside, 1, 2), 0);
  EXPECT_TRUE(Trial("red.global.max.s32 [%rd1], %r2; griddepcontrol.wait; ret;", 1, 1, 1, 1, true)
                  .says("before griddepcontrol.wait"));
}

// A barrier that says whether one of its threads votes.
TEST(Emulator, BarriersThatVote) {
  auto code = [](const std::string &voter) {
    return "setp.eq.u32 %p1, %r2, " + voter +
           "; bar.red.or.pred %p2, 1, 64, %p1; selp.b32 %r3, 7, 3, %p2; bar.red.or.pred %p3, 1, 64, 0;\n"
           "selp.b32 %r3, 0, %r3, %p3; st.global.b32 [%rd1], %r3; ret;";
  };
  EXPECT_EQ(countWrong(code("33"), 64), 0);
  EXPECT_EQ(countWrong(code("64"), 64), 30);
  EXPECT_TRUE(Trial(code("33"), 32).says("all threads wait"));
}

// A product of zeros that threads wrote themselves: wgmma reads by another proxy.
TEST(Emulator, Proxies) {
  auto code = [](const std::string &fence) {
    return "mov.b32 %r3, 0; shl.b32 %r4, %r2, 4; add.s32 %r1, %r1, %r4;\n"
           "st.shared.v4.b32 [%r1], {%r3, %r3, %r3, %r3}; st.shared.v4.b32 [%r1+512], {%r3, %r3, %r3, %r3};\n" +
           fence +
           "bar.sync 0; mov.b64 %rd3, 4611686018427387968;\n" // swizzle of 128 bytes, strides of 0, address 1024
           "wgmma.fence.sync.aligned; setp.ne.b32 %p1, 0, 0;\n"
           "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%r5, %r6, %r7, %r8}, %rd3, %rd3, %p1, 1, 1, 0, 0;\n"
           "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; st.global.b32 [%rd2], %r5; ret;";
  };
  Trial good(code("fence.proxy.async.shared::cta;\n"), 128), bad(code(""), 128);
  ASSERT_TRUE(good.fault.empty());
  EXPECT_EQ(good.memory[127], 0);
  EXPECT_TRUE(Trial(code("fence.proxy.async.shared::cta;\n"), 32).says("a warpgroup of 32 threads"));
  EXPECT_TRUE(bad.says("without fence.proxy.async"));
}

namespace {
/// 64 x 8 results of wgmma of 16-bit elements whose left factor is in registers, added to ones, and what they must be.
/// Factors are small integers, which every format has.
struct RegisterProduct {
  static constexpr size_t rows = 64, columns = 8, depth = 16;
  std::vector<float> expected, found;
  std::string fault;

  RegisterProduct(const std::string &type, bool kMajor) {
    auto round = [&](int value) {
      return type == "f16" ? floatToHalf(static_cast<float>(value)) : floatToBfloat(static_cast<float>(value));
    };
    auto left = [](size_t row, size_t k) { return static_cast<int>((row * 5 + k * 3) % 11) - 5; };
    auto right = [](size_t k, size_t column) { return static_cast<int>((k * 7 + column * 2) % 9) - 4; };
    // The left factor row by row, then the right one as it lies in shared memory.
    std::vector<uint16_t> data(2048);
    for (size_t row = 0; row < rows; ++row)
      for (size_t k = 0; k < depth; ++k)
        data[row * depth + k] = round(left(row, k));
    for (size_t k = 0; k < depth; ++k)
      for (size_t column = 0; column < columns; ++column) {
        size_t at = kMajor ? column * 128 + k * 2 : k * 128 + column * 2;
        data[1024 + (at ^ (at >> 7 & 7) << 4) / 2] = round(right(k, column));
      }
    std::vector<uint32_t> words(1024);
    std::memcpy(words.data(), data.data(), 4096);
    std::string code =
        "shl.b32 %r3, %r2, 4; add.s32 %r4, %r1, %r3; mul.wide.u32 %rd3, %r2, 16; add.s64 %rd3, %rd1, %rd3;\n"
        "ld.global.v4.b32 {%r5, %r6, %r7, %r8}, [%rd3+2048]; st.shared.v4.b32 [%r4], {%r5, %r6, %r7, %r8};\n"
        "fence.proxy.async.shared::cta; bar.sync 0;\n"
        // Of thread t the words at row 16 (t / 32) + t % 32 / 4, k = 2 (t % 4), and 8 rows and 8 k from there.
        "shr.u32 %r9, %r2, 5; shl.b32 %r9, %r9, 9; and.b32 %r10, %r2, 28; shl.b32 %r10, %r10, 3; add.s32 %r9, %r9, "
        "%r10;\n"
        "and.b32 %r11, %r2, 3; shl.b32 %r11, %r11, 2; add.s32 %r9, %r9, %r11; cvt.u64.u32 %rd4, %r9;\n"
        "add.s64 %rd4, %rd1, %rd4; ld.global.b32 %r13, [%rd4]; ld.global.b32 %r14, [%rd4+256];\n"
        "ld.global.b32 %r15, [%rd4+16]; ld.global.b32 %r16, [%rd4+272];\n"
        "mov.b32 %r17, 0f3F800000; mov.b32 %r18, %r17; mov.b32 %r19, %r17; mov.b32 %r20, %r17;\n"
        "mov.b64 %rd5, " +
        std::to_string(uint64_t(1) << 62 | uint64_t(64) << 32 | uint64_t(128) << 16 | 64) +
        "; wgmma.fence.sync.aligned; setp.ne.b32 %p1, 1, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32." +
        type + "." + type + " {%r17, %r18, %r19, %r20}, {%r13, %r14, %r15, %r16}, %rd5, %p1, 1, 1, " +
        (kMajor ? "0" : "1") +
        ";\nwgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n"
        "st.global.v4.b32 [%rd3], {%r17, %r18, %r19, %r20}; ret;";
    Trial trial(words, code, 128);
    fault = trial.fault;
    for (size_t row = 0; row < rows; ++row)
      for (size_t column = 0; column < columns; ++column) {
        size_t thread = row / 16 * 32 + row % 8 * 4 + column / 2;
        found.push_back(asFloat(trial.memory[4 * thread + row / 8 % 2 * 2 + column % 2]));
        int sum = 1;
        for (size_t k = 0; k < depth; ++k)
          sum += left(row, k) * right(k, column);
        expected.push_back(static_cast<float>(sum));
      }
  }
};
} // namespace

TEST(Emulator, LeftFactorsInRegisters) {
  for (const char *type : {"bf16", "f16"})
    for (bool kMajor : {true, false}) {
      RegisterProduct product(type, kMajor);
      EXPECT_EQ(product.fault, "");
      EXPECT_EQ(product.found, product.expected) << type << (kMajor ? ", K-major" : ", transposed");
    }
}

/// 16 x 8 results of mma.sync of 8-bit floats, of e4m3 row by row and e5m2 column by column, added to `before`.
static Trial multiplyFloat8(const std::vector<uint8_t> &left, const std::vector<uint8_t> &right, float before) {
  std::vector<uint32_t> words(256);
  std::memcpy(words.data(), left.data(), 512);
  std::memcpy(words.data() + 128, right.data(), 256);
  // Of thread t the words at row t / 4, bytes 4 (t % 4) of k, and 8 rows and 16 bytes from there.
  return Trial(std::move(words),
               "shr.u32 %r3, %r2, 2; shl.b32 %r3, %r3, 5; and.b32 %r4, %r2, 3; shl.b32 %r4, %r4, 2;\n"
               "add.s32 %r3, %r3, %r4; cvt.u64.u32 %rd3, %r3; add.s64 %rd3, %rd1, %rd3;\n"
               "ld.global.b32 %r5, [%rd3]; ld.global.b32 %r6, [%rd3+256]; ld.global.b32 %r7, [%rd3+16];\n"
               "ld.global.b32 %r8, [%rd3+272]; ld.global.b32 %r9, [%rd3+512]; ld.global.b32 %r10, [%rd3+528];\n"
               "mov.b32 %r11, " +
                   std::to_string(fromFloat(before)) +
                   "; mov.b32 %r12, %r11; mov.b32 %r13, %r11; mov.b32 %r14, %r11;\n"
                   "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%r11, %r12, %r13, %r14}, "
                   "{%r5, %r6, %r7, %r8}, {%r9, %r10}, {%r11, %r12, %r13, %r14};\n"
                   "mul.wide.u32 %rd4, %r2, 16; add.s64 %rd4, %rd1, %rd4;\n"
                   "st.global.v4.b32 [%rd4], {%r11, %r12, %r13, %r14}; ret;",
               32);
}

TEST(Emulator, ProductsOfFloat8) {
  // Powers of two of either format: exponents from 2^-7 and 2^-15 on.
  auto exponentOfLeft = [](size_t row, size_t k) { return static_cast<int>((row * 5 + k * 3) % 4); };
  auto exponentOfRight = [](size_t k, size_t column) { return static_cast<int>((k * 7 + column * 2) % 3); };
  std::vector<uint8_t> left(512), right(256);
  for (size_t k = 0; k < 32; ++k) {
    for (size_t row = 0; row < 16; ++row)
      left[row * 32 + k] = static_cast<uint8_t>((exponentOfLeft(row, k) + 7) << 3);
    for (size_t column = 0; column < 8; ++column)
      right[column * 32 + k] = static_cast<uint8_t>((exponentOfRight(k, column) + 15) << 2);
  }
  Trial trial = multiplyFloat8(left, right, 1);
  EXPECT_EQ(trial.fault, "");
  for (size_t row = 0; row < 16; ++row)
    for (size_t column = 0; column < 8; ++column) {
      float sum = 1;
      for (size_t k = 0; k < 32; ++k)
        sum += std::ldexp(1.0f, exponentOfLeft(row, k) + exponentOfRight(k, column));
      size_t thread = row % 8 * 4 + column / 2;
      EXPECT_EQ(asFloat(trial.memory[4 * thread + row / 8 * 2 + column % 2]), sum) << row << ", " << column;
    }
}

TEST(Emulator, SumsOfFloat8KeepFourteenBits) {
  // 32 products of 1 and 0.5, to nothing and to 2^14, which has no bits below 2.
  std::vector<uint8_t> left(512, 0x38), right(256, 0x38);
  EXPECT_EQ(asFloat(multiplyFloat8(left, right, 0).memory[0]), 16);
  EXPECT_EQ(asFloat(multiplyFloat8(left, right, 16384).memory[0]), 16384);
}

TEST(Emulator, Votes) {
  auto vote = [](const std::string &kind, const std::string &condition) {
    return Trial("setp." + condition + ".u32 %p1, %r2, 3; vote.sync." + kind +
                 ".pred %p2, %p1, -1; selp.b32 %r3, 7, 5, %p2; st.global.b32 [%rd2], %r3; ret;");
  };
  for (size_t lane : {0, 3, 31}) {
    EXPECT_EQ(vote("any", "eq").memory[lane], 7u);
    EXPECT_EQ(vote("any", "gt").memory[lane], 7u);
    EXPECT_EQ(vote("all", "eq").memory[lane], 5u);
  }
  EXPECT_TRUE(vote("uni", "eq").says("this kind of vote is not known"));
  EXPECT_TRUE(Trial("vote.sync.any.pred %p2, %p1, 3; ret;").says("a mask of some lanes"));
}
