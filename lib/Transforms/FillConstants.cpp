// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that computes tensors of one value where they are stored.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace fusion {
#define GEN_PASS_DEF_FILLCONSTANTSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Whether a kernel stores some elements of the output that `argument` is before the kernel.
static bool isKeptOutput(BlockArgument argument) {
  return llvm::any_of(argument.getUsers(), [&](Operation *user) {
    auto store = dyn_cast<StoreOpInterface>(user);
    return store && store.getKept() == argument;
  });
}

bool fusion::isWrittenInto(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto store = dyn_cast<StoreOpInterface>(user))
    return store.getKept() == use.get();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(user))
    return use == insert.getDestMutable();
  if (auto kernel = dyn_cast<KernelOp>(user))
    return use.getOperandNumber() >= kernel.getInputs().size() ||
           isKeptOutput(kernel.getBodyArgument(use.getOperandNumber()));
  return isa<LoopLikeOpInterface>(user) || user->hasTrait<OpTrait::IsTerminator>();
}

/// The value that each element of the tensor has, if all have one that is known, and so are its sizes. A fill may be of
/// a tensor without sizes of its own, which the kernel would have to be told.
static TypedAttr getOneValue(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0)
    return {};
  TypedAttr scalar;
  if (SplatElementsAttr splat; matchPattern(value, m_Constant(&splat)))
    scalar = splat.getSplatValue<TypedAttr>();
  else if (auto fill = value.getDefiningOp<linalg::FillOp>())
    matchPattern(fill.getInputs()[0], m_Constant(&scalar));
  return scalar && scalar.getType().isIntOrFloat() ? scalar : TypedAttr();
}

/// A map that yields `scalar` for each element.
static Value createFill(OpBuilder &builder, Location loc, RankedTensorType type, TypedAttr scalar) {
  auto map = MapOp::create(builder, loc, type, ValueRange(), ValueRange(), /*positions=*/false);
  OpBuilder body = OpBuilder::atBlockEnd(map.getBodyBlock());
  YieldOp::create(body, loc, arith::ConstantOp::create(body, loc, scalar).getResult());
  return map.getResult();
}

namespace {
struct FillConstantsPass : fusion::impl::FillConstantsPassBase<FillConstantsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<std::pair<OpOperand *, TypedAttr>> uses;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      for (OpOperand &use : op->getOpOperands())
        if (isWrittenInto(use) || isa<tensor::InsertSliceOp, tensor::ConcatOp>(op))
          if (TypedAttr scalar = getOneValue(use.get()))
            uses.emplace_back(&use, scalar);
      return WalkResult::advance();
    });
    // Each use has memory of its own, which it may write.
    for (auto [use, scalar] : uses) {
      OpBuilder builder(use->getOwner());
      Operation *constant = use->get().getDefiningOp();
      use->set(createFill(builder, constant->getLoc(), cast<RankedTensorType>(use->get().getType()), scalar));
      if (constant->use_empty())
        constant->erase();
      ++numFills;
    }
  }
};
} // namespace
