// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Split-K within a cluster.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_PARTIALSUMS_H
#define FUSION_LIB_FAMILIES_PRODUCT_PARTIALSUMS_H

#include "Consumer.h"

namespace fusion::async {

/// Split-K: the blocks of a cluster have the sums of one tile over a part of K each. Those that finish the tile, a
/// share of its columns each, get them from all blocks and add them in the blocks' order, so that the result is always
/// the same. A warpgroup talks to the warpgroups of its number. Its slots, in each block that finishes:
///
///   [block that sends] [product] [accumulator] [four registers of the share's columns] [thread] 4 x f32
///
/// Two barriers: `full` counts the bytes that arrive in the slots; `empty` the blocks that have read what this one
/// sent.
class PartialSums {
public:
  /// `slots` and `barriers` are the warpgroup's own.
  PartialSums(KernelBuilder &kb, const ClusterSum &shape, const Atom &atom, const ClusterPosition &cluster,
              const ConsumerPosition &position, Value slots, Value barriers);

  /// Bytes of a warpgroup's slots, and of its barriers; 0 where K is not split.
  static int64_t slotBytes(const ClusterSum &shape);
  static int64_t barrierBytes(const ClusterSum &shape) { return shape.isNeeded() ? 16 : 0; }
  /// By one thread, for the barriers of all warpgroups.
  static void initialize(KernelBuilder &kb, const ClusterSum &shape, Value barriers);

  /// Which share of the columns (i32) this block finishes, and whether (i1) it does.
  Value share() const { return columnShare; }
  Value finishes() const { return isFinisher; }

  /// Adds the blocks' accumulators, those of each product by itself (Atom::separate); `finish` emits what becomes of
  /// the sums of this block's share. `use` (i32) counts the warpgroup's tiles. When it is over, all that this block
  /// sent has been read: neither the slots nor the registers that hold the accumulators are needed any more, and nobody
  /// touches this block's memory.
  void add(KernelBuilder &kb, ArrayRef<Value> accumulators, Value use, function_ref<void(ArrayRef<Value>)> finish);

private:
  void send(KernelBuilder &kb, ArrayRef<Value> accumulators);
  SmallVector<Value> receive(KernelBuilder &kb, Value use);

  const ClusterSum &shape;
  const Atom &atom;
  const ClusterPosition &cluster;
  const ConsumerPosition &position;
  Value slots, full, empty;
  Value columnShare, isFinisher;
};

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_PARTIALSUMS_H
