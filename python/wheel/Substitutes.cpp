// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What LLVM's archives or the compiler call and the wheel does without. The linker takes these before it looks into an
// archive, and none is seen from outside.

#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

extern "C" {
/// glibc's is of version 2.36; getrandom's is of 2.25. llvm::sys::Process::GetRandomNumber calls it.
uint32_t arc4random() {
  uint32_t value;
  if (getrandom(&value, sizeof value, 0) != sizeof value)
    std::abort(); // as glibc's does where there is no source of random numbers
  return value;
}

/// glibc's newest, which rounds correctly, is of version 2.35; the bounds of --verify, which call it, need no more than
/// the one before it, whose error is below one unit in the last place.
double olderHypot(double x, double y);
__asm__(".symver olderHypot, hypot@GLIBC_2.2.5");
double hypot(double x, double y) { return olderHypot(x, y); }

// MLIR's dialects for other vendors' GPUs register their code generators when asked to make binaries, which this
// compiler never asks. Those of AMDGPU alone are a quarter of the library.
#define FUSION_LEFT_OUT(target)                                                                                        \
  void LLVMInitialize##target##AsmParser() {}                                                                          \
  void LLVMInitialize##target##AsmPrinter() {}                                                                         \
  void LLVMInitialize##target##Target() {}                                                                             \
  void LLVMInitialize##target##TargetInfo() {}                                                                         \
  void LLVMInitialize##target##TargetMC() {}
FUSION_LEFT_OUT(AMDGPU)
FUSION_LEFT_OUT(SPIRV)
}
