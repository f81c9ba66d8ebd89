// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scales and zero points of the rows that a thread holds.

#ifndef FUSION_LIB_FAMILIES_NARROW_GROUPNUMBERS_H
#define FUSION_LIB_FAMILIES_NARROW_GROUPNUMBERS_H

#include "Kernel.h"

namespace fusion::narrow {

/// Loads one number, a scale or a zero point, for each of a thread's rows of the weight: for each 16 rows of an mma
/// two.
class GroupNumbers {
public:
  GroupNumbers(KernelBuilder &kb, const Spec &spec, const WeightNumbers &numbers, const MemRefArgument &argument,
               const Arguments &arguments, const Position &position);

  /// Numbers of the group that `k` (i32) of a row is in, of the last one where there is none.
  SmallVector<Value> load(KernelBuilder &kb, Value k) const;
  /// Numbers of rows that have one each, or share one.
  SmallVector<Value> load(KernelBuilder &kb) const { return load(kb, kb.c32(0)); }
  bool isGrouped() const { return numbers.group != 0; }

  /// A number as f32, or as i32.
  Value widen(KernelBuilder &kb, Value number) const;

private:
  WeightNumbers numbers;
  Type elementType;
  SmallVector<Value> rows; ///< addresses of the first number of each row
  Value pitch;             ///< bytes from one group to the next (i64)
  Value last;              ///< number of the last group (i32)
};

} // namespace fusion::narrow

#endif // FUSION_LIB_FAMILIES_NARROW_GROUPNUMBERS_H
