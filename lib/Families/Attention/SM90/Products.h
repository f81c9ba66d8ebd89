// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two products of a consumer warpgroup.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM90_PRODUCTS_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM90_PRODUCTS_H

#include "Block.h"

namespace fusion {

/// The two products of a warpgroup, by stages of keys and values.
class AttentionProducts {
public:
  /// `warpgroup` is that of the block.
  AttentionProducts(const AsyncAttentionBlock &block, Value warpgroup);

  /// Starts the scores of a block of keys.
  Value multiplyKeys(Value queryStage, Value stage) const;
  /// Starts to add a block of values, times `weights`, to `sums`. The products read the registers that `weights` are
  /// then.
  Value multiplyValues(Value stage, Value sums, SmallVectorImpl<Value> &weights) const;
  /// Sums as a product takes them.
  Value pack(ArrayRef<Value> sums) const;
  Value getZeros() const {
    return pack(SmallVector<Value>(block.accumulators.countRegisters(block.spec.columns), kb.cF32(0)));
  }

private:
  Value at(Value descriptor, const async::Multiplicand &multiplicand, Value stage) const;

  const AsyncAttentionBlock &block;
  KernelBuilder &kb;
  Value query, key, value; ///< descriptors
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM90_PRODUCTS_H
