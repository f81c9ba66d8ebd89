// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels read copies of views that begin where the data of another tensor says.

#include "fusion/Conversion/LeftoversToGPU/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace fusion {
#define GEN_PASS_DEF_COPYINDEXEDVIEWSPASS
#include "fusion/Conversion/LeftoversToGPU/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Whether `value`, a number or a view of memory, is computed of what is loaded from memory.
static bool isIndexed(Value value, DenseSet<Value> &seen) {
  Operation *op = value.getDefiningOp();
  if (!op || !seen.insert(value).second)
    return false;
  if (isa<memref::LoadOp>(op))
    return true;
  bool isComputed = isa<BaseMemRefType>(value.getType()) ? isa<ViewLikeOpInterface>(op) : isPure(op);
  return isComputed && llvm::any_of(op->getOperands(), [&](Value operand) { return isIndexed(operand, seen); });
}

static bool isIndexedView(Value value) {
  DenseSet<Value> seen;
  return isa<MemRefType>(value.getType()) && isIndexed(value, seen);
}

/// Memory for a copy of the view.
static Value allocateLike(OpBuilder &builder, Location loc, Value view) {
  auto type = cast<MemRefType>(view.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, loc, view, dim));
  return memref::AllocOp::create(builder, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes);
}

namespace {
struct CopyIndexedViewsPass : fusion::impl::CopyIndexedViewsPassBase<CopyIndexedViewsPass> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    for (KernelOp kernel : kernels) {
      DenseMap<Value, Value> copies; // of inputs, by view
      for (OpOperand &operand : kernel->getOpOperands())
        if (isIndexedView(operand.get()))
          copy(kernel, operand, copies);
    }
  }

  void copy(KernelOp kernel, OpOperand &operand, DenseMap<Value, Value> &copies) {
    OpBuilder builder(kernel);
    Location loc = kernel.getLoc();
    Value view = operand.get();
    if (operand.getOperandNumber() < kernel.getOuts().getBeginOperandIndex()) {
      Value &copied = copies[view];
      if (!copied) {
        copied = allocateLike(builder, loc, view);
        memref::CopyOp::create(builder, loc, view, copied);
        ++numCopies;
      }
      operand.set(copied);
      return;
    }
    operand.set(allocateLike(builder, loc, view));
    builder.setInsertionPointAfter(kernel);
    memref::CopyOp::create(builder, loc, operand.get(), view);
    ++numCopies;
  }
};
} // namespace
