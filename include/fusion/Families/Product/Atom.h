// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a warpgroup multiplies, and by which instructions.

#ifndef FUSION_FAMILIES_PRODUCT_ATOM_H
#define FUSION_FAMILIES_PRODUCT_ATOM_H

#include "fusion/Families/Async/Multiplicand.h"
#include "fusion/Families/Product/AccumulatorLayout.h"
#include <memory>

namespace fusion::async {

/// What stands for the rows of a k block, and for each of its columns, in the instructions of an atom.
struct Factors {
  Value rows;
  SmallVector<Value, 1> columns = {};
  bool low = false; ///< the low halves of rows are meant (split f32)
};

/// The products of a warpgroup: factors as they lie in shared memory, sums as threads hold them, and the instructions.
/// With a swapped schedule rows lie along N of the output and columns along M. Each of `columns` is multiplied by the
/// same rows, and has accumulators of its own.
class Atom {
public:
  Multiplicand rows;
  SmallVector<Multiplicand, 1> columns;
  Type sumType;                                    ///< of accumulators
  std::shared_ptr<const AccumulatorLayout> layout; ///< of what each warpgroup has of a tile
  int64_t lowSlots = 0;                            ///< of low halves of columns, for split f32; else 0
  /// Products whose right factors are one multiplicand, one behind the other. Where that is each of `columns`, an
  /// accumulator has the columns of all products; swapped it is `rows`, and each product has accumulators of its own.
  int64_t stacked = 1;

  virtual ~Atom() = default;

  const WarpgroupTile &own() const { return layout->getTile(); }
  int64_t stackedRows() const { return own().swap ? stacked : 1; }
  int64_t stackedColumns() const { return own().swap ? 1 : stacked; }
  /// Values that hold a warpgroup's accumulators, of each of `columns`.
  int64_t accumulators() const { return columns.size() * stackedRows() * layout->countAccumulators(); }
  Type getAccumulatorType() const { return layout->getAccumulatorType(sumType, own().columns * stackedColumns()); }
  /// The accumulators of each product by itself, those of the first product first.
  SmallVector<Value> separate(KernelBuilder &kb, ArrayRef<Value> accumulators) const;
  /// Groups in which the products of a k block are committed.
  virtual int64_t groups() const = 0;

  /// What stands for rows whose first stage begins at `address` (shared, i32), and for columns.
  virtual Value getRows(KernelBuilder &kb, Value address, const ConsumerPosition &position) const = 0;
  virtual Value getColumns(KernelBuilder &kb, const Multiplicand &multiplicand, Value address) const = 0;
  /// The same in stage number `number` (i32); `first` is of the first.
  virtual Value getStage(KernelBuilder &kb, Value first, const Multiplicand &multiplicand, Value number) const = 0;

  /// Issues the products of one k block and commits them: rows times columns, of each of `factors`.
  /// Returns the accumulators, their sums; where `fresh`, the old ones count as zero.
  virtual SmallVector<Value> multiply(KernelBuilder &kb, ArrayRef<Factors> factors, ArrayRef<Value> accumulators,
                                      bool fresh) const = 0;
  /// Waits until all but the last `pending` groups are done. What reads `complete` must read what this returns.
  virtual SmallVector<Value> wait(KernelBuilder &kb, int64_t pending, ArrayRef<Value> complete = {}) const = 0;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_ATOM_H
