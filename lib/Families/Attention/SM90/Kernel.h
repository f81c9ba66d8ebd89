// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a block of attention by wgmma and TMA is emitted from.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM90_KERNEL_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM90_KERNEL_H

#include "../Spec.h"
#include "Schedule.h"

namespace fusion {

/// What is known of a kernel when it is emitted, with its shared memory.
struct AsyncAttentionSpec : AttentionSpec {
  AttentionSchedule schedule;
  AttentionLayout layout;

  static AsyncAttentionSpec get(KernelOp kernel, const AttentionSchedule &schedule);
};

/// A tensor map, and the batch dimensions of its tensor: those along which it is repeated.
struct AttentionInput {
  Value map;
  SmallVector<bool> repeated;
};

struct AttentionInputs {
  AttentionInput query, key, value;
  AttentionInput operand; ///< of the scores, if it has stages
};

/// All that a function of the kernel is given.
struct AsyncAttentionArguments : AttentionArguments {
  AttentionInputs inputs;
};

/// Emits a block: it has a tile of rows, and walks over all keys.
///
///   producer   K(last) Q  K(last-1) V(last)  ...  K(0) V(1)  V(0)
///   consumers  QK(last) max exp | QK(n) issued, O *= alpha, PV(n+1) issued, QK there: max, PV there: exp | ... | PV(0)
void emitAsyncAttention(KernelBuilder &kb, KernelOp kernel, const AsyncAttentionSpec &spec,
                        const AsyncAttentionArguments &arguments, Value shared, bool dependentLaunch);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM90_KERNEL_H
