// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Analysis/MatmulProblem.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace mlir::fusion;

bool fusion::isSM90Supported(KernelOp kernel, const ChipInfo &chip) {
  MatmulOp product = kernel.getMatmul();
  if (!product || !chip.wgmma)
    return false;
  MatmulProblem matmul = MatmulProblem::get(product);
  if (!matmul.inputType.isBF16() && !matmul.inputType.isF16() && !matmul.inputType.isF32())
    return false;
  // Tensor maps have at most five dimensions, none of them empty.
  if (matmul.batch.size() > 3 || llvm::is_contained(product.getType().getShape(), 0) || matmul.k == 0)
    return false;
  return true;
}
