// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two products of a warp.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM80_PRODUCTS_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM80_PRODUCTS_H

#include "Kernel.h"
#include "fusion/Families/Async/ThreadPosition.h"
#include "fusion/Families/SM80/Fragments.h"

namespace fusion {

/// The two products of a warp with blocks of keys and values in shared memory; accumulators as MmaLayout has them.
class MmaProducts {
public:
  MmaProducts(KernelBuilder &kb, const MmaAttentionSpec &spec, const async::ThreadPosition &position, Value shared);

  /// Loads the query for good, if it stays in registers.
  void loadQuery();
  /// Scores of the block of keys at `keys`.
  SmallVector<Value> multiplyKeys(Value keys) const;
  /// Elements of the tile of an operand of the scores at `shared`, of keys 16 `part` to 16 `part` + 15, in pairs (i32):
  /// of the first 8 keys those of each row of the thread, and of the others.
  SmallVector<Value> loadOperand(Value shared, int64_t part) const;
  /// Adds the block of values at `values`, times `weights` (OnlineSoftmax::takeWeights), to `sums`.
  void multiplyValues(Value values, ArrayRef<Value> weights, MutableArrayRef<Value> sums) const;

private:
  /// Fragments of the query and of weights, of a step along k: four registers for each 16 rows.
  SmallVector<Value> getQuery(int64_t step) const;
  SmallVector<Value> getWeights(ArrayRef<Value> weights, int64_t step) const;
  /// Adds what `addStep` adds for each of so many steps: chain by chain from zero, if the type has chains.
  void addChains(int64_t steps, MutableArrayRef<Value> sums,
                 function_ref<void(int64_t step, MutableArrayRef<Value> sums)> addStep) const;
  /// Adds `left` times the 16 columns of `right` to their `sums`, or times the first 8 where there are no more.
  void multiply(ArrayRef<Value> left, ArrayRef<Value> right, MutableArrayRef<Value> sums) const;

  KernelBuilder &kb;
  const MmaAttentionSpec &spec;
  Value query; ///< in shared memory
  sm80::FragmentLoader queryLoader, keyLoader, valueLoader, operandLoader;
  SmallVector<SmallVector<Value>> kept; ///< fragments of the query
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM80_PRODUCTS_H
