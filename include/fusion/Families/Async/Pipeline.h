// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The ring of buffers between producer and consumers.

#ifndef FUSION_FAMILIES_ASYNC_PIPELINE_H
#define FUSION_FAMILIES_ASYNC_PIPELINE_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion::async {

/// A ring of buffers in shared memory ("stages") between a producer, which fills them by TMA, and consumers. Each stage
/// has two barriers: `full` counts the bytes that arrive, `empty` the consumers that are done reading.
class Pipeline {
public:
  /// Where one side of the ring is: the stage (i32), and the parity of its current use (i32).
  struct Position {
    Value stage, parity;
  };

  /// `barriers` is the address of 2 * stages barriers.
  Pipeline(Value barriers, int64_t stages) : barriers(barriers), stages(stages) {}
  static int64_t bytes(int64_t stages) { return 16 * stages; }

  /// By one thread, before anyone uses the ring.
  void initialize(KernelBuilder &kb, int64_t consumers) const;

  /// The stage after `position`, and the one `steps` (i32) after it.
  Position advance(KernelBuilder &kb, Position position) const;
  Position advance(KernelBuilder &kb, Position position, Value steps) const;

  Value fullBarrier(KernelBuilder &kb, Value stage) const { return barrier(kb, barriers, stage); }
  void waitFull(KernelBuilder &kb, Position position) const;
  void waitEmpty(KernelBuilder &kb, Position position) const;
  /// The empty barrier of `stage` in a ring at `ring`, which may be another block's.
  Value emptyBarrier(KernelBuilder &kb, Value ring, Value stage) const;
  Value emptyBarrier(KernelBuilder &kb, Value stage) const { return emptyBarrier(kb, barriers, stage); }

  Value address() const { return barriers; }

private:
  static Value barrier(KernelBuilder &kb, Value base, Value stage) { return kb.offsetPtr(base, kb.mul(stage, 8)); }

  Value barriers;
  int64_t stages;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_ASYNC_PIPELINE_H
