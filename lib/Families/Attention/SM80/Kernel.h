// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a block of attention by mma.sync is emitted from.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM80_KERNEL_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM80_KERNEL_H

#include "Schedule.h"

namespace fusion {

/// What is known of a kernel when it is emitted, with its shared memory.
struct MmaAttentionSpec : AttentionSpec {
  MmaAttentionSchedule schedule;
  MmaAttentionSizes sizes;
  MmaAttentionLayout layout;

  static MmaAttentionSpec get(KernelOp kernel, const MmaAttentionSchedule &schedule);
};

/// All that a function of the kernel is given. Query, key and value lie as [.., rows, depth], [.., keys, depth] or
/// [.., depth, keys], and [.., keys, columns] or [.., columns, keys].
struct MmaAttentionArguments : AttentionArguments {
  MemRefArgument query, key, value;
  std::optional<MemRefArgument> operand; ///< of the scores, if it is copied in tiles
};

/// Emits a block: it has a tile of rows, and walks over all keys, the last ones first. With S stages, turn t is
///
///   K(t) there | copy V(t + S - 1) | scores of K(t) | V(t) there | copy K(t + S) | maxima, exponentials | sums of V(t)
///
/// Tiles of an operand of the scores come with the values.
void emitMmaAttention(KernelBuilder &kb, KernelOp kernel, const MmaAttentionSpec &spec,
                      const MmaAttentionArguments &arguments, Value shared, bool dependentLaunch);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM80_KERNEL_H
