// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An operand's tiles by TMA, in boxes that the blocks of a cluster share.

#ifndef FUSION_LIB_FAMILIES_SM90_BOXLOADER_H
#define FUSION_LIB_FAMILIES_SM90_BOXLOADER_H

#include "Producer.h"

namespace fusion::sm90 {

/// The blocks of a cluster that share a tile of one operand: each loads a part of it, for all of them.
struct Sharing {
  int64_t blocks;
  Value part;     ///< this block's (i32)
  Value mask;     ///< of the blocks (i16); null if there is one
  bool overhangs; ///< tiles may lie behind the matrix's end, since there are whole clusters of them

  static Sharing ofRows(KernelBuilder &kb, const BlockContext &block) {
    return block.spec.own.swap ? ofB(kb, block) : ofA(kb, block);
  }
  static Sharing ofColumns(KernelBuilder &kb, const BlockContext &block) {
    return block.spec.own.swap ? ofA(kb, block) : ofB(kb, block);
  }

private:
  static Sharing ofA(KernelBuilder &kb, const BlockContext &block);
  static Sharing ofB(KernelBuilder &kb, const BlockContext &block);
};

/// Loads one operand's part of a k block by TMA. One thread does.
///
/// Rows behind the matrix's end are left out: to fill one with zeros takes the copy engine six times as long as to load
/// one (docs/lab). What then lies there goes into sums that are not stored. A part of a shared tile that
/// lies wholly behind the end is replaced by the last one that does not: that each block of a cluster waits for
/// something of each that it shares a tile with is what keeps it from releasing a stage again before others have
/// released it once. Where rows lie along k, so is a box that lies wholly behind the end, if tiles are whole boxes
/// wide; where they are not it is filled with zeros.
class BoxLoader {
public:
  /// `shared` is the operand's first stage, `extent` (i32) the matrix's rows (columns).
  BoxLoader(const Multiplicand &multiplicand, const OperandSource &source, const Sharing &sharing, Value shared,
            Value extent)
      : multiplicand(multiplicand), source(source), sharing(sharing), shared(shared), extent(extent) {}

  /// What is loaded of one tile.
  struct TileLoad {
    Value position; ///< the first row (column) of this block's part, of the tile where rows lie along k
    Value bytes;    ///< i32: that a k block brings to each block of the cluster that shares the tile
    Value isLast;   ///< i1: this block's part has fewer rows than others; null if none has
    Value any;      ///< i1: something is loaded; null if it always is
  };
  TileLoad begin(KernelBuilder &kb, Value position) const;

  /// `k` is the block's first k; `barrier` counts the bytes.
  void load(KernelBuilder &kb, Value stage, const TileLoad &tile, Value k, ValueRange batch, Value barrier) const;

private:
  /// `position` of a box along m or n, or, if it is behind the end, that of the last one that is not. Tiles must be
  /// whole boxes wide for that: elsewhere it stays.
  Value clamp(KernelBuilder &kb, Value position) const;
  void issue(KernelBuilder &kb, Value map, Value target, Value inner, Value outer, ValueRange batch,
             Value barrier) const;

  const Multiplicand &multiplicand;
  const OperandSource &source;
  Sharing sharing;
  Value shared, extent;
};

} // namespace fusion::sm90

#endif // FUSION_LIB_FAMILIES_SM90_BOXLOADER_H
