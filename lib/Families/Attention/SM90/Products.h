// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two products of a consumer warpgroup.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_PRODUCTS_H
#define FUSION_LIB_FAMILIES_ATTENTION_PRODUCTS_H

#include "Block.h"

namespace fusion {

/// The two products of a warpgroup, by stages of keys and values.
class AttentionProducts {
public:
  /// `warpgroup` is that of the block.
  AttentionProducts(const AttentionBlock &block, Value warpgroup);

  /// Starts the scores of a block of keys.
  Value multiplyKeys(Value queryStage, Value stage) const;
  /// Starts to add a block of values, times `weights`, to `sums`. The products read the registers that `weights` are
  /// then.
  Value multiplyValues(Value stage, Value sums, SmallVectorImpl<Value> &weights) const;
  Value getZeros() const;
  /// Sums of values as they are for the rows' reference. A branch of the warp that holds nothing but multiplications.
  Value rescale(Value sums, const RowState &rows) const;

private:
  Value at(Value descriptor, const async::Multiplicand &multiplicand, Value stage) const;

  KernelBuilder &kb;
  const AttentionSpec &spec;
  const async::AccumulatorLayout &layout;
  Value query, key, value; ///< descriptors
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_PRODUCTS_H
