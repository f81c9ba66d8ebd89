// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// PTX to cubin in memory, by the first maker that is there: nvJitLink, ptxas as a process, the driver.

#ifndef FUSION_RUNTIME_CUBIN_H
#define FUSION_RUNTIME_CUBIN_H

#include "fusion/Runtime/Error.h"

#include <string>
#include <string_view>
#include <vector>

namespace fusion::runtime {

/// What the assembler says about one kernel.
struct KernelUsage {
  std::string name;
  int registers = 0;
  int stackBytes = 0;
  int spillStores = 0; ///< bytes
  int spillLoads = 0;  ///< bytes
  int staticShared = 0;
};

struct CubinResult {
  std::vector<char> cubin;
  std::string log;     ///< the assembler's verbose output
  std::string maker;   ///< "nvjitlink", "ptxas" or "driver"
  std::string release; ///< of the assembler, as the cubin notes it: "13.0.88"; empty where it does not
  std::vector<KernelUsage> kernels;
  std::vector<std::string> warnings; ///< one line each; performance warnings carry their C75xx number
};

struct CubinOptions {
  std::string chip; ///< "sm_90a"; the driver ignores it and compiles for its first device
  int optLevel = 3;
  std::string maker; ///< use this one alone; empty: the first that is there. FUSION_ASSEMBLER overrides it
};

/// Assembles `ptx`. Fails, with the assembler's messages, for bad PTX, and where no maker is there, saying what was
/// looked for. If a maker rejects the PTX no other is asked.
Expected<CubinResult> makeCubin(std::string_view ptx, const CubinOptions &options);

/// Makers available here, in the order of preference.
std::vector<std::string> availableCubinMakers();

/// The same for people, with their releases and places: "ptxas 13.0.88 (/usr/local/cuda/bin/ptxas)".
std::vector<std::string> describeCubinMakers();

/// Fills `kernels` and `warnings` from `log`.
void parseAssemblerLog(CubinResult &result);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_CUBIN_H
