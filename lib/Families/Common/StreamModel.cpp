// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of kernels that go through memory once, by bytes and instructions.

#include "fusion/Families/Common/StreamModel.h"

#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

double StreamModel::getBandwidth(const ChipInfo &chip) { return kShare * chip.memoryGBs * 1e3; }

PredictedTime StreamModel::predict(const StreamProblem &problem, const ChipInfo &chip) {
  double memory = (problem.bytesRead + problem.bytesWritten) / getBandwidth(chip);
  // A fused multiply-add counts as two flops, but each scalar instruction as one slot.
  double instructions = problem.instructions / (kInstructionShare * chip.fp32TFlops / 2 * 1e6);
  return {kLaunch + std::max(memory, instructions),
          {{"launch", kLaunch}, {"memory", memory}, {"instructions", instructions}}};
}
