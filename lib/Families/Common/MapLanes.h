// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maps, lane by lane: what lanes share is built once.

#ifndef FUSION_LIB_FAMILIES_COMMON_MAPLANES_H
#define FUSION_LIB_FAMILIES_COMMON_MAPLANES_H

#include "NarrowScalars.h"
#include "fusion/Analysis/EqualLanes.h"
#include "fusion/Families/Common/BodyPlace.h"

namespace fusion {

/// Emits the lanes of a map in order. Of lanes that lie side by side the first that has a scalar computes it for all
/// others that have the same, and looks up rows of elements for all of them.
class MapLanes {
public:
  using ComputedElement = llvm::function_ref<Value(Value table, llvm::function_ref<Value(Value leaf)> getLeaf)>;

  /// `numLanes` lanes, those of `place`. Lookups of `inRange` need no test.
  /// `evaluate` gives an element of a table that the kernel computes, in its compute type, by the product's sum and the
  /// elements of arguments there.
  MapLanes(KernelBuilder &kb, MapOp map, int64_t numLanes, BodyPlace &place, bool strict,
           const llvm::DenseSet<Operation *> &inRange, ComputedElement evaluate);

  /// The values of the lanes, in their compute type; `operands` has the elements of each. All lanes do one operation of
  /// the region before they do the next, so that what they look up is needed for a short time.
  SmallVector<Value> build(ArrayRef<SmallVector<Value>> operands);

private:
  bool isFirst() const { return lane < adjacent.stride; }
  Value find(Value result);
  Value getPosition(int64_t dim);
  /// What was built for an operand in this lane, or null.
  Value getScalar(Value operand);
  /// What an earlier lane has computed, and the distance from it; null where none is known.
  Value shift(Value result, int64_t number);
  void note(Value result, Value scalar);
  Value lookup(LookupOp op, ValueRange indices, Value condition);
  Value lookUpComputed(LookupOp op, Value table, Value column, Value condition);

  /// What the first of some adjacent lanes have computed for the others.
  struct Shared {
    llvm::DenseMap<std::pair<Value, int64_t>, Value> scalars; ///< by the number of the lane that has computed it
    llvm::DenseMap<Value, SmallVector<Value>> rows;           ///< of a lookup, what each of the lanes looks up
  };

  KernelBuilder &kb;
  MapOp map;
  BodyPlace &place;
  bool strict;
  const llvm::DenseSet<Operation *> &inRange;
  ComputedElement evaluate;
  AdjacentLanes adjacent;
  std::optional<LaneForms> forms;      ///< where lanes lie side by side and share what costs much
  std::optional<EqualLanes> equal;     ///< where there are forms
  std::optional<NarrowScalars> narrow; ///< where there are forms
  SmallVector<Shared> shared;          ///< AdjacentLanes::stride
  Value drawn; ///< what all words of fusion.philox that count are, where a quad of threads has it
  int64_t lane = 0;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_COMMON_MAPLANES_H
