// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matrix products among linalg ops: named ones and generics, with any order and number of dimensions.

#include "Gemm.h"
#include "LinalgNest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fusion::reference;

/// The argument that `value` is, seen through widenings.
static BlockArgument getWidenedArgument(Value value) {
  while (auto widen = value.getDefiningOp<arith::ExtFOp>())
    value = widen.getIn();
  return dyn_cast<BlockArgument>(value);
}

/// Whether the body yields out + a · b of its three arguments, in any order of operands.
static bool isMultiplyAdd(Block *body) {
  Operation *yield = body->getTerminator();
  if (body->getNumArguments() != 3 || yield->getNumOperands() != 1)
    return false;
  auto sum = yield->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value other = sum.getLhs() == body->getArgument(2)   ? sum.getRhs()
                : sum.getRhs() == body->getArgument(2) ? sum.getLhs()
                                                       : Value();
  auto product = other ? other.getDefiningOp<arith::MulFOp>() : nullptr;
  if (!product)
    return false;
  BlockArgument x = getWidenedArgument(product.getLhs()), y = getWidenedArgument(product.getRhs());
  return x && y && x.getOwner() == body && y.getOwner() == body && x.getArgNumber() + y.getArgNumber() == 1;
}

namespace {
/// Loop dimensions by what they are functions of.
struct ContractionDims {
  SmallVector<int64_t> batch, m, n, k;
};
} // namespace

static std::optional<ContractionDims> classify(const LinalgNest &nest) {
  ContractionDims dims;
  for (unsigned d = 0; d < nest.ranges.size(); ++d) {
    bool inA = nest.inputMaps[0].isFunctionOfDim(d), inB = nest.inputMaps[1].isFunctionOfDim(d);
    bool inC = nest.initMaps[0].isFunctionOfDim(d);
    if (inC == nest.isReduction[d])
      return std::nullopt;
    if (inA && inB)
      (inC ? dims.batch : dims.k).push_back(d);
    else if (inC)
      (inA ? dims.m : dims.n).push_back(d);
    else
      return std::nullopt;
  }
  return dims;
}

static int64_t getExtent(const LinalgNest &nest, ArrayRef<int64_t> dims) {
  int64_t extent = 1;
  for (int64_t d : dims)
    extent *= nest.ranges[d];
  return extent;
}

/// The operand with dimensions [first..., second..., third...], each group made one.
static Tensor toMatrices(const LinalgNest &nest, const LoopOperand &operand, ArrayRef<int64_t> first,
                         ArrayRef<int64_t> second, ArrayRef<int64_t> third) {
  SmallVector<int64_t> shape, strides;
  for (ArrayRef<int64_t> group : {first, second, third})
    for (int64_t d : group) {
      shape.push_back(nest.ranges[d]);
      strides.push_back(operand.strides[d]);
    }
  Tensor view = operand.tensor.view(shape, strides, operand.offset);
  SmallVector<int64_t> matrices = {getExtent(nest, first), getExtent(nest, second), getExtent(nest, third)};
  if (first.size() > 1 || second.size() > 1 || third.size() > 1)
    return view.reshape(matrices);
  auto strideOf = [&](ArrayRef<int64_t> group) { return group.empty() ? 0 : operand.strides[group[0]]; };
  return view.view(matrices, {strideOf(first), strideOf(second), strideOf(third)});
}

std::optional<FailureOr<Tensor>> fusion::reference::evaluateContraction(Evaluator &evaluator, linalg::LinalgOp op,
                                                                        const LinalgNest &nest) {
  if (nest.inputs.size() != 2 || nest.inits.size() != 1 || !isMultiplyAdd(op.getBlock()))
    return std::nullopt;
  // The result's dimensions must be plain loop dimensions, each at most once.
  AffineMap outMap = nest.initMaps[0];
  if (!outMap.isProjectedPermutation())
    return std::nullopt;
  std::optional<ContractionDims> dims = classify(nest);
  if (!dims)
    return std::nullopt;
  if (failed(checkSize(op, nest.inits[0].tensor.getShape())))
    return FailureOr<Tensor>(failure());

  Tensor a = toMatrices(nest, nest.inputs[0], dims->batch, dims->m, dims->k);
  Tensor b = toMatrices(nest, nest.inputs[1], dims->batch, dims->k, dims->n);
  Tensor init = toMatrices(nest, nest.inits[0], dims->batch, dims->m, dims->n);
  const Tensor &initTensor = nest.inits[0].tensor;
  bool zeroInit = initTensor.isSplat() && initTensor.isExact() && initTensor.value()->f == 0;
  const InterpreterOptions &options = evaluator.getOptions();
  RoundingModel rounding(op, options);
  Type type = initTensor.getElementType();
  ProductError error{rounding.getContraction(a.getElementType(), b.getElementType()), rounding.get(type, kExact),
                     evaluator.getOptions().exactIntegers};
  Tensor product =
      multiply(a, b, zeroInit ? Tensor() : init, type, options.bounds ? &error : nullptr, options.numThreads);

  // From [batch..., m..., n...] to the order of the result's dimensions.
  SmallVector<int64_t> loopShape, resultShape, resultStrides, position(nest.ranges.size(), 0);
  for (ArrayRef<int64_t> group :
       {ArrayRef<int64_t>(dims->batch), ArrayRef<int64_t>(dims->m), ArrayRef<int64_t>(dims->n)})
    for (int64_t d : group) {
      position[d] = loopShape.size();
      loopShape.push_back(nest.ranges[d]);
    }
  SmallVector<int64_t> loopStrides = rowMajorStrides(loopShape);
  for (unsigned r = 0; r < outMap.getNumResults(); ++r) {
    resultShape.push_back(initTensor.getDim(r));
    resultStrides.push_back(loopStrides[position[outMap.getDimPosition(r)]]);
  }
  return FailureOr<Tensor>(product.view(resultShape, resultStrides));
}
