// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a condition of positions gives for a block of them, by interval analysis.

#ifndef FUSION_ANALYSIS_POSITIONCONDITION_H
#define FUSION_ANALYSIS_POSITIONCONDITION_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Region.h"
#include "mlir/IR/Value.h"
#include <memory>

namespace fusion {

/// Positions along a dimension, `first` and `last` included.
struct PositionRange {
  int64_t first, last;

  int64_t size() const { return last - first + 1; }
};

/// For each dimension of a space one range: a box of positions.
using PositionBox = SmallVector<PositionRange>;

/// All positions of a shape; along a dynamic dimension those below 2^30, which no position of a kernel exceeds.
PositionBox getWholeBox(ArrayRef<int64_t> shape);

/// The scalar form of a tensor that elementwise operations compute, in a block of its own: its arguments are the
/// positions in the tensor (index), then what the form knows nothing of: elements of inputs, tables, anchors' results.
/// The operations are those of arith and math. Each rounds to its own type where `value` is computed in strict
/// numerics; intervals of it also hold for what relaxed numerics compute.
struct ScalarFormula {
  std::shared_ptr<Region> region; ///< of no operation
  SmallVector<int64_t> shape;
  Value result;

  /// `stops` are tensors that the form knows nothing of, whatever computes them.
  static ScalarFormula build(Value tensor, ValueRange stops = {});

  Block &getBlock() const { return region->front(); }
  BlockArgument getPosition(int64_t dim) const { return getBlock().getArgument(dim); }
};

enum class Truth { AlwaysTrue, AlwaysFalse, Mixed };

/// Whether something is surely somewhere, surely nowhere, or neither is known.
enum class Occurrence { Somewhere, Nowhere, Unknown };

/// A scalar i1 of positions. Sound: AlwaysTrue, AlwaysFalse, Somewhere and Nowhere are proved for every value of what
/// the formula knows nothing of, all roundings included; whatever is not proved is Mixed or Unknown. Where integers are
/// divided by zero, or another operation has no defined result, nothing is proved.
class PositionCondition {
public:
  /// `condition` is in the formula's block.
  PositionCondition(ScalarFormula formula, Value condition);
  /// A tensor of i1.
  static PositionCondition get(Value tensor);

  const ScalarFormula &getFormula() const { return formula; }
  Value getCondition() const { return condition; }
  /// What the condition is computed by, in order.
  ArrayRef<Operation *> getOps() const { return ops; }
  /// Whether it reads the position along a dimension.
  bool dependsOn(int64_t dim) const { return positions[dim]; }
  /// Whether it reads nothing but positions and constants.
  bool isPositional() const { return positional; }

  /// By one evaluation on intervals. Values that depend on each other are taken as independent, so some boxes are Mixed
  /// that need not be.
  Truth classify(ArrayRef<PositionRange> box) const;

  /// Whether there is a position in the box where the condition is `value`. Boxes that are Mixed are halved, down to
  /// single positions, so that for a positional condition of integers the answer is never Unknown, unless there are
  /// more than `budget` evaluations, which are taken from it.
  Occurrence find(bool value, ArrayRef<PositionRange> box, int64_t &budget) const;

private:
  ScalarFormula formula;
  Value condition;
  SmallVector<Operation *> ops;
  SmallVector<bool> positions;
  bool positional = true;
};

} // namespace fusion

#endif // FUSION_ANALYSIS_POSITIONCONDITION_H
