// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which tile a block computes next, and which part of K.

#ifndef FUSION_FAMILIES_PRODUCT_TILESCHEDULER_H
#define FUSION_FAMILIES_PRODUCT_TILESCHEDULER_H

#include "fusion/Families/Async/Instructions.h"
#include "fusion/Families/Product/Walk.h"
#include <memory>

namespace fusion::async {

/// The k blocks of a tile that a block multiplies (i32), at least one; for split f32 whole chains. The last ones may
/// lie behind the end of K, where the copy engine reads zeros.
struct KShare {
  Value first, count;

  /// Share number `number` (i32) of `shares` of all of `size`.
  static KShare get(KernelBuilder &kb, const KBlocks &blocks, Value size, Value number, int64_t shares);

  /// Whether LLVM unrolls loops over them.
  bool isUnrolled() const;
  /// An address or descriptor (i64 or a pointer to shared memory) for the loop of one tile: where that is unrolled,
  /// what is computed for each k block would be kept in registers from tile to tile.
  Value keepInTile(KernelBuilder &kb, Value value) const { return isUnrolled() ? kb.hide(value) : value; }
};

/// A block's tile: batch, the first row and column of the output (i32), and what it multiplies of K.
struct Tile {
  Value batch, row, col;
  KShare k;
  Value rowEnd = {}; ///< the first row of the output that is no longer the tile's (i32); null where all are
  /// With a stream-K tail: whether (i1) this is a partial tile, whose sums go to memory, and its number (i32)
  /// among all partial tiles; which tile of the tail it is of, and which part of that. Null elsewhere.
  Value isPartial = {}, partial = {}, tailTile = {}, part = {};
};

/// The tiles of one block: numbers from `first` on, each `step` further, below `end` (i32). Where several kernels
/// share a launch, numbers count on from one kernel to the next.
class TileScheduler {
public:
  virtual ~TileScheduler() = default;

  Value end() const { return units; } ///< tiles in all, and partial tiles, with those of the kernels before
  Value first() const { return start; }
  Value step() const { return stride; }
  /// Of `start`, `start + step` and so on (i32) the first number that is of this kernel or of one behind it.
  Value firstOwn(KernelBuilder &kb, Value start, Value step) const;
  /// i1: whether a number below `end` is of this kernel.
  Value isOwn(KernelBuilder &kb, Value index) const;
  /// Of every tile that is whole.
  const KShare &share() const { return wholeShare; }
  /// Tiles whose K is split into partial tiles (i32); null where none is.
  Value tail() const { return tailTiles; }

  /// Whether it reads memory that other kernels may write: it begins when they have ended.
  virtual bool readsMemory() const { return false; }
  /// Emits what comes in front of the first tile, by all threads.
  virtual void begin(KernelBuilder &) {}
  /// The tile of number `index` (i32).
  virtual Tile locate(KernelBuilder &kb, Value index) const = 0;

protected:
  /// Shares tiles out among the clusters of the grid, and each one's K among the blocks of a cluster.
  void shareOut(KernelBuilder &kb, const Walk &walk, const ProductSizes &sizes, const ClusterPosition &position);

  Value units, start, stride, tailTiles;
  Value before; ///< numbers of the kernels before; null where there are none
  KShare wholeShare;
};

/// Walks a persistent grid over the tiles of the output, batch by batch, in its raster order. Tiles are
/// counted in clusters.
///
/// With `stream_k_tail` the last tiles, which fill no whole wave of the grid, are split: K of each into so many partial
/// tiles. They come last, so that their sums are still in the L2 when they are added: partial tile p of tile t of the
/// tail is number p * tail + t, and neighbours work on the same part of K.
class RasterScheduler : public TileScheduler {
public:
  RasterScheduler(KernelBuilder &kb, const Walk &walk, const ProductSizes &sizes, const ClusterPosition &position);

  Tile locate(KernelBuilder &kb, Value index) const override;
  /// A tile of the tail.
  Tile locateInTail(KernelBuilder &kb, Value index) const { return locateTile(kb, kb.add(wholeTiles, index)); }

private:
  Tile locateTile(KernelBuilder &kb, Value index) const;

  const Walk &walk;
  ClusterPosition position;
  Value sizeK, tilesM, tilesN, perBatch;
  Value wholeTiles; ///< null without a stream-K tail
};

/// Walks over the tiles of a kernel that shares its launch with kernels before it: a block goes on with this kernel's
/// tiles where it has left off, so that no multiprocessor waits between two kernels.
class FollowingScheduler : public TileScheduler {
public:
  /// Of the kernel that `own` walks over alone, behind the kernel of `previous`. Neither has a stream-K tail.
  FollowingScheduler(KernelBuilder &kb, std::unique_ptr<TileScheduler> own, const TileScheduler &previous);

  bool readsMemory() const override { return own->readsMemory(); }
  void begin(KernelBuilder &kb) override { own->begin(kb); }
  Tile locate(KernelBuilder &kb, Value index) const override;

private:
  std::unique_ptr<TileScheduler> own;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_TILESCHEDULER_H
