// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// From a warpgroup's accumulators to the kernel's outputs.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_EPILOGUE_H
#define FUSION_LIB_FAMILIES_PRODUCT_EPILOGUE_H

#include "EpilogueInputs.h"
#include "fusion/Analysis/ColumnReads.h"
#include "fusion/Families/Common/AmaxStore.h"
#include "fusion/Families/Common/QuadDraws.h"
#include "fusion/Families/Common/ScatterStore.h"
#include "fusion/Families/Product/ProductSpec.h"

namespace fusion::async {

/// Brings a warpgroup's accumulators through the kernel's body to its outputs, chunk by chunk (EpiloguePlan).
class Epilogue {
public:
  Epilogue(KernelBuilder &kb, KernelOp kernel, const ProductSpec &spec, const EpiloguePlan &plan,
           const EpilogueArguments &arguments, const ProductSizes &sizes, const ConsumerPosition &position,
           const EpilogueMemory &memory);

  /// Before the products of a tile, which take `steps` (i32): starts loads. `row` and `col` are where the warpgroup's
  /// part of the tile begins in the output, `batch` the indices (i32) of its batch, `use` (i32) counts the warpgroup's
  /// tiles, `finishes` (i1) says whether the block will finish the tile.
  /// Rows from `rowEnd` (i32) on, where it is not null, are another tile's: outputs are then stored from registers.
  void begin(ValueRange batch, Value row, Value col, Value use, Value finishes, Value steps, Value rowEnd = {});
  /// Beside each step of them (i32) but the first: starts the others.
  void beginBeside(Value step);
  /// Instead, where a block learns only then that it finishes the tile: the loads that begin() did not start.
  void beginLate();
  /// After them, with the sums of the columns that the block finishes, of one product after the other.
  void finish(ArrayRef<Value> accumulators);
  /// Before the block ends, by all threads of the warpgroup.
  void drain();

private:
  using Lanes = BodyEvaluator::Lanes;

  void startStaged();
  void startBeside(Value step);
  void freeBuffers(int64_t chunk);
  void finishChunk(int64_t chunk, ArrayRef<Value> accumulators);
  /// The body for a fragment.
  void finishFragment(int64_t chunk, const Fragment &fragment, ArrayRef<Value> accumulators);
  /// The lane of a pair of the same thread that a lookup of a lane of a pair reads.
  std::pair<Pair, int64_t> findSource(LookupOp lookup, Pair pair, int64_t lane) const;
  /// The quads of threads that have a fragment's four pairs; none if they share no draws.
  std::optional<QuadGroup> makeQuad(const Fragment &fragment);
  /// i1: whether the first row and column of a fragment are in the output.
  Value isInside(const Fragment &fragment);
  /// Two lanes of a row, as far as they are in the output.
  void addToMaximum(const AmaxStore &maximum, Pair pair, ArrayRef<Value> lanes);
  /// Of an output, results of a fragment's pairs, two lanes each; whether they are stored, if that depends on
  /// something, and where, if indices say that.
  struct DirectResults {
    SmallVector<Lanes> values, conditions, indices;
  };
  void storeDirect(unsigned output, const Fragment &fragment, const DirectResults &results);
  /// The same of conditions, as bits. Runs of several bytes are stored when their last columns have come.
  void storeBits(unsigned output, const Fragment &fragment, ArrayRef<Lanes> results);
  /// The words of a fragment's rows, of `bytes` bytes whose columns end with those of its last pair.
  void storeBitRuns(unsigned output, ArrayRef<int64_t> rows, int64_t column, int64_t bytes, ArrayRef<Value> words);
  void storeSwappedBits(unsigned output, const Fragment &fragment, ArrayRef<Lanes> results);
  void sendChunk(int64_t chunk);
  /// By all warps: from the chunk's buffer, whole rows.
  void storeRows(unsigned output, int64_t chunk);

  KernelBuilder &kb;
  const AccumulatorLayout &layout;
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
  ColumnReads columnReads;
  TableArguments tables;
  bool branches;    ///< fragments are computed in branches of their own
  bool pairsInRows; ///< a thread's two elements are adjacent in a row of the output, both inside or both outside
  bool wholeTiles;  ///< all of each tile is in the output
  SmallVector<OperandAccess> outputs;
  SmallVector<std::pair<unsigned, AmaxStore>> maxima; ///< by their outputs
  SmallVector<std::optional<ScatterStore>> scattered; ///< of each output
  /// Of the current tile, per output and first pair of a fragment: what the next chunk stages again.
  DenseMap<std::pair<unsigned, int64_t>, SmallVector<Value>> kept;
  /// Of the current tile, per output and the first of a fragment's rows: bits of these rows that are not stored yet.
  DenseMap<std::pair<unsigned, int64_t>, SmallVector<Value>> bitWords;
};

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_EPILOGUE_H
