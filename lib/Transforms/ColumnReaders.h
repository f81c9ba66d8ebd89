// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels that look up other columns of a product's result, in the product's rows and columns.

#ifndef FUSION_LIB_TRANSFORMS_COLUMNREADERS_H
#define FUSION_LIB_TRANSFORMS_COLUMNREADERS_H

#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Support/Verdict.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {

/// An elementwise kernel that looks up what a product computes, [M, N]. It computes a shape whose first dimensions are
/// M together and whose last ones are N, as rows, heads and the columns of a head are.
class ColumnReader {
public:
  /// Why the kernel cannot be in the product's shape: then nothing else may be called.
  static FusionVerdict check(KernelOp kernel, Value product);

  ColumnReader(KernelOp kernel, Value product);

  /// Replaces the kernel by one of the product's shape, whose lookups of the product's result are of their own row, and
  /// reshapes of what it computes. `rebuilt`, if it is not null, gets the counterpart of each operation of the body.
  KernelOp flatten(RewriterBase &rewriter, llvm::DenseMap<Operation *, Operation *> *rebuilt = nullptr);

private:
  /// Whether the kernel's shape is one of the product's, in `groups` of dimensions.
  FusionVerdict findGroups();
  FusionVerdict checkBody();
  FusionVerdict checkLookup(LookupOp lookup);
  /// A number of the region of a map as an affine expression of its positions; null where it is none.
  AffineExpr getPlace(Value number, MapOp map) const;
  AffineExpr getRow() const;

  bool isOfProduct(Value input) const;
  /// The shape of a value of the body in rows and columns: that of the product where it is repeated in part.
  SmallVector<int64_t> getFlatShape(RankedTensorType type) const;
  /// Whether an input is read element by element, and has a shape in rows and columns.
  bool isCollapsed(BlockArgument argument);
  /// The positions of a value of the kernel's shape, or of one that broadcasts to it, by row and column.
  SmallVector<Value> getPositions(OpBuilder &body, Location loc, ArrayRef<int64_t> shape, ValueRange flat) const;
  Value lookUp(RewriterBase &rewriter, BlockArgument argument, Value table, Value sizes) const;
  Value rebuildMap(RewriterBase &rewriter, MapOp map, const IRMapping &mapping);
  void rebuild(RewriterBase &rewriter, Operation &op, IRMapping &mapping);
  SmallVector<Value> expandResults(RewriterBase &rewriter, KernelOp flat);

  KernelOp kernel;
  Value product;
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups; ///< the dimensions that are rows, and those that are columns
};

/// Whether the kernel of a product may take the reader of an edge as its epilogue, which looks up other columns of the
/// result; and whether that pays. The reader is left as it is.
FusionVerdict checkColumnReader(const FusionEdge &edge, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_COLUMNREADERS_H
