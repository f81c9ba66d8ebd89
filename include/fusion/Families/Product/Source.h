// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How a factor of a product comes from global to shared memory.

#ifndef FUSION_FAMILIES_PRODUCT_SOURCE_H
#define FUSION_FAMILIES_PRODUCT_SOURCE_H

#include "fusion/Families/Async/Multiplicand.h"
#include "fusion/Families/Product/Sharing.h"
#include "fusion/Families/Product/Walk.h"
#include <memory>

namespace fusion::async {

/// Where a factor's k blocks are brought in a block.
struct Delivery {
  const Multiplicand &multiplicand; ///< how they lie
  const Walk &walk;                 ///< over the tiles that they are of
  Sharing sharing;
  Value shared;                        ///< of the factor's first stage
  Value extent;                        ///< rows (columns) of the matrix (i32)
  Value lane = {};                     ///< the thread's in its warp (i32), where threads load
  const Multiplicand *whole = nullptr; ///< of which the multiplicand is a part; null if it is all of it

  /// From one stage to the next, and from one box of a stage to the next, in bytes.
  int64_t stageBytes() const { return (whole ? *whole : multiplicand).bytes(); }
  int64_t boxBytes() const { return (whole ? *whole : multiplicand).boxBytes(); }
};

/// Emits the loads of one factor's part of a k block: boxes by one thread, or copies by the threads of a warp.
class Loader {
public:
  virtual ~Loader() = default;

  /// Enters a tile whose first row (column) is `position` (i32), in the batch with these indices (i32).
  virtual void begin(KernelBuilder &kb, Value position, ValueRange batch) = 0;
  /// Bytes (i32) that the copy engine brings of a k block of the tile, to each block that shares it; 0 if threads load.
  virtual Value bytes(KernelBuilder &kb) const { return kb.c32(0); }
  /// By one thread: starts the loads of the k block whose first element along k is `k` (i32). `barrier` counts bytes.
  virtual void loadBoxes(KernelBuilder &kb, Value stage, Value k, Value barrier) const {}
  /// By all threads of the warp: starts the copies of k block number `kBlock` (i32).
  virtual void copy(KernelBuilder &kb, Value stage, Value kBlock) const {}
};

/// Where a factor lies in global memory, as the kernel's parameters say, and the way that it takes from there.
class Source {
public:
  virtual ~Source() = default;

  /// Whether the threads of a warp load; else the copy engine does.
  virtual bool isLoadedByThreads() const = 0;
  /// Whether no kernel writes it that may still run when this one starts.
  virtual bool isStable() const { return false; }
  /// Tensor maps that are read.
  virtual SmallVector<Value, 2> maps() const { return {}; }
  /// `this` must live on.
  virtual std::unique_ptr<Loader> createLoader(KernelBuilder &kb, const Delivery &delivery) const = 0;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_SOURCE_H
