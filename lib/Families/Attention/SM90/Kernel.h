// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a block of attention is emitted from.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_KERNEL_H
#define FUSION_LIB_FAMILIES_ATTENTION_KERNEL_H

#include "Formula.h"
#include "Schedule.h"
#include "ScoreEmitter.h"
#include "fusion/Families/Common/MemRefArgument.h"

namespace fusion {

/// What is known of a kernel of attention when it is emitted.
struct AttentionSpec {
  AttentionPlan plan;
  AttentionSchedule schedule;
  AttentionLayout layout;
  Type elementType; ///< of what is multiplied
  int64_t depth, columns;

  static AttentionSpec get(KernelOp kernel, const AttentionSchedule &schedule);
};

/// A tensor map, and the batch dimensions of its tensor: those along which it is repeated.
struct AttentionInput {
  Value map;
  SmallVector<bool> repeated;
};

/// An output, and a number of bytes of which its rows begin at multiples.
struct AttentionOutput {
  MemRefArgument memref;
  int64_t alignment;
};

/// What a function of the kernel is given. Sizes are i32.
struct AttentionArguments {
  AttentionInput query, key, value;
  AttentionInput operand; ///< of the scores, if it has stages
  Value rows, keys;
  SmallVector<Value> batch;
  SmallVector<ScoreOperand> scoreOperands; ///< of ScoreOperands::elements
  TableArguments tables;
  SmallVector<AttentionOutput> outputs;
  Value memory; ///< for splits of keys; null if there are none
};

/// Emits a block: it has a tile of rows, and walks over all keys.
///
///   producer   K(last) Q  K(last-1) V(last)  ...  K(0) V(1)  V(0)
///   consumers  QK(last) max exp | QK(n) issued, O *= alpha, PV(n+1) issued, QK there: max, PV there: exp | ... | PV(0)
void emitAttentionKernel(KernelBuilder &kb, KernelOp kernel, const AttentionSpec &spec,
                         const AttentionArguments &arguments, Value shared, bool dependentLaunch);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_KERNEL_H
