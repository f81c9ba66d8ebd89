// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The epilogue of a warp: accumulators become rows.

#ifndef FUSION_LIB_FAMILIES_SM80_STAGEDEPILOGUE_H
#define FUSION_LIB_FAMILIES_SM80_STAGEDEPILOGUE_H

#include "Matmul.h"

namespace fusion::sm80 {

/// Shared memory that the epilogue needs, in bytes; it may overlap the main loop's.
int64_t epilogueSharedBytes(const SM80Schedule &schedule, int64_t products);

/// Hands a warp's accumulators to an EpilogueEmitter. They pass through shared memory, 16 rows at a time, so that a
/// thread holds adjacent columns and a warp whole rows: 8 columns per thread, or single elements where that is not
/// possible.
class StagedEpilogue {
public:
  StagedEpilogue(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &arguments, const TilePosition &tile,
                 Value shared, const ThreadPosition &position, EpilogueEmitter &epilogue);

  /// After the main loop, before shared memory is free: the first loads.
  void start();
  /// The rest, once shared memory is free, with the accumulators of each product.
  void finish(ArrayRef<SmallVector<Value>> sums);

private:
  struct Pending {
    EpilogueSite site;
    SmallVector<Value> loaded;
  };

  bool wide() const { return schedule.warpTileN() >= 64; }
  int64_t slices() const;
  int64_t lanesPerRow() const;
  int64_t rowsPerPass() const { return 32 / lanesPerRow(); }
  int64_t passes() const;

  EpilogueSite siteAt(Value row, Value col, int64_t width);
  EpilogueSite vectorSite(int64_t slice, int64_t pass);
  SmallVector<Pending> loadSlice(int64_t slice);
  void writeSlice(int64_t slice, ArrayRef<SmallVector<Value>> sums);
  void writeSlice(int64_t slice, ArrayRef<Value> acc, Value buffer);
  SmallVector<Value> readVector(int64_t pass, Value buffer);
  void finishVectors(ArrayRef<SmallVector<Value>> sums);
  void finishElements(ArrayRef<SmallVector<Value>> sums);
  /// The warp, or where other columns are read all warps that have parts of the rows.
  void sync();
  /// Adds to a site how sums of row `row` (i32) of the slice are read.
  void addColumnReads(EpilogueSite &site, Value row);

  KernelBuilder &kb;
  const SM80Schedule &schedule;
  const MatmulArguments &arguments;
  const ThreadPosition &position;
  EpilogueEmitter &epilogue;
  Type sumType;
  bool vectors, readsColumns;
  Value tileCol;                 ///< of the block
  Value buffersOfRow;            ///< of all warps that have parts of the same rows, of the first product
  int64_t slicesAhead;           ///< whose operands are on their way while one is computed
  Value firstRow, firstCol;      ///< of the warp's tile
  SmallVector<Value, 1> buffers; ///< the warp's parts of shared memory, of each product
  SmallVector<Value> writeBase;
  SmallVector<SmallVector<Pending>> pending; ///< one list per slice
};

} // namespace fusion::sm80

#endif // FUSION_LIB_FAMILIES_SM80_STAGEDEPILOGUE_H
