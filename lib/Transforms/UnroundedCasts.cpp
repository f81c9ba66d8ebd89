// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds casts there and back that a relaxed kernel does not round.

#include "UnroundedCasts.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/Remark.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

/// Whether `op` is a cast between floats, to more bits or to fewer.
static bool isFloatCast(Operation *op, bool widens) {
  if (!isa<CastOp, arith::ExtFOp, arith::TruncFOp>(op))
    return false;
  auto from = dyn_cast<FloatType>(getElementTypeOrSelf(op->getOperand(0)));
  auto to = dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0)));
  return from && to && (widens ? from.getWidth() < to.getWidth() : from.getWidth() > to.getWidth());
}

static void remarkCast(Operation *op) {
  auto isWidening = [](Operation *user) { return isFloatCast(user, /*widens=*/true); };
  Type narrow = getElementTypeOrSelf(op->getResult(0));
  if (isFloatCast(op, /*widens=*/false) && narrow.getIntOrFloatBitWidth() == 16 &&
      llvm::any_of(op->getUsers(), isWidening))
    emitMissed(op, RemarkCode::UnroundedCast,
               narrow.isF16() ? "the kernel computes on in f32: a cast to f16 and back rounds nothing"
                              : "the kernel computes on in f32: a cast to bf16 and back rounds nothing");
}

void fusion::remarkUnroundedCasts(Operation *root) {
  root->walk([](KernelOp kernel) {
    if (getNumerics(kernel) == Numerics::Strict)
      return;
    for (Operation &op : *kernel.getBodyBlock()) {
      if (op.getNumResults() != 1)
        continue;
      remarkCast(&op);
      if (auto map = dyn_cast<MapOp>(op))
        for (Operation &inner : map.getBodyBlock()->without_terminator())
          if (inner.getNumResults() == 1)
            remarkCast(&inner);
    }
  });
}
