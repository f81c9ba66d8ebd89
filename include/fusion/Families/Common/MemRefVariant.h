// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The base of kernels whose function takes memrefs, and what vector accesses ask of them.

#ifndef FUSION_FAMILIES_COMMON_MEMREFVARIANT_H
#define FUSION_FAMILIES_COMMON_MEMREFVARIANT_H

#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Families/Common/MemRefArgument.h"
#include "fusion/Schedule/KernelVariant.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace fusion {
struct ProductSum;

/// A variant whose function is a gpu.func that takes the kernel's memrefs: inputs, then outputs, then perhaps one of
/// its own.
class MemRefVariant : public KernelVariant {
public:
  StringRef suffix() const override { return nameSuffix; }
  const AccessGuard &guard() const override { return accessGuard; }
  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override;
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override;

protected:
  MemRefVariant(KernelOp kernel, StringRef nameSuffix) : KernelVariant(kernel), nameSuffix(nameSuffix) {}

  /// Everything but the wait of a dependent launch, which comes before it.
  virtual void emitBody(gpu::GPUFuncOp func) = 0;
  /// Threads of a block, blocks (index), and bytes of dynamic shared memory.
  virtual int64_t threads() const = 0;
  virtual Value blocks(OpBuilder &builder, Location loc) = 0;
  virtual int64_t sharedBytes() const { return 0; }
  /// The type of memory that the function works on beside the kernel's, and that memory, for the launch; null if there
  /// is none.
  virtual MemRefType memoryType() const { return {}; }
  virtual Value memory(OpBuilder &builder) { return {}; }

  /// The function's arguments for the kernel, taken apart, with what the guard says of them.
  SmallVector<MemRefArgument> unpackOperands(KernelBuilder &kb, ValueRange memrefs) const;

  AccessGuard accessGuard;

private:
  StringRef nameSuffix;
};

/// A kernel function of blocks of so many threads that takes memrefs, at the insertion point. Its body is empty.
gpu::GPUFuncOp createMemRefFunction(OpBuilder &builder, Location loc, StringRef name, TypeRange types, int64_t threads);
/// Makes a dependent launch of the function wait for the kernels before it, in front of all that it does.
void emitLaunchWait(OpBuilder &builder, gpu::GPUFuncOp function);

/// Suffix of variants that ask for nothing.
inline constexpr StringRef kGeneralSuffix = "_general";

/// The static shape of the kernel's iteration space with at least two dimensions.
SmallVector<int64_t> getPaddedIteration(KernelOp kernel);

/// A dimension of one of a kernel's operands.
struct OperandDim {
  unsigned operand;
  int64_t dim;
};

/// One with the size of batch dimension `dim` of the kernel's product.
OperandDim findBatchSize(KernelOp kernel, const ProductSum &product, int64_t dim);

/// The kernel's dynamic shared memory: an external array, so that all kernels of a module share one name.
Value getSharedMemory(KernelBuilder &kb);

/// Asks that rows of tables start where lookups by `width` adjacent lanes, from a multiple of so many on, can be as
/// wide as types let them.
void requireWideLookups(KernelOp kernel, int64_t width, AccessGuard &guard);
/// Asks for what 8-wide accesses to the kernel's elementwise operands and outputs need, and its
/// lookups. False if a type rules it out.
bool requireVectorAccess(KernelOp kernel, AccessGuard &guard);
/// Whether `guard` asks for as much.
bool allowsVectorAccess(KernelOp kernel, const AccessGuard &guard);
/// Whether a thread has 8 columns at a time in any case, as they become one byte.
bool needsEightColumns(KernelOp kernel);

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_MEMREFVARIANT_H
