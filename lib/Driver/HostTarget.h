// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Code for this machine, and what LLVM's code generator must be kept from.

#ifndef FUSION_LIB_DRIVER_HOSTTARGET_H
#define FUSION_LIB_DRIVER_HOSTTARGET_H

#include "fusion/Driver/HostCode.h"
#include "llvm/Target/TargetMachine.h"

namespace fusion {

/// A processor as LLVM names it, with the features that its name does not say.
struct HostProcessor {
  std::string name, features;
};

/// The processor that code is made for. `Native` is the one that FUSION_HOST_CPU names (x86-64-v3, say), or this
/// machine's.
HostProcessor getHostProcessor(HostCPU cpu);

/// LLVM's code generator for this machine; null, with the reason in `error`, if there is none.
std::unique_ptr<llvm::TargetMachine> createHostTargetMachine(HostCPU cpu, std::string &error);

/// Lets values of bf16 that are only moved (arithmetic has become that of integers) be 16-bit integers. LLVM's code for
/// vectors of bf16 goes through f32 and the instructions of AVX512-BF16, which take denormals for zero.
void moveBF16AsIntegers(llvm::Module &module);

/// Compares values of f16 as f32, which is exact. LLVM 22's instruction selection for AVX-512 fails on some comparisons
/// of one loaded <4 x half> with several values (`X86ISD::SUBV_BROADCAST_LOAD` of 64 bits); its optimizer would undo
/// this.
void compareF16AsF32(llvm::Module &module);

/// Compiles the module to an object file in memory.
FailureOr<std::string> compileObject(llvm::Module &module, llvm::TargetMachine &machine, Location loc);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_HOSTTARGET_H
