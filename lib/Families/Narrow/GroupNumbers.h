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
  /// `isWide`: the numbers of all rows of a thread come by one load.
  GroupNumbers(KernelBuilder &kb, const Spec &spec, const WeightNumbers &numbers, const MemRefArgument &argument,
               const Arguments &arguments, const Position &position, bool isWide = false);

  /// Numbers of the group that is `k` behind the warp's first element of stage number `iteration`; of the last one
  /// where there is none.
  SmallVector<Value> load(KernelBuilder &kb, Value iteration, int64_t k) const;
  /// Numbers of rows that have one each, or share one.
  SmallVector<Value> load(KernelBuilder &kb) const;
  bool isGrouped() const { return numbers.group != 0; }

  /// The number of a thread's row `row`, as it was loaded, as f32 or as i32.
  Value widen(KernelBuilder &kb, Value number, int64_t row) const;

private:
  void setPlacesInWords(KernelBuilder &kb, const Position &position);
  SmallVector<Value> loadRows(KernelBuilder &kb, function_ref<Value(Value first)> addressOf) const;
  SmallVector<Value> loadAt(KernelBuilder &kb, Value bytes, int64_t further) const;

  const Spec &spec;
  WeightNumbers numbers;
  Type elementType;
  SmallVector<Value> rows;   ///< addresses of the first number of each row
  SmallVector<Value> shifts; ///< of each row, bits in front of its number in a word
  Value pitch;               ///< bytes from one group to the next (i64)
  Value last;                ///< number of the last group (i32)
  Value warpK;               ///< this warp's part of a stage's k
  bool isWide;
  bool isWhole = false; ///< groups of a stage are its own, and there is one for each that is loaded
};

} // namespace fusion::narrow

#endif // FUSION_LIB_FAMILIES_NARROW_GROUPNUMBERS_H
