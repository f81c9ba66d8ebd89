// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One way to run a product by mma.sync: its function and its launch.

#ifndef FUSION_LIB_FAMILIES_SM80_VARIANT_H
#define FUSION_LIB_FAMILIES_SM80_VARIANT_H

#include "Matmul.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "fusion/Families/Product/PartialTileMemory.h"

namespace fusion::sm80 {

/// A kernel's operands and the sizes of its product (i32), in its function.
struct DeviceOperands {
  SmallVector<MemRefArgument> memrefs; ///< inputs, then outputs
  Value m, n, k;
  SmallVector<Value> batches;
  Value partialTiles; ///< memory of them, where blocks share K
};

/// A schedule with the accesses that a guard allows. Each block computes one tile.
class SM80Variant : public MemRefVariant {
public:
  /// `leastBlocks` of them must fit a multiprocessor; 0 leaves that to ptxas.
  SM80Variant(const KernelPlan &plan, StringRef suffix, const SM80Schedule &schedule, const AccessGuard &guard,
              int64_t leastBlocks);

  int64_t threads() const override { return spec.schedule.threads(); }
  int64_t sharedBytes() const override { return getSM80SharedBytes(spec.schedule, spec.elementBytes(), spec.products); }
  Value blocks(OpBuilder &builder, Location loc) override;

  // What a launch of several kernels asks (SharedVariant.h).
  KernelOp getKernel() const { return kernel; }
  /// Whether blocks share the K of a tile, and meet in memory.
  bool isSplit() const { return spec.schedule.splitK > 1; }
  /// Takes apart the `memrefs` that a function has for this kernel.
  DeviceOperands unpack(KernelBuilder &kb, ValueRange memrefs) const;
  /// How many blocks the kernel has (i32): what `blocks` says on the host.
  Value countBlocks(KernelBuilder &kb, const DeviceOperands &operands) const;
  /// Emits what block number `block` (i32) of the kernel does. The next kernel may start before it ends if this launch
  /// and that one overlap.
  void emitBlock(KernelBuilder &kb, const DeviceOperands &operands, Value block, bool overlaps);

private:
  void emitBody(gpu::GPUFuncOp func) override;
  MemRefType memoryType() const override;
  Value memory(OpBuilder &builder) override;
  Value countTiles(KernelBuilder &kb, const DeviceOperands &operands) const;
  Value tiles(OpBuilder &builder, Location loc);

  SmallVector<ProductSum, 1> products;
  std::optional<ProductSum> added; ///< to the first product
  MatmulSpec spec;
  int64_t leastBlocks;
  unsigned lhs, rhs; ///< of the first product
  async::PartialTileMemory partialTiles;
};

} // namespace fusion::sm80

#endif // FUSION_LIB_FAMILIES_SM80_VARIANT_H
