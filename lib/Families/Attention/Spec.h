// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What kernels of attention are emitted from, whatever multiplies.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SPEC_H
#define FUSION_LIB_FAMILIES_ATTENTION_SPEC_H

#include "Formula.h"
#include "ScoreEmitter.h"
#include "fusion/Families/Attention/Options.h"
#include "fusion/Families/Common/MemRefArgument.h"

namespace fusion {

/// How rows and keys are cut up among blocks of threads.
struct AttentionTiling {
  int64_t rows = 128; ///< of a tile
  int64_t keys = 128; ///< of a block of keys
  AttentionOrder order = AttentionOrder::Single;
  int64_t splits = 1;          ///< of a tile's keys, of which each is a block's
  bool startsWithLast = false; ///< a matrix's last rows come first: those with most keys, under a causal mask

  bool isPersistent() const { return order != AttentionOrder::Single; }
};

/// What is known of a kernel of attention when it is emitted.
struct AttentionSpec {
  AttentionPlan plan;
  AttentionTiling tiling;
  Type elementType; ///< of what is multiplied
  int64_t depth, columns;

  static AttentionSpec get(KernelOp kernel, const AttentionTiling &tiling);
};

/// An output, and a number of bytes of which its rows begin at multiples.
struct AttentionOutput {
  MemRefArgument memref;
  int64_t alignment;
};

/// What a function of the kernel is given beside query, key and value. Sizes are i32.
struct AttentionArguments {
  Value rows, keys;
  SmallVector<Value> batch;
  SmallVector<ScoreOperand> scoreOperands; ///< of ScoreOperands::elements
  TableArguments tables;
  SmallVector<AttentionOutput> outputs;
  Value memory; ///< for splits of keys; null if there are none
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SPEC_H
