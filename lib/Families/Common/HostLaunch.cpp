// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds a kernel's launch on the host.

#include "fusion/Families/Common/HostLaunch.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

int64_t fusion::getParameterBytes(TypeRange memrefs) {
  constexpr int64_t wordBytes = 8;
  int64_t words = 0;
  for (Type type : memrefs)
    words += 3 + 2 * cast<MemRefType>(type).getRank();
  return words * wordBytes;
}

void fusion::emitKernelLaunch(OpBuilder &builder, Location loc, SymbolRefAttr function, Value blocks, int64_t threads,
                              int64_t sharedBytes, ValueRange operands, bool dependent) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value blockThreads = arith::ConstantIndexOp::create(builder, loc, threads);
  Value shared = sharedBytes ? arith::ConstantIntOp::create(builder, loc, sharedBytes, 32).getResult() : Value();
  auto launch = gpu::LaunchFuncOp::create(builder, loc, function, gpu::KernelDim3{blocks, one, one},
                                          gpu::KernelDim3{blockThreads, one, one}, shared, operands);
  if (dependent)
    launch->setAttr(kProgrammaticAttrName, builder.getUnitAttr());
}

void fusion::setInsertionPointBeforeVariants(OpBuilder &builder, Operation *kernel) {
  if (Operation *choice = kernel->getBlock()->findAncestorOpInBlock(*builder.getInsertionBlock()->getParentOp()))
    builder.setInsertionPoint(choice);
}
