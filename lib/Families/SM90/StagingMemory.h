// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shared memory in which chunks of outputs wait for TMA, as threads see it.

#ifndef FUSION_LIB_FAMILIES_SM90_STAGINGMEMORY_H
#define FUSION_LIB_FAMILIES_SM90_STAGINGMEMORY_H

#include "EpiloguePlan.h"
#include "fusion/Families/Common/KernelBuilder.h"
#include "fusion/Families/SM90/ThreadPosition.h"

namespace fusion::sm90 {

/// 16-byte piece `piece` (i32) of row `row` (i32) of a staged matrix with rows of `rowBytes`, as the copy engine
/// swizzles it: the piece's number is xor-ed with the number of the row's 128 bytes.
Value getSwizzled(KernelBuilder &kb, Value row, Value piece, int64_t rowBytes);

/// The elements of a vector of two.
SmallVector<Value> splitPair(KernelBuilder &kb, Value vector);
/// Two elements in their compute type as a vector of what memory holds.
Value packPair(KernelBuilder &kb, ArrayRef<Value> lanes, Type elementType);

/// Blocks of 64 rows of a chunk, and groups of 8 columns: those before `fresh8` were finished with the chunk before,
/// those from `next8` on are staged again with the next one.
struct ChunkGroups {
  int64_t firstBlock, endBlock, first8, fresh8, end8, next8;
};

/// A warpgroup's buffers in shared memory: results leave through them by TMA or in whole rows, operands come by TMA.
class StagingMemory {
public:
  using Lanes = SmallVector<Value>; ///< two elements of a thread, in adjacent columns of wgmma

  /// `memory` is the warpgroup's, `plan.stagingBytes` of it.
  StagingMemory(KernelBuilder &kb, const WarpgroupTile &own, const EpiloguePlan &plan, const ConsumerPosition &position,
                Value memory)
      : kb(kb), own(own), plan(plan), position(position), memory(memory) {}

  ChunkGroups groupsOf(int64_t chunk) const;

  /// What a thread stages of results: for each pair of lanes one value.
  SmallVector<Value> pack(ArrayRef<Lanes> results, Type elementType);
  /// Stages that, of 16 rows and one or two groups of 8 columns: [2 * group + half].
  void store(unsigned output, int64_t chunk, int64_t block, int64_t column8, ArrayRef<Value> packed);
  /// The elements, of type `type`, of the same places.
  SmallVector<Lanes> load(unsigned output, int64_t chunk, int64_t block, int64_t column8, int64_t groups, Type type);

  /// Address of box `box` (i32) of a chunk.
  Value boxOf(unsigned output, int64_t chunk, Value box);
  /// Emits something for each box of a chunk, which begins at `coordinates`, with its address and coordinates.
  void forBoxes(unsigned output, int64_t chunk, SmallVector<Value> coordinates,
                function_ref<void(Value box, ValueRange place)> emit);

private:
  Value bufferOf(unsigned output, int64_t chunk);
  /// Where this lane points stmatrix and ldmatrix for two groups of 8 columns and 16 rows.
  Value quadAddress(unsigned output, int64_t chunk, int64_t block, int64_t column8);
  /// Where this thread's pair of elements of 1 or 4 bytes lies.
  Value pairAddress(unsigned output, int64_t chunk, int64_t block, int64_t column8, int64_t half);
  /// The same for an element of 4 bytes that leaves transposed.
  Value swappedAddress(unsigned output, int64_t chunk, int64_t column8, int64_t half, int64_t lane);
  Lanes loadPair(unsigned output, int64_t chunk, int64_t block, int64_t column8, int64_t half, Type type);

  KernelBuilder &kb;
  const WarpgroupTile &own;
  const EpiloguePlan &plan;
  const ConsumerPosition &position;
  Value memory;
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_STAGINGMEMORY_H
