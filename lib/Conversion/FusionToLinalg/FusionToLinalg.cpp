// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass: walks the graph, inlines kernels and lowers op by op.

#include "Lowering.h"
#include "fusion/Analysis/RowSpace.h"
#include "fusion/Conversion/FusionToLinalg/Passes.h"
#include "fusion/Dialect/Fusion/IR/BlockScales.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/Views.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace fusion {
#define GEN_PASS_DEF_CONVERTFUSIONTOLINALGPASS
#include "fusion/Conversion/FusionToLinalg/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

static Type getElementType(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

/// Copies an op that is not of this dialect. Ops that only rearrange one tensor keep its carrier type.
static void cloneLeftover(OpBuilder &builder, Operation &op, IRMapping &mapping) {
  bool rearranges = isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ExtractSliceOp, tensor::CastOp>(op);
  IRMapping local = mapping;
  for (Value operand : op.getOperands()) {
    Value mapped = mapping.lookupOrDefault(operand);
    if (!rearranges && mapped.getType() != operand.getType())
      local.map(operand, convertElements(builder, op.getLoc(), mapped, getElementType(operand)));
  }
  Operation *copy = builder.clone(op, local);
  if (rearranges) {
    auto type = cast<RankedTensorType>(copy->getResult(0).getType());
    copy->getResult(0).setType(type.clone(getElementType(copy->getOperand(0))));
  }
  mapping.map(&op, copy);
  mapping.map(op.getResults(), copy->getResults());
}

static void lowerOp(OpBuilder &builder, Operation &op, IRMapping &mapping, bool relaxed);

/// Lowers operations that were built to stand for another one, and are no part of the graph; gives what the last is.
static Value lowerParts(OpBuilder &builder, ArrayRef<Operation *> parts, IRMapping mapping, bool relaxed) {
  for (Operation *part : parts)
    lowerOp(builder, *part, mapping, relaxed);
  Value lowered = mapping.lookup(parts.back()->getResult(0));
  for (Operation *part : llvm::reverse(parts))
    part->erase();
  return lowered;
}

/// Store operations as what they are of whole tensors.
static Value lowerStore(OpBuilder &builder, StoreOpInterface store, const IRMapping &mapping, bool relaxed) {
  Location loc = store.getLoc();
  // Elements of the operand's type, whatever else carries them.
  auto own = [&](Value value) {
    return convertElements(builder, loc, mapping.lookupOrDefault(value), getElementType(value));
  };
  if (auto amax = dyn_cast<AmaxOp>(store.getOperation())) {
    ReduceOp reduce = amax.buildReduction(builder, own(amax.getInput()));
    return lowerParts(builder, {reduce.getInput().getDefiningOp(), reduce}, IRMapping(), /*relaxed=*/false);
  }
  if (auto keep = dyn_cast<KeepOp>(store.getOperation())) {
    auto select = SelectOp::create(builder, loc, keep.getResult().getType(), keep.getCondition(), keep.getInput(),
                                   keep.getKept());
    return lowerParts(builder, {select.getOperation()}, mapping, relaxed);
  }
  if (auto scatter = dyn_cast<ScatterOp>(store.getOperation()))
    return lowerScatter(builder, scatter, own(scatter.getUpdates()), own(scatter.getIndices()), own(scatter.getKept()));
  return lowerPackBits(builder, cast<PackBitsOp>(store.getOperation()), own(store.getStored()));
}

/// Lowers one op; `mapping` leads from its operands to theirs and receives its results.
static void lowerOp(OpBuilder &builder, Operation &op, IRMapping &mapping, bool relaxed) {
  auto lookup = [&](Value value) { return mapping.lookupOrDefault(value); };
  if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op)) {
    // A computed table has the carrier's precision, as elements have.
    auto operands = llvm::map_to_vector(op.getOperands(), lookup);
    Type type = getCarrierType(getElementType(op.getResult(0)), relaxed);
    mapping.map(op.getResult(0), lowerElementwise(builder, elementwise, operands, type, !relaxed));
  } else if (auto matmul = dyn_cast<MatmulOp>(op)) {
    auto own = [&](Value v) { return convertElements(builder, op.getLoc(), lookup(v), getElementType(v)); };
    Value product = lowerMatmul(builder, matmul, own(matmul.getLhs()), own(matmul.getRhs()));
    Type type = getCarrierType(getElementType(matmul.getResult()), relaxed);
    mapping.map(matmul.getResult(), convertElements(builder, op.getLoc(), product, type));
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    SmallVector<Value> results = lowerReduce(builder, reduce, lookup(reduce.getInput()));
    Type type = getCarrierType(getElementType(reduce.getResult()), relaxed);
    mapping.map(reduce.getResult(), convertElements(builder, op.getLoc(), results.front(), type));
    if (reduce.getIndex())
      mapping.map(reduce.getIndex(), results.back());
  } else if (auto store = dyn_cast<StoreOpInterface>(op)) {
    mapping.map(op.getResult(0), lowerStore(builder, store, mapping, relaxed));
  } else if (auto view = dyn_cast<ViewOp>(op)) {
    Value own = convertElements(builder, op.getLoc(), lookup(view.getInput()), getElementType(view.getInput()));
    mapping.map(view.getResult(), copyView(builder, view, own));
  } else {
    cloneLeftover(builder, op, mapping);
  }
}

