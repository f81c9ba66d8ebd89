// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FUSION_LIB_CONVERSION_FOREIGNTOGPU_ELEMENTMEMORY_H
#define FUSION_LIB_CONVERSION_FOREIGNTOGPU_ELEMENTMEMORY_H

#include "mlir/IR/Builders.h"

namespace mlir::fusion {

/// Where a launch finds the elements of memrefs.
class ElementMemory {
public:
  virtual ~ElementMemory() = default;

  Value load(OpBuilder &builder, Location loc, Value memref, ValueRange indices) const;
  void store(OpBuilder &builder, Location loc, Value value, Value memref, ValueRange indices) const;

  /// A piece: `count` elements side by side in the last dimension, whose size is a multiple of `count`, as is the place
  /// `indices` of the first. At once, if the memory is wide and the memref's type allows it.
  SmallVector<Value> loadPiece(OpBuilder &builder, Location loc, Value memref, ValueRange indices, int64_t count) const;
  void storePiece(OpBuilder &builder, Location loc, ValueRange values, Value memref, ValueRange indices) const;

  /// Whether pieces begin at multiples of their bytes (emitWide sees to it).
  bool wide = false;

protected:
  /// The memref that has the elements of another, whose `indices` become its own.
  virtual Value locate(OpBuilder &, Location, Value memref, SmallVector<Value> &) const { return memref; }
};

/// Emits what loads and stores pieces of `count` elements of `memrefs`, with a wide `memory` where all of them that can
/// be accessed so start where that is possible, as the kernel finds out if types don't say it, and else with one that
/// is not. `count` 1: not wide.
void emitWide(OpBuilder &builder, Location loc, ArrayRef<Value> memrefs, int64_t count, ElementMemory &memory,
              function_ref<void()> emit);

} // namespace mlir::fusion

#endif // FUSION_LIB_CONVERSION_FOREIGNTOGPU_ELEMENTMEMORY_H
