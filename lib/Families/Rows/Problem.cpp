// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads off a kernel what its rows are, and what is read and reduced of them.

#include "Problem.h"

#include "fusion/Analysis/CostModel.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Families/Common/MemRefArgument.h"

using namespace mlir;
using namespace fusion;

RowProblem RowProblem::get(KernelOp kernel) {
  RowSpace space = getRowSpace(KernelPlan(kernel));
  RowProblem problem;
  problem.rows = estimateElements(space.getRowShape());
  problem.length = estimateElements(space.getColumnShape());
  problem.open = ShapedType::isDynamic(space.getLength());
  problem.openRows = ShapedType::isDynamicShape(space.getRowShape());
  problem.across = space.liesAcross();
  if (int64_t last = space.shape[space.getLastDim()]; problem.across && !ShapedType::isDynamic(last))
    problem.beside = last;
  for (ArrayRef<ReduceOp> step : getRowSteps(kernel)) {
    ++problem.steps;
    for (ReduceOp reduce : step) {
      problem.values += reduce.getIndex() ? 2 : 1;
      if (reduce.getIndex() || reduce.getAccumulatorType().getIntOrFloatBitWidth() > 32)
        problem.valueBytes = 8;
    }
  }
  for (Value read : kernel.getReads())
    if (auto type = cast<RankedTensorType>(read.getType()); space.isFull(type) && !isKept(read)) {
      problem.readBytes += storedBytes(type.getElementType());
      if (space.variesByRow(type))
        problem.readBytesOfRow += storedBytes(type.getElementType());
    }
  problem.crossings = getCrossings(kernel).size();
  problem.passes = problem.steps;
  for (auto [output, steps] : llvm::zip_equal(kernel.getComputed(), getStepsBeforeOutputs(kernel)))
    if (space.isFull(cast<RankedTensorType>(output.getType())))
      problem.passes = std::max<int64_t>(problem.passes, steps + 1);
  for (Value value : llvm::concat<Value>(kernel.getReads(), kernel.getComputed())) {
    auto type = cast<RankedTensorType>(value.getType());
    if (space.isFull(type) && type.getRank() == static_cast<int64_t>(space.shape.size()))
      problem.elementBytes = std::max(problem.elementBytes, storedBytes(type.getElementType()));
  }
  return problem;
}
