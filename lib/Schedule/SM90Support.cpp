// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace mlir::fusion;

bool fusion::isSM90Supported(KernelOp kernel, const ChipInfo &chip) {
  MatmulOp matmul = KernelPlan(kernel).getProduct();
  if (!matmul || !chip.wgmma)
    return false;
  if (Type type = matmul.getInputElementType(); !type.isBF16() && !type.isF16() && !type.isF32())
    return false;
  // Tensor maps have at most five dimensions, none of them empty.
  if (matmul.getNumBatchDims() > 3 || llvm::is_contained(matmul.getType().getShape(), 0) || matmul.getK() == 0)
    return false;
  return true;
}
