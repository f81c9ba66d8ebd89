// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reshapes move behind reductions.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fusion;

using LoopGroup = SmallVector<unsigned>;

/// The loop that an index is; nothing if it is none.
static std::optional<unsigned> getLoop(AffineExpr expr) {
  auto dim = dyn_cast<AffineDimExpr>(expr);
  return dim ? std::optional(dim.getPosition()) : std::nullopt;
}

/// Whether an operand is indexed by all of `loops` side by side, in order, or by none.
static bool keepsTogether(AffineMap map, ArrayRef<unsigned> loops) {
  ArrayRef<AffineExpr> exprs = map.getResults();
  const AffineExpr *first = llvm::find_if(exprs, [&](AffineExpr expr) {
    return llvm::any_of(loops, [&](unsigned loop) { return expr.isFunctionOfDim(loop); });
  });
  if (first == exprs.end())
    return true;
  ArrayRef<AffineExpr> rest = exprs.drop_front(first - exprs.begin());
  if (rest.size() < loops.size())
    return false;
  bool inOrder =
      llvm::all_of(llvm::zip(rest, loops), [](auto pair) { return getLoop(std::get<0>(pair)) == std::get<1>(pair); });
  return inOrder && llvm::none_of(rest.drop_front(loops.size()), [&](AffineExpr expr) {
           return llvm::any_of(loops, [&](unsigned loop) { return expr.isFunctionOfDim(loop); });
         });
}

/// Loops that one takes the place of, so that `input`, an expanded tensor, can be read before it is expanded.
static SmallVector<LoopGroup> findJoinableLoops(linalg::LinalgOp op, OpOperand &input) {
  SmallVector<LoopGroup> joinable;
  auto expand = input.get().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand)
    return joinable;
  AffineMap map = op.getMatchingIndexingMap(&input);
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  for (const ReassociationIndices &group : expand.getReassociationIndices()) {
    LoopGroup loops;
    for (int64_t dim : group)
      if (std::optional<unsigned> loop = getLoop(map.getResult(dim)))
        loops.push_back(*loop);
    bool alike = llvm::all_of(loops, [&](unsigned loop) { return types[loop] == types[loops.front()]; });
    bool together = llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap each) { return keepsTogether(each, loops); });
    if (loops.size() > 1 && loops.size() == group.size() && alike && together)
      joinable.push_back(loops);
  }
  return joinable;
}

