// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Subtracts the bits that are read.

#include "fusion/Families/Product/LowHalf.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

Value async::getLowHalf(KernelBuilder &kb, Value whole) {
  Type type = whole.getType(), bitsType = kb.getI32Type();
  if (auto vector = dyn_cast<VectorType>(type))
    bitsType = vector.clone(bitsType);
  APInt bits(32, 0xffffe000);
  auto vectorType = dyn_cast<VectorType>(bitsType);
  TypedAttr mask = vectorType ? TypedAttr(DenseElementsAttr::get(vectorType, bits)) : kb.getIntegerAttr(bitsType, bits);
  Value high =
      kb.create<arith::AndIOp>(kb.create<LLVM::BitcastOp>(bitsType, whole), kb.create<arith::ConstantOp>(mask));
  return kb.create<arith::SubFOp>(whole, kb.create<LLVM::BitcastOp>(type, high));
}
