// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The products of a k block, of one or two multiplicands from registers.

#ifndef FUSION_LIB_FAMILIES_SM90_BLOCKPRODUCTS_H
#define FUSION_LIB_FAMILIES_SM90_BLOCKPRODUCTS_H

#include "Atom.h"

namespace fusion::sm90 {

/// What wgmma leaves out of an f32, or of each of a vector, when it reads the leading bits as tf32: x - (x &
/// 0xffffe000), exactly. Of that wgmma in turn reads the leading 11 bits: 2^-21 |x| are lost at most.
Value getLowHalf(KernelBuilder &kb, Value whole);

/// Where a thread reads a multiplicand that comes from registers: the shared address (i32) of its first element, if
/// `address` is that of the first of 64 rows, in a stage that starts at a multiple of 1024 bytes.
Value getOwnElement(KernelBuilder &kb, const Multiplicand &multiplicand, Value address, Value warp, Value lane);

/// Descriptors of a k block's rows and of each of the columns, which are multiplied. Rows that come from registers: the
/// address of the thread's first element, and whether it is their low halves that are meant.
struct Factors {
  Value rows;
  SmallVector<Value, 1> columns = {};
  bool low = false;
};

/// Issues the products of one k block and commits them: blocks of 64 rows times columns, of each of `factors`. Returns
/// the accumulators, their sums; where `fresh`, the old ones count as zero.
SmallVector<Value> emitBlockProducts(KernelBuilder &kb, const Atom &atom, ArrayRef<Factors> factors,
                                     ArrayRef<Value> accumulators, bool fresh);

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_BLOCKPRODUCTS_H
