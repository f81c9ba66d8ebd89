// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From a warpgroup's accumulators to the kernel's outputs.

#ifndef FUSION_LIB_FAMILIES_SM90_EPILOGUE_H
#define FUSION_LIB_FAMILIES_SM90_EPILOGUE_H

#include "EpilogueInputs.h"
#include "ProductSpec.h"
#include "fusion/Families/Common/AmaxStore.h"
#include "fusion/Families/Common/QuadDraws.h"
#include "fusion/Families/Common/ScatterStore.h"

namespace fusion::sm90 {

/// Brings a warpgroup's accumulators through the kernel's body to its outputs, chunk by chunk (EpiloguePlan).
class Epilogue {
public:
  Epilogue(KernelBuilder &kb, KernelOp kernel, const ProductSpec &spec, const EpiloguePlan &plan,
           const EpilogueArguments &arguments, const ProductSizes &sizes, const ConsumerPosition &position,
           const EpilogueMemory &memory);

  /// Before the products of a tile, which take `steps` (i32): starts loads. `row` and `col` are where the warpgroup's
  /// part of the tile begins in the output, `batch` the indices (i32) of its batch, `use` (i32) counts the warpgroup's
  /// tiles, `finishes` (i1) says whether the block will finish the tile.
  void begin(ValueRange batch, Value row, Value col, Value use, Value finishes, Value steps);
  /// Beside each step of them (i32) but the first: starts the others.
  void beginBeside(Value step);
  /// Instead, where a block learns only then that it finishes the tile: the loads that begin() did not start.
  void beginLate();
  /// After them, with the sums of the columns that the block finishes.
  void finish(ArrayRef<Value> accumulators);
  /// Before the block ends, by all threads of the warpgroup.
  void drain();

private:
  using Lanes = BodyEvaluator::Lanes;

  void startStaged();
  void startBeside(Value step);
  void freeBuffers(int64_t chunk);
  void finishChunk(int64_t chunk, ArrayRef<Value> accumulators);
  /// The body for 64 rows and one or two groups of 8 columns. `keeps`: the next chunk stages what comes of it too.
  void finishGroup(int64_t chunk, int64_t block, int64_t column8, bool keeps, Value accumulator);
  /// The quads of threads that have 16 rows and two groups of 8 columns.
  QuadGroup makeQuad(int64_t block, int64_t column8);
  /// i1: whether the first row and column of such a group are in the output.
  Value isInside(int64_t block, int64_t column8);
  /// Two lanes of a row, as far as they are in the output.
  void addToMaximum(const AmaxStore &maximum, int64_t block, int64_t column8, int64_t half, ArrayRef<Value> lanes);
  /// Of an output, results of 16 rows and one or two groups of 8 columns: [2 * group + half], two lanes each; whether
  /// they are stored, if that depends on something, and where, if indices say that.
  struct DirectResults {
    SmallVector<Lanes> values, conditions, indices;
  };
  void storeDirect(unsigned output, int64_t block, int64_t column8, const DirectResults &results);
  /// The same of conditions, as bits. Runs of several groups are stored when their last group has come.
  void storeBits(unsigned output, int64_t block, int64_t column8, ArrayRef<Lanes> results);
  /// The words of a thread's two rows, of `bytes` groups from `column8` on.
  void storeBitRuns(unsigned output, int64_t block, int64_t column8, int64_t bytes, ArrayRef<Value> words);
  void storeSwappedBits(unsigned output, int64_t block, int64_t column8, ArrayRef<Lanes> results);
  /// Where a chunk begins, for the copy engine.
  SmallVector<Value> chunkCoordinates(int64_t chunk);
  void sendChunk(int64_t chunk);
  /// By all warps: from the chunk's buffer, whole rows.
  void storeRows(unsigned output, int64_t chunk);

  KernelBuilder &kb;
  const EpiloguePlan &plan;
  const EpilogueArguments &arguments;
  const ProductSizes &sizes;
  const ConsumerPosition &position;
  Value starts, steps; ///< of the tile: whether (i1) this thread starts staged loads, and the steps of the products
  TileFrame frame;
  StagingMemory staging;
  EpilogueInputs inputs;
  BodyEvaluator evaluator;
  QuadDraws quadDraws;
  TableArguments tables;
  bool branches;    ///< groups of columns are computed in branches of their own
  bool pairsInRows; ///< a thread's two elements are adjacent in a row of the output, both inside or both outside
  bool wholeTiles;  ///< all of each tile is in the output
  SmallVector<OperandAccess> outputs;
  SmallVector<std::pair<unsigned, AmaxStore>> maxima; ///< by their outputs
  SmallVector<std::optional<ScatterStore>> scattered; ///< of each output
  /// Of the current tile, per output and first pair of a group: what the next chunk stages again.
  DenseMap<std::pair<unsigned, int64_t>, SmallVector<Value>> kept;
  /// Of the current tile, per output and block: bits of the thread's two rows that are not stored yet.
  DenseMap<std::pair<unsigned, int64_t>, SmallVector<Value>> bitWords;
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_EPILOGUE_H
