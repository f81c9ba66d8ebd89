// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elements of tensors in the region of a map, through what moves, joins and pads them.

#ifndef FUSION_TRANSFORMS_COMPOSEMOVES_ELEMENTREADER_H
#define FUSION_TRANSFORMS_COMPOSEMOVES_ELEMENTREADER_H

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/SizeOrigin.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include <functional>

namespace fusion {

/// What is computed again, in the place of being stored, may cost for each element: about what it takes to store 16
/// bits and load them again.
inline constexpr int64_t kMaxPartCost = 28;

/// Whether an elementwise operation costs so little that its readers may compute it: it is a formula of positions, or
/// has one reader, and does not stand behind a product, whose epilogue it is.
bool isRepeated(Operation *op);

/// Whether `op` joins tensors at places that are known, pads one with a constant, or inserts one in a constant's place.
bool isJoin(Operation *op);

/// Whether `value` is what a reduction comes to, or computed of that.
bool comesFromReduction(Value value);

/// Writes into the region of a map what elements are.
class ElementReader {
public:
  /// An element of a tensor that is stored: it is looked up at `place`, expressions of the map's positions.
  struct Leaf {
    Value source;
    SmallVector<AffineExpr> place;
  };

  /// `isComputed` says which elementwise operations are computed in the map. Joins, and maps that choose among
  /// elements, are read through where nothing else reads them: nothing but `root`, whose place the map takes, if there
  /// is one.
  explicit ElementReader(MapOp map, llvm::function_ref<bool(Operation *)> isComputed = isRepeated,
                         unsigned most = kMostComputed, Operation *root = nullptr, unsigned mostNested = kMostComputed);

  static constexpr unsigned kMostComputed = 48;

  /// The element of `value` at `place`, in its own type: where moves, joins and cheap elementwise operations before it
  /// take it from. It is read where `condition` holds (null: always).
  Value read(Value value, ArrayRef<AffineExpr> place, Value condition = {});
  /// The element of `value`, which is stored, whatever it comes from.
  Value lookUp(Value value, ArrayRef<AffineExpr> place, Value condition = {});
  /// The same of the result of a move, a join or an elementwise operation, whoever else reads it.
  Value readResult(Operation *op, ArrayRef<AffineExpr> place, Value condition = {});

  /// Elements of `source` are looked up in `moved` from now on, whose dimension i is dimension order[i] of the source.
  void replaceTable(Value source, Value moved, ArrayRef<int64_t> order) {
    replaced[source] = {moved, llvm::to_vector(order)};
  }

