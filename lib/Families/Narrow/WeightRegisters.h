// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Weights that go from memory to the registers of the threads that multiply them.

#ifndef FUSION_LIB_FAMILIES_NARROW_WEIGHTREGISTERS_H
#define FUSION_LIB_FAMILIES_NARROW_WEIGHTREGISTERS_H

#include "Kernel.h"

namespace fusion::narrow {

/// Loads a thread's units of the weight, where no other warp of the block needs them. A quad reads 64 bytes of a row
/// side by side. Rows and units behind the last are read as the last: of the first no result is stored, and the second
/// meet activations that are zero.
class WeightRegisters {
public:
  WeightRegisters(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position);

  /// The words of a panel of stage number `iteration`: of row 0, 8, 16, ... of the warp's tile a unit each.
  SmallVector<Value> load(KernelBuilder &kb, Value iteration, int64_t panel) const;

private:
  SmallVector<Value> loadUnit(KernelBuilder &kb, Value address) const;

  const Spec &spec;
  SmallVector<Value> rows; ///< address of the first unit along k
  Value first;             ///< bytes along k in front of this thread's first unit (i32)
  Value last;              ///< bytes in front of a row's last unit (i32); null if all stages are whole
};

} // namespace fusion::narrow

#endif // FUSION_LIB_FAMILIES_NARROW_WEIGHTREGISTERS_H
