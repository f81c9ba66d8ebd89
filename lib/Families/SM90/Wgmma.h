// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The products of a k block, and where their operands and accumulators are.

#ifndef FUSION_LIB_FAMILIES_SM90_WGMMA_H
#define FUSION_LIB_FAMILIES_SM90_WGMMA_H

#include "ProductSpec.h"

namespace fusion::sm90 {

/// The accumulators of 64 rows in one warpgroup: an LLVM struct of columns / 2 f32. Thread t of the warpgroup holds, at
/// position 4 j + 2 h + e,
///
///   row 16 (t / 32) + 8 h + (t % 32) / 4, column 8 j + 2 (t % 4) + e.
Type getAccumulatorType(KernelBuilder &kb, int64_t columns);

/// The wgmma descriptor (i64) of a multiplicand at a shared address (i32).
Value emitDescriptor(KernelBuilder &kb, const Multiplicand &multiplicand, Value address);

/// What wgmma leaves out of an f32, or of each of a vector, when it reads the leading bits as tf32: x - (x &
/// 0xffffe000), exactly. Of that wgmma in turn reads the leading 11 bits: 2^-21 |x| are lost at most.
Value getLowHalf(KernelBuilder &kb, Value whole);

/// Where a thread reads a multiplicand that comes from registers: the shared address (i32) of its first element, if
/// `address` is that of the first of 64 rows, in a stage that starts at a multiple of 1024 bytes.
Value getOwnElement(KernelBuilder &kb, const Multiplicand &multiplicand, Value address, Value warp, Value lane);

/// Descriptors of a k block's rows and columns, which are multiplied. Rows that come from registers: the address of the
/// thread's first element, and whether it is their low halves that are meant.
struct Factors {
  Value rows, columns;
  bool low = false;
};

/// Groups in which the products of a k block are committed.
int64_t getProductGroups(const ProductSpec &spec);

/// Issues the products of one k block and commits them: blocks of 64 rows times columns, of each of `factors`. Returns
/// the accumulators, their sums; where `fresh`, the old ones count as zero.
SmallVector<Value> emitBlockProducts(KernelBuilder &kb, const ProductSpec &spec, ArrayRef<Factors> factors,
                                     ArrayRef<Value> accumulators, bool fresh);

/// Waits until all but the last `pending` groups of products are done.
void waitProducts(KernelBuilder &kb, int64_t pending);

/// Waits for all products. What reads the results must read the values that this returns: the instruction itself
/// carries no dependence, so readers could move above it.
SmallVector<Value> waitAllProducts(KernelBuilder &kb, ArrayRef<Value> accumulators);

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_WGMMA_H
