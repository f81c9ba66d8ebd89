// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The anchors of kernels (AnchorOpInterface).

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace fusion;

SmallVector<utils::IteratorType> MatmulOp::getIteratorTypes() {
  SmallVector<utils::IteratorType> types(getType().getRank(), utils::IteratorType::parallel);
  types.push_back(utils::IteratorType::reduction);
  return types;
}

SmallVector<AffineMap> MatmulOp::getIndexingMaps() {
  int64_t numBatchDims = getNumBatchDims(), numLoops = getType().getRank() + 1;
  auto loop = [&](int64_t number) { return getAffineDimExpr(number, getContext()); };
  AffineExpr m = loop(numBatchDims), n = loop(numBatchDims + 1), k = loop(numBatchDims + 2);
  auto mapOperand = [&](RankedTensorType type, AffineExpr first, AffineExpr second) {
    SmallVector<AffineExpr> place;
    int64_t missing = getType().getRank() - type.getRank();
    for (int64_t dim = missing; dim < numBatchDims; ++dim)
      place.push_back(type.getDimSize(dim - missing) == 1 ? getAffineConstantExpr(0, getContext()) : loop(dim));
    place.append({first, second});
    return AffineMap::get(numLoops, 0, place, getContext());
  };
  AffineMap lhs = getTransposeA() ? mapOperand(getLhs().getType(), k, m) : mapOperand(getLhs().getType(), m, k);
  AffineMap rhs = getTransposeB() ? mapOperand(getRhs().getType(), n, k) : mapOperand(getRhs().getType(), k, n);
  AffineMap result = AffineMap::getMultiDimIdentityMap(numLoops, getContext()).dropResult(numLoops - 1);
  return {lhs, rhs, result};
}

OperandRange MatmulOp::getFactors() { return getOperands().take_front(2); }

// Products of f16 and bf16 are accumulated in f32, those of integers in the result's type.
Type MatmulOp::getAccumulatorType() {
  Type result = getType().getElementType();
  return isa<IntegerType>(result) ? result : getComputeType(getInputElementType());
}

arith::AtomicRMWKind MatmulOp::getCombiner() {
  return isa<IntegerType>(getAccumulatorType()) ? arith::AtomicRMWKind::addi : arith::AtomicRMWKind::addf;
}

RankedTensorType MatmulOp::getIterationType() { return getType(); }

// The result has a dimension of size 1 for each reduced one, whose loop runs once.
SmallVector<utils::IteratorType> ReduceOp::getIteratorTypes() {
  SmallVector<utils::IteratorType> types(getInput().getType().getRank(), utils::IteratorType::parallel);
  types.append(getDimensions().size(), utils::IteratorType::reduction);
  return types;
}

SmallVector<AffineMap> ReduceOp::getIndexingMaps() {
  int64_t rank = getInput().getType().getRank(), numLoops = rank + getDimensions().size();
  AffineMap result = AffineMap::getMinorIdentityMap(numLoops, numLoops, getContext()).getMajorSubMap(rank);
  SmallVector<AffineExpr> read(result.getResults());
  for (auto [number, dimension] : llvm::enumerate(getDimensions()))
    read[dimension] = getAffineDimExpr(rank + number, getContext());
  SmallVector<AffineMap> maps = {AffineMap::get(numLoops, 0, read, getContext()), result};
  if (getIndex())
    maps.push_back(result);
  return maps;
}

// Sums and products of f16 and bf16 are accumulated in f32.
Type ReduceOp::getAccumulatorType() { return getComputeType(getInput().getType().getElementType()); }

arith::AtomicRMWKind ReduceOp::getCombiner() { return getKind(); }

RankedTensorType ReduceOp::getIterationType() { return getInput().getType(); }
