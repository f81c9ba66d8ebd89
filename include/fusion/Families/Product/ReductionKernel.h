// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The kernel that reduces the partial tiles of a stream-K tail.

#ifndef FUSION_FAMILIES_PRODUCT_REDUCTIONKERNEL_H
#define FUSION_FAMILIES_PRODUCT_REDUCTIONKERNEL_H

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Families/Product/FinishParameters.h"
#include "fusion/Families/Product/PartialTileMemory.h"
#include "fusion/Families/Product/ProductSpec.h"

namespace fusion::async {

/// The kernel that follows a product with a stream-K tail: it adds the partial tiles (PartialTiles), always in the same
/// order, and brings them through the epilogue to the outputs. A block of one warpgroup has a share
/// of the columns of an accumulator.
class ReductionKernel {
public:
  /// `product` must live on, as must `this`; `share` is of a tile as large as what one block finishes, in so many
  /// `stagingBuffers` (0: as many as are good). Asks `guard` for what its accesses need, which `allowed` and
  /// `anyAddress` say (EpiloguePlan).
  ReductionKernel(const KernelPlan &formula, const ProductSpec &product, const ProductSpec &share,
                  int64_t stagingBuffers, const AccessGuard *allowed, bool anyAddress, AccessGuard &guard);
  ReductionKernel(const ReductionKernel &) = delete;

  /// On the device: the function `name`.
  void emitFunction(OpBuilder &builder, StringRef name, bool dependentLaunch);
  /// On the host: its launch, for `tail` (index) tiles whose partial tiles are in `memory`.
  void emitLaunch(OpBuilder &builder, SymbolRefAttr function, Value tail, Value memory, bool dependentLaunch);

private:
  void emitBody(KernelBuilder &kb, Block::BlockArgListType arguments, bool dependentLaunch);
  /// Blocks for each tile.
  int64_t rowBlocks() const { return product.sums.tile.rows / spec.atom->own().rows; }
  int64_t shares() const { return product.sums.tile.columns / spec.atom->own().columns; }

  KernelOp kernel;
  const ProductSpec &product;
  ProductSpec spec; ///< of a tile as large as what one block finishes
  EpiloguePlan plan;
  Parameters parameters;
  FinishParameters finish;
  unsigned memory;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_REDUCTIONKERNEL_H
