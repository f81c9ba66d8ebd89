// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Takes a kernel's memref arguments apart.

#include "fusion/Families/Common/MemRefArgument.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fusion;

int64_t fusion::storedBytes(Type elementType) { return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8); }

MemRefArgument MemRefArgument::unpack(KernelBuilder &kb, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  MemRefArgument argument;
  argument.elementType = type.getElementType();
  auto metadata = kb.create<memref::ExtractStridedMetadataOp>(memref);
  auto [strides, offset] = type.getStridesAndOffset();
  auto known = [&](int64_t constant, Value value) {
    return ShapedType::isDynamic(constant) ? kb.toI64(value) : kb.c64(constant);
  };
  for (int64_t i = 0; i < type.getRank(); ++i) {
    argument.sizes.push_back(known(type.getDimSize(i), metadata.getSizes()[i]));
    // Where there is one row, addresses of further rows, which are asked for zero bytes, stay at it: AccessGuard does
    // not look at such a stride, which need not be aligned.
    bool isOneRow = i + 1 < type.getRank() && type.getDimSize(i) == 1;
    argument.strides.push_back(isOneRow ? kb.c64(0) : known(strides[i], metadata.getStrides()[i]));
  }
  Value address = kb.toI64(kb.create<memref::ExtractAlignedPointerAsIndexOp>(memref));
  Value pointer = kb.create<LLVM::IntToPtrOp>(kb.globalPtrType(), address);
  Value bytes = kb.mul(known(offset, metadata.getOffset()), storedBytes(type.getElementType()));
  argument.pointer = kb.offsetPtr(pointer, bytes);
  return argument;
}

SmallVector<MemRefArgument> fusion::unpackArguments(KernelBuilder &kb, ValueRange memrefs) {
  return llvm::map_to_vector(memrefs, [&](Value memref) { return MemRefArgument::unpack(kb, memref); });
}