namespace {
/// %1 = tensor.expand_shape %x [[0, 1], [2]] : tensor<6x8xf32> into tensor<2x3x8xf32>
/// %0 = linalg.reduce {arith.addf} ins(%1 : tensor<2x3x8xf32>) outs(%e : tensor<2x3xf32>) dimensions = [2]
///   ->
/// %1 = linalg.generic {arith.addf} ins(%x : tensor<6x8xf32>) outs(tensor.collapse_shape of %e : tensor<6xf32>)
/// %0 = tensor.expand_shape %1 [[0, 1]] : tensor<6xf32> into tensor<2x3xf32>
///
/// So the reduction reads what others do, goes through the same rows, and computes what it reads itself where it can.
struct CollapseReduction : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    if (op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics() || op.hasIndexSemantics())
      return rewriter.notifyMatchFailure(op, "it is no reduction on tensors, or asks where it is");
    if (!isa<linalg::GenericOp, linalg::ReduceOp>(op) || linalg::isaContractionOpInterface(op))
      return rewriter.notifyMatchFailure(op, "it is a product, or a reduction of a form of its own");
    for (OpOperand *input : op.getDpsInputOperands()) {
      SmallVector<LoopGroup> joined = findJoinableLoops(op, *input);
      if (joined.empty())
        continue;
      FailureOr<linalg::GenericOp> generic =
          isa<linalg::GenericOp>(op) ? cast<linalg::GenericOp>(*op) : linalg::generalizeNamedOp(rewriter, op);
      if (failed(generic))
        return rewriter.notifyMatchFailure(op, "it has no form with loops");
      Joiner(rewriter, *generic, joined).replace();
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no input is an expanded tensor whose parts are loops side by side");
  }

private:
  class Joiner {
  public:
    Joiner(PatternRewriter &rewriter, linalg::GenericOp op, ArrayRef<LoopGroup> joined)
        : rewriter(rewriter), op(op), leader(op.getNumLoops()), places(op.getNumLoops()) {
      std::iota(leader.begin(), leader.end(), 0);
      for (ArrayRef<unsigned> loops : joined)
        for (unsigned loop : loops)
          leader[loop] = loops.front();
      for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray()))
        if (leader[loop] == loop) {
          places[loop] = rewriter.getAffineDimExpr(iterators.size());
          iterators.push_back(type);
        }
    }

    void replace() {
      rewriter.setInsertionPoint(op);
      SmallVector<Value> inputs, outs;
      SmallVector<AffineMap> maps;
      for (OpOperand &operand : op->getOpOperands()) {
        AffineMap map = op.getMatchingIndexingMap(&operand);
        maps.push_back(joinMap(map));
        Value value = operand.get();
        if (!op.isScalar(&operand))
          value = collapseDims(rewriter, op.getLoc(), value, group(map));
        (op.isDpsInit(&operand) ? outs : inputs).push_back(value);
      }
      auto made = linalg::GenericOp::create(rewriter, op.getLoc(), ValueRange(outs).getTypes(), inputs, outs, maps,
                                            iterators, nullptr, linalg::getPrunedAttributeList(op));
      rewriter.inlineRegionBefore(op.getRegion(), made.getRegion(), made.getRegion().begin());
      SmallVector<Value> results;
      for (auto [result, collapsed] : llvm::zip_equal(op->getResults(), made->getResults()))
        results.push_back(expandLike(collapsed, *op.getTiedOpOperand(result)));
      rewriter.replaceOp(op, results);
    }

  private:
    AffineMap joinMap(AffineMap map) {
      SmallVector<AffineExpr> exprs;
      for (AffineExpr expr : map.getResults()) {
        std::optional<unsigned> loop = getLoop(expr);
        if (!loop || leader[*loop] == *loop)
          exprs.push_back(loop ? places[*loop] : expr);
      }
      return AffineMap::get(iterators.size(), 0, exprs, op.getContext());
    }

    /// The dimensions of an operand, those of joined loops together.
    SmallVector<ReassociationIndices> group(AffineMap map) {
      SmallVector<ReassociationIndices> groups;
      for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
        std::optional<unsigned> loop = getLoop(expr);
        if (!loop || leader[*loop] == *loop)
          groups.emplace_back();
        groups.back().push_back(dim);
      }
      return groups;
    }

    /// The result as it was, of the sizes of its initial value.
    Value expandLike(Value collapsed, OpOperand &init) {
      SmallVector<OpFoldResult> all = tensor::getMixedSizes(rewriter, op.getLoc(), init.get());
      SmallVector<SmallVector<OpFoldResult>> sizes;
      for (const ReassociationIndices &dims : group(op.getMatchingIndexingMap(&init))) {
        sizes.emplace_back();
        for (int64_t dim : dims)
          sizes.back().push_back(all[dim]);
      }
      Value expanded = expandDims(rewriter, op.getLoc(), collapsed, sizes);
      return castStaticSizes(rewriter, op.getLoc(), expanded, getTensorType(init.get()));
    }

    PatternRewriter &rewriter;
    linalg::GenericOp op;
    LoopGroup leader;               ///< of each loop, the first that it is joined with, or itself
    SmallVector<AffineExpr> places; ///< of the leaders
    SmallVector<utils::IteratorType> iterators;
  };
};
/// %1 = tensor.expand_shape %x [[0, 1], [2]] : tensor<6x8xf32> into tensor<2x3x8xf32>
/// %0 = fusion.reduce addf %1 along [2] : tensor<2x3x8xf32> -> tensor<2x3x1xf32>
///   ->
/// %1 = fusion.reduce addf %x along [1] : tensor<6x8xf32> -> tensor<6x1xf32>
/// %0 = tensor.expand_shape %1 [[0, 1], [2]] : tensor<6x1xf32> into tensor<2x3x1xf32>
///
/// A dimension that is split into a reduced one and others stays so, as heads of 4 elements in tensor<6x8xf32>. Then
/// others lose dimensions of size 1 alone: what is computed of the heads may be repeated along a part of them.
struct CollapseReduce : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  /// Whether some of the dimensions that one is split into are reduced, and others are more than one element.
  static bool isSplitByReduction(ReduceOp op, ArrayRef<int64_t> group) {
    auto isReduced = [&](int64_t part) { return op.isReduced(part); };
    return llvm::any_of(group, isReduced) && !llvm::all_of(group, [&](int64_t part) {
             return isReduced(part) || getTensorType(op.getInput()).getDimSize(part) == 1;
           });
  }

  /// Whether a dimension is split into several that are more than one element.
  static bool isSplit(ReduceOp op, ArrayRef<int64_t> group) {
    return llvm::count_if(group, [&](int64_t part) { return getTensorType(op.getInput()).getDimSize(part) != 1; }) > 1;
  }

  LogicalResult matchAndRewrite(ReduceOp op, PatternRewriter &rewriter) const override {
    auto expand = op.getInput().getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || op.getIndex())
      return rewriter.notifyMatchFailure(op, "its input is not expanded, or it gives positions");
    SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
    bool splits = llvm::any_of(groups, [&](auto &group) { return isSplitByReduction(op, group); });
    RankedTensorType expanded = expand.getResultType(), type = getTensorType(op.getResult());
    auto stays = [&](ArrayRef<int64_t> group) { return splits && isSplit(op, group); };
    auto isUnit = [&](int64_t part) { return expanded.getDimSize(part) == 1; };
    if (llvm::all_of(groups,
                     [&](auto &group) { return group.size() == 1 || (stays(group) && llvm::none_of(group, isUnit)); }))
      return rewriter.notifyMatchFailure(op, "each dimension is split into more than one of several elements");
    if (llvm::all_of(op.getDimensions(), isUnit))
      return rewriter.notifyMatchFailure(op, "it reduces dimensions of size 1 alone");
    Dimensions made{op, expanded, expand.getMixedOutputShape()};
    for (auto [dim, group] : llvm::enumerate(groups)) {
      if (stays(group))
        made.addParts(rewriter, group);
      else
        made.addWhole(rewriter, group, tensor::getMixedSize(rewriter, op.getLoc(), expand.getSrc(), dim),
                      expand.getSrcType().getDimSize(dim));
    }
    Value input = splits ? expandDims(rewriter, op.getLoc(), expand.getSrc(), made.ofInput) : expand.getSrc();
    Value reduced = ReduceOp::create(rewriter, op.getLoc(), type.clone(made.shape), Type(), op.getKind(), input,
                                     rewriter.getDenseI64ArrayAttr(made.reduced))
                        .getResult();
    Value result = expandDims(rewriter, op.getLoc(), reduced, made.ofResult);
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, type));
    return success();
  }

