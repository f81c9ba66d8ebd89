// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Analysis/MatmulProblem.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace mlir::fusion;

/// Whether kernels are lowered to wgmma at all.
static constexpr bool kLowered = false;

/// Whether TMA can store `type`: whole bytes, and rows that are known to be, or may be, multiples of 16 of them.
static bool isStorable(RankedTensorType type) {
  int64_t bits = type.getElementTypeBitWidth(), columns = type.getShape().back();
  return (bits == 8 || bits == 16 || bits == 32) &&
         (ShapedType::isDynamic(columns) || columns % 16 * (bits / 8) % 16 == 0);
}

bool fusion::isSM90Supported(KernelOp kernel, const ChipInfo &chip) {
  MatmulOp product = kernel.getMatmul();
  if (!kLowered || !product || !chip.wgmma)
    return false;
  MatmulProblem matmul = MatmulProblem::get(product);
  if (!matmul.inputType.isBF16() && !matmul.inputType.isF16())
    return false;
  ScheduleProblem problem = ScheduleProblem::get(kernel);
  if (matmul.isBatched() || problem.oddPitchA || problem.oddPitchB)
    return false;
  return llvm::all_of(kernel.getYield().getOperandTypes(),
                      [](Type type) { return isStorable(cast<RankedTensorType>(type)); });
}
