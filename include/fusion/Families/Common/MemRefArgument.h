// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel's memref arguments as addresses, sizes and strides.

#ifndef FUSION_FAMILIES_COMMON_MEMREFARGUMENT_H
#define FUSION_FAMILIES_COMMON_MEMREFARGUMENT_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// A kernel's memref argument, taken apart: address of its first element (address space 1), sizes and strides in
/// elements (i64, constants where the type knows them).
struct MemRefArgument {
  Type elementType;
  Value pointer;
  SmallVector<Value> sizes, strides;
  /// Rows start at multiples of so many bytes, and their elements lie side by side. 1: neither is known.
  int64_t rowAlignment = 1;

  static MemRefArgument unpack(KernelBuilder &kb, Value memref);
  int64_t rank() const { return sizes.size(); }
};

/// All of a function's.
SmallVector<MemRefArgument> unpackArguments(KernelBuilder &kb, ValueRange memrefs);

/// Bytes of an element in memory; an i1 takes one.
int64_t storedBytes(Type elementType);

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_MEMREFARGUMENT_H
