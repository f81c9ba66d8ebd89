// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The modules of Modules/, built into the test itself.

#ifndef FUSION_UNITTESTS_FAULTS_MODULES_H
#define FUSION_UNITTESTS_FAULTS_MODULES_H

#include "fusion/Runtime/ABI.h"

extern "C" const FusionModule cpu_module, cuda_module, hopper_module;

namespace fusion::test {

/// A module with what the driver of FakeDriver.cpp takes for a cubin; with its PTX or without.
struct MachineCode {
  explicit MachineCode(const FusionModule &module, bool withPtx = false);
  MachineCode(const MachineCode &) = delete;

  FusionImage image;
  FusionModule module;
};

} // namespace fusion::test

#endif // FUSION_UNITTESTS_FAULTS_MODULES_H
