// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes addresses of a kernel's operands along its iteration space.

#include "fusion/Families/Common/OperandAccess.h"

using namespace mlir;
using namespace fusion;

OperandAccess OperandAccess::get(KernelBuilder &kb, const MemRefArgument &argument, int64_t rank) {
  OperandAccess access;
  access.elementType = argument.elementType;
  access.pointer = access.base = argument.pointer;
  int64_t skipped = rank - argument.rank();
  if (skipped < 0)
    return access;
  for (int64_t dim = skipped; dim < rank; ++dim) {
    if (KernelBuilder::asConstant(argument.sizes[dim - skipped]) == 1)
      continue;
    Value stride = kb.mul(argument.strides[dim - skipped], storedBytes(argument.elementType));
    if (dim == rank - 1)
      access.colStride = stride;
    else if (dim == rank - 2)
      access.rowStride = stride;
    else
      access.outer.push_back({dim, stride});
  }
  return access;
}

void OperandAccess::enterOuter(KernelBuilder &kb, ValueRange indices) {
  base = pointer;
  for (auto [position, stride] : outer)
    base = kb.offsetPtr(base, kb.mul(indices[position], stride));
}

Value OperandAccess::address(KernelBuilder &kb, Value row, Value col) const {
  Value address = base;
  if (rowStride)
    address = kb.offsetPtr(address, kb.mul(kb.toI64(row), rowStride));
  if (colStride)
    address = kb.offsetPtr(address, kb.mul(kb.toI64(col), colStride));
  return address;
}