/// Loops multiply operands with their scales in front of the product.
static void expandScales(Operation *root) {
  SmallVector<MatmulOp> products;
  root->walk([&](MatmulOp product) {
    if (product.isBlockScaled())
      products.push_back(product);
  });
  for (MatmulOp product : products) {
    OpBuilder builder(product);
    product.replaceAllUsesWith(expandBlockScales(builder, product));
    product.erase();
  }
}

/// Inlines a kernel in tensor form, lowering its body.
static void lowerKernel(KernelOp kernel) {
  expandScales(kernel);
  OpBuilder builder(kernel);
  bool relaxed = getNumerics(kernel) != Numerics::Strict;
  IRMapping mapping;
  mapping.map(kernel.getBodyBlock()->getArguments(), kernel.getInputs());
  for (Operation &op : kernel.getBodyBlock()->without_terminator())
    lowerOp(builder, op, mapping, relaxed);
  for (auto [result, yielded] : llvm::zip_equal(kernel.getResults(), kernel.getYield().getOperands()))
    result.replaceAllUsesWith(
        convertElements(builder, kernel.getLoc(), mapping.lookupOrDefault(yielded), getElementType(result)));
  kernel.erase();
}

/// Whether a product is computed in f64, for which there is no kernel of a GPU.
static bool hasWideProduct(KernelOp kernel) {
  auto isWide = [](Value value) { return getElementType(value).isF64(); };
  return llvm::any_of(kernel.getBodyBlock()->getOps<MatmulOp>(), [&](MatmulOp product) {
    return isWide(product.getLhs()) || isWide(product.getRhs()) || isWide(product.getResult());
  });
}

/// Lowers an op outside of kernels, which always rounds to its own type.
static void lowerGraphOp(Operation *op) {
  OpBuilder builder(op);
  IRMapping mapping;
  lowerOp(builder, *op, mapping, /*relaxed=*/false);
  op->replaceAllUsesWith(llvm::map_to_vector(op->getResults(), [&](Value result) { return mapping.lookup(result); }));
  op->erase();
}

namespace {
struct ConvertFusionToLinalg : fusion::impl::ConvertFusionToLinalgPassBase<ConvertFusionToLinalg> {
  using Base::Base;

  void runOnOperation() override {
    if (!wideProducts && !reductions)
      expandScales(getOperation());
    SmallVector<KernelOp> kernels;
    SmallVector<Operation *> ops;
    WalkResult walk = getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto kernel = dyn_cast<KernelOp>(op)) {
        if (kernel.isBufferized())
          return kernel.emitOpError("must be lowered to linalg before bufferization"), WalkResult::interrupt();
        if (!reductions && (!wideProducts || hasWideProduct(kernel)))
          kernels.push_back(kernel);
        return WalkResult::skip();
      }
      auto reduce = dyn_cast<ReduceOp>(op);
      if (reductions ? reduce && !isOfRows(reduce)
                     : !wideProducts && isa<ElementwiseOpInterface, AnchorOpInterface, StoreOpInterface>(op))
        ops.push_back(op);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    for (KernelOp kernel : kernels)
      lowerKernel(kernel);
    for (Operation *op : ops)
      lowerGraphOp(op);
    if (!wideProducts && !reductions)
      orderZerosOfExtrema(getOperation());
    numKernels += kernels.size();
    numOps += ops.size();
  }
};
} // namespace