private:
  /// The dimensions in which the reduction is made, and how those before and behind it are split.
  struct Dimensions {
    ReduceOp op;
    RankedTensorType expanded;
    SmallVector<OpFoldResult> sizes; ///< of the expanded tensor
    SmallVector<int64_t> shape, reduced;
    SmallVector<SmallVector<OpFoldResult>> ofInput, ofResult;

    /// One for all parts of a dimension. A part of size 1 beside others is reduced for nothing.
    void addWhole(Builder &builder, ArrayRef<int64_t> group, OpFoldResult size, int64_t known) {
      add(llvm::any_of(group, [&](int64_t part) { return op.isReduced(part) && !isUnit(part); }), known);
      ofInput.push_back({size});
      ofResult.push_back(llvm::map_to_vector(group, [&](int64_t part) { return getResultSize(builder, part); }));
    }
    /// One for each part that is more than one element.
    void addParts(Builder &builder, ArrayRef<int64_t> group) {
      ofInput.emplace_back();
      SmallVector<OpFoldResult> units; // of the next part of the result
      for (int64_t part : group) {
        units.push_back(getResultSize(builder, part));
        if (isUnit(part))
          continue;
        add(op.isReduced(part), expanded.getDimSize(part));
        ofInput.back().push_back(sizes[part]);
        ofResult.push_back(std::exchange(units, {}));
      }
      llvm::append_range(ofResult.back(), units);
    }

  private:
    bool isUnit(int64_t part) const { return expanded.getDimSize(part) == 1; }
    OpFoldResult getResultSize(Builder &builder, int64_t part) {
      return op.isReduced(part) ? OpFoldResult(builder.getIndexAttr(1)) : sizes[part];
    }
    void add(bool isReduced, int64_t size) {
      if (isReduced)
        reduced.push_back(shape.size());
      shape.push_back(isReduced ? 1 : size);
    }
  };
};

/// %1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<3x1x8xf32> into tensor<3x8xf32>
/// %0 = fusion.reduce addf %1 along [1] : tensor<3x8xf32> -> tensor<3x1xf32>
///   ->
/// %1 = fusion.reduce addf %x along [2] : tensor<3x1x8xf32> -> tensor<3x1x1xf32>
/// %0 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<3x1x1xf32> into tensor<3x1xf32>
///
/// So that the reduction meets the product that %x comes from, or what it is expanded from: scores of one query.
struct ReduceWithUnits : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op, PatternRewriter &rewriter) const override {
    auto collapse = op.getInput().getDefiningOp<tensor::CollapseShapeOp>();
    if (!collapse || op.getIndex() || !isUnitReshape(collapse))
      return rewriter.notifyMatchFailure(op, "its input does not lose dimensions of size 1, or it gives positions");
    if (!collapse.getSrc().getDefiningOp<tensor::ExpandShapeOp>() && !comesFromMatmul(collapse.getSrc()))
      return rewriter.notifyMatchFailure(op, "its input is neither an expanded tensor nor computed of a product");
    reduceInFront(rewriter, op, collapse);
    return success();
  }
};
} // namespace

void fusion::populateCollapseReductionPatterns(RewritePatternSet &patterns) {
  patterns.add<CollapseReduction, CollapseReduce, ReduceWithUnits>(patterns.getContext());
}
