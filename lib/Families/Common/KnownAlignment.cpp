// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows views to the memory that they are views of.

#include "fusion/Families/Common/KnownAlignment.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Families/Common/MemRefArgument.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fusion;

static constexpr int64_t kMost = 16;

/// What a value is a view of without another base address: its offset counts from there.
static Value stripViews(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (!isa<memref::SubViewOp, memref::ExpandShapeOp, memref::CollapseShapeOp, memref::CastOp, memref::TransposeOp,
             memref::ReinterpretCastOp>(op))
      break;
    memref = op->getOperand(0);
  }
  return memref;
}

/// Whether memory starts at a multiple of kMost bytes: by the rules of the runtime's ABI, or by the caller's promise.
static bool startsAligned(Value memory) {
  if (Operation *op = memory.getDefiningOp())
    return isa<memref::AllocOp, memref::GetGlobalOp>(op);
  auto argument = cast<BlockArgument>(memory);
  auto function = dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function && argument.getOwner()->isEntryBlock() &&
         (function->hasAttr(kAlignedAttrName) || function.getArgAttr(argument.getArgNumber(), kInitializedAttrName));
}

int64_t fusion::getKnownAlignment(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t offset = type.getStridesAndOffset().second;
  if (ShapedType::isDynamic(offset) || !startsAligned(stripViews(memref)))
    return 1;
  int64_t bytes = offset * storedBytes(type.getElementType());
  return bytes == 0 ? kMost : std::min(kMost, bytes & -bytes);
}
