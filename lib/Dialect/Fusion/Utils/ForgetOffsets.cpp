// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Casts of memory to types without offsets.

#include "fusion/Dialect/Fusion/Utils/ForgetOffsets.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

/// The type of a part that begins anywhere.
static Type dropOffset(Type type) {
  auto memory = dyn_cast<MemRefType>(type);
  auto layout = memory ? dyn_cast<StridedLayoutAttr>(memory.getLayout()) : StridedLayoutAttr();
  if (!layout)
    return type;
  return MemRefType::Builder(memory).setLayout(
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, layout.getStrides()));
}

void fusion::forgetOffsets(OpBuilder &builder, Operation *op) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value memory = operand.get();
    Type type = dropOffset(memory.getType());
    bool isInBody =
        llvm::any_of(memory.getUsers(), [&](Operation *user) { return user != op && op->isAncestor(user); });
    if (type != memory.getType() && !isInBody)
      operand.set(memref::CastOp::create(builder, op->getLoc(), type, memory));
  }
}