  /// Whether something is stored that would be read through, were it not for the number of what is.
  bool isCut() const { return cut; }
  ArrayRef<Leaf> getLeaves() const { return leaves; }
  /// Whether leaves are read 16 bytes at a time, as the map's last dimension runs.
  bool readsRuns(const Leaf &leaf) const;
  /// Whether leaves are read in one row of theirs as the map's last dimension runs, mostly in short steps or at places
  /// that a formula of positions gives: short rows that are rolled, say, and reflected borders.
  bool readsRows(const Leaf &leaf) const;
  /// The moves, joins and elementwise operations that were read through, users first.
  ArrayRef<Operation *> getFollowed() const { return followed.getArrayRef(); }
  /// Whether the map has as elements what rows of it were reduced to.
  bool readsReduced() const { return reduced; }
  /// The map's positions.
  SmallVector<AffineExpr> getPositions();
  OpBuilder &getBuilder() { return builder; }

private:
  /// Whether nothing but what the map takes the place of reads what `op` gives, through what may itself be read
  /// through.
  bool isOnlyReadHere(Operation *op) const;
  /// Whether `op` is read through where nothing else reads it.
  bool mayBeFollowed(Operation *op) const;
  /// Whether `op` is read through, which may be null.
  bool isFollowed(Operation *op);
  /// The element that a lookup of another map's region finds `at` indices, zero where `where` does not hold; it is read
  /// where `condition` holds.
  Value readTable(LookupOp own, Value table, ValueRange at, Value where, Value condition);
  /// Whether all indices of another map's lookup are in range, as its positions are; sizes may be open.
  bool isWithinOpenSizes(LookupOp own);
  /// Whether what the map's region has computed of its positions is in range of a table.
  bool isInRangeHere(Value table, ValueRange at, Value condition);
  /// An index of the map's region as an expression; null where it is none.
  AffineExpr findExpr(Value index);
  /// A dimension of `size` that stands for an index in expressions.
  AffineExpr addIndex(Value index, AffineExpr size);
  /// The size that a symbol stands for, passed to the map as a number.
  Value getSymbol(unsigned number);
  Value emit(AffineExpr expr);
  /// Whether `begin` <= `expr` < `end`; null if always.
  Value isBetween(AffineExpr expr, AffineExpr begin, AffineExpr end);
  /// The elements of a concatenation: each part's where the position is within it.
  Value readConcat(tensor::ConcatOp concat, ArrayRef<AffineExpr> place, Value condition);
  /// The element of a part that begins at `begins` of a whole, or of the rest where the place is not within the part.
  Value readPart(Value part, ArrayRef<int64_t> begins, Operation *whole, ArrayRef<AffineExpr> place, Value condition,
                 llvm::function_ref<Value()> readRest);
  Value conjoin(Value a, Value b);
  Value select(Value condition, Value element, Value other);
  /// The element of a join or an elementwise operation.
  Value readComputed(Operation *op, ArrayRef<AffineExpr> place, Value condition);
  Value readElementwise(ElementwiseOpInterface op, ArrayRef<AffineExpr> place, Value condition);
  Value toComputeType(Value scalar);
  Value lookup(Value table, ValueRange place, Value condition);
  Value getTableArgument(Value table);
  Value getElementArgument(Value element);
  /// Whether `place` is the map's own, as far as `value`, which broadcasts to the map's result, varies.
  bool isOwnPlace(Value value, ArrayRef<AffineExpr> place);

  MapOp map;
  Operation *root;
  unsigned most, mostNested;
  OpBuilder builder;
  Location loc;
  SmallVector<Value> indices; ///< the dimensions of expressions: the map's positions, and what it computed
  SmallVector<AffineExpr> sizes;
  AffineRanges ranges;
  SizeExpressions sizeExprs;
  SmallVector<Value> symbolValues; ///< null where none is needed yet
  std::function<AffineExpr(Value, int64_t)> sizeOf = [this](Value tensor, int64_t dim) {
    return sizeExprs.get(tensor, dim);
  };
  llvm::function_ref<bool(Operation *)> isComputed;
  llvm::SmallDenseMap<Value, std::pair<Value, SmallVector<int64_t>>> replaced;
  SmallVector<Leaf> leaves;
  llvm::SmallSetVector<Operation *, 8> followed;
  unsigned numComputed = 0, depth = 0, numPositions = 0;
  bool cut = false, reduced = false;
};

/// Whether elements that are read one behind the other lie so, 16 bytes of them at least: then reading `source` at
/// `access` costs no more than reading what is made of it.
bool readsRuns(Value source, const AccessMap &access);

/// Computes what is equal in the region of a map once, and chooses where to look up in the place of among what is
/// looked up.
void simplifyRegion(MapOp map);

/// A map in front of `op`, which is a move, a join or an elementwise operation, that gives the same result. Null where
/// it would be long, or is not worthwhile.
MapOp computeByMap(Operation *op, llvm::function_ref<bool(const ElementReader &)> isWorthwhile,
                   llvm::function_ref<bool(Operation *)> isComputed = isRepeated);

/// A map of `type` whose element at each position is that of `value` at `place`. Null where what it looks up does not
/// lie in runs, and where it would be long. It takes the place of `root`, if there is one.
Value readThrough(OpBuilder &builder, Location loc, RankedTensorType type, Value value, ArrayRef<AffineExpr> place,
                  Operation *root = nullptr);

} // namespace fusion

#endif // FUSION_TRANSFORMS_COMPOSEMOVES_ELEMENTREADER_H
