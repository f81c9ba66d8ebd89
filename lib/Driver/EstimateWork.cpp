// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts scalar operations of loops and operations.

#include "EstimateWork.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Driver/VerifyKernels.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace fusion;

static constexpr double kUnknownSize = 128;

static double getSize(int64_t size) { return ShapedType::isDynamic(size) ? kUnknownSize : static_cast<double>(size); }

static double getElements(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  double count = 1;
  for (int64_t size : shaped ? shaped.getShape() : ArrayRef<int64_t>())
    count *= getSize(size);
  return count;
}

/// Points of the loops, or elements that are read where those are more, times operations of the body.
static double estimateLoops(linalg::LinalgOp op) {
  double points = 1, elements = 0;
  for (int64_t range : op.getStaticLoopRanges())
    points *= getSize(range);
  for (Type type : op->getOperandTypes())
    elements = std::max(elements, getElements(type));
  return std::max(elements, points) * std::max<size_t>(op.getBlock()->getOperations().size() - 1, 1);
}

double fusion::estimateWork(Operation *op) {
  double work = 0;
  for (Type type : op->getResultTypes())
    work = std::max(work, getElements(type));
  if (auto matmul = dyn_cast<MatmulOp>(op)) {
    auto lhs = cast<RankedTensorType>(matmul.getLhs().getType());
    return work * getSize(lhs.getDimSize(lhs.getRank() - (matmul.getTransposeA() ? 2 : 1)));
  }
  if (auto loops = dyn_cast<linalg::LinalgOp>(op))
    return std::max(work, estimateLoops(loops));
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      work += estimateWork(&inner);
  return work;
}

double fusion::estimateWork(ModuleOp fused, StringRef entry) {
  double work = 0;
  if (auto function = fused.lookupSymbol<func::FuncOp>(entry))
    for (Operation &op : function.getBody().getOps())
      work += ExposedModule::isChecked(&op) ? estimateWork(&op) : 0;
  return work;
}
