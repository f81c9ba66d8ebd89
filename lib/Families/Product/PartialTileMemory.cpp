// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Allocates the memory of partial tiles.

#include "fusion/Families/Product/PartialTileMemory.h"

#include "fusion/Families/Common/HostLaunch.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

Value PartialTileMemory::get(OpBuilder &builder, Operation *kernel, function_ref<Value(OpBuilder &)> bytes) {
  if (memory)
    return memory;
  OpBuilder::InsertionGuard guard(builder);
  setInsertionPointBeforeVariants(builder, kernel);
  auto type = MemRefType::get(ShapedType::kDynamic, builder.getI8Type());
  Value size = bytes(builder);
  APInt known;
  if (matchPattern(size, m_ConstantInt(&known)))
    return memory = memref::AllocOp::create(builder, kernel->getLoc(),
                                            MemRefType::get(known.getSExtValue(), builder.getI8Type()));
  return memory = memref::AllocOp::create(builder, kernel->getLoc(), type, size);
}
