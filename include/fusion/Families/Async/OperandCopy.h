// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies of operands that TMA or tensor cores cannot read as they lie.

#ifndef FUSION_FAMILIES_ASYNC_OPERANDCOPY_H
#define FUSION_FAMILIES_ASYNC_OPERANDCOPY_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace fusion::async {

/// Operands that the copy engine cannot read, because of their rows' pitch or address, and the kernel that copies all
/// of them in front of the product: into workspace, to rows whose pitch is a multiple of 128 bytes. Between the end of
/// a row and the next nothing is written that anyone reads: tensor maps have the true sizes. Operands that tensor cores
/// cannot read as they lie are transposed on the way.
class OperandCopy {
public:
  /// Whether matrices of `type` can be copied: any rank that a tensor map has, and adjacent elements in a row, or
  /// strides that leave it open.
  static bool reads(MemRefType type);

  /// With `transpose`, which is for elements of 4 bytes or of one, the copy has the last two dimensions exchanged.
  void add(Value memref, bool transpose = false) {
    operands.insert(memref);
    if (transpose)
      transposed.insert(memref);
  }
  bool empty() const { return operands.empty(); }
  bool contains(Value memref) const { return operands.contains(memref); }

  /// On the device: gpu.func @name(operands, then copies). With `dependentLaunch` it waits for the kernels before it
  /// first.
  void emitFunction(OpBuilder &builder, Location loc, StringRef name, bool dependentLaunch) const;

  /// On the host: the launch that makes the copies. Maps each operand to a memref of its (exchanged) shape. The memory
  /// is allocated once for all launches in front of `kernel`, of which one runs.
  IRMapping emitLaunch(OpBuilder &builder, Operation *kernel, SymbolRefAttr function, bool dependentLaunch);

private:
  SmallVector<Type> getParameterTypes() const;
  void allocate(OpBuilder &builder, Operation *kernel);

  llvm::SmallSetVector<Value, 2> operands;
  llvm::SmallDenseSet<Value, 2> transposed;
  SmallVector<Value> memory; ///< of each operand's copy
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_ASYNC_OPERANDCOPY_H
