// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A factor's tiles by TMA, in boxes that the blocks of a cluster share.

#ifndef FUSION_FAMILIES_PRODUCT_BOXLOADER_H
#define FUSION_FAMILIES_PRODUCT_BOXLOADER_H

#include "fusion/Families/Product/Source.h"

namespace fusion::async {

/// A factor that the copy engine reads.
struct BoxSource : Source {
  Value map;
  SmallVector<bool> repeated; ///< per batch dimension that the factor has
  int64_t rows = 0;           ///< of a box; fewer than the tile has if the matrix has no more
  Value lastMap;              ///< of the boxes at the matrix's end, where they have fewer rows; null if none does
  bool stable = false;

  bool isLoadedByThreads() const override { return false; }
  bool isStable() const override { return stable; }
  SmallVector<Value, 2> maps() const override;
  std::unique_ptr<Loader> createLoader(KernelBuilder &kb, const Delivery &delivery) const override;
};

/// Loads one factor's part of a k block by TMA. One thread does.
///
/// Rows behind the matrix's end are left out: to fill one with zeros takes the copy engine six times as long as to load
/// one (docs/lab). What then lies there goes into sums that are not stored. A part of a shared tile that
/// lies wholly behind the end is replaced by the last one that does not: that each block of a cluster waits for
/// something of each that it shares a tile with is what keeps it from releasing a stage again before others have
/// released it once. Where rows lie along k, so is a box that lies wholly behind the end, if tiles are whole boxes
/// wide; where they are not it is filled with zeros.
class BoxLoader : public Loader {
public:
  BoxLoader(const BoxSource &source, const Delivery &to) : source(source), to(to), multiplicand(to.multiplicand) {}

  void begin(KernelBuilder &kb, Value position, ValueRange batch) override;
  Value bytes(KernelBuilder &) const override { return tile.bytes; }
  void loadBoxes(KernelBuilder &kb, Value stage, Value k, Value barrier) const override;

private:
  /// What is loaded of one tile.
  struct TileLoad {
    Value position; ///< the first row (column) of this block's part, of the tile where rows lie along k
    Value bytes;    ///< i32: that a k block brings to each block of the cluster that shares the tile
    Value isLast;   ///< i1: this block's part has fewer rows than others; null if none has
    Value any;      ///< i1: something is loaded; null if it always is
  };
  TileLoad getTileLoad(KernelBuilder &kb, Value position) const;
  /// `position` of a box along m or n, or, if it is behind the end, that of the last one that is not. Tiles must be
  /// whole boxes wide for that: elsewhere it stays.
  Value clamp(KernelBuilder &kb, Value position) const;
  void issue(KernelBuilder &kb, Value map, Value target, Value inner, Value outer, Value barrier) const;

  const BoxSource &source;
  const Delivery to;
  const Multiplicand &multiplicand;
  TileLoad tile;
  SmallVector<Value> batch;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_BOXLOADER_H
