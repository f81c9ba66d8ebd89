// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maps, lane by lane: what lanes share is built once.

#ifndef FUSION_LIB_FAMILIES_COMMON_MAPLANES_H
#define FUSION_LIB_FAMILIES_COMMON_MAPLANES_H

#include "fusion/Analysis/LaneForms.h"
#include "fusion/Families/Common/BodyPlace.h"

namespace fusion {

/// Emits the lanes of a map in order. Of lanes that lie side by side the first computes what is the same in all, and
/// looks up rows of elements for all of them.
class MapLanes {
public:
  /// `numLanes` lanes, those of `place`. Lookups of `inRange` need no test.
  MapLanes(KernelBuilder &kb, MapOp map, int64_t numLanes, BodyPlace &place, bool strict,
           const llvm::DenseSet<Operation *> &inRange);

  /// The value of the next lane, in its compute type.
  Value buildNext(ValueRange operands);

private:
  bool isFirst() const { return lane < adjacent.stride; }
  Value find(Value result);
  void note(Value result, Value scalar);
  Value lookup(LookupOp op, ValueRange indices, Value condition);

  /// What the first of some adjacent lanes has computed for the others.
  struct Shared {
    llvm::DenseMap<Value, Value> scalars;
    llvm::DenseMap<Value, SmallVector<Value>> rows; ///< of a lookup, what each of the lanes looks up
  };

  KernelBuilder &kb;
  MapOp map;
  BodyPlace &place;
  bool strict;
  const llvm::DenseSet<Operation *> &inRange;
  AdjacentLanes adjacent;
  std::optional<LaneForms> forms; ///< where lanes lie side by side and look something up
  SmallVector<Shared> shared;     ///< AdjacentLanes::stride
  int64_t lane = 0;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_COMMON_MAPLANES_H
