// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a program does with a device, from its opening to the last release, on the driver of FakeDriver.cpp.

#ifndef FUSION_UNITTESTS_FAULTS_SCENARIOS_H
#define FUSION_UNITTESTS_FAULTS_SCENARIOS_H

#include "fusion/Runtime/Error.h"

namespace fusion::test {

/// A module loaded, its entry called once and timed in CUDA graphs, its results compared ("wrong result").
runtime::Error runMachineCode();
/// The same with tensor maps and dependent launches.
runtime::Error runTensorMaps();
/// PTX assembled by the driver.
runtime::Error assembleByDriver();

} // namespace fusion::test

#endif // FUSION_UNITTESTS_FAULTS_SCENARIOS_H
