// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which elements of its operands an operation needs for some of its results.

#include "Needs.h"
#include "Lanes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

static int64_t getRank(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : 0;
}

Sample fusion::reference::getSample(const SampleMap &samples, Value value) {
  Sample sample = samples.lookup(value);
  return sample.dims.empty() ? Sample::whole(getRank(value)) : sample;
}

static Needs needEverything(Operation *op) {
  Needs needs;
  for (Value operand : op->getOperands())
    needs.operands.push_back(Sample::whole(getRank(operand)));
  for (Value result : op->getResults())
    needs.results.push_back(Sample::whole(getRank(result)));
  return needs;
}

/// Of an operand that is broadcast to a result: its last dimensions are the result's.
static Sample getBroadcast(Value operand, const Sample &wanted) {
  Sample sample = Sample::whole(getRank(operand));
  int64_t rank = sample.dims.size(), lead = wanted.dims.size() - rank;
  for (int64_t d = 0; d < rank; ++d)
    if (cast<RankedTensorType>(operand.getType()).getDimSize(d) != 1)
      sample.dims[d] = wanted.dims[lead + d];
  return sample;
}

static bool isElementwise(Operation *op) {
  return lookupEncoder(op) && op->getNumRegions() == 0 && op->getNumResults() == 1 && op->getNumOperands() > 0 &&
         isa<RankedTensorType>(op->getResult(0).getType()) && !isa<tensor::TensorDialect>(op->getDialect());
}

static Needs getNeedsOfProduct(MatmulOp matmul, const Sample &wanted) {
  Needs needs = {{}, {wanted}};
  int64_t rank = wanted.dims.size();
  auto addFactor = [&](Value factor, bool transposed, int64_t outer, int64_t place) {
    Sample sample = getBroadcast(factor, wanted);
    int64_t last = sample.dims.size() - 1;
    sample.dims[last] = sample.dims[last - 1] = nullptr;
    sample.dims[transposed ? 2 * last - 1 - place : place] = wanted.dims[outer];
    needs.operands.push_back(sample);
  };
  addFactor(matmul.getLhs(), matmul.getTransposeA(), rank - 2, getRank(matmul.getLhs()) - 2);
  addFactor(matmul.getRhs(), matmul.getTransposeB(), rank - 1, getRank(matmul.getRhs()) - 1);
  return needs;
}

/// Whether sampled positions of loop `d` are what each operand is indexed by: nothing else is made of the index.
static bool isPlainLoop(linalg::LinalgOp op, unsigned d) {
  for (AffineMap map : op.getIndexingMapsArray())
    for (AffineExpr expr : map.getResults())
      if (expr.isFunctionOfDim(d) && !isa<AffineDimExpr>(expr))
        return false;
  return !op.getBlock()
              ->walk([&](linalg::IndexOp index) {
                return index.getDim() == d ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

static Needs getNeedsOfLinalg(linalg::LinalgOp op, ArrayRef<Sample> wanted) {
  // What all results want of a loop.
  SmallVector<Positions> loops(op.getNumLoops());
  SmallVector<bool> seen(op.getNumLoops(), false);
  for (auto [init, sample] : llvm::zip(op.getDpsInitsMutable(), wanted))
    for (auto [expr, positions] : llvm::zip(op.getMatchingIndexingMap(&init).getResults(), sample.dims)) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        continue;
      unsigned d = dim.getPosition();
      loops[d] = seen[d] && loops[d] != positions ? nullptr : positions;
      seen[d] = true;
    }
  for (unsigned d = 0; d < loops.size(); ++d)
    if (op.getIteratorTypesArray()[d] != utils::IteratorType::parallel || !isPlainLoop(op, d))
      loops[d] = nullptr;
  Needs needs;
  auto getNeed = [&](OpOperand &operand) {
    Sample sample = Sample::whole(getRank(operand.get()));
    if (sample.dims.empty())
      return sample;
    for (auto [expr, positions] : llvm::zip(op.getMatchingIndexingMap(&operand).getResults(), sample.dims))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        positions = loops[dim.getPosition()];
    return sample;
  };
  for (OpOperand &operand : op->getOpOperands())
    needs.operands.push_back(getNeed(operand));
  for (auto [init, result] : llvm::zip(op.getDpsInitsMutable(), op->getResults()))
    needs.results.push_back(getNeed(init));
  return needs;
}

/// An operand that stands twice is held once.
static bool agrees(Operation *op, const Needs &needs) {
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    for (unsigned j = 0; j < i; ++j)
      if (op->getOperand(i) == op->getOperand(j) && needs.operands[i] != needs.operands[j])
        return false;
  return true;
}

Needs fusion::reference::getNeeds(Operation *op, ArrayRef<Sample> wanted) {
  Needs needs;
  if (llvm::all_of(wanted, [](const Sample &sample) { return sample.isWhole(); }))
    return needEverything(op);
  if (auto matmul = dyn_cast<MatmulOp>(op)) {
    needs = getNeedsOfProduct(matmul, wanted.front());
  } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    needs = getNeedsOfLinalg(linalgOp, wanted);
  } else if (isElementwise(op)) {
    for (Value operand : op->getOperands())
      needs.operands.push_back(getBroadcast(operand, wanted.front()));
    needs.results.push_back(wanted.front());
  } else {
    return needEverything(op);
  }
  return agrees(op, needs) ? needs : needEverything(op);
}

void fusion::reference::propagateNeeds(Block &block, ArrayRef<Sample> wanted, SampleMap &samples) {
  auto add = [&](Value value, const Sample &need) {
    if (!need.dims.empty())
      samples[value] = join(samples.lookup(value), need);
  };
  for (auto [value, sample] : llvm::zip_equal(block.getTerminator()->getOperands(), wanted))
    add(value, sample);
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    SmallVector<Sample> ofResults =
        llvm::map_to_vector(op.getResults(), [&](Value v) { return getSample(samples, v); });
    Needs needs = getNeeds(&op, ofResults);
    for (auto [operand, need] : llvm::zip_equal(op.getOperands(), needs.operands))
      add(operand, need);
    // What regions read of values around them they read whole.
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (inner != &op && operand.getParentBlock() == &block)
          add(operand, Sample::whole(getRank(operand)));
    });
  }
}
