// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_EPILOGUE_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_EPILOGUE_H

#include "../Common/BodyEvaluator.h"
#include "../Common/OperandAccess.h"
#include "EpiloguePlan.h"
#include "TileScheduler.h"

namespace mlir::fusion::sm90 {

/// The place of a thread among the consumers (i32).
struct ConsumerPosition {
  Value warpgroup;    ///< of the block
  Value thread;       ///< in its warpgroup
  Value warp, lane;   ///< warp of the warpgroup
  Value lead;         ///< i1: the one thread of the warpgroup that starts copies
  Value namedBarrier; ///< the warpgroup's own

  void sync(KernelBuilder &kb) const;
};

/// What the kernel's function gives to the epilogue: memory, and tensor maps where the plan stages.
struct EpilogueArguments {
  SmallVector<MemRefArgument> inputs, outputs; ///< of the plan's inputs and outputs, in its order
  SmallVector<Value> inputMaps, outputMaps;    ///< null where not staged
};

/// 16-byte piece `piece` (i32) of row `row` (i32) of a staged matrix with rows of `rowBytes`, as the copy engine
/// swizzles it: the piece's number is xor-ed with the number of the row's 128 bytes.
Value getSwizzled(KernelBuilder &kb, Value row, Value piece, int64_t rowBytes);

/// Brings a warpgroup's accumulators through the kernel's body to its outputs.
class Epilogue {
public:
  /// `staging`, `lines` and `barriers` are the warpgroup's parts of shared memory.
  Epilogue(KernelBuilder &kb, KernelOp kernel, const ProductSpec &spec, const EpiloguePlan &plan,
           const EpilogueArguments &arguments, const ProductSizes &sizes, const ConsumerPosition &position,
           Value staging, Value lines, Value barriers);

  /// Before the products of a tile: starts loads. `row` and `col` are where the warpgroup's part of the tile begins in
  /// the output, `batch` the indices (i32) of its batch, `use` (i32) counts the warpgroup's tiles, `finishes` (i1) says
  /// whether the block will finish the tile.
  void begin(ValueRange batch, Value row, Value col, Value use, Value finishes);
  /// After them, with the sums of the columns that the block finishes.
  void finish(ArrayRef<Value> accumulators);
  /// Before the block ends.
  void drain();

private:
  /// Two adjacent columns of wgmma in row h of block b: what one thread computes at once.
  struct Pair {
    int64_t block, column8, half;
  };
  /// A number of its own for each pair of a tile, which has no more than 256 columns.
  static int64_t keyOf(Pair pair) { return (pair.block * 32 + pair.column8) * 2 + pair.half; }
  using Lanes = BodyEvaluator::Lanes;

  Value rowOf(int64_t block, int64_t half);
  Value columnOf(int64_t column8, int64_t lane);
  /// Address of an element of an operand at a position of wgmma; positions outside are moved to the last one inside.
  /// The same for the first of `width` adjacent columns of the output that are all inside or all outside.
  Value addressInside(const OperandAccess &access, Value row, Value column, int64_t width = 1);
  Value outputRow(Value row, Value column) { return spec.schedule.swap ? column : row; }
  Value outputCol(Value row, Value column) { return spec.schedule.swap ? row : column; }

  void loadLines();
  void storeLines();
  void loadRows();
  void startStagedInputs(int64_t chunk);
  void waitStagedInputs(int64_t chunk);
  void freeBuffers(int64_t chunk);

  /// Blocks of 64 rows of a chunk, and groups of 8 columns: those before `fresh8` were finished with the chunk before,
  /// those from `next8` on are staged again with the next one.
  struct ChunkGroups {
    int64_t firstBlock, endBlock, first8, fresh8, end8, next8;
  };
  ChunkGroups groupsOf(int64_t chunk) const;
  void loadChunk(int64_t chunk);
  Lanes inputLanes(unsigned input, Pair pair);
  void finishChunk(int64_t chunk, ArrayRef<Value> accumulators);
  /// The body for 64 rows and one or two groups of 8 columns. `keeps`: the next chunk stages what comes of it too.
  void finishGroup(int64_t chunk, int64_t block, int64_t column8, bool keeps, Value accumulator);
  /// i1: whether the first row and column of such a group are in the output.
  Value isInside(int64_t block, int64_t column8);
  /// Results of 16 rows and one or two groups of 8 columns: [2 * group + half], two lanes each.
  void storeStaged(unsigned output, int64_t chunk, int64_t block, int64_t column8, ArrayRef<Value> packed);
  void storeDirect(unsigned output, int64_t block, int64_t column8, ArrayRef<Lanes> results);
  Value quadAddress(unsigned output, int64_t chunk, int64_t block, int64_t column8);
  Value pairAddress(unsigned output, int64_t chunk, int64_t block, int64_t column8, int64_t half);
  /// The same for an element of 4 bytes that leaves transposed.
  Value swappedAddress(unsigned output, int64_t chunk, int64_t column8, int64_t half, int64_t lane);
  Lanes loadPair(unsigned output, int64_t chunk, int64_t block, int64_t column8, int64_t half, Type type);
  Value bufferOf(unsigned output, int64_t chunk);
  /// Box `box` (i32) of a chunk.
  Value boxOf(unsigned output, int64_t chunk, Value box);
  /// Emits something for each box of a chunk, which begins at `coordinates`, with its address and coordinates.
  void forBoxes(unsigned output, int64_t chunk, SmallVector<Value> coordinates,
                function_ref<void(Value, ValueRange)> emit);
  Value chunkBarrier(int64_t chunk);
  SmallVector<Value> chunkCoordinates(int64_t chunk);
  void sendChunk(int64_t chunk);
  /// By all warps: from the chunk's buffer, whole rows.
  void storeRows(unsigned output, int64_t chunk);

  KernelBuilder &kb;
  const ProductSpec &spec;
  const EpiloguePlan &plan;
  const EpilogueArguments &arguments;
  const ProductSizes &sizes;
  const ConsumerPosition &position;
  Value staging, lines, barriers;
  BodyEvaluator evaluator;
  bool branches;                    ///< groups of columns are computed in branches of their own
  SmallVector<Value> bodyArguments; ///< of the plan's inputs
  SmallVector<OperandAccess> inputs, outputs;

  // Of the current tile.
  Value firstRow, firstColumn, use; ///< in the frame of wgmma
  SmallVector<Value> batch;
  SmallVector<SmallVector<Value>> loaded;                   ///< per input: line elements, row elements or the scalar
  DenseMap<std::pair<unsigned, int64_t>, Lanes> chunkLoads; ///< per input and pair (or group of 8 columns)
  /// Per output and first pair of a group: what the next chunk stages again.
  DenseMap<std::pair<unsigned, int64_t>, SmallVector<Value>> kept;
};

} // namespace mlir::fusion::sm90

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_EPILOGUE_H
