// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Selections of which the kernel stores one side.

#include "FormStores.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace fusion;

/// Whether the one use of `value` is to be the result that takes the place of `argument`.
static bool takesPlaceOf(Value value, Value argument) {
  auto own = dyn_cast<BlockArgument>(argument);
  auto entry = own ? dyn_cast<func::FuncOp>(own.getOwner()->getParentOp()) : func::FuncOp();
  if (!entry || !own.getOwner()->isEntryBlock() || !value.hasOneUse())
    return false;
  auto alias = entry.getArgAttrOfType<IntegerAttr>(own.getArgNumber(), kAliasesAttrName);
  OpOperand &use = *value.use_begin();
  return alias && isa<func::ReturnOp>(use.getOwner()) && use.getOperandNumber() == alias.getInt();
}

bool fusion::formKeep(RewriterBase &rewriter, SelectOp select) {
  Value kept = select.getOnFalse(), input = select.getOnTrue();
  RankedTensorType type = select.getResult().getType();
  bool hasShape = getTensorType(input).getShape() == type.getShape();
  if (kept.getType() != type || !hasShape || kept == input || !takesPlaceOf(select.getResult(), kept))
    return false;
  rewriter.setInsertionPoint(select);
  if (input.getType() != type)
    input = CastOp::create(rewriter, select.getLoc(), type, input);
  rewriter.replaceOpWithNewOp<KeepOp>(select, type, select.getCondition(), input, kept);
  return true;
}
