// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scatters in the shape and the order in which their updates are computed.

#include "FormStores.h"
#include "fusion/Analysis/ScatterOrder.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Support/Remark.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
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
static bool mergeDims(RewriterBase &rewriter, ScatterOp scatter) {
  auto expand = scatter.getUpdates().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand)
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

/// Whether indices lie in another order in memory than that of the updates as they are computed.
static bool movesIndices(ScatterOp scatter, const ComputedUpdates &updates) {
  SmallVector<int64_t> dims;
  for (const ReassociationIndices &group : updates.order)
    llvm::copy_if(group, std::back_inserter(dims), [&](int64_t dim) { return variesAlong(scatter, dim); });
  return !llvm::is_sorted(dims);
}

/// The indices in the order of the updates as they are computed.
static Value orderIndices(RewriterBase &rewriter, ScatterOp scatter, const ComputedUpdates &updates) {
  Location loc = scatter.getLoc();
  int64_t rank = scatter.getUpdates().getType().getRank();
  llvm::SmallBitVector leading(rank), inserted(updates.order.size());
  leading.set(0, rank - scatter.getIndices().getType().getRank());
  SmallVector<int64_t> permutation;
  SmallVector<ReassociationIndices> groups;
  for (auto [own, group] : llvm::enumerate(updates.order)) {
    if (group.empty()) {
      inserted.set(own);
      continue;
    }
    groups.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(permutation.size(), permutation.size() + group.size())));
    llvm::append_range(permutation, group);
  }
  Value indices = insertUnitDims(rewriter, loc, scatter.getIndices(), leading);
  indices = collapseDims(rewriter, loc, transposeDims(rewriter, loc, indices, permutation), groups);
  return insertUnitDims(rewriter, loc, indices, inserted);
}

/// The same where some are repeated: each is looked up where it is needed, as the tokens of a batch share theirs.
static Value lookUpIndices(RewriterBase &rewriter, ScatterOp scatter, const ComputedUpdates &updates) {
  RankedTensorType table = scatter.getIndices().getType(), type = scatter.getUpdates().getType();
  SmallVector<int64_t> shape(getTensorType(updates.value).getShape());
  for (auto [size, group] : llvm::zip_equal(shape, updates.order))
    size = differs(scatter, group) ? size : 1;
  auto map = MapOp::create(rewriter, scatter.getLoc(), table.clone(shape), ValueRange(), scatter.getIndices(),
                           /*positions=*/true);
  ImplicitLocOpBuilder b(scatter.getLoc(), rewriter);
  b.setInsertionPointToStart(map.getBodyBlock());
  auto number = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(b, value); };
  SmallVector<Value> place(table.getRank(), number(0));
  int64_t skipped = type.getRank() - table.getRank();
  for (auto [position, group] : llvm::zip_equal(map.getPositions(), updates.order)) {
    Value rest = position;
    for (int64_t dim : llvm::reverse(group)) {
      Value size = number(type.getDimSize(dim));
      if (variesAlong(scatter, dim))
        place[dim - skipped] = dim == group.front() ? rest : b.createOrFold<arith::RemUIOp>(rest, size);
      if (dim != group.front())
        rest = b.createOrFold<arith::DivUIOp>(rest, size);
    }
  }
  Value index = LookupOp::create(b, table.getElementType(), map.getTableArguments()[0], place, Value());
  YieldOp::create(b, index);
  return map.getResult();
}

// Keys for a cache in which each head has its tokens beside each other:
//   %u = tensor.expand_shape %x [[0], [1, 2]] .. : tensor<?x1024xbf16> into tensor<?x8x128xbf16>
//   %t = linalg.transpose ins(%u) .. permutation = [1, 0, 2]
//   %r = fusion.scatter %t at %i into %c along 1 : (.., tensor<?x1xi64>, tensor<8x4096x128xbf16>) -> ..
//     ->
//   %r = fusion.scatter %x at %i into %c along 1 as [[1], [0, 2]] : (tensor<?x1024xbf16>, ..
static bool reorder(RewriterBase &rewriter, ScatterOp scatter, const ComputedUpdates &updates) {
  if (FusionVerdict taken = checkScatterOrder(scatter, updates); !taken) {
    emitMissed(scatter, RemarkCode::TransposedCopy, taken.reason, taken.suggestion);
    return false;
  }
  rewriter.setInsertionPoint(scatter);
  SmallVector<Attribute> order = llvm::map_to_vector(
      updates.order, [&](const ReassociationIndices &group) -> Attribute { return rewriter.getI64ArrayAttr(group); });
  bool looksUp = repeatsIndices(scatter, updates) ||
                 (movesIndices(scatter, updates) && getTensorType(updates.value).hasStaticShape());
  Value indices = looksUp ? lookUpIndices(rewriter, scatter, updates) : orderIndices(rewriter, scatter, updates);
  Value before = scatter.getUpdates();
  rewriter.replaceOpWithNewOp<ScatterOp>(scatter, scatter.getType(), updates.value, indices, scatter.getKept(),
                                         scatter.getDim(), scatter.getUniqueIndices(), rewriter.getArrayAttr(order));
  // A transposition that nobody reads would be looked at as one.
  while (before != updates.value && before.use_empty()) {
    Operation *op = before.getDefiningOp();
    before = op->getOperand(0);
    rewriter.eraseOp(op);
  }
  return true;
}

bool fusion::formScatter(RewriterBase &rewriter, ScatterOp scatter) {
  if (!scatter.getKept() || scatter.getOrder())
    return false;
  ComputedUpdates updates = findComputedUpdates(scatter, scatter.getUpdates());
  if (updates.value == scatter.getUpdates())
    return false;
  // A cache of another shape is addressed with less than one in another order.
  if (!updates.transposed && mergeDims(rewriter, scatter))
    return true;
  return reorder(rewriter, scatter, updates) || (updates.transposed && mergeDims(rewriter, scatter));
}
