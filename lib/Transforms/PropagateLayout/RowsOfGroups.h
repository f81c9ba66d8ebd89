// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is computed in groups of a dimension, computed along it.

#ifndef FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_ROWSOFGROUPS_H
#define FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_ROWSOFGROUPS_H

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fusion {

/// Two neighbouring dimensions that a collapse joins to one: `groups` of `size` each.
struct JoinedDims {
  int64_t groups, size;
  int64_t behind; ///< dimensions behind them

  /// Those of a collapse that joins two dimensions alone, all of known size.
  static std::optional<JoinedDims> get(tensor::CollapseShapeOp collapse);

  /// Along the dimension in a group, and across groups: sizes of a value that broadcasts to the collapsed tensor. 1
  /// where it has no such dimension.
  int64_t getAlong(RankedTensorType type) const { return getSize(type, behind); }
  int64_t getAcross(RankedTensorType type) const { return getSize(type, behind + 1); }
  /// The joined dimension of a value that has it.
  int64_t getJoined(RankedTensorType type) const { return type.getRank() - 1 - behind; }
  /// The shape that a value which broadcasts to the collapsed tensor has once it is joined.
  SmallVector<int64_t> join(RankedTensorType type) const;

private:
  static int64_t getSize(RankedTensorType type, int64_t fromEnd) {
    return type.getRank() > fromEnd ? type.getDimSize(type.getRank() - 1 - fromEnd) : 1;
  }
};

/// Whether all operands and the one result are integers.
bool areIntegers(Operation *op);

/// Whether an operation on integers has numbers of parts, and other operands.
bool hasNumbersOfParts(ElementwiseOpInterface op, const JoinedDims &dims);

/// Computes along the joined dimension what is computed in groups of it.
class RowsOfGroups {
public:
  RowsOfGroups(RewriterBase &rewriter, const JoinedDims &dims) : rewriter(rewriter), dims(dims) {}

  /// `value` broadcasts to the groups; the result broadcasts to the joined tensor.
  Value join(Value value);

  /// Whether operands of an operation, and theirs, lie so that they can be joined: not along the groups alone.
  bool canJoin(Value value);

  /// Numbers for groups, which lie where the joined dimension does, for each element of it. One for all groups stays as
  /// it is.
  Value repeat(Value numbers);
  /// The same, looked up, also one for all.
  Value lookUp(Value numbers);

private:
  Value joinElementwise(ElementwiseOpInterface op);
  Value joinTakenApart(ElementwiseOpInterface op);
  Value repeatMap(MapOp map);
  SmallVector<int64_t> getRepeatedShape(RankedTensorType type) const;
  bool isJoined(ElementwiseOpInterface op) const;

  RewriterBase &rewriter;
  JoinedDims dims;
};

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_PROPAGATELAYOUT_ROWSOFGROUPS_H
