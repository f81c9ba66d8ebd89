// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shared memory in which chunks of outputs wait for TMA, as threads see it.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_STAGINGMEMORY_H
#define FUSION_LIB_FAMILIES_PRODUCT_STAGINGMEMORY_H

#include "fusion/Families/Async/ThreadPosition.h"
#include "fusion/Families/Common/KernelBuilder.h"
#include "fusion/Families/Product/EpiloguePlan.h"

namespace fusion::async {

/// Two elements in their compute type as a vector of what memory holds.
Value packPair(KernelBuilder &kb, ArrayRef<Value> lanes, Type elementType);

/// A warpgroup's buffers in shared memory: results leave through them by TMA or in whole rows, operands come by TMA.
class StagingMemory {
public:
  using Lanes = AccumulatorLayout::Lanes;

  /// `memory` is the warpgroup's, `plan.stagingBytes` of it.
  StagingMemory(KernelBuilder &kb, const AccumulatorLayout &layout, const EpiloguePlan &plan,
                const ConsumerPosition &position, Value memory)
      : kb(kb), layout(layout), plan(plan), position(position), memory(memory) {}

  /// What a thread stages of results: for each pair of lanes one value.
  SmallVector<Value> pack(ArrayRef<Lanes> results, Type elementType);
  /// Stages that, of a fragment.
  void store(unsigned output, int64_t chunk, const Fragment &fragment, ArrayRef<Value> packed) {
    layout.store(kb, position, getChunk(output, chunk), fragment, packed);
  }
  /// The elements, of type `type`, of the same places.
  SmallVector<Lanes> load(unsigned output, int64_t chunk, const Fragment &fragment, Type type) {
    return layout.load(kb, position, getChunk(output, chunk), fragment, type);
  }

  /// A chunk's part of an output's buffers.
  StagedChunk getChunk(unsigned output, int64_t chunk) const;
  /// Emits something for each box of a chunk, which begins at `coordinates`, with its address and coordinates.
  void forBoxes(unsigned output, int64_t chunk, SmallVector<Value> coordinates,
                function_ref<void(Value box, ValueRange place)> emit);

private:
  KernelBuilder &kb;
  const AccumulatorLayout &layout;
  const EpiloguePlan &plan;
  const ConsumerPosition &position;
  Value memory;
};

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_STAGINGMEMORY_H
