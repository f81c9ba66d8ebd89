// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Drops flags that promise what no one checks: a broken promise is poison to LLVM, whose results differ by machine.

#include "Promises.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

static bool dropOverflow(Operation *op) {
  auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (!flagged || flagged.getOverflowAttr().getValue() == arith::IntegerOverflowFlags::none)
    return false;
  op->setAttr(flagged.getIntegerOverflowAttrName(),
              arith::IntegerOverflowFlagsAttr::get(op->getContext(), arith::IntegerOverflowFlags::none));
  return true;
}

static bool dropNoNaN(Operation *op) {
  auto flagged = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!flagged || !flagged.getFastMathFlagsAttr())
    return false;
  arith::FastMathFlags flags = flagged.getFastMathFlagsAttr().getValue();
  arith::FastMathFlags kept = flags & ~(arith::FastMathFlags::nnan | arith::FastMathFlags::ninf);
  op->setAttr(flagged.getFastMathAttrName(), arith::FastMathFlagsAttr::get(op->getContext(), kept));
  return kept != flags;
}

static bool dropExact(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<arith::DivSIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp>([](auto op) {
        bool was = op.getIsExact();
        op.setIsExact(false);
        return was;
      })
      .Default(false);
}

bool fusion::dropPromises(Operation *op) {
  bool dropped = dropOverflow(op);
  dropped |= dropNoNaN(op);
  dropped |= dropExact(op);
  return dropped;
}
