// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scatters in the shape in which their updates are computed.

#include "FormStores.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// Whether the dimensions of `group` of a scatter, whose indices are of the updates' rank, can be one: indices say the
/// same for all of them, and that along which they give places is not merged with others.
static bool canMerge(ScatterOp scatter, RankedTensorType indices, const ReassociationIndices &group) {
  auto dim = static_cast<int64_t>(scatter.getDim());
  bool isIndexed = llvm::is_contained(group, dim);
  return group.size() == 1 || llvm::all_of(group, [&](int64_t own) {
           return own == dim ||
                  (indices.getDimSize(own) == 1 && (!isIndexed || scatter.getUpdates().getType().getDimSize(own) == 1));
         });
}

// Heads of keys, say:
//   %u = tensor.expand_shape %x [[0], [1, 2]] .. : tensor<?x1024xbf16> into tensor<?x8x128xbf16>
//   %r = fusion.scatter %u at %i into %c along 0 : (.., tensor<?x1x1xi64>, tensor<4096x8x128xbf16>) -> ..
//     ->
//   %d = tensor.collapse_shape %c [[0], [1, 2]] : tensor<4096x8x128xbf16> into tensor<4096x1024xbf16>
//   %s = fusion.scatter %x at .. into %d along 0 : (.., tensor<?x1xi64>, tensor<4096x1024xbf16>) -> ..
//   %r = tensor.expand_shape %s [[0], [1, 2]] .. : tensor<4096x1024xbf16> into tensor<4096x8x128xbf16>
bool fusion::formScatter(RewriterBase &rewriter, ScatterOp scatter) {
  auto expand = scatter.getUpdates().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !scatter.getKept())
    return false;
  Location loc = scatter.getLoc();
  int64_t rank = scatter.getUpdates().getType().getRank(), skipped = rank - scatter.getIndices().getType().getRank();
  SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
  SmallVector<int64_t> shape(skipped, 1);
  llvm::append_range(shape, scatter.getIndices().getType().getShape());
  RankedTensorType indices = scatter.getIndices().getType().clone(shape);
  if (!llvm::all_of(groups, [&](const ReassociationIndices &group) { return canMerge(scatter, indices, group); }))
    return false;
  rewriter.setInsertionPoint(scatter);
  llvm::SmallBitVector first(rank);
  first.set(0, skipped);
  Value places = collapseDims(rewriter, loc, insertUnitDims(rewriter, loc, scatter.getIndices(), first), groups);
  Value kept = collapseDims(rewriter, loc, scatter.getKept(), groups);
  const auto *group = llvm::find_if(groups, [&](const ReassociationIndices &own) {
    return llvm::is_contained(own, static_cast<int64_t>(scatter.getDim()));
  });
  Value stored = ScatterOp::create(rewriter, loc, kept.getType(), expand.getSrc(), places, kept,
                                   /*dim=*/group - groups.begin(), scatter.getUniqueIndices());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, scatter.getKept());
  SmallVector<SmallVector<OpFoldResult>> split = llvm::map_to_vector(groups, [&](const ReassociationIndices &own) {
    return llvm::map_to_vector(own, [&](int64_t dim) { return sizes[dim]; });
  });
  Value result = expandDims(rewriter, loc, stored, split);
  rewriter.replaceOp(scatter, castStaticSizes(rewriter, loc, result, getTensorType(scatter.getResult())));
  return true;
}
